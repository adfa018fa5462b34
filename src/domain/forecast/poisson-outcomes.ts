import type { Outcomes } from './outcomes.ts';
import { goalProbabilities, possibleRate, SCORE_PLACES } from './score-matrix.ts';

/** Dixon and Coles' correction of low scores, as found on the seasons to 2017-18 of 22 divisions. */
export const LOW_SCORES = -0.06;

const homeGoals = new Float64Array(SCORE_PLACES);
const awayGoals = new Float64Array(SCORE_PLACES);

/**
 * What `outcomesOf(scoreMatrix(...))` says, without making the matrix: ratings ask for this a million times. `lowScores` must be small
 * enough to leave nothing negative, -0.1 to 0.
 */
export function poissonOutcomes(homeRate: number, awayRate: number, lowScores = LOW_SCORES): Outcomes {
  goalProbabilities(homeRate, homeGoals);
  goalProbabilities(awayRate, awayGoals);
  let [home, draw, away, homeFewer, awayFewer] = [0, 0, 0, 0, 0];
  for (let goals = 0; goals < SCORE_PLACES; goals++) {
    const [h, a] = [homeGoals[goals]!, awayGoals[goals]!];
    draw += h * a;
    home += h * awayFewer;
    away += a * homeFewer;
    homeFewer += h;
    awayFewer += a;
  }
  // The correction adds to each outcome what it takes from another: h0 a0 is e^-(sum of rates).
  const scoreless = homeGoals[0]! * awayGoals[0]!;
  const moved = -lowScores * scoreless * possibleRate(homeRate) * possibleRate(awayRate);
  const total = home + draw + away;
  return { home: (home - moved) / total, draw: (draw + 2 * moved) / total, away: (away - moved) / total };
}
