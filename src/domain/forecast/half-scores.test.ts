import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { halfScores } from './half-scores.ts';
import { shareToCome } from './in-play-clock.ts';
import { expectedGoals, rescaledTo, SCORE_PLACES, scoreMatrix, topScores } from './score-matrix.ts';

const rate = fc.double({ min: 0.1, max: 4, noNaN: true });
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

describe('scores by half', () => {
  it('equal Poisson halves for a Poisson match, computed by hand', () => {
    const share = 1 - shareToCome({ period: 'ht', minute: 45 });
    expect(share).toBeCloseTo(0.436, 2);
    const { first } = halfScores(scoreMatrix(1.4, 1.1));
    const poisson = (mean: number, k: number) => (Math.exp(-mean) * mean ** k) / [1, 1, 2][k]!;
    for (const [h, a] of [
      [0, 0],
      [1, 0],
      [1, 1],
      [2, 0],
    ] as const)
      expect(first[h * SCORE_PLACES + a]).toBeCloseTo(poisson(1.4 * share, h) * poisson(1.1 * share, a), 6);
    expect(topScores(first, 1)[0]).toMatchObject({ home: 0, away: 0 });
  });

  it('split one certain score by the distribution of its goals', () => {
    const matrix = new Float64Array(SCORE_PLACES * SCORE_PLACES);
    matrix[1 * SCORE_PLACES + 0] = 1;
    const share = 1 - shareToCome({ period: 'ht', minute: 45 });
    const { first, second } = halfScores(matrix);
    expect([first[0], first[SCORE_PLACES]]).toEqual([1 - share, share].map((p) => expect.closeTo(p, 12)));
    expect(second[SCORE_PLACES]).toBeCloseTo(1 - share, 12);
  });

  it('add up to 1, and their goals to those of the match, for any rescaled matrix', () => {
    fc.assert(
      fc.property(rate, rate, rate, rate, rate, (homeRate, awayRate, home, draw, away) => {
        const all = home + draw + away;
        const matrix = rescaledTo(scoreMatrix(homeRate, awayRate, -0.06), { home: home / all, draw: draw / all, away: away / all });
        const { first, second } = halfScores(matrix);
        const [whole, one, other] = [matrix, first, second].map(expectedGoals) as [
          { home: number; away: number },
          { home: number; away: number },
          { home: number; away: number },
        ];
        expect(sum(first)).toBeCloseTo(1, 9);
        expect(sum(second)).toBeCloseTo(1, 9);
        expect(Math.min(...first, ...second)).toBeGreaterThanOrEqual(0);
        expect(one.home + other.home).toBeCloseTo(whole.home, 9);
        expect(one.away + other.away).toBeCloseTo(whole.away, 9);
      }),
    );
  });
});
