import { type QueryKey, queryOptions } from '@tanstack/react-query';
import {
  getLeague,
  getLeagueDraw,
  getLeagueFixtures,
  getLeagueScorers,
  getStandings,
  listLeagues,
  type STANDINGS_VIEWS,
} from '#contract/leagues.ts';
import { call } from '#web/data/call.ts';

export type StandingsView = (typeof STANDINGS_VIEWS)[number];

/** All leagues, with how many of their matches are live: looked at again every so often. */
export const leaguesQuery = queryOptions({
  queryKey: ['leagues', 'all'],
  queryFn: ({ signal }) => call(listLeagues, {}, signal),
});

export const LEAGUES_REFRESH_MS = 30_000;
/** While something is in play, for what no push tells. */
const LIVE_REFRESH_MS = 15_000;
const REFRESH_MS = 60_000;

/** What is on show stays until the new is here; another league's is never shown for this one's. */
const placeholderOf =
  (id: number) =>
  <T>(shown: T | undefined, query?: { queryKey: QueryKey }): T | undefined =>
    query?.queryKey[1] === id ? shown : undefined;

/** What a league is called, and its season now played. */
export const leagueQuery = (id: number) =>
  queryOptions({ queryKey: ['leagues', id], queryFn: ({ signal }) => call(getLeague, { id }, signal) });

interface StandingsRequest {
  /** Null is the season now played. */
  season?: string | null;
  /** The first rows of each table only. */
  top?: number | null;
  view?: StandingsView;
  /** As it stands: matches in play count with their scores now. */
  live?: boolean;
}

/** A league's tables, of the season now played or an earlier one. */
export const standingsQuery = (id: number, { season = null, top = null, view = 'all', live = false }: StandingsRequest = {}) =>
  queryOptions({
    queryKey: ['leagues', id, 'standings', { season, top, view, live }],
    queryFn: ({ signal }) =>
      call(getStandings, { id, view, live: live ? '1' : '0', ...(season && { season }), ...(top && { top }) }, signal),
    placeholderData: placeholderOf(id),
    refetchInterval: ({ state }) => (state.data && state.data.in_play > 0 ? LIVE_REFRESH_MS : REFRESH_MS),
  });

/** A round's matches; null is the round now played or next. */
export const fixturesQuery = (id: number, { season, round }: { season: string | null; round: string | null }) =>
  queryOptions({
    queryKey: ['leagues', id, 'fixtures', { season, round }],
    queryFn: ({ signal }) => call(getLeagueFixtures, { id, ...(season && { season }), ...(round && { round }) }, signal),
    placeholderData: placeholderOf(id),
  });

/** A season's knock-out rounds; null is the season now played. */
export const drawQuery = (id: number, { season }: { season: string | null }) =>
  queryOptions({
    queryKey: ['leagues', id, 'draw', { season }],
    queryFn: ({ signal }) => call(getLeagueDraw, { id, ...(season && { season }) }, signal),
    placeholderData: placeholderOf(id),
  });

export const scorersQuery = (id: number, { season }: { season: string | null }) =>
  queryOptions({
    queryKey: ['leagues', id, 'scorers', { season }],
    queryFn: ({ signal }) => call(getLeagueScorers, { id, ...(season && { season }) }, signal),
    placeholderData: placeholderOf(id),
    refetchInterval: REFRESH_MS,
  });
