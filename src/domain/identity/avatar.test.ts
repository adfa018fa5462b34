import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AVATAR_SHAPES, avatarOf } from './avatar.ts';

describe('avatarOf', () => {
  it('always returns the same avatar for the same handle', () => {
    expect(avatarOf('ada')).toEqual([
      { shape: 'quarter', turns: 0, ground: '#b6d67e', colour: '#35623a' },
      { shape: 'dot', turns: 0, ground: '#f1d548', colour: '#b6d67e' },
      { shape: 'corner', turns: 3, ground: '#f2f5e4', colour: '#b6d67e' },
      { shape: 'corner', turns: 3, ground: '#f2f5e4', colour: '#f1d548' },
    ]);
  });

  it('returns four tiles, each with a shape in another colour than its ground', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9_]{3,20}$/), (handle) => {
        const tiles = avatarOf(handle);
        expect(tiles).toHaveLength(4);
        for (const { shape, turns, ground, colour } of tiles) {
          expect(AVATAR_SHAPES).toHaveProperty(shape);
          expect([0, 1, 2, 3]).toContain(turns);
          for (const hex of [ground, colour]) expect(hex).toMatch(/^#[0-9a-f]{6}$/);
          expect(colour).not.toBe(ground);
        }
      }),
    );
  });

  it('returns different avatars for handles that differ in their last letter', () => {
    const pictures = Array.from({ length: 1_000 }, (_, serial) => JSON.stringify(avatarOf(`player_${serial}`)));
    expect(new Set(pictures).size).toBe(1_000);
  });
});
