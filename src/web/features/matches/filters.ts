import { MATCH_GROUPS, type MatchGroup } from '#domain/match-status.ts';
import { SPORTS, type Sport } from '#domain/sport.ts';
import { isLocalDate, type LocalDate } from './local-day.ts';

export const LIST_TABS = ['all', 'favorites', 'leagues'] as const;
export type ListTab = (typeof LIST_TABS)[number];

/** What the list shows; all of it stands in the address, so that a list can be shared and gone back to. */
export interface MatchFilters {
  /** Null is today. */
  date: LocalDate | null;
  sport: Sport;
  tab: ListTab;
  status: MatchGroup | null;
  leagueId: number | null;
  q: string;
}

const Q_LENGTH_MAX = 80;

/** Reads an address; what makes no sense in it is as if it were not there. */
export function readFilters(params: URLSearchParams): MatchFilters {
  const oneOf = <T extends string>(values: readonly T[], name: string): T | null =>
    values.find((value) => value === params.get(name)) ?? null;
  const date = params.get('date') ?? '';
  const league = params.get('league') ?? '';
  return {
    date: isLocalDate(date) ? date : null,
    sport: oneOf(SPORTS, 'sport') ?? 'football',
    tab: oneOf(LIST_TABS, 'tab') ?? 'all',
    status: oneOf(MATCH_GROUPS, 'status'),
    leagueId: /^[1-9]\d{0,8}$/.test(league) ? Number(league) : null,
    q: (params.get('q') ?? '').trim().slice(0, Q_LENGTH_MAX),
  };
}

/** The address's query with some filters changed; defaults are left out, and what belongs to others (an invite code) stays. */
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
