import { useLocale } from 'use-intl';
import type { LeagueRef, TeamRef } from '#contract/matches.ts';

/** Gives the name of a team or league in the reader's language, or the name it has at home. */
export function useLocalName(): (named: Pick<TeamRef | LeagueRef, 'name' | 'names'>) => string {
  const locale = useLocale();
  return ({ name, names }) => (locale === 'en' ? name : (names[locale] ?? name));
}
