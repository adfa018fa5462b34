import { matchGroup } from '#domain/match-status.ts';
import { DAY_MS, MINUTE_MS } from './allowance.ts';
import type { KnownFixture } from './progress.ts';

/** How much a request matters: the list of live matches, what is owed today, line-ups, odds before and in play, squads. */
export type Urgency = 'live' | 'today' | 'lineups' | 'odds' | 'live_odds' | 'squads';
export interface Due {
  urgency: Urgency;
  /** From when on it is to be asked; may be past. */
  dueMs: number;
}

const HOUR_MS = 60 * MINUTE_MS;
/** A match lasts no longer than this, extra time and shoot-out included. */
export const MATCH_MS = 3 * HOUR_MS;
const LINEUPS_BEFORE_MS = HOUR_MS;
const NEAR_KICKOFF_MS = 5 * MINUTE_MS;
const STATISTICS_MS = 10 * MINUTE_MS;
/** After the final whistle results are looked at again: line-ups and events are mended, and scores now and then. */
const CHECKS_AFTER_MS = [0, 15 * MINUTE_MS, 3 * HOUR_MS, DAY_MS, 3 * DAY_MS];

export const isOver = ({ status }: KnownFixture): boolean => matchGroup(status) === 'finished';

/** When a match is to be asked for in full; null while there is no reason. `liveAskedMs`: when the live list was last told. */
export function dueDetails(fixture: KnownFixture, liveAskedMs: number, nowMs: number): Due | null {
  if (isOver(fixture)) return afterTheEnd(fixture);
  if (fixture.kickoffMs === null) return null;
  if (nowMs < fixture.kickoffMs) {
    const dueMs = Math.max(fixture.kickoffMs - LINEUPS_BEFORE_MS, fixture.checkedMs + NEAR_KICKOFF_MS);
    return { urgency: 'lineups', dueMs };
  }
  const sinceMs = nowMs - fixture.kickoffMs;
  // The live list says first whether it has begun; of what should be long over it says nothing.
  if (liveAskedMs < fixture.kickoffMs && sinceMs < 2 * MATCH_MS) return null;
  const isInLiveList = fixture.liveMs > 0 && fixture.liveMs >= liveAskedMs;
  if (isInLiveList && sinceMs < 2 * MATCH_MS) return { urgency: 'lineups', dueMs: fixture.checkedMs + STATISTICS_MS };
  return { urgency: 'today', dueMs: fixture.checkedMs + pauseOfMissing(fixture, sinceMs) };
}

function afterTheEnd({ overMs, checkedMs }: KnownFixture): Due | null {
  const next = CHECKS_AFTER_MS.find((afterMs) => checkedMs < overMs! + afterMs || checkedMs === 0);
  return next === undefined ? null : { urgency: next === 0 ? 'today' : 'lineups', dueMs: overMs! + next };
}

/** A match that should be played and is not in the live list has ended, is late, or was put off; long ago it is nearly forgotten. */
function pauseOfMissing({ liveMs }: KnownFixture, sinceKickoffMs: number): number {
  if (sinceKickoffMs > 2 * DAY_MS) return DAY_MS;
  if (sinceKickoffMs > 2 * MATCH_MS) return HOUR_MS;
  return liveMs > 0 ? MINUTE_MS : NEAR_KICKOFF_MS;
}
