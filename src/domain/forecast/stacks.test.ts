import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '#demo/seeded-random.ts';
import { fitOutcomeStack, type PastOutcomeRow, stackedOutcomes } from './outcome-stack.ts';
import { outcomesOfLogits } from './outcomes.ts';
import { fitRateStack, type PastRateRow, stackedRate } from './rate-stack.ts';
import { solvePositive } from './regression.ts';

const RIDGE = { all: 60 };
const offset = { strength: 0.2, level: -0.5 };

/** Matches whose true logits are the offset plus the first feature; the second feature is noise. */
function outcomeRows(count: number): PastOutcomeRow[] {
  const random = randomFrom('outcome stack');
  return Array.from({ length: count }, () => {
    const features = [2 * random() - 1, 2 * random() - 1];
    const truth = outcomesOfLogits({ strength: offset.strength + features[0]!, level: offset.level });
    const die = random();
    const outcome = die < truth.home ? 'home' : die < truth.home + truth.draw ? 'draw' : 'away';
    const target = { home: Number(outcome === 'home'), draw: Number(outcome === 'draw'), away: Number(outcome === 'away') };
    return { features, offset, target, weight: 1 };
  });
}

describe('the stack of outcomes', () => {
  it('learns what the offset lacks, and nothing from noise', () => {
    const stack = fitOutcomeStack(outcomeRows(20_000), RIDGE);
    const told = stackedOutcomes(stack, { features: [0.8, 0], offset });
    const truth = outcomesOfLogits({ strength: offset.strength + 0.8, level: offset.level });
    expect(Math.abs(told.home - truth.home)).toBeLessThan(0.02);
    expect(Math.abs(told.draw - truth.draw)).toBeLessThan(0.02);
    const noise = stackedOutcomes(stack, { features: [0.8, 1], offset });
    expect(Math.abs(noise.home - told.home)).toBeLessThan(0.015);
  });

  it('has converged: a further step changes nothing', () => {
    const rows = outcomeRows(2_000);
    const once = fitOutcomeStack(rows, RIDGE);
    const again = fitOutcomeStack(rows, RIDGE, once);
    for (const [i, weight] of again.strength.entries()) expect(weight).toBeCloseTo(once.strength[i]!, 8);
  });

  it('ignores features with few observations', () => {
    const stack = fitOutcomeStack(outcomeRows(5), RIDGE);
    const [one, other] = [1, -1].map((feature) => stackedOutcomes(stack, { features: [feature, -feature], offset }).home);
    expect(Math.abs(one! - other!)).toBeLessThan(0.02);
  });
});

describe('the stack of rates', () => {
  it('learns what the offset lacks', () => {
    const random = randomFrom('rate stack');
    const rows: PastRateRow[] = Array.from({ length: 20_000 }, () => {
      const features = [2 * random() - 1, 2 * random() - 1];
      const rate = Math.exp(0.3 + 0.4 * features[0]!);
      let goals = 0;
      for (let product = random(); product > Math.exp(-rate); product *= random()) goals++;
      return { features, offset: 0.3, goals, weight: 1 };
    });
    const stack = fitRateStack(rows, RIDGE);
    expect(stackedRate(stack, { features: [1, 0], offset: 0.3 })).toBeCloseTo(0.7, 1);
    expect(stackedRate(stack, { features: [0, 1], offset: 0.3 })).toBeCloseTo(0.3, 1);
  });
});

it('a positive definite system is solved, and any other is rejected', () => {
  const number = fc.double({ min: -3, max: 3, noNaN: true });
  fc.assert(
    fc.property(fc.array(number, { minLength: 9, maxLength: 9 }), fc.array(number, { minLength: 3, maxLength: 3 }), (a, x) => {
      const at = (i: number, j: number) => [0, 1, 2].reduce((sum, k) => sum + a[i * 3 + k]! * a[j * 3 + k]!, i === j ? 1 : 0);
      const matrix = Float64Array.from({ length: 9 }, (_, i) => at(Math.floor(i / 3), i % 3));
      const vector = Float64Array.from([0, 1, 2].map((i) => [0, 1, 2].reduce((sum, j) => sum + at(i, j) * x[j]!, 0)));
      for (const [i, value] of solvePositive(matrix, vector).entries()) expect(value).toBeCloseTo(x[i]!, 6);
    }),
  );
  expect(() => solvePositive(Float64Array.from([1, 2, 2, 1]), Float64Array.from([1, 1]))).toThrow(RangeError);
});
