import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { MatchScore } from '#domain/matches/score.ts';
import type { FeedMatchEvent, FeedUpdate, FixtureUpdate } from '#server/modules/match-data/import/feed.ts';

/** A finished match: its ending, the score of each part, and all known events in order. */
export interface RecordedMatch {
  /** With its original kick-off. */
  fixture: FixtureUpdate & { kickoffAt: Date };
  /** `pen` after a shoot-out, `aet` after extra time; other matches were not decided by play. */
  ending: MatchStatus;
  score: MatchScore;
  /** Events of a shoot-out (period P) are in the order of the kicks; there are none if they are not known. */
  events: FeedMatchEvent[];
}

/** A finished competition. */
export interface Recording {
  /** Leagues, teams and squads. */
  catalogue: FeedUpdate[];
  matches: RecordedMatch[];
  /** What could not be used of the source, and why. */
  problems: string[];
}
