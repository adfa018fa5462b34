import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { furtherGoals, type InPlayState, inPlayForecast, inPlayModel } from './in-play.ts';
import { shareToCome } from './in-play-clock.ts';
import { expectedGoals, outcomesOf, overUnder, rescaledTo, SCORE_PLACES, scoreMatrix } from './score-matrix.ts';

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, n) => total + n, 0);
const rate = fc.double({ min: 0.2, max: 4, noNaN: true });
const pair = (max: number) => fc.tuple(fc.nat({ max }), fc.nat({ max }));
const clock = fc.oneof(
  fc.record({ period: fc.constant('h1' as const), minute: fc.integer({ min: 0, max: 45 }) }),
  fc.record({ period: fc.constant('h2' as const), minute: fc.integer({ min: 45, max: 90 }), stoppage: fc.nat({ max: 12 }) }),
  fc.constantFrom({ period: 'ns' as const, minute: 0 }, { period: 'ht' as const, minute: 45 }, { period: 'ft' as const, minute: 90 }),
);
/** A matrix as served: corrected for low scores, then scaled to the outcomes of another model. */
const servedModel = fc
  .tuple(rate, rate, fc.double({ min: -0.15, max: 0.05, noNaN: true }), fc.double({ min: 0.7, max: 1.4, noNaN: true }))
  .map(([home, away, lowScores, tilt]) => {
    const matrix = scoreMatrix(home, away, lowScores);
    const { home: h, draw, away: a } = outcomesOf(matrix);
    const total = h * tilt + draw + a / tilt;
    return inPlayModel(rescaledTo(matrix, { home: (h * tilt) / total, draw: draw / total, away: a / tilt / total }));
  });

