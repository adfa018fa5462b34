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

/** Which of a day's matches are asked for. */
export interface DayRequest {
  date: LocalDate;
  sport: Sport;
  status: MatchGroup | null;
  leagueId: number | null;
  q: string;
}

/** As many of each league as fit a screen together with the others; a league by itself is shown whole. */
const PER_LEAGUE = 8;

/** What is on show is asked for again this often, for what no push tells: matches that came into view, and that all is still so. */
export const REFRESH_MS = 45_000;

export const DAYS_KEY = ['matches', 'day'] as const;

/** A day's matches, page by page; what another day or filter showed stays until the new one is here. */
export const dayMatches = ({ date, sport, status, leagueId, q }: DayRequest) =>
  infiniteQueryOptions({
    queryKey: [...DAYS_KEY, date, { sport, status, leagueId, q }],
    queryFn: ({ pageParam, signal }) => {
      const perLeague = leagueId === null ? { per_league: PER_LEAGUE } : { league_id: leagueId };
      const narrowed = { ...(status && { status }), ...(q !== '' && { q }) };
      const inZone = (tz: string) => call(listMatches, { date, tz, sport, ...perLeague, ...narrowed, page: pageParam }, signal);
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

/** The match worth a bet next. */
export const recommendation = (sport: Sport) =>
  queryOptions({
    queryKey: ['matches', 'recommended', sport],
    queryFn: ({ signal }) => call(recommendedMatch, { sport }, signal),
    refetchInterval: 60_000,
  });

/** What somebody follows of a day, and the day for which it was asked. */
export interface Selected extends ReplyOf<typeof selectedMatches> {
  date: LocalDate;
}
export type SelectedMatch = Selected['items'][number];

/** Matches by their ids whatever day they are on, and those of teams and leagues on one day. */
interface Selection {
  date: LocalDate;
  ids: Iterable<number>;
  teamIds: Iterable<number>;
  leagueIds: Iterable<number>;
}

export const SELECTED_KEY = ['matches', 'selected'] as const;

/** Where nothing is followed, nothing is asked, and the answer is there at once. What was on show stays until the new is here. */
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
    // The list waits for it with what it shows, and can do without.
    retry: false,
  });
}

/** In order, so that the same ids are the same question. */
const written = (ids: Iterable<number>): string => [...ids].toSorted((a, b) => a - b).join();
