import { PICKS, type Pick } from '#domain/matches/sport.ts';
import type { ReliabilityBin } from './evaluate.ts';
import type { Outcomes } from './outcomes.ts';

/** A user's forecast in whole percent, 0 to 100, adding up to 100; the draw is 0 if the sport has none. */
export type Percents = Record<Pick, number>;

/** Minimum number of scored forecasts for the overall tables. Fewer say more about luck than about the forecaster. */
export const TABLE_FORECASTS_MIN = 10;

/** Periods of a table: the leagues' current seasons, or matches that began in the last 90 or 30 days. */
export const TABLE_WINDOWS = ['season', 'days_90', 'days_30'] as const;
export type TableWindow = (typeof TABLE_WINDOWS)[number];

/** Limits of a private league: characters of its name, and members. */
export const GROUP_NAME_LENGTH_MAX = 40;
export const GROUP_MEMBERS_MAX = 200;
/** Maximum number of groups per user. */
export const GROUPS_MAX = 20;

/** Whether these are whole percentages that add up to 100. */
export const isWhole = (percents: Percents): boolean =>
  PICKS.every((pick) => Number.isInteger(percents[pick]) && percents[pick] >= 0) && sumOf(percents, PICKS) === 100;

/** Splits 100% as evenly as whole percentages allow. */
export const evenPercents = (picks: readonly Pick[]): Percents => shared(100, picks, { home: 1, draw: 1, away: 1 });

/** Converts percentages to probabilities, which add up to 1. */
export const probabilitiesOf = ({ home, draw, away }: Percents): Outcomes => ({ home: home / 100, draw: draw / 100, away: away / 100 });

/** Sliders that always add up to 100. */
export interface Sliders {
  percents: Percents;
  /** The slider that was moved last, and all values before its first move. The others keep these proportions however often it moves. */
  moved: { pick: Pick; from: Percents } | null;
}

/**
 * Moves one slider to `to`, rounded and clamped to 0 to 100. The others change in proportion to their values before its first move, in
 * whole percentages. Moving up never raises another slider, and moving back restores the others.
 */
export function moveSlider({ percents, moved }: Sliders, picks: readonly Pick[], pick: Pick, to: number): Sliders {
  const from = moved?.pick === pick ? moved.from : percents;
  const held = Math.min(100, Math.max(0, Math.round(to)));
  const others = picks.filter((other) => other !== pick);
  return { percents: { ...shared(100 - held, others, from), [pick]: held }, moved: { pick, from } };
}

/** Distributes whole percentages over `picks` in proportion to `weights`, or evenly if all weights are 0; other outcomes get 0. */
function shared(amount: number, picks: readonly Pick[], weights: Percents): Percents {
  const percents: Percents = { home: 0, draw: 0, away: 0 };
  let [left, weight] = [amount, sumOf(weights, picks)];
  picks.forEach((pick, index) => {
    const part = weight === 0 ? 1 / (picks.length - index) : weights[pick] / weight;
    percents[pick] = Math.round(left * part);
    left -= percents[pick];
    weight -= weights[pick];
  });
  return percents;
}

const sumOf = (values: Record<Pick, number>, picks: readonly Pick[]): number => picks.reduce((sum, pick) => sum + values[pick], 0);

/** Lowest probability that counts for an outcome. */
const LEAST = 0.01;

/**
 * Returns a forecast as it is scored: no outcome below 0.01, and the others reduced in proportion, so that the sum stays 1. This is the
 * closest forecast (in Kullback-Leibler divergence) that rules nothing out. It keeps the score proper: merely raising the zero of a 100/0/0
 * would count 102%, and reward rounding every small chance down.
 * `given` adds up to 1 over the match's `picks`, except for rounding; probabilities of other outcomes are left out.
 */
export function countedAs(given: Outcomes, picks: readonly Pick[]): Outcomes {
  let rest = picks;
  for (;;) {
    const left = 1 - LEAST * (picks.length - rest.length);
    const sum = sumOf(given, rest);
    const stays = rest.filter((pick) => (given[pick] * left) / sum >= LEAST);
    if (stays.length < rest.length) {
      rest = stays;
      continue;
    }
    const counted = { home: 0, draw: 0, away: 0 };
    for (const pick of picks) counted[pick] = rest.includes(pick) ? (given[pick] * left) / sum : LEAST;
    return counted;
  }
}

/**
 * The logarithmic score (Good, "Rational Decisions", 1952; strictly proper: Gneiting and Raftery, "Strictly Proper Scoring Rules,
 * Prediction, and Estimation", 2007): the natural logarithm of the probability given to the outcome. It is at most -0.01 (two outcomes) or
 * -0.02 (three), and at least -4.61. An even forecast scores -0.69 or -1.10. Honest forecasts have the best expected score.
 */
export const logScore = (given: Outcomes, outcome: Pick, picks: readonly Pick[]): number => Math.log(countedAs(given, picks)[outcome]);

/** How often one percentage was forecast for an outcome, and how often the outcome came true. */
export interface Said {
  /** 0 to 100. */
  percent: number;
  count: number;
  hits: number;
}

const BIN_WIDTH = 10;

/**
 * Forecasts against results in at most ten bins of ten percent, in ascending order; the last bin includes 100, and empty bins are left out.
 */
export function calibrationOf(said: readonly Said[]): ReliabilityBin[] {
  const bins = Array.from({ length: 100 / BIN_WIDTH }, () => ({ percents: 0, hits: 0, count: 0 }));
  for (const { percent, count, hits } of said) {
    const bin = bins[Math.min(bins.length - 1, Math.floor(percent / BIN_WIDTH))]!;
    bin.percents += percent * count;
    bin.hits += hits;
    bin.count += count;
  }
  return bins
    .filter(({ count }) => count > 0)
    .map(({ percents, hits, count }) => ({ forecast: percents / count / 100, frequency: hits / count, count }));
}
