import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import type { Due } from '#server/modules/match-data/providers/api-sports/choose.ts';
import {
  isOver,
  type KnownMatch,
  MATCH_MS,
  nextCheckMs,
  pauseOfUnknown,
} from '#server/modules/match-data/providers/api-sports/known-match.ts';

const LINEUPS_BEFORE_MS = HOUR_MS;
const NEAR_KICKOFF_MS = 5 * MINUTE_MS;
const STATISTICS_MS = 10 * MINUTE_MS;

/** When a match is to be asked for in full; null while there is no reason. `liveAskedMs`: when the live list was last told. */
export function dueDetails(fixture: KnownMatch, liveAskedMs: number, nowMs: number): Due | null {
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
  return { urgency: 'today', dueMs: fixture.checkedMs + pauseOfUnknown(fixture, pauseOfMissing(fixture, sinceMs)) };
}

function afterTheEnd(fixture: KnownMatch): Due | null {
  const dueMs = nextCheckMs(fixture, fixture.checkedMs);
  if (dueMs === null) return null;
  return { urgency: dueMs === fixture.overMs ? 'today' : 'lineups', dueMs };
}

/** A match that should be played and is not in the live list has ended, is late, or was put off; long ago it is nearly forgotten. */
function pauseOfMissing({ liveMs }: KnownMatch, sinceKickoffMs: number): number {
  if (sinceKickoffMs > 2 * DAY_MS) return DAY_MS;
  if (sinceKickoffMs > 2 * MATCH_MS) return HOUR_MS;
  return liveMs > 0 ? MINUTE_MS : NEAR_KICKOFF_MS;
}
