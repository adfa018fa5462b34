import { useSearchParams } from 'react-router';
import { STANDINGS_VIEWS } from '#contract/leagues.ts';
import { oneOf } from '#web/lib/address-values.ts';
import type { StandingsView } from './api.ts';

export const LEAGUE_TABS = ['table', 'draw', 'fixtures', 'scorers', 'outlook'] as const;
export type LeagueTab = (typeof LEAGUE_TABS)[number];

export const PLAYER_LISTS = ['goals', 'assists'] as const;
export type PlayerList = (typeof PLAYER_LISTS)[number];

/** The state of a league page that the address keeps. */
interface LeagueAddress {
  /** Null for the default: a table if the league has one. */
  tab: LeagueTab | null;
  /** Null for the current season. */
  season: string | null;
  /** Null for the current or next round. */
  round: string | null;
  view: StandingsView;
  /** Whether the table includes matches in play. */
  live: boolean;
  /** Which list of players is shown. */
  list: PlayerList;
  /** The id of the team whose players are shown; null for all. */
  team: number | null;
}

/** The server's limits; longer values match nothing. */
const SEASON_LENGTH_MAX = 20;
const ROUND_LENGTH_MAX = 120;

/** Parses the address. Invalid values are ignored. */
export function readLeagueAddress(params: URLSearchParams): LeagueAddress {
  return {
    tab: oneOf(LEAGUE_TABS, params.get('tab')) ?? null,
    season: params.get('season')?.slice(0, SEASON_LENGTH_MAX) || null,
    round: params.get('round')?.slice(0, ROUND_LENGTH_MAX) || null,
    view: oneOf(STANDINGS_VIEWS, params.get('view')) ?? 'all',
    live: params.get('live') !== '0',
    list: oneOf(PLAYER_LISTS, params.get('list')) ?? 'goals',
    team: /^[1-9]\d{0,8}$/.test(params.get('team') ?? '') ? Number(params.get('team')) : null,
  };
}

/** Returns the query with changes; another season has other rounds and teams, so it drops both. */
export function withLeagueAddress(params: URLSearchParams, changes: Partial<LeagueAddress>): string {
  const next = { ...readLeagueAddress(params), ...(changes.season !== undefined && { round: null, team: null }), ...changes };
  const said = {
    tab: next.tab,
    season: next.season,
    round: next.round,
    view: next.view === 'all' ? null : next.view,
    live: next.live ? null : '0',
    list: next.list === 'goals' ? null : next.list,
    team: next.team === null ? null : String(next.team),
  };
  const search = new URLSearchParams(Object.entries(said).filter((entry): entry is [string, string] => entry[1] !== null));
  return search.size === 0 ? '' : `?${search}`;
}

/** Returns the page's state from the address, and a function that changes it without scrolling. */
export function useLeagueAddress() {
  const [params, setParams] = useSearchParams();
  return {
    address: readLeagueAddress(params),
    hrefWith: (changes: Partial<LeagueAddress>) => withLeagueAddress(params, changes),
    change: (changes: Partial<LeagueAddress>) =>
      setParams(withLeagueAddress(params, changes), { replace: changes.season === undefined, preventScrollReset: true }),
  };
}
