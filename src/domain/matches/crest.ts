import { fnv1a } from '#domain/hash.ts';

/** The six patterns of team shields. */
export const CREST_FIELDS = ['halves', 'stripes', 'hoops', 'sash', 'cross', 'chief'] as const;
export type CrestField = (typeof CREST_FIELDS)[number];

/**
 * Crests are drawn in a box of 24 by 28, as SVG paths: the shield, and fields cut to its outline. Clipping each field to the shield instead
 * would cost a browser more than the rest of a list's row.
 */
export const CREST_BOX = { width: 24, height: 28 } as const;
export const CREST_SHIELD = 'M1 3.2Q6.5 3.4 12 .8q5.5 2.6 11 2.4v11.3c0 6.3-4.4 10-11 12.7C5.4 24.5 1 20.8 1 14.5z';
export const CREST_FIELD_PATHS: Record<CrestField, string> = {
  halves:
    'M12 .8L13.28 1.37L14.75 1.92L16.03 2.33L17.5 2.7L18.78 2.94L20.25 3.13L21.53 3.2L23 3.2L23 14.5L22.97 15.43L22.82 16.6L22.64 17.44L22.31 18.51L21.99 19.27L21.48 20.23L21.03 20.91L20.35 21.78L19.78 22.4L18.95 23.19L18.03 23.93L17.03 24.63L15.96 25.29L14.81 25.91L13.6 26.5L12 27.2z',
  stripes:
    'M3 3.18L4.67 3.02L6.5 2.7L6.6 2.68L6.6 24.38L5.5 23.56L4.63 22.8L3.84 21.99L3 20.95zM10.2 1.58L12 .8L13.28 1.37L13.8 1.58L13.8 26.41L12 27.2L10.2 26.41zM17.4 2.68L19.15 3L20.98 3.18L21 20.95L20.16 21.99L19.37 22.8L18.5 23.56L17.4 24.38z',
  hoops:
    'M23 4L23 7.8L1 7.8L1 4zM23 11.6L23 14.5L22.97 15.4L1.03 15.4L1 14.5L1 11.6zM22.02 19.2L21.48 20.23L20.87 21.14L20.16 21.99L19.16 23L4.84 23L3.84 21.99L3.13 21.14L2.52 20.23L1.98 19.2z',
  sash: 'M1 3.2L2.1 3.21L3.2 3.17L4.3 3.07L5.4 2.91L6.5 2.7L7.6 2.43L8.88 2.05L9.98 1.66L10.47 1.47L23 14L23 14.81L22.94 15.73L22.87 16.31L22.71 17.16L22.57 17.71L22.31 18.51L22.1 19.02L21.75 19.75L21.48 20.23L21.03 20.91L20.53 21.57L19.98 22.2L19.37 22.8L18.72 23.38L18.03 23.93L17.39 24.39L1 8z',
  cross: 'M9.6 1.8L10.72 1.37L12 .8L13.65 1.52L14.4 1.8L14.4 26.12L13.29 26.65L12 27.2L10.71 26.65L9.6 26.12zM23 9L23 13.8L1 13.8L1 9z',
  chief:
    'M1 3.2L2.47 3.2L3.75 3.13L5.03 2.97L6.32 2.74L7.6 2.43L9.07 1.99L10.53 1.44L12 .8L12.18 .89L13.65 1.52L14.93 1.99L16.22 2.38L17.68 2.74L19.15 3L20.43 3.14L21.72 3.21L23 3.2L23 9L1 9z',
};

/** A drawn crest: a shield in two CSS hex colours with one field. */
export interface Crest {
  colours: [string, string];
  field: CrestField;
}

/** Pairs of colours with contrast on light and dark pages. */
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

/** Returns a team's crest, always the same for the same team name; uses the team's colours if known. */
export function crestOf(teamName: string, colours: readonly [string, string] | null): Crest {
  const hash = fnv1a(teamName);
  const [a, b] = colours ?? at(COLOUR_PAIRS, hash);
  // The field uses other bits than the colours, so that teams with the same colours still differ.
  return { colours: [a, b], field: at(CREST_FIELDS, hash >>> 16) };
}

const at = <T>(list: readonly T[], hash: number): T => list[hash % list.length] as T;
