import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MarginMethod, marketOutcomes, overProbability, ratesOfMarket, withoutMargin } from './market.ts';
import { LOW_SCORES, outcomesOf, overUnder, scoreMatrix } from './score-matrix.ts';

const price = fc.double({ min: 1.001, max: 500, noNaN: true });
const anyPrices = fc.record({ home: price, draw: price, away: price });
const methods: MarginMethod[] = ['proportional', 'shin', 'power'];

describe('a margin', () => {
  it('is removed from any prices above 1, and the favourite stays the favourite', () => {
    fc.assert(
      fc.property(anyPrices, fc.constantFrom(...methods), (prices, method) => {
        const outcomes = withoutMargin(prices, method)!;
        expect(outcomes.home + outcomes.draw + outcomes.away).toBeCloseTo(1, 9);
        const favourite = prices.home < prices.away ? outcomes.home - outcomes.away : outcomes.away - outcomes.home;
        expect(favourite).toBeGreaterThanOrEqual(-1e-9);
      }),
    );
  });

  it('matches published examples', () => {
    // Prices without a margin equal the probabilities in every method.
    for (const method of methods) expect(withoutMargin({ home: 2, draw: 4, away: 4 }, method)!.home).toBeCloseTo(0.5, 9);
    // Long shots lose most with power and Shin, least with the proportional method.
    const prices = { home: 1.2, draw: 7, away: 15 };
    const [plain, shin, power] = methods.map((method) => withoutMargin(prices, method)!.away);
    expect(shin).toBeLessThan(plain!);
    expect(power).toBeLessThan(plain!);
  });

  it('cannot be removed from invalid prices', () => {
    for (const home of [1, 0.5, 0, -2, Number.NaN, Number.POSITIVE_INFINITY]) expect(withoutMargin({ home, draw: 3, away: 3 })).toBeNull();
    expect(overProbability({ over: 1, under: 2 })).toBeNull();
    expect(overProbability({ over: 1.9, under: 1.9 })).toBeCloseTo(0.5, 9);
  });
});

describe('a market', () => {
  it('is the weighted mean of valid prices', () => {
    const fair = { home: 2, draw: 4, away: 4 };
    expect(
      marketOutcomes([
        { prices: fair, weight: 1 },
        { prices: { ...fair, home: 0 }, weight: 9 },
      ])!.home,
    ).toBeCloseTo(0.5, 9);
    expect(marketOutcomes([])).toBeNull();
    const other = { home: 4, draw: 4, away: 2 };
    const opinions = (weight: number) => [
      { prices: fair, weight: 1 },
      { prices: other, weight },
    ];
    expect(marketOutcomes(opinions(1))!.home).toBeCloseTo(0.369, 3);
    expect(marketOutcomes(opinions(0.2))!.home).toBeGreaterThan(0.44);
  });

  it('expects the goals behind its outcomes', () => {
    const rate = fc.double({ min: 0.3, max: 3.5, noNaN: true });
    fc.assert(
      fc.property(rate, rate, (home, away) => {
        const matrix = scoreMatrix(home, away, LOW_SCORES);
        const [h, a] = ratesOfMarket(outcomesOf(matrix));
        expect(h).toBeCloseTo(home, 2);
        expect(a).toBeCloseTo(away, 2);
        const [h2, a2] = ratesOfMarket(outcomesOf(matrix), overUnder(matrix, 2.5).over);
        expect(h2).toBeCloseTo(home, 2);
        expect(a2).toBeCloseTo(away, 2);
      }),
    );
  });

  it('expects possible goals even for strange prices', () => {
    fc.assert(
      fc.property(anyPrices, fc.option(fc.double({ min: 0, max: 1, noNaN: true })), (prices, over) => {
        for (const rate of ratesOfMarket(withoutMargin(prices)!, over)) {
          expect(rate).toBeGreaterThanOrEqual(0.05);
          expect(rate).toBeLessThanOrEqual(8);
        }
      }),
    );
  });
});
