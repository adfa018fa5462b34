import { queryOptions, useQuery } from '@tanstack/react-query';
import { getLimits, type PlayLimit } from '#contract/play-limits.ts';
import type { PlayRestrictions } from '#domain/play-limits/play-limits.ts';
import { nowMs, useTicking } from '#web/lib/clock.ts';
import { call } from './call.ts';
import { useOverview } from './queries.tsx';
import { useUser } from './session.ts';

/** What the signed-in user lets themselves stake and lose: the slip and the page of limits share one copy. */
export const limitsQuery = queryOptions({
  queryKey: ['account', 'limits'],
  queryFn: ({ signal }) => call(getLimits, {}, signal),
});

/** The signed-in user's limits; asks nothing while nobody is signed in. */
export function useLimits() {
  const user = useUser();
  return useQuery({ ...limitsQuery, enabled: user !== null });
}

/** Until when the signed-in user is taking time away from play; null where they are not, and while it is not known. */
export function useAwayUntil(): Date | null {
  const until = Date.parse(useOverview().data?.exclusion?.until ?? '');
  const isAway = useTicking(1_000, (now) => now.getTime() < until);
  return isAway ? new Date(until) : null;
}

/** What keeps the signed-in user from play, or bounds it: nothing for guests, and while it is not known. The server judges once more. */
export function usePlayLimits(): PlayRestrictions {
  const overview = useOverview().data;
  const limits = useLimits().data;
  return {
    excludedUntil: overview?.exclusion ? new Date(overview.exclusion.until) : null,
    isLeaving: typeof overview?.deletion_due_at === 'string',
    limits: limits?.limits.flatMap(inForce) ?? [],
  };
}

/** A limit as stakes are judged by it. Where its period is over since it was told, nothing is used of the next one yet. */
function inForce({ kind, period, amount, used, resets_at }: PlayLimit): PlayRestrictions['limits'] {
  if (amount === null) return [];
  return [{ kind, period, amount, used: nowMs() < Date.parse(resets_at) ? used : 0 }];
}
