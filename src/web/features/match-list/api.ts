import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { listMatches, recommendedMatch, selectedMatches } from '#contract/matches.ts';
import type { MatchGroup } from '#domain/matches/match-status.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { ApiError } from '#web/data/api-error.ts';
import { call } from '#web/data/call.ts';
import { assumeUtc, timeZone } from '#web/lib/dates.ts';
import type { LocalDate } from './local-day.ts';

export type DayPage = ReplyOf<typeof listMatches>;

/** Parameters of a query for a day's matches. */
export interface DayRequest {
  date: LocalDate;
  sport: Sport;
  status: MatchGroup | null;
  leagueId: number | null;
  q: string;
}

/** Matches per league: all leagues should fit a screen. A single league is shown whole. */
const PER_LEAGUE = 8;

/** Milliseconds between refetches, for changes that are not pushed and to confirm that the data is current. */
export const REFRESH_MS = 45_000;

export const DAYS_KEY = ['matches', 'day'] as const;

/** Queries a day's matches, page by page; without a filter today's begin with those in play. Those of another day or filter stay visible until the new ones arrive. */
export const dayMatches = ({ date, sport, status, leagueId, q }: DayRequest) =>
  infiniteQueryOptions({
    queryKey: [...DAYS_KEY, date, { sport, status, leagueId, q }],
    queryFn: ({ pageParam, signal }) => {
      const perLeague = leagueId === null ? { per_league: PER_LEAGUE } : { league_id: leagueId };
      const narrowed = { ...(status && { status }), ...(q !== '' && { q }) };
      const order = status === null && leagueId === null && q === '' ? ('now' as const) : ('league' as const);
      const inZone = (tz: string) => call(listMatches, { date, tz, sport, order, ...perLeague, ...narrowed, page: pageParam }, signal);
      return inZone(timeZone()).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'invalid_time_zone') throw error;
        assumeUtc();
        return inZone(timeZone());
      });
    },
    initialPageParam: 1,
    getNextPageParam: ({ page, page_size, total }) => (page * page_size < total ? page + 1 : null),
    placeholderData: keepPreviousData,
  });

/** Queries the match recommended for a bet. */
export const recommendation = (sport: Sport) =>
  queryOptions({
    queryKey: ['matches', 'recommended', sport],
    queryFn: ({ signal }) => call(recommendedMatch, { sport }, signal),
    refetchInterval: 60_000,
  });

/** The favorites of a day, and the day for which they were fetched. */
export interface Selected extends ReplyOf<typeof selectedMatches> {
  date: LocalDate;
}
export type SelectedMatch = Selected['items'][number];

/** Matches by id on any day, and those of teams and leagues on one day. */
interface Selection {
  date: LocalDate;
  ids: Iterable<number>;
  teamIds: Iterable<number>;
  leagueIds: Iterable<number>;
}

export const SELECTED_KEY = ['matches', 'selected'] as const;

/** Queries favorites. Without any, it resolves at once without a request. Known data stays visible until new data arrives. */
export function selection({ date, ...followed }: Selection) {
  const [ids, team_ids, league_ids] = [followed.ids, followed.teamIds, followed.leagueIds].map(written) as [string, string, string];
  const tz = timeZone();
  const nothing = ids === '' && team_ids === '' && league_ids === '' && { date, items: [], confirmed_at: null };
  return queryOptions({
    queryKey: [...SELECTED_KEY, date, tz, { ids, team_ids, league_ids }],
    queryFn: async ({ signal }): Promise<Selected> =>
      nothing || { date, ...(await call(selectedMatches, { date, tz, ids, team_ids, league_ids }, signal)) },
    ...(nothing && { initialData: nothing }),
    placeholderData: keepPreviousData,
    // The list waits for this query, but can do without it.
    retry: false,
  });
}

/** Sorts the ids, so that the same ids make the same query. */
const written = (ids: Iterable<number>): string => [...ids].toSorted((a, b) => a - b).join();
