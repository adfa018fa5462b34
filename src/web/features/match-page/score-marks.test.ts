import { describe, expect, it } from 'vitest';
import { outcomesOf, overUnder, topScores } from '#domain/forecast/score-matrix.ts';
import { MATRIX, makeScores } from '#test/web/fixtures/forecasts.ts';
import { isMarked, type Mark, markProbability } from './score-marks.ts';

const scores = makeScores();
const outcomes = outcomesOf(MATRIX);

/** How likely all lit cells are together. */
const lit = (mark: Mark) =>
  scores.matrix.flatMap((row, home) => row.filter((_, away) => isMarked(mark, home, away))).reduce((sum, p) => sum + p, 0);

describe('what is lit', () => {
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
    // But for scores of 6-7 and the like, which the corner cell hides.
    expect(lit(mark)).toBeCloseTo(probability, 4);
    expect(markProbability(mark, outcomes, scores)).toBeCloseTo(probability, 10);
  });

  it('is the last cell for a score beyond it', () => {
    expect(isMarked({ kind: 'score', home: 8, away: 0 }, 6, 0)).toBe(true);
    expect(isMarked({ kind: 'score', home: 8, away: 0 }, 5, 0)).toBe(false);
  });
});

it('knows no probability of a line that nobody asked for', () => {
  expect(markProbability({ kind: 'over', line: 9.5 }, outcomes, scores)).toBeNull();
});
