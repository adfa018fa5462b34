import type { ReplyOf } from '#contract/endpoint.ts';
import type { listLeagues } from '#contract/leagues.ts';

export type LeagueOverview = ReplyOf<typeof listLeagues>['items'][number];

export interface Country {
  code: string | null;
  leagues: LeagueOverview[];
}

/** Leagues by country, in the order of the first league of each; what belongs to no country comes last. */
export function groupByCountry(leagues: readonly LeagueOverview[]): Country[] {
  const countries = new Map<string | null, LeagueOverview[]>();
  for (const league of leagues) countries.set(league.country_code, [...(countries.get(league.country_code) ?? []), league]);
  const groups = [...countries].map(([code, own]) => ({ code, leagues: own }));
  return groups.toSorted((a, b) => Number(a.code === null) - Number(b.code === null));
}
