/**
 * How a match consists of separately won parts: sets of tennis, maps of esports. A `race` ends when one side has won more than half of
 * `parts`: best of 3 is {parts: 3, race: true}. Otherwise all parts are played, and an even number can end level: two maps are
 * {parts: 2, race: false}.
 */
export interface SeriesFormat {
  parts: number;
  race: boolean;
}

const PARTS_MAX = 9;

/** Returns why a format is impossible: parts outside 1 to 9, or a race with an even number of parts. Null if it is possible. */
export function formatFault({ parts, race }: SeriesFormat): 'parts_out_of_range' | 'race_of_even_parts' | null {
  if (!(Number.isInteger(parts) && parts >= 1 && parts <= PARTS_MAX)) return 'parts_out_of_range';
  return race && parts % 2 === 0 ? 'race_of_even_parts' : null;
}

/** Returns whether a match of a possible format can end level. */
export const canEndLevel = ({ parts, race }: SeriesFormat): boolean => !race && parts % 2 === 0;
