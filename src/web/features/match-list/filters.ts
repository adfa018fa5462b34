import { useSearchParams } from 'react-router';
import { MATCH_GROUPS, type MatchGroup } from '#domain/matches/match-status.ts';
import { SPORTS, type Sport } from '#domain/matches/sport.ts';
import { isLocalDate, type LocalDate } from './local-day.ts';

export const LIST_TABS = ['all', 'favorites', 'leagues'] as const;
type ListTab = (typeof LIST_TABS)[number];

/** The list's filters, all kept in the address, so that a list can be shared and returned to. */
export interface MatchFilters {
  /** Null for today. */
  date: LocalDate | null;
  sport: Sport;
  tab: ListTab;
  status: MatchGroup | null;
  leagueId: number | null;
  q: string;
}

/** The largest id on the server. */
const ID_MAX = 2_147_483_647;
/** The server's maximum length of a search. */
export const Q_LENGTH_MAX = 80;

/** Parses the address. Invalid values are ignored. */
export function readFilters(params: URLSearchParams): MatchFilters {
  const oneOf = <T extends string>(values: readonly T[], name: string): T | null =>
    values.find((value) => value === params.get(name)) ?? null;
  const id = (name: string): number | null => {
    const number = /^[1-9]\d{0,9}$/.test(params.get(name) ?? '') ? Number(params.get(name)) : 0;
    return number >= 1 && number <= ID_MAX ? number : null;
  };
  const date = params.get('date') ?? '';
  return {
    date: isLocalDate(date) ? date : null,
    sport: oneOf(SPORTS, 'sport') ?? 'football',
    tab: oneOf(LIST_TABS, 'tab') ?? 'all',
    status: oneOf(MATCH_GROUPS, 'status'),
    leagueId: id('league'),
    q: cut(printable(params.get('q'))),
  };
}

/** What is wrong with an address, to be shown to the user. */
export type AddressFault = 'date' | 'search' | 'filter';

/** Returns which parts of an address were ignored or cut because they are invalid. */
export function faultsOf(params: URLSearchParams): AddressFault[] {
  const filters = readFilters(params);
  const isLost = (name: string, read: unknown) => Boolean(params.get(name)) && read === null;
  const oneOf = (values: readonly string[], name: string) => values.find((value) => value === params.get(name)) ?? null;
  const lost: Record<AddressFault, boolean> = {
    date: isLost('date', filters.date),
    search: filters.q !== printable(params.get('q')) || /\p{Cc}/u.test(params.get('q') ?? ''),
    filter:
      isLost('sport', oneOf(SPORTS, 'sport')) ||
      isLost('tab', oneOf(LIST_TABS, 'tab')) ||
      isLost('status', filters.status) ||
      isLost('league', filters.leagueId),
  };
  return (Object.keys(lost) as AddressFault[]).filter((fault) => lost[fault]);
}

/** Removes control characters, and spaces at the ends. */
const printable = (text: string | null): string => (text ?? '').replace(/\p{Cc}+/gu, ' ').trim();

/** Cuts a text to the server's maximum without splitting a character. */
function cut(text: string): string {
  if (text.length <= Q_LENGTH_MAX) return text;
  return text
    .slice(0, Q_LENGTH_MAX)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}

/**
 * Returns the query with some filters changed; defaults are omitted, and other parameters (an invite code) stay.
 */
export function withFilters(params: URLSearchParams, changes: Partial<MatchFilters>): string {
  const next = new URLSearchParams(params);
  const { date, sport, tab, status, leagueId, q } = { ...readFilters(params), ...changes };
  const values = {
    date,
    sport: sport === 'football' ? null : sport,
    tab: tab === 'all' ? null : tab,
    status,
    league: leagueId === null ? null : String(leagueId),
    q,
  };
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  const query = next.toString();
  return query === '' ? '' : `?${query}`;
}

/** Returns the list's filters, and functions that build and open addresses with changes. */
export function useMatchFilters() {
  const [params, setParams] = useSearchParams();
  return {
    filters: readFilters(params),
    /** Which parts of the address are invalid. */
    faults: faultsOf(params),
    /** Returns the address of the list with changes, for links. */
    hrefWith: (changes: Partial<MatchFilters>) => `/matches${withFilters(params, changes)}`,
    /** Applies changes without scrolling, for switches and chips. */
    change: (changes: Partial<MatchFilters>) => setParams(withFilters(params, changes), { preventScrollReset: true }),
  };
}
