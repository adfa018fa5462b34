import type { MatchStatus } from '#domain/matches/match-status.ts';
import { DAY_MS } from '#domain/time.ts';
import type { MatchRow } from './formats.ts';
import type { Duration } from './read-score.ts';

/** Statuses that mean the same whatever was told before. */
const STATUSES: Record<string, MatchStatus> = {
  TIMED: 'ns',
  SUSPENDED: 'susp',
  POSTPONED: 'pst',
  CANCELLED: 'canc',
  CANCELED: 'canc',
  AWARDED: 'awd',
  EXTRA_TIME: 'et',
  PENALTY_SHOOTOUT: 'p',
};
const FINAL: Record<Duration, MatchStatus> = { REGULAR: 'ft', EXTRA_TIME: 'aet', PENALTY_SHOOTOUT: 'pen' };

/** Returns our status for the provider's; null for an unknown one. `before` is our status until now. */
export function readStatus(row: MatchRow, duration: Duration, before: MatchStatus | undefined): MatchStatus | null {
  switch (row.status) {
    case 'SCHEDULED':
      return hasTime(row) ? 'ns' : 'tbd';
    case 'FINISHED':
      return FINAL[duration];
    case 'IN_PLAY':
      return inPlay(row, duration, before);
    case 'PAUSED':
      return paused(duration, before);
    default:
      return STATUSES[row.status] ?? null;
  }
}

/** A match without a time has midnight; matches at midnight do occur in America, and are TIMED then. */
const hasTime = ({ utcDate }: MatchRow): boolean => utcDate.getTime() % DAY_MS !== 0;

/**
 * The free plan tells no minute, and the half-time score may come early: which half it is, is certain only when half-time was seen.
 */
function inPlay({ minute }: MatchRow, duration: Duration, before: MatchStatus | undefined): MatchStatus {
  if (duration !== 'REGULAR') return duration === 'EXTRA_TIME' ? 'et' : 'p';
  if (minute !== null) return minute > 45 ? 'h2' : 'h1';
  return before === 'ht' || before === 'h2' ? 'h2' : 'live';
}

/** A break after the second half is told before extra time is. */
function paused(duration: Duration, before: MatchStatus | undefined): MatchStatus {
  if (duration !== 'REGULAR') return duration === 'EXTRA_TIME' ? 'bt' : 'p';
  return before === 'h2' || before === 'et' || before === 'bt' ? 'live' : 'ht';
}
