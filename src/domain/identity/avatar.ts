import { fnv1a } from '#domain/hash.ts';

/** Size of the square box that avatars are drawn in: four tiles of 12 by 12, each a ground with a shape that may be rotated. */
export const AVATAR_BOX = 24;
export const AVATAR_TILE = 12;

/** Shapes of a tile, as SVG paths in a box of 12 by 12: a quarter of a circle, a corner, a dot, a leaf. */
export const AVATAR_SHAPES = {
  quarter: 'M0 0h12A12 12 0 0 1 0 12z',
  corner: 'M0 0h12L0 12z',
  dot: 'M6 2.2a3.8 3.8 0 0 1 0 7.6 3.8 3.8 0 0 1 0-7.6z',
  leaf: 'M0 0h6a6 6 0 0 1 6 6v6H6a6 6 0 0 1-6-6z',
} as const;
const SHAPES = ['quarter', 'quarter', 'corner', 'leaf', 'dot'] as const satisfies readonly (keyof typeof AVATAR_SHAPES)[];

export interface AvatarTile {
  shape: keyof typeof AVATAR_SHAPES;
  /** Clockwise rotation in quarter turns. */
  turns: number;
  /** CSS hex colours of the ground and the shape; they always differ. */
  ground: string;
  colour: string;
}

/** Palettes whose colours contrast with one another and with light and dark pages. */
const PALETTES: readonly (readonly [string, string, string, string])[] = [
  ['#1f5a85', '#7fb6e8', '#f2c14e', '#e8edf2'],
  ['#0b6e4f', '#8fd3a8', '#f5efe0', '#f2705c'],
  ['#7a3e8e', '#d6a7e0', '#f2b134', '#f4eef7'],
  ['#9c1f3a', '#f0a6a0', '#f6e3c5', '#31547c'],
  ['#2f6d72', '#9fd6cf', '#f4a259', '#f3f0e6'],
  ['#3f4aa0', '#a9b4f0', '#ff8a70', '#eef0fb'],
  ['#8a5a12', '#f0c46c', '#3e7a66', '#f8f0dc'],
  ['#b3441e', '#f5b48c', '#2c6e91', '#fbeee2'],
  ['#35623a', '#b6d67e', '#f1d548', '#f2f5e4'],
  ['#a02c6d', '#f1a3cb', '#4aa5b5', '#fbeef5'],
];

/** Returns the avatar of a handle: four tiles, row by row. The same handle always has the same avatar. */
export function avatarOf(handle: string): AvatarTile[] {
  const palette = at(PALETTES, mixed(fnv1a(handle)));
  return Array.from({ length: 4 }, (_, index) => {
    const drawn = mixed(fnv1a(`${handle}/${index}`));
    const ground = drawn % palette.length;
    // Picks one of the three other colours.
    const colour = (ground + 1 + ((drawn >>> 4) % (palette.length - 1))) % palette.length;
    return { shape: at(SHAPES, drawn >>> 8), turns: (drawn >>> 16) % 4, ground: palette[ground]!, colour: palette[colour]! };
  });
}

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** Mixes a hash so that every bit depends on all bits (the finaliser of MurmurHash3): handles that differ in one digit look unrelated. */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}
