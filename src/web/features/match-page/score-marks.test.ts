import { describe, expect, it } from 'vitest';
import { outcomesOf, overUnder, topScores } from '#domain/forecast/score-matrix.ts';
import { MATRIX, makeScores } from '#test/web/fixtures/forecasts.ts';
import { isMarked, type Mark, markProbability } from './score-marks.ts';

const scores = makeScores();
const outcomes = outcomesOf(MATRIX);

/** Returns the total probability of the highlighted cells. */
const lit = (mark: Mark) =>
  scores.matrix.flatMap((row, home) => row.filter((_, away) => isMarked(mark, home, away))).reduce((sum, p) => sum + p, 0);

describe('the highlighted cells', () => {
  it.each([
    [{ kind: 'outcome', pick: 'home' }, outcomes.home],
    [{ kind: 'outcome', pick: 'draw' }, outcomes.draw],
    [{ kind: 'outcome', pick: 'away' }, outcomes.away],
    [{ kind: 'over', line: 0.5 }, overUnder(MATRIX, 0.5).over],
    [{ kind: 'over', line: 4.5 }, overUnder(MATRIX, 4.5).over],
    [{ kind: 'under', line: 2.5 }, overUnder(MATRIX, 2.5).under],
    [{ kind: 'both_score' }, scores.both_score],
    [{ kind: 'score', ...topScores(MATRIX, 1)[0]! }, topScores(MATRIX, 1)[0]!.probability],
  ] as const)('%o adds up to what is said of it', (mark, probability) => {
    // Except for scores such as 6-7, which the corner cell includes.
    expect(lit(mark)).toBeCloseTo(probability, 4);
    expect(markProbability(mark, outcomes, scores)).toBeCloseTo(probability, 10);
  });

  it('are the last ones for higher scores', () => {
    expect(isMarked({ kind: 'score', home: 8, away: 0 }, 6, 0)).toBe(true);
    expect(isMarked({ kind: 'score', home: 8, away: 0 }, 5, 0)).toBe(false);
  });
});

it('have no probability for a line that was not requested', () => {
  expect(markProbability({ kind: 'over', line: 9.5 }, outcomes, scores)).toBeNull();
});
