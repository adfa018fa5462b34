import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Price, thinned } from './market-view.ts';

const prices = (homes: readonly number[], everyMs = 60_000): Price[] =>
  homes.map((home, i) => ({ at: new Date(i * everyMs), home, draw: null, away: 300 }));

it('keeps all of a few prices, and of many the first, the last and the largest turns', () => {
  const few = prices([200, 210, 190]);
  expect(thinned(few, 3)).toEqual(few);
  const many = prices([200, 201, 202, 300, 202, 201, 200, 190, 200, 200]);
  expect(thinned(many, 3).map(({ home }) => home)).toEqual([200, 300, 200]);
  expect(thinned(many, 2)).toEqual([many[0], many[9]]);
});

it('returns the requested number of the given prices, in order and each once, for any prices and times', () => {
  const price = fc.integer({ min: 101, max: 1_000_000 });
  fc.assert(
    fc.property(
      fc.array(price, { maxLength: 200 }),
      fc.integer({ min: 2, max: 50 }),
      fc.constantFrom(0, 1, 60_000),
      (homes, max, everyMs) => {
        const told = prices(homes, everyMs);
        const kept = thinned(told, max);
        expect(kept).toHaveLength(Math.min(told.length, max));
        const places = kept.map((one) => told.indexOf(one));
        expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
        if (told.length > 0) expect([kept[0], kept.at(-1)]).toEqual([told[0], told.at(-1)]);
      },
    ),
  );
});
