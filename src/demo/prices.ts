import { type PriceView, type Probabilities, unsettled, weighted } from './bookmakers.ts';
import { normal, randomFrom } from './seeded-random.ts';

/** Minutes played of a football match, and its state then. */
export interface Play {
  played: number;
  score: [number, number];
  sentOff: [number, number];
}

/** What the market thinks: right on average. */
export function consensus(key: string, expected: [number, number], view: PriceView<Play>): Probabilities {
  const [home, away] = asMarketSees(key, expected);
  if (view.inPlay !== null) {
    const { played, score, sentOff } = view.inPlay;
    const left = Math.max(95 - played, 0.6) / 95;
    const factor = (own: number, others: number) => left * 0.72 ** own * 1.22 ** others;
    return outcomes(home * factor(sentOff[0], sentOff[1]), away * factor(sentOff[1], sentOff[0]), score[0] - score[1]);
  }
  return unsettled(key, outcomes(home, away, 0), view.untilKickoff);
}

/** The strengths with the error that the market makes about them to the end. */
function asMarketSees(key: string, [home, away]: [number, number]): [number, number] {
  const random = randomFrom(`${key} market`);
  return [home * Math.exp(normal(random) * 0.05), away * Math.exp(normal(random) * 0.05)];
}

/** Win, draw and loss by two independent Poisson counts, `lead` goals apart already. */
export function outcomes(home: number, away: number, lead: number): Probabilities {
  const [homeGoals, awayGoals] = [poisson(home), poisson(away)];
  const result: Probabilities = [0, 0, 0];
  for (let h = 0; h < homeGoals.length; h++) {
    for (let a = 0; a < awayGoals.length; a++) result[1 - Math.sign(lead + h - a)]! += homeGoals[h]! * awayGoals[a]!;
  }
  // Nothing is ever certain, and a price needs a probability.
  return weighted([Math.max(result[0], 1e-4), Math.max(result[1], 1e-4), Math.max(result[2], 1e-4)], [1, 1, 1]);
}

function poisson(mean: number): number[] {
  const counts = [Math.exp(-mean)];
  for (let n = 1; n <= 9; n++) counts.push((counts[n - 1]! * mean) / n);
  return counts;
}
