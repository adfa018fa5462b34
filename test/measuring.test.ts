import { expect, it } from 'vitest';
import { inTurn, median, percentile } from './support/measuring.ts';

it('percentile finds the value below which that share of values lies', () => {
  const values = Array.from({ length: 200 }, (_, n) => 200 - n);
  expect([0, 50, 99, 100].map((percent) => percentile(values, percent))).toEqual([1, 101, 199, 200]);
  expect(median([10, 9, 100])).toBe(10);
  expect(percentile([], 99)).toBeNaN();
});

it('inTurn alternates which one goes first', async () => {
  const order: string[] = [];
  const step = (name: string) => async () => order.push(name);
  expect(await inTurn(3, step('a'), step('b'))).toEqual([
    [1, 4, 5],
    [2, 3, 6],
  ]);
  expect(order.join('')).toBe('abbaab');
});
