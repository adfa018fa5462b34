import type { ScoreView } from '#contract/forecasts.ts';
import { bothScore, overUnder, type ScoreMatrix, shownMatrix, topScores } from '#domain/forecast/score-matrix.ts';

const LINES = [0.5, 1.5, 2.5, 3.5, 4.5];
const TOP_SCORES = 3;

/** Returns every panel of a match's scores, from one matrix. */
export function scoreView(matrix: ScoreMatrix): ScoreView {
  const lines = LINES.map((line) => {
    const { over, under } = overUnder(matrix, line);
    return { line, over: within(over), under: within(under) };
  });
  const evenness = ({ over, under }: { over: number; under: number }) => Math.abs(over - under);
  return {
    matrix: shownMatrix(matrix).map((row) => row.map(within)),
    top: topScores(matrix, TOP_SCORES),
    over_under: lines,
    main_line: lines.reduce((best, line) => (evenness(line) < evenness(best) ? line : best)).line,
    both_score: within(bothScore(matrix)),
  };
}

/** Clamps sums of many probabilities, which may exceed 1 by rounding. */
const within = (p: number): number => Math.min(1, p);
