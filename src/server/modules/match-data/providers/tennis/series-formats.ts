import type { PartScore } from '#domain/matches/score.ts';
import type { SeriesFormat } from '#domain/matches/series-format.ts';

export const BEST_OF_THREE: SeriesFormat = { parts: 3, race: true };
export const BEST_OF_FIVE: SeriesFormat = { parts: 5, race: true };

/** Where men's singles are best of five, by the tournament's name; `null` where qualifying has both kinds, depending on the round. */
const LONG: { name: RegExp; qualifying: SeriesFormat | null }[] = [
  { name: /^australian open\b/i, qualifying: BEST_OF_THREE },
  { name: /^(french open|roland garros)\b/i, qualifying: BEST_OF_THREE },
  { name: /^wimbledon\b/i, qualifying: null },
  { name: /^us open\b/i, qualifying: BEST_OF_THREE },
  { name: /^next ?gen\b/i, qualifying: BEST_OF_THREE },
];

export interface Draw {
  tournament: string;
  /** Singles of the men's main tour, the only ones that are best of five. */
  isMenSingles: boolean;
  isQualifying: boolean;
}

/**
 * Returns the format of a match; undefined if it is unknown. Sets that were played prove more than the table: men's doubles at Wimbledon
 * were best of five until 2022.
 */
export function seriesFormat({ tournament, isMenSingles, isQualifying }: Draw, setsWon: number, sets: number): SeriesFormat | undefined {
  if (setsWon > 2 || sets > 3) return BEST_OF_FIVE;
  const long = isMenSingles ? LONG.find(({ name }) => name.test(tournament)) : undefined;
  if (long === undefined) return BEST_OF_THREE;
  return isQualifying ? (long.qualifying ?? undefined) : BEST_OF_FIVE;
}

/** Returns whether a match is decided with these sets won, the winner's first; two sets are enough while the format is unknown. */
export const isDecided = ([winner, loser]: [number, number], format: SeriesFormat = BEST_OF_THREE): boolean =>
  winner > format.parts / 2 && loser <= format.parts / 2 && winner + loser <= format.parts;

/** Returns the sets without listed ones that have not begun: those without a game beyond `max`. */
export function begun(sets: readonly PartScore[], max: number): PartScore[] {
  const last = sets.findLastIndex(({ home, away }, index) => index < max || home + away > 0);
  return sets.slice(0, last + 1);
}