describe('a forecast in play', () => {
  it('is the pre-match matrix before kick-off', () => {
    const matrix = rescaledTo(scoreMatrix(1.7, 0.9, -0.06), { home: 0.6, draw: 0.22, away: 0.18 });
    const forecast = inPlayForecast(inPlayModel(matrix), { period: 'ns', minute: 0, score: [0, 0] });
    forecast.matrix.forEach((p, i) => {
      expect(p).toBeCloseTo(matrix[i]!, 7);
    });
    expect(forecast.outcomes.home).toBeCloseTo(0.6, 6);
  });

  it('has no negative value and adds up to 1 for any input', () => {
    const wild = fc.double({ min: -5, max: 50, noNaN: true });
    fc.assert(
      fc.property(wild, wild, clock, pair(30), pair(9), (home, away, at, score, reds) => {
        const { matrix, outcomes } = inPlayForecast(inPlayModel(scoreMatrix(home, away)), { ...at, score, reds });
        expect(matrix.every((p) => p >= 0)).toBe(true);
        expect(sum(matrix)).toBeCloseTo(1, 9);
        expect(outcomes.home + outcomes.draw + outcomes.away).toBeCloseTo(1, 9);
      }),
    );
  });

  // Beyond 10 goals the matrix has only "11 and more" for each side, and counts both together as a draw.
  it('has outcomes consistent with its matrix', () => {
    fc.assert(
      fc.property(servedModel, clock, pair(3), (model, at, score) => {
        const { matrix, outcomes } = inPlayForecast(model, { ...at, score });
        // The matrix ends at eleven goals, which sides that expect four each exceed in about one match of a thousand.
        expect(Math.abs(outcomesOf(matrix).home - outcomes.home)).toBeLessThan(0.002);
        for (let i = 0; i < matrix.length; i++)
          if (Math.floor(i / SCORE_PLACES) < score[0] || i % SCORE_PLACES < score[1]) expect(matrix[i]).toBe(0);
      }),
    );
  });

  it('is certain when the match is over, also beyond the range of the matrix', () => {
    fc.assert(
      fc.property(servedModel, pair(15), (model, score) => {
        const { matrix, outcomes } = inPlayForecast(model, { period: 'ft', minute: 90, score });
        const winner = score[0] > score[1] ? 'home' : score[0] === score[1] ? 'draw' : 'away';
        expect(outcomes[winner]).toBe(1);
        expect(matrix[Math.min(score[0], 11) * SCORE_PLACES + Math.min(score[1], 11)]).toBe(1);
      }),
    );
  });

  it("never lowers a side's chance by its goal, nor raises it by its red card", () => {
    fc.assert(
      fc.property(servedModel, clock, pair(5), pair(3), (model, at, score, reds) => {
        const now = inPlayForecast(model, { ...at, score, reds }).outcomes;
        const scored = inPlayForecast(model, { ...at, score: [score[0] + 1, score[1]], reds }).outcomes;
        expect(scored.home).toBeGreaterThanOrEqual(now.home - 1e-9);
        expect(scored.away).toBeLessThanOrEqual(now.away + 1e-9);
        const sentOff = inPlayForecast(model, { ...at, score, reds: [reds[0], reds[1] + 1] }).outcomes;
        expect(sentOff.home).toBeGreaterThanOrEqual(now.home - 1e-9);
        expect(sentOff.away).toBeLessThanOrEqual(now.away + 1e-9);
      }),
      { numRuns: 1000 },
    );
  });

  it('is symmetric in its sides', () => {
    const at = { period: 'h2', minute: 60 } as const;
    const one = inPlayForecast(inPlayModel(scoreMatrix(1.9, 0.8)), { ...at, score: [1, 2], reds: [1, 0] }).outcomes;
    const other = inPlayForecast(inPlayModel(scoreMatrix(0.8, 1.9)), { ...at, score: [2, 1], reds: [0, 1] }).outcomes;
    expect(other.away).toBeCloseTo(one.home, 12);
    expect(other.draw).toBeCloseTo(one.draw, 12);
  });

  it('rejects impossible input', () => {
    const model = inPlayModel(scoreMatrix(1, 1));
    for (const score of [
      [-1, 0],
      [0.5, 0],
      [0, Number.NaN],
    ] as [number, number][])
      expect(() => inPlayForecast(model, { period: 'h1', minute: 5, score })).toThrow(RangeError);
    expect(() => inPlayModel(scoreMatrix(Number.NaN, 1))).toThrow(RangeError);
    for (const matrix of [new Float64Array(144), new Float64Array(10), new Float64Array(144).fill(Number.NaN)])
      expect(() => inPlayModel(matrix)).toThrow(RangeError);
  });

  it('handles scores that were ruled out', () => {
    const matrix = rescaledTo(scoreMatrix(1.2, 1.2), { home: 0, draw: 0.5, away: 0.5 });
    const { outcomes } = inPlayForecast(inPlayModel(matrix), {
      period: 'h2',
      minute: 90,
      score: [4, 0],
    });
    expect(outcomes.home + outcomes.draw + outcomes.away).toBeCloseTo(1, 12);
    expect(inPlayForecast(inPlayModel(matrix), { period: 'ft', minute: 90, score: [4, 0] }).outcomes.home).toBe(1);
  });
});

