import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CountedMatch, groupTable, hitCode, placesByRound } from './group-table.ts';
import type { TieBreaker } from './rules.ts';
import { HITS, type Hit } from './score-tips.ts';

const NAMES = ['a', 'b', 'c', 'd'];
const ROWS = [0, 1, 2, 3];
const NONE: ReadonlySet<string> = new Set();

const tableOf = (
  matches: readonly CountedMatch[],
  ties: readonly TieBreaker[] = [],
  running: ReadonlySet<string> = NONE,
  contenders: readonly number[] = ROWS,
) => groupTable({ rows: ROWS, contenders, matches, running, ties }).map((row) => ({ ...row, id: NAMES[row.row]! }));

/** A match and what some members got for it; those after the last of them joined later. */
function match(round: string, isFinal: boolean, got: Record<string, [Hit, number]>): CountedMatch {
  const length = NAMES.reduce((last, name, index) => (name in got ? index + 1 : last), 0);
  const of = (read: (entry: [Hit, number]) => number) => NAMES.slice(0, length).map((name) => (name in got ? read(got[name]!) : 0));
  return { round, isFinal, hits: Uint8Array.from(of(([hit]) => hitCode(hit))), points: Int16Array.from(of(([, points]) => points)) };
}

const anyMatch: fc.Arbitrary<CountedMatch> = fc
  .record({
    round: fc.constantFrom('1', '2', '3'),
    isFinal: fc.boolean(),
    got: fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...HITS), fc.nat(6))),
  })
  .map(({ round, isFinal, got }) =>
    match(round, isFinal, Object.fromEntries(got.map(([id, hit, worth]) => [id, [hit, worth] as [Hit, number]]))),
  );

describe('the table of a group', () => {
  it('adds up, says what is still in play, and how places moved by it', () => {
    const table = tableOf(
      [
        match('1', true, { a: ['exact', 4], b: ['tendency', 2], c: ['missed', 0] }),
        match('2', false, { b: ['difference', 3], c: ['tendency', 2] }),
      ],
      ['exact'],
    );
    expect(table.map(({ id, place, placeBefore, points, livePoints }) => [id, place, placeBefore, points, livePoints])).toEqual([
      ['b', 1, 2, 5, 3],
      ['a', 2, 1, 4, 0],
      ['c', 3, 3, 2, 2],
      ['d', 4, 3, 0, 0],
    ]);
    expect(table[1]).toMatchObject({ exact: 1, difference: 1, tendency: 1, tips: 1, roundsWon: 1 });
  });

  it('lets those who are level in everything share a place', () => {
    const level = [match('1', true, { a: ['exact', 4], b: ['tendency', 4], c: ['tendency', 4] })];
    expect(tableOf(level).map(({ place }) => place)).toEqual([1, 1, 1, 4]);
    expect(tableOf(level, ['exact']).map(({ id, place }) => [id, place])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 2],
      ['d', 4],
    ]);
  });

  it('counts a round as won once all of it is over, by all with the most points who can win rounds', () => {
    const round = [match('1', true, { a: ['tendency', 2], b: ['tendency', 2], d: ['exact', 4] }), match('1', true, { c: ['tendency', 1] })];
    const won = (running: ReadonlySet<string>) =>
      Object.fromEntries(tableOf(round, [], running, [0, 1, 2]).map(({ id, roundsWon }) => [id, roundsWon]));
    expect(won(NONE)).toEqual({ a: 1, b: 1, c: 0, d: 0 });
    expect(won(new Set('1'))).toEqual({ a: 0, b: 0, c: 0, d: 0 });
    expect(tableOf([match('1', true, { a: ['missed', 0] })]).every(({ roundsWon }) => roundsWon === 0)).toBe(true);
  });

  it('is the same whatever the order in which matches are counted', () => {
    fc.assert(
      fc.property(fc.array(anyMatch), fc.nat(), (matches, by) => {
        const turned = matches.map((_, index) => matches[(index + by) % matches.length]!);
        const ties: TieBreaker[] = ['exact', 'difference', 'rounds_won'];
        expect(tableOf(turned, ties)).toEqual(tableOf(matches, ties));
      }),
    );
  });

  it('has after each round the places that the table of the rounds so far would have', () => {
    fc.assert(
      fc.property(fc.array(anyMatch), fc.constantFrom(NONE, new Set('2')), (matches, running) => {
        const ties: TieBreaker[] = ['exact', 'rounds_won'];
        const rounds = ['1', '2', '3'];
        const places = placesByRound({ rows: ROWS, contenders: [0, 1, 2], matches, running, ties }, rounds, ROWS);
        rounds.forEach((_, index) => {
          const soFar = matches.filter(({ round }) => rounds.indexOf(round) <= index);
          expect(places[index]).toEqual(new Map(tableOf(soFar, ties, running, [0, 1, 2]).map(({ row, place }) => [row, place])));
        });
      }),
    );
  });

  it('is the sum of its matches', () => {
    fc.assert(
      fc.property(fc.array(anyMatch), (matches) => {
        const sum = (of: Iterable<number>) => [...of].reduce((total, one) => total + one, 0);
        expect(sum(tableOf(matches).map(({ points }) => points))).toBe(sum(matches.map(({ points }) => sum(points))));
      }),
    );
  });

  it('counts bonus points in places, and in no round', () => {
    const round = [match('1', true, { a: ['exact', 4], b: ['tendency', 2] })];
    const bonus = new Map([
      [1, 3],
      [9, 5],
    ]);
    const table = groupTable({ rows: ROWS, matches: round, running: NONE, ties: [], bonus });
    expect(table.map(({ row, place, points, bonusPoints, roundsWon }) => [row, place, points, bonusPoints, roundsWon])).toEqual([
      [1, 1, 5, 3, 0],
      [0, 2, 4, 0, 1],
      [2, 3, 0, 0, 0],
      [3, 3, 0, 0, 0],
    ]);
  });

  it('is empty for a group of nobody', () => {
    expect(groupTable({ rows: [], matches: [], running: NONE, ties: [] })).toEqual([]);
  });
});
