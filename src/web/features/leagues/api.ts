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
import { getSeasonOutlook } from '#contract/outlook.ts';
import { call } from '#web/data/call.ts';

export type StandingsView = (typeof STANDINGS_VIEWS)[number];

/** Queries all leagues with their numbers of live matches; refetched regularly. */
export const leaguesQuery = queryOptions({
  queryKey: ['leagues', 'all'],
  queryFn: ({ signal }) => call(listLeagues, {}, signal),
});

export const LEAGUES_REFRESH_MS = 30_000;
/** Milliseconds between refetches during play, for changes that are not pushed. */
const LIVE_REFRESH_MS = 15_000;
const REFRESH_MS = 60_000;

/** Keeps data visible until new data arrives, but never another league's. */
const placeholderOf =
  (id: number) =>
  <T>(shown: T | undefined, query?: { queryKey: QueryKey }): T | undefined =>
    query?.queryKey[1] === id ? shown : undefined;

/** Queries a league's names and its current season. */
export const leagueQuery = (id: number) =>
  queryOptions({ queryKey: ['leagues', id], queryFn: ({ signal }) => call(getLeague, { id }, signal) });

interface StandingsRequest {
  /** Null for the current season. */
  season?: string | null;
  /** Limits each table to its first rows. */
  top?: number | null;
  view?: StandingsView;
  /** Whether matches in play count with their current scores. */
  live?: boolean;
}

/** Queries a league's tables, of the current season or an earlier one. */
export const standingsQuery = (id: number, { season = null, top = null, view = 'all', live = false }: StandingsRequest = {}) =>
  queryOptions({
    queryKey: ['leagues', id, 'standings', { season, top, view, live }],
    queryFn: ({ signal }) =>
      call(getStandings, { id, view, live: live ? '1' : '0', ...(season && { season }), ...(top && { top }) }, signal),
    placeholderData: placeholderOf(id),
    refetchInterval: ({ state }) => (state.data && state.data.in_play > 0 ? LIVE_REFRESH_MS : REFRESH_MS),
  });

/** Queries a round's matches; null for the current or next round. */
export const fixturesQuery = (id: number, { season, round }: { season: string | null; round: string | null }) =>
  queryOptions({
    queryKey: ['leagues', id, 'fixtures', { season, round }],
    queryFn: ({ signal }) => call(getLeagueFixtures, { id, ...(season && { season }), ...(round && { round }) }, signal),
    placeholderData: placeholderOf(id),
  });

/** Queries a season's knock-out rounds; null for the current season. */
export const drawQuery = (id: number, { season }: { season: string | null }) =>
  queryOptions({
    queryKey: ['leagues', id, 'draw', { season }],
    queryFn: ({ signal }) => call(getLeagueDraw, { id, ...(season && { season }) }, signal),
    placeholderData: placeholderOf(id),
  });

/** Queries the players with the most goals and assists, of a league or (not null) of one of its teams. */
export const scorersQuery = (id: number, { season, team }: { season: string | null; team: number | null }) =>
  queryOptions({
    queryKey: ['leagues', id, 'scorers', { season, team }],
    queryFn: ({ signal }) => call(getLeagueScorers, { id, ...(season && { season }), ...(team && { team_id: team }) }, signal),
    placeholderData: placeholderOf(id),
    refetchInterval: REFRESH_MS,
  });

/** Queries how a season may end; null for the current season. Made anew on the server after each result. */
export const outlookQuery = (id: number, { season }: { season: string | null }) =>
  queryOptions({
    queryKey: ['leagues', id, 'outlook', { season }],
    queryFn: ({ signal }) => call(getSeasonOutlook, { id, ...(season && { season }) }, signal),
    placeholderData: placeholderOf(id),
    refetchInterval: REFRESH_MS,
  });
