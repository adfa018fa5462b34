import { shareToCome } from './in-play-clock.ts';
import { SCORE_PLACES, type ScoreMatrix } from './score-matrix.ts';

/** The share of a match's goals that falls in its second half, 0 to 1. */
const SECOND_HALF_SHARE = shareToCome({ period: 'ht', minute: 45 });

/**
 * Scores at half time and of the second half alone. Each goal of the match falls in the first half independently, with the share of the
 * minute profile. This equals two Poisson halves for a Poisson matrix, and also suits a rescaled matrix: the expected goals of both halves
 * add up to those of the match.
 */
export const halfScores = (matrix: ScoreMatrix): { first: ScoreMatrix; second: ScoreMatrix } => ({
  first: thinned(matrix, 1 - SECOND_HALF_SHARE),
  second: thinned(matrix, SECOND_HALF_SHARE),
});

/** Scores of the goals that are kept, each with probability `share`; 11 stands for 11 and more. */
function thinned(matrix: ScoreMatrix, share: number): ScoreMatrix {
  const kept = binomials(share);
  const byHome = new Float64Array(matrix.length);
  const both = new Float64Array(matrix.length);
  for (let all = 0; all < SCORE_PLACES; all++)
    for (let h = 0; h <= all; h++)
      for (let a = 0; a < SCORE_PLACES; a++)
        byHome[h * SCORE_PLACES + a]! += matrix[all * SCORE_PLACES + a]! * kept[all * SCORE_PLACES + h]!;
  for (let h = 0; h < SCORE_PLACES; h++)
    for (let all = 0; all < SCORE_PLACES; all++)
      for (let a = 0; a <= all; a++) both[h * SCORE_PLACES + a]! += byHome[h * SCORE_PLACES + all]! * kept[all * SCORE_PLACES + a]!;
  return both;
}

/** `[all][kept]`: probability of keeping that many of all goals. */
function binomials(share: number): Float64Array {
  const rows = new Float64Array(SCORE_PLACES * SCORE_PLACES);
  rows[0] = 1;
  for (let all = 1; all < SCORE_PLACES; all++)
    for (let kept = 0; kept <= all; kept++) {
      const before = (all - 1) * SCORE_PLACES + kept;
      rows[all * SCORE_PLACES + kept] = (1 - share) * (kept < all ? rows[before]! : 0) + share * (kept > 0 ? rows[before - 1]! : 0);
    }
  return rows;
}
