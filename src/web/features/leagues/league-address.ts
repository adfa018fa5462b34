import { useSearchParams } from 'react-router';
import { STANDINGS_VIEWS } from '#contract/leagues.ts';
import { oneOf } from '#web/lib/address-values.ts';
import type { StandingsView } from './api.ts';

export const LEAGUE_TABS = ['table', 'draw', 'fixtures', 'scorers'] as const;
export type LeagueTab = (typeof LEAGUE_TABS)[number];

/** What of a league is on show. */
interface LeagueAddress {
  /** Null leaves it to what there is: a table where the league has one. */
  tab: LeagueTab | null;
  /** Null is the season now played. */
  season: string | null;
  /** Null is the round now played or next. */
  round: string | null;
  view: StandingsView;
  /** The table as it stands, with the matches in play. */
  live: boolean;
}

/** As long as the server takes them; what is longer names nothing either way. */
const SEASON_LENGTH_MAX = 20;
const ROUND_LENGTH_MAX = 120;

/** Reads the address; what makes no sense there counts as not said. */
export function readLeagueAddress(params: URLSearchParams): LeagueAddress {
  return {
    tab: oneOf(LEAGUE_TABS, params.get('tab')) ?? null,
    season: params.get('season')?.slice(0, SEASON_LENGTH_MAX) || null,
    round: params.get('round')?.slice(0, ROUND_LENGTH_MAX) || null,
    view: oneOf(STANDINGS_VIEWS, params.get('view')) ?? 'all',
    live: params.get('live') !== '0',
  };
}

/** The address with some of it changed; another season has other rounds. */
export function withLeagueAddress(params: URLSearchParams, changes: Partial<LeagueAddress>): string {
  const next = { ...readLeagueAddress(params), ...(changes.season !== undefined && { round: null }), ...changes };
  const said = {
    tab: next.tab,
    season: next.season,
    round: next.round,
    view: next.view === 'all' ? null : next.view,
    live: next.live ? null : '0',
  };
  const search = new URLSearchParams(Object.entries(said).filter((entry): entry is [string, string] => entry[1] !== null));
  return search.size === 0 ? '' : `?${search}`;
}

/** What of a league is on show, by the address; a change leaves the page where it is scrolled to. */
export function useLeagueAddress() {
  const [params, setParams] = useSearchParams();
  return {
    address: readLeagueAddress(params),
    hrefWith: (changes: Partial<LeagueAddress>) => withLeagueAddress(params, changes),
    change: (changes: Partial<LeagueAddress>) =>
      setParams(withLeagueAddress(params, changes), { replace: changes.season === undefined, preventScrollReset: true }),
  };
}
