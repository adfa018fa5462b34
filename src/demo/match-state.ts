import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { MatchScore } from '#domain/matches/score.ts';
import type { Period } from '#domain/matches/sport.ts';
import type { FeedLineup, FeedMatchEvent, OddsUpdate } from '#server/modules/match-data/public.ts';
import type { DemoFixture } from './calendar.ts';

/** Everything that can be known of a match at a moment, in any sport. */
export interface MatchState {
  kickoffMs: number | null;
  status: MatchStatus;
  minute: number | null;
  stoppage: number | null;
  period: Period | null;
  score: MatchScore;
  events: FeedMatchEvent[];
  lineups: { home: FeedLineup; away: FeedLineup } | null;
  odds: OddsUpdate['bookmakers'];
}

/** A match with its place in real time; a minute of match time takes `minuteMs`. */
export interface Scheduled {
  fixture: DemoFixture;
  minuteMs: number;
}

/** Returns the minutes of match time since the planned kick-off. */
export const minutesAt = ({ fixture, minuteMs }: Scheduled, atMs: number): number => (atMs - fixture.kickoffMs) / minuteMs;
export const msAt = ({ fixture, minuteMs }: Scheduled, at: number): number => fixture.kickoffMs + at * minuteMs;

/** Returns the real time of a change, rounded up and at least a millisecond after `atMs`, so that the change is visible then. */
export const changeMs = (match: Scheduled, at: number, atMs: number): number => Math.max(Math.ceil(msAt(match, at)), atMs + 1);
