import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calledPoints, impossibleParts, type MatchScore, type PartScore, partName } from './score.ts';
import type { Sport } from './sport.ts';

const score = (home: number | null, away: number | null, parts?: [number, number][]): MatchScore => ({
  home,
  away,
  halftime: null,
  fulltime: null,
  extratime: null,
  penalty: null,
  ...(parts && { parts: parts.map(([h, a]): PartScore => ({ home: h, away: a })) }),
});

describe('the parts of a score', () => {
  it.each<[Sport, MatchScore]>([
    ['football', score(2, 1)],
    [
      'basketball',
      score(50, 44, [
        [20, 24],
        [30, 20],
      ]),
    ],
    [
      'basketball',
      score(101, 98, [
        [20, 24],
        [30, 20],
        [20, 20],
        [20, 26],
        [11, 8],
      ]),
    ],
    ['tennis', score(0, 0, [[3, 2]])],
    ['tennis', score(1, 0, [[7, 6]])],
    [
      'tennis',
      score(2, 1, [
        [7, 6],
        [3, 6],
        [6, 4],
      ]),
    ],
    [
      'tennis',
      score(1, 1, [
        [7, 6],
        [3, 6],
        [6, 4],
      ]),
    ],
    [
      'esports',
      score(1, 0, [
        [16, 9],
        [3, 11],
      ]),
    ],
    ['esports', score(2, 0)],
  ])('add up: %s %j', (sport, told) => expect(impossibleParts(sport, told)).toBeNull());

  it.each<[string, Sport, MatchScore]>([
    [
      'parts_too_many',
      'football',
      score(2, 1, [
        [1, 0],
        [1, 1],
      ]),
    ],
    [
      'parts_too_many',
      'tennis',
      score(0, 0, [
        [1, 0],
        [1, 0],
        [1, 0],
        [1, 0],
        [1, 0],
        [1, 0],
      ]),
    ],
    [
      'parts_not_counts',
      'basketball',
      score(50, 44, [
        [20.5, 24],
        [29.5, 20],
      ]),
    ],
    ['parts_not_counts', 'tennis', score(1, 0, [[-6, -7]])],
    [
      'parts_do_not_add_up',
      'basketball',
      score(51, 44, [
        [20, 24],
        [30, 20],
      ]),
    ],
    ['parts_do_not_add_up', 'basketball', score(null, null, [[20, 24]])],
    [
      'parts_do_not_add_up',
      'tennis',
      score(2, 0, [
        [7, 6],
        [3, 6],
      ]),
    ],
    ['parts_do_not_add_up', 'tennis', score(2, 0, [[7, 6]])],
    [
      'parts_do_not_add_up',
      'esports',
      score(0, 0, [
        [16, 9],
        [3, 11],
      ]),
    ],
  ])('%s: %s %j', (reason, sport, told) => expect(impossibleParts(sport, told)).toBe(reason));

  it('of any series of sets add up to the sets that were won', () => {
    const set = fc.tuple(fc.nat(13), fc.nat(13)).filter(([a, b]) => a !== b);
    fc.assert(
      fc.property(fc.array(set, { minLength: 1, maxLength: 5 }), (sets) => {
        const home = sets.filter(([a, b]) => a > b).length;
        const told = (h: number, a: number) => impossibleParts('tennis', score(h, a, sets));
        expect(told(home, sets.length - home)).toBeNull();
        expect(told(home + 1, sets.length - home)).toBe('parts_do_not_add_up');
      }),
    );
  });
});

it('have names of their own', () => {
  expect([1, 4, 5, 6].map((n) => partName('basketball', n))).toEqual([
    { kind: 'quarter', n: 1 },
    { kind: 'quarter', n: 4 },
    { kind: 'overtime', n: 1 },
    { kind: 'overtime', n: 2 },
  ]);
  expect([partName('tennis', 2), partName('esports', 3)]).toEqual([
    { kind: 'set', n: 2 },
    { kind: 'map', n: 3 },
  ]);
});

describe('the points of a game of tennis', () => {
  it.each([
    [0, 0, '0', '0'],
    [1, 2, '15', '30'],
    [3, 0, '40', '0'],
    [3, 3, '40', '40'],
    [4, 3, 'A', '40'],
    [6, 7, '40', 'A'],
    [9, 9, '40', '40'],
  ])('%i to %i are called %s %s', (home, away, ...called) => expect(calledPoints(home, away)).toEqual(called));

  const set = (more: Partial<PartScore>): MatchScore => ({ ...score(0, 0), parts: [{ home: 3, away: 2, ...more }] });
  it('stand with the set under way', () => {
    expect(impossibleParts('tennis', set({ points: ['40', 'A'], serving: 'home' }))).toBeNull();
    expect(impossibleParts('tennis', set({ serving: 'away', tiebreak: [3, 2] }))).toBeNull();
  });

  it.each<[string, MatchScore, Sport]>([
    ['both have the advantage', set({ points: ['A', 'A'] }), 'tennis'],
    ['an advantage over 30', set({ points: ['A', '30'] }), 'tennis'],
    ['a game beside a tie-break', set({ points: ['15', '30'], tiebreak: [1, 2] }), 'tennis'],
    ['a map has none', { ...score(0, 0), parts: [{ home: 3, away: 2, points: ['15', '30'] }] }, 'esports'],
    ['nobody serves in a map', set({ serving: 'home' }), 'esports'],
    [
      'in a set that is over',
      {
        ...score(1, 0),
        parts: [
          { home: 6, away: 2, points: ['15', '30'] },
          { home: 1, away: 0 },
        ],
      },
      'tennis',
    ],
  ])('cannot be where %s', (_, told, sport) => expect(impossibleParts(sport, told)).toBe('parts_not_points'));
});
