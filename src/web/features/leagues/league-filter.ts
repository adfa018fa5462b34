import { folded, foldings } from '#domain/folding.ts';
import { SPORTS, type Sport } from '#domain/sport.ts';
import type { LeagueOverview } from './group-by-country.ts';

/** Sports that have leagues, in their usual order. */
export const sportsOf = (leagues: readonly Pick<LeagueOverview, 'sport'>[]): Sport[] =>
  SPORTS.filter((sport) => leagues.some((league) => league.sport === sport));

/** The leagues called so in any language, or whose country is; accents and case do not matter, nor does the order of words. */
export function leaguesCalled(
  leagues: readonly LeagueOverview[],
  typed: string,
  countryName: (code: string | null) => string,
): LeagueOverview[] {
  if (typed.trim() === '') return [...leagues];
  const words = folded(typed).split(' ');
  return leagues.filter((league) => {
    const names = [league.name, ...Object.values(league.names), countryName(league.country_code)].flatMap(foldings).join(' ');
    return words.every((word) => word !== '' && names.includes(word));
  });
}
