import { expect, it } from 'vitest';
import { bestPrices } from './odds-tab.tsx';

it('finds the highest price of each outcome among bookmakers that take bets', () => {
  const book = (home: number, draw: number | null, away: number, suspended = false) => ({ home, draw, away, suspended });
  expect(bestPrices([book(2.1, 3.4, 3.2), book(2.2, 3.3, 3.1), book(9, 9, 9, true)])).toEqual({ home: 2.2, draw: 3.4, away: 3.2 });
  expect(bestPrices([book(1.5, null, 2.5)])).toEqual({ home: 1.5, draw: null, away: 2.5 });
  expect(bestPrices([book(1.5, 3, 2.5, true)])).toEqual({ home: null, draw: null, away: null });
});
