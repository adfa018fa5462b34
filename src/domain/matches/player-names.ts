/** Returns a name as it is compared: without accents, in lower case. Names that are equal so are one player of a team. */
export const plainName = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();

/** "Tim Kleindienst" and "T. Kleindienst" are "t kleindienst". */
const shortened = (name: string): string => plainName(name).replace(/^(\p{L})[^\s]*\s+/u, '$1 ');
/** Returns whether a name is another one with its first name shortened. */
export const isShortOf = (name: string, full: string): boolean => isShort(name) && !isShort(full) && shortened(name) === shortened(full);

const isShort = (name: string): boolean => /^\p{L}\.\s/u.test(name);

/**
 * Returns which of a team's players are those named in another list, which may shorten first names: "T. Kleindienst". A shortened name that
 * fits several players is nobody's.
 */
export function namedIn(players: readonly string[], names: readonly string[]): Set<string> {
  const found = names.flatMap((name) => {
    const same = players.filter((player) => plainName(player) === plainName(name));
    const alike = players.filter((player) => (isShort(name) || isShort(player)) && shortened(player) === shortened(name));
    return same.length > 0 ? same : new Set(alike).size === 1 ? alike : [];
  });
  return new Set(found);
}

/** A player as a feed names one: with the number of the shirt, if it is told. */
export interface NamedPlayer {
  name: string;
  number?: number | null;
}

/**
 * Returns which of a team's players is meant by a name and, if it is told, a number; null if none is, or if several could be. Numbers that
 * contradict each other are two players, whatever their names.
 */
export function findPlayer<P extends NamedPlayer>(players: readonly P[], { name, number = null }: NamedPlayer): P | null {
  const fits = (player: P) => number === null || (player.number ?? null) === null || player.number === number;
  const same = players.filter((player) => plainName(player.name) === plainName(name));
  const alike = players.filter((player) => (isShort(name) || isShort(player.name)) && shortened(player.name) === shortened(name));
  const [only, another] = (same.length > 0 ? same : alike).filter(fits);
  return another === undefined ? (only ?? null) : null;
}
