import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getStandings, listLeagues } from '#contract/leagues.ts';
import { call } from '#web/lib/call.ts';

/** All leagues, with how many of their matches are live: looked at again every so often. */
export const leaguesQuery = queryOptions({
  queryKey: ['leagues', 'all'],
  queryFn: ({ signal }) => call(listLeagues, {}, signal),
});

export const LEAGUES_REFRESH_MS = 30_000;

/** A league's table: the whole, or its first rows; of the season now played, or an earlier one. */
export const standingsQuery = (id: number, { season = null, top = null }: { season?: string | null; top?: number | null } = {}) =>
  queryOptions({
    queryKey: ['leagues', id, 'standings', { season, top }],
    queryFn: ({ signal }) => call(getStandings, { id, ...(season && { season }), ...(top && { top }) }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
