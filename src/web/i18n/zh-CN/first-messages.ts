import { common } from './common.ts';
import { errors } from './errors.ts';
import { favourites } from './favourites.ts';
import { leagues } from './leagues.ts';
import { match } from './match.ts';
import { matches } from './matches.ts';
import { search } from './search.ts';
import { shell } from './shell.ts';
import { descriptions, otherDescriptions, titles } from './titles.ts';

/** What every visit begins with. */
export const messages = {
  common,
  descriptions,
  errors,
  favourites,
  leagues,
  match,
  matches,
  other_descriptions: otherDescriptions,
  search,
  shell,
  titles,
};
