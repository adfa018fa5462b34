import { descriptions, otherDescriptions, titles } from '#texts/en/pages.ts';
import { leagues } from './leagues.ts';
import { favorites, matches, search } from './match-list.ts';
import { match } from './match-page.ts';
import { common, errors, shell } from './site.ts';

/** Messages that every visit needs first. */
export const messages = {
  common,
  descriptions,
  errors,
  favorites,
  leagues,
  match,
  matches,
  other_descriptions: otherDescriptions,
  search,
  shell,
  titles,
};