describe('its movement', () => {
  const state: InPlayState = { period: 'ht', minute: 45, score: [0, 0] };

  it('matches a hand computation for no further goal: two Poisson sides at half-time, at the rates of a level score', () => {
    const none = furtherGoals({ home: 1.5, away: 1.1 }, 0, shareToCome(state))[0]!;
    expect(none).toBeCloseTo(Math.exp(-0.98 * 2.6 * shareToCome(state)), 12);
  });

  it('matches a hand computation for one goal of a side behind throughout: 0-1, then 1-0 further, which levels the score', () => {
    const [home, away, share] = [1.5, 1.1, 0.5];
    const [behind, level] = [1.09 * home + 0.95 * (away / home) ** -0.05 * away, 0.98 * (home + away)];
    // The integral over the goal's time t of the rate times the probability of no goal before t and none after it.
    const byHand = (1.09 * home * (Math.exp(-behind * share) - Math.exp(-level * share))) / (level - behind);
    expect(furtherGoals({ home, away }, -1, share)[SCORE_PLACES]).toBeCloseTo(byHand, 12);
  });

  it('yields the goals that the rates imply', () => {
    const further = furtherGoals({ home: 1.5, away: 1.1 }, 0, 1);
    expect(sum(further)).toBeCloseTo(1, 12);
    expect(expectedGoals(further).home).toBeGreaterThan(1.5 * 0.95);
    expect(expectedGoals(further).home).toBeLessThan(1.5 * 1.09);
  });

  it('follows a red card: fewer goals for ten, more against them, and more so early', () => {
    const model = inPlayModel(scoreMatrix(1.4, 1.4));
    const homeDrop = (at: InPlayState) =>
      inPlayForecast(model, at).outcomes.home - inPlayForecast(model, { ...at, reds: [1, 0] }).outcomes.home;
    const [early, late] = [homeDrop({ ...state, period: 'h1', minute: 10 }), homeDrop({ ...state, period: 'h2', minute: 80 })];
    expect(early).toBeGreaterThan(0.1);
    expect(late).toBeGreaterThan(0.01);
    expect(late).toBeLessThan(early / 2);
    const sentOff = expectedGoals(inPlayForecast(model, { ...state, reds: [1, 0] }).matrix);
    // Ahead, the eleven ease off.
    expect(sentOff.away / sentOff.home).toBeGreaterThan(2.15);
    expect(sentOff.away / sentOff.home).toBeLessThan(1.42 / 0.62);
  });

  it('lets a leading side ease off the more, the stronger it is, by at most a tenth', () => {
    // Ahead throughout: from six goals on the trailing side hardly levels.
    const scoredAhead = (home: number) => expectedGoals(furtherGoals({ home, away: 1 }, 9, 0.5)).home / (0.5 * home);
    expect(scoredAhead(1)).toBeCloseTo(0.95, 3);
    expect(scoredAhead(2)).toBeCloseTo(0.95 * 2 ** -0.05, 3);
    expect(scoredAhead(0.01)).toBeCloseTo(0.95 * 10 ** 0.05, 3);
    expect(expectedGoals(furtherGoals({ home: 2, away: 0 }, 9, 0.5)).home).toBeCloseTo(0.95 * 10 ** -0.05, 3);
  });

  it('follows what goals say about little-known sides: a wide matrix expects more after an early goal, a Poisson one hardly', () => {
    const [low, high] = [scoreMatrix(0.7, 0.7), scoreMatrix(2.1, 2.1)];
    const wide = inPlayModel(low.map((p, i) => (p + high[i]!) / 2));
    const sure = inPlayModel(scoreMatrix(1.4, 1.4));
    const early: InPlayState = { period: 'h1', minute: 10, score: [2, 0] };
    const over = (model: typeof wide) => overUnder(inPlayForecast(model, early).matrix, 4.5).over;
    expect(over(wide)).toBeGreaterThan(over(sure) + 0.1);
  });

  it('fades the low-score correction, and drops it once the score is past it', () => {
    const [plain, corrected] = [0, -0.1].map((rho) => inPlayModel(scoreMatrix(1.4, 1.2, rho)));
    const gain = (at: InPlayState) => inPlayForecast(corrected!, at).outcomes.draw - inPlayForecast(plain!, at).outcomes.draw;
    expect(gain({ period: 'ns', minute: 0, score: [0, 0] })).toBeGreaterThan(0.02);
    expect(gain({ period: 'h1', minute: 20, score: [0, 0] })).toBeGreaterThan(0.01);
    expect(gain(state)).toBeLessThan(0.01);
    expect(gain({ period: 'h2', minute: 75, score: [1, 1] })).toBeCloseTo(0, 3);
    expect(gain({ period: 'h1', minute: 20, score: [2, 2] })).toBeCloseTo(0, 3);
  });
});
