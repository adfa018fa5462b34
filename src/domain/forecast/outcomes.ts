/** Probabilities of a match's three outcomes, adding up to 1. */
export interface Outcomes {
  home: number;
  draw: number;
  away: number;
}

/**
 * The three outcomes as two unbounded numbers, for averaging and correcting: `strength` is ln(home / away), `level` the log ratio of the
 * draw to the mean of the two.
 */
export interface OutcomeLogits {
  strength: number;
  level: number;
}

/** Smaller probabilities are indistinguishable from impossible; keeps logarithms finite. */
const LEAST = 1e-9;

/** Scales three non-negative weights to positive outcomes that add up to 1. Throws a RangeError for negative weights or if all are 0. */
export function normalisedOutcomes(weights: Outcomes): Outcomes {
  const { home, draw, away } = weights;
  const total = home + draw + away;
  if (!(home >= 0 && draw >= 0 && away >= 0 && total > 0 && Number.isFinite(total)))
    throw new RangeError(`These are not three probabilities: ${home}, ${draw}, ${away}`);
  return { home: home / total, draw: draw / total, away: away / total };
}

export function logitsOf({ home, draw, away }: Outcomes): OutcomeLogits {
  const [h, d, a] = [Math.log(Math.max(home, LEAST)), Math.log(Math.max(draw, LEAST)), Math.log(Math.max(away, LEAST))];
  return { strength: h - a, level: d - (h + a) / 2 };
}

export function outcomesOfLogits({ strength, level }: OutcomeLogits): Outcomes {
  const largest = Math.max(Math.abs(strength) / 2, level);
  const home = Math.exp(strength / 2 - largest);
  const draw = Math.exp(level - largest);
  const away = Math.exp(-strength / 2 - largest);
  return normalisedOutcomes({ home, draw, away });
}

/** Weighted geometric mean of several forecasts, normalised to 1. Weights can have any sum. */
export function pooledOutcomes(opinions: readonly Outcomes[], weights: readonly number[] = opinions.map(() => 1)): Outcomes {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const mean = { strength: 0, level: 0 };
  opinions.forEach((opinion, i) => {
    const logits = logitsOf(opinion);
    mean.strength += (logits.strength * weights[i]!) / total;
    mean.level += (logits.level * weights[i]!) / total;
  });
  return outcomesOfLogits(mean);
}
