import { queryOptions, useQuery } from '@tanstack/react-query';
import { getLimits, type PlayLimit } from '#contract/play-limits.ts';
import type { PlayRestrictions } from '#domain/play-limits/play-limits.ts';
import { nowMs, useTicking } from '#web/lib/clock.ts';
import { call } from './call.ts';
import { useOverview } from './queries.tsx';
import { useUser } from './session.ts';

/** The signed-in user's limits on stakes and losses: the slip and the limits page share one copy. */
export const limitsQuery = queryOptions({
  queryKey: ['account', 'limits'],
  queryFn: ({ signal }) => call(getLimits, {}, signal),
});

/** The signed-in user's limits; makes no request while signed out. */
export function useLimits() {
  const user = useUser();
  return useQuery({ ...limitsQuery, enabled: user !== null });
}

/** When the signed-in user's time away from play ends; null without one, and while unknown. */
export function useAwayUntil(): Date | null {
  const until = Date.parse(useOverview().data?.exclusion?.until ?? '');
  const isAway = useTicking(1_000, (now) => now.getTime() < until);
  return isAway ? new Date(until) : null;
}

/** The restrictions on the signed-in user's play: none for guests, and while unknown. The server checks again. */
export function usePlayLimits(): PlayRestrictions {
  const overview = useOverview().data;
  const limits = useLimits().data;
  return {
    excludedUntil: overview?.exclusion ? new Date(overview.exclusion.until) : null,
    isLeaving: typeof overview?.deletion_due_at === 'string',
    limits: limits?.limits.flatMap(inForce) ?? [],
  };
}

/** A limit as applied to stakes. If its period has ended since it was fetched, nothing is used of the next one yet. */
function inForce({ kind, period, amount, used, resets_at }: PlayLimit): PlayRestrictions['limits'] {
  if (amount === null) return [];
  return [{ kind, period, amount, used: nowMs() < Date.parse(resets_at) ? used : 0 }];
}
