/** The six fields of the shields that stand for teams. */
export const CREST_FIELDS = ['halves', 'stripes', 'hoops', 'sash', 'cross', 'chief'] as const;
export type CrestField = (typeof CREST_FIELDS)[number];

/** A drawn crest: a shield in two CSS hex colours with one field. */
export interface Crest {
  colours: [string, string];
  field: CrestField;
}

/** Pairs that can be told apart on light and dark pages alike. */
const COLOUR_PAIRS: readonly [string, string][] = [
  ['#9c1f3a', '#7fb6e8'],
  ['#1c5fb8', '#f3f5f7'],
  ['#c8102e', '#f2c14e'],
  ['#0b6e4f', '#f5f5f0'],
  ['#22304f', '#e8e8e8'],
  ['#f2b705', '#1b1b1b'],
  ['#6c3fb0', '#e9d8fd'],
  ['#4fb3d9', '#ffffff'],
  ['#a4161a', '#f6d743'],
  ['#f2cf1d', '#0d3b8e'],
  ['#f4f4f4', '#1d3557'],
  ['#b7094c', '#ffffff'],
];

/** A team's crest, always the same for the same team name; its own colours are used when known. */
export function crestOf(teamName: string, colours: readonly [string, string] | null): Crest {
  const hash = fnv1a(teamName);
  const [a, b] = colours ?? at(COLOUR_PAIRS, hash);
  // The field takes other bits than the colours, so that teams in the same colours still differ.
  return { colours: [a, b], field: at(CREST_FIELDS, hash >>> 16) };
}

const at = <T>(list: readonly T[], hash: number): T => list[hash % list.length] as T;

/** FNV-1a, 32 bits. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
