import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { MatchScore } from '#domain/matches/score.ts';
import type { FeedMatchEvent, FeedUpdate, FixtureUpdate } from '#server/modules/match-data/import/feed.ts';

/** A match that is over: how it ended, with the score of each part, and all that is known to have happened in it, in order. */
export interface RecordedMatch {
  /** With its kick-off as it was. */
  fixture: FixtureUpdate & { kickoffAt: Date };
  /** `pen` after a shoot-out, `aet` after extra time; others were not played to an end on the pitch. */
  ending: MatchStatus;
  score: MatchScore;
  /** Those of a shoot-out (period P) in the order of the kicks; none where they are not known. */
  events: FeedMatchEvent[];
}

/** A competition that is over. */
export interface Recording {
  /** Leagues, teams and squads. */
  catalogue: FeedUpdate[];
  matches: RecordedMatch[];
  /** What of the source could not be used, and why. */
  problems: string[];
}
