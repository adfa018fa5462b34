import { startState } from '#domain/matches/match-status.ts';
import { SETTLEMENT_TIMERS, scaleTimers } from '#domain/settlement/settlement-timers.ts';
import type { StatusKey } from '#texts/status-words.ts';
import { useMeta } from '#web/data/queries.tsx';
import { useTicking } from '#web/lib/clock.ts';
import type { TimedMatch } from '#web/lib/match-time.ts';

const WATCH_MS = 15_000;

/** A match's status, with "delayed" and "suspected cancelled" told apart from "not started" as time passes. */
export function useStatus({ status, kickoff_at, is_concealed }: Pick<TimedMatch, 'status' | 'kickoff_at' | 'is_concealed'>): StatusKey {
  const speed = useMeta()?.match_speed ?? 1;
  return useTicking(
    WATCH_MS,
    // How late a match is that is hidden, nobody can tell.
    (now) =>
      (is_concealed
        ? null
        : startState(status, kickoff_at === null ? null : new Date(kickoff_at), now, scaleTimers(SETTLEMENT_TIMERS, speed))) ?? status,
  );
}
