import { expect, it } from 'vitest';
import { createSeasonBook } from './season-moves.ts';

const place = (division: string) => (division === 'cup' ? null : { country: division[0]!, tier: Number(division[1]) });

it('returns how each team enters a season', () => {
  const book = createSeasonBook(place);
  const moves = (division: string, season: number, teams: string[]) => Object.fromEntries(book.start(division, season, teams)!.moves);
  expect(moves('E0', 2010, ['a', 'b'])).toEqual({ a: 'first', b: 'first' });
  expect(moves('E1', 2010, ['c', 'd'])).toEqual({ c: 'first', d: 'first' });
  expect(book.start('E0', 2010, ['a', 'b'])).toBeNull();
  expect(book.start('E0', 2009, ['a', 'x'])).toBeNull();
  expect(moves('E0', 2010, ['a', 'x'])).toEqual({ x: 'first' });
  expect(book.start('E0', 2011, ['a'])).toEqual({
    division: 'E0',
    season: 2011,
    moves: new Map([['a', 'stayed']]),
    before: ['a', 'b', 'x'],
  });
  expect(book.start('E0', 2011, ['a', 'c'])).toEqual({ division: 'E0', season: 2011, moves: new Map([['c', 'promoted']]), before: [] });
  expect(moves('E1', 2011, ['b', 'd', 'n'])).toEqual({ b: 'relegated', d: 'stayed', n: 'new' });
  expect(moves('E0', 2012, ['a'])).toEqual({ a: 'stayed' });
  expect(moves('E0', 2013, ['a', 'c'])).toEqual({ a: 'stayed', c: 'back' });
  expect(moves('cup', 2014, ['a'])).toEqual({ a: 'moved' });
});

it('links the divisions of a country in a cup, and only there', () => {
  const book = createSeasonBook(place);
  for (const [division, teams] of [
    ['E0', ['a', 'b']],
    ['E2', ['c', 'd']],
    ['S0', ['s', 't']],
  ] as const)
    book.start(division, 2010, teams);
  expect(book.tiersAbove('cup', 'a', 'c')).toBe(2);
  expect(book.tiersAbove('cup', 'c', 'a')).toBe(-2);
  expect(book.tiersAbove('cup', 'a', 'b')).toBe(0);
  expect(book.tiersAbove('E0', 'a', 'c')).toBe(0);
  expect(book.tiersAbove('cup', 's', 'c')).toBe(0);
  expect(book.tiersAbove('cup', 'a', 'unknown')).toBe(0);
  book.start('E1', 2011, ['a', 'c']);
  expect(book.tiersAbove('cup', 'a', 'c')).toBe(0);
});
