/** Returns the players of a name: one, or the two of a pair, which are separated by a slash. */
const playersIn = (name: string): string[] =>
  name
    .split('/')
    .map((part) => part.trim().replaceAll(/\s+/g, ' '))
    .filter((part) => part !== '');

/** Cleans a player's or a pair's name: "Kichenok/ Krawczyk" is "Kichenok / Krawczyk". */
export const cleanName = (name: string): string => playersIn(name).join(' / ');

export const isPair = (name: string): boolean => playersIn(name).length === 2;

/** Returns an id for a pair without one, which is the same whoever is named first: "pair:kichenok/krawczyk". */
export const pairIdOf = (name: string): string => `pair:${playersIn(name.toLowerCase()).sort().join('/')}`;
