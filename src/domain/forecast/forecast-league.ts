import { PICKS, type Pick } from '#domain/matches/sport.ts';
import type { ReliabilityBin } from './evaluate.ts';
import type { Outcomes } from './outcomes.ts';

/** What a user gives each outcome: whole per cent, 0 to 100, together 100; the draw has 0 where there is none. */
export type Percents = Record<Pick, number>;

/** Fewer scored forecasts say more of luck than of the forecaster: whoever has fewer is in no table of all. */
export const TABLE_FORECASTS_MIN = 10;

/** What a table looks at: matches of their leagues' present seasons, or those that began in the last days. */
export const TABLE_WINDOWS = ['season', 'days_90', 'days_30'] as const;
export type TableWindow = (typeof TABLE_WINDOWS)[number];

/** A league among friends. */
export const GROUP_NAME_LENGTH_MAX = 40;
export const GROUP_MEMBERS_MAX = 200;
/** How many a user may be in. */
export const GROUPS_MAX = 20;

/** Whether these are whole per cents that add up to 100. */
export const isWhole = (percents: Percents): boolean =>
  PICKS.every((pick) => Number.isInteger(percents[pick]) && percents[pick] >= 0) && sumOf(percents, PICKS) === 100;

/** As even as whole per cents can be: what is left over goes to the first of them. */
export const evenPercents = (picks: readonly Pick[]): Percents => shared(100, picks, { home: 1, draw: 1, away: 1 });

/** Probabilities, which add up to 1, from per cents. */
export const probabilitiesOf = ({ home, draw, away }: Percents): Outcomes => ({ home: home / 100, draw: draw / 100, away: away / 100 });

/** Sliders that always add up to 100. */
export interface Sliders {
  percents: Percents;
  /** Which one was moved last, and where all of them stood before: the others keep to that proportion, however often it moves. */
  moved: { pick: Pick; from: Percents } | null;
}

/**
 * Moves one slider to `to` (rounded, and kept within 0 to 100); the others give or take in proportion to what they had before it first moved, to
 * whole per cents. Moving up never raises another one, and moving back gives back what was taken.
 */
export function moveSlider({ percents, moved }: Sliders, picks: readonly Pick[], pick: Pick, to: number): Sliders {
  const from = moved?.pick === pick ? moved.from : percents;
  const held = Math.min(100, Math.max(0, Math.round(to)));
  const others = picks.filter((other) => other !== pick);
  return { percents: { ...shared(100 - held, others, from), [pick]: held }, moved: { pick, from } };
}

/** Shares whole per cents in proportion to `weights`, evenly where all of these are 0; others than `picks` get none. */
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

/** No outcome counts as less likely than this. */
const LEAST = 0.01;

/**
 * A forecast as it is scored: no outcome below 0.01, the others smaller in proportion, so that the sum stays 1. That is the forecast nearest to the
 * one that was made (in Kullback and Leibler's sense) of those that allow for everything. It keeps the score proper: merely lifting the zero of a
 * 100/0/0 would count 102%, and pay for rounding every small chance down.
 * `given` adds up to 1 over the match's `picks`, as far as rounding goes; what it gives to others is left out.
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
 * The logarithmic score (Good, "Rational Decisions", 1952; strictly proper: Gneiting and Raftery, "Strictly Proper Scoring Rules, Prediction, and
 * Estimation", 2007): the natural logarithm of what was given to the outcome. At most -0.01 (two outcomes) or -0.02 (three), at least -4.61; who
 * gives all the same gets -0.69 or -1.10. The best in the mean is who says what they think.
 */
export const logScore = (given: Outcomes, outcome: Pick, picks: readonly Pick[]): number => Math.log(countedAs(given, picks)[outcome]);

/** How often one number was said of an outcome, and how often that outcome came true. */
export interface Said {
  /** 0 to 100. */
  percent: number;
  count: number;
  hits: number;
}

const BIN_WIDTH = 10;

/** What was said against what happened, in at most ten bins of ten per cent (the last one holds 100, too), from the least likely; empty ones are left out. */
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
