import type { StartTimers } from '#domain/matches/match-status.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts';

/** Waiting times before a contest follows its match, in milliseconds (docs/rules.md#settlement). */
export interface SettlementTimers extends StartTimers {
  /** A result counts once it has been unchanged for this long. */
  scoreStableMs: number;
  /** A paused contest waits this long for a new time, or for play to resume. */
  pausedMs: number;
  /** A match that has not started this long after kick-off is treated as called off. */
  noStartMs: number;
  /** A match's planned length, and how long after its planned end a missing result makes bets read "unknown". */
  plannedLengthMs: number;
  unresolvedMs: number;
  /** A feed that has been silent for this long is late, and no timer runs. */
  blindMs: number;
  /** A contest opens this long before kick-off. */
  openAheadMs: number;
  /** A match moved further than this from its first deadline is refunded. */
  newDateFixedOddsMs: number;
  newDatePoolMs: number;
  /** A final score corrected within this time still adjusts the bets. */
  correctionMs: number;
  /** An ending waits at most this long for a provider that knows the match and has not told its end (a setting). */
  confirmWaitMs: number;
}

export const SETTLEMENT_TIMERS: SettlementTimers = {
  delayedMs: 15 * MINUTE_MS,
  suspectedCancelledMs: 120 * MINUTE_MS,
  scoreStableMs: 60 * SECOND_MS,
  pausedMs: 5 * HOUR_MS,
  noStartMs: 5 * HOUR_MS,
  plannedLengthMs: 2 * HOUR_MS,
  unresolvedMs: 6 * HOUR_MS,
  blindMs: 10 * MINUTE_MS,
  openAheadMs: 7 * DAY_MS,
  newDateFixedOddsMs: 48 * HOUR_MS,
  newDatePoolMs: 7 * DAY_MS,
  correctionMs: 72 * HOUR_MS,
  confirmWaitMs: 0,
};

/**
 * Returns the timers of a world whose matches run `speed` times as fast. Only timers measured against play shrink: the calendar (days
 * ahead, new dates, corrections) and the punctuality of the feed are unchanged.
 */
export function scaleTimers(timers: SettlementTimers, speed: number): SettlementTimers {
  return {
    ...timers,
    delayedMs: timers.delayedMs / speed,
    suspectedCancelledMs: timers.suspectedCancelledMs / speed,
    scoreStableMs: timers.scoreStableMs / speed,
    pausedMs: timers.pausedMs / speed,
    noStartMs: timers.noStartMs / speed,
    plannedLengthMs: timers.plannedLengthMs / speed,
    unresolvedMs: timers.unresolvedMs / speed,
  };
}
