import type { Outcome } from '#domain/forecast/evaluate.ts';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import type { International } from './internationals-file.ts';

/** Points of home advantage, and points that are odds of ten to one, of the World Football Elo Ratings (eloratings.net/about). */
const HOME_POINTS = 100;
const TEN_TO_ONE_POINTS = 400;
const FIRST_POINTS = 1500;

const CONTINENTAL = ['UEFA Euro', 'Copa América', 'African Cup of Nations', 'AFC Asian Cup', 'Gold Cup', 'Oceania Nations Cup'];
const MAJOR = new Set([
  ...['FIFA World Cup qualification', 'UEFA Nations League', 'CONCACAF Nations League'],
  ...CONTINENTAL.map((name) => `${name} qualification`),
]);

/** What is at stake in a tournament, by the published classes: 60, 50, 40, 30 or 20 points. */
export function stakeOf(tournament: string): 60 | 50 | 40 | 30 | 20 {
  if (tournament === 'FIFA World Cup') return 60;
  if (tournament === 'Confederations Cup' || CONTINENTAL.includes(tournament)) return 50;
  if (MAJOR.has(tournament)) return 40;
  return tournament === 'Friendly' || tournament === 'FIFA Series' ? 20 : 30;
}

/** Whether a match belongs to the finals of a continent's championship. */
export const isContinentalFinals = (tournament: string): boolean => CONTINENTAL.includes(tournament);

/** The published factor for the goal difference: 1, 1.5, 1.75, then 1/8 more for each goal. */
export const marginFactor = (goals: number): number => (goals < 2 ? 1 : goals === 2 ? 1.5 : 1.75 + (goals - 3) / 8);

export interface WorldFootballElo {
  /** The home side's lead in units of 400 points, home advantage included. */
  lead(match: International): number;
  /** Learns the final score; a match that a shoot-out decided counts as drawn, as published. */
  learn(match: International): void;
}

/** The World Football Elo Ratings by their published formula. All teams start equal, because the files begin in 2006. */
export function createWorldFootballElo(): WorldFootballElo {
  const points = new Map<string, number>();
  const pointsOf = (team: string): number => points.get(team) ?? FIRST_POINTS;
  const lead = ({ home, away, neutral }: International): number =>
    (pointsOf(home) - pointsOf(away) + (neutral ? 0 : HOME_POINTS)) / TEN_TO_ONE_POINTS;
  return {
    lead,
    learn(match) {
      const margin = match.final[0] - match.final[1];
      const expected = 1 / (1 + 10 ** -lead(match));
      const change = stakeOf(match.tournament) * marginFactor(Math.abs(margin)) * ((Math.sign(margin) + 1) / 2 - expected);
      points.set(match.home, pointsOf(match.home) + change);
      points.set(match.away, pointsOf(match.away) - change);
    },
  };
}

/** An ordered logit: with s = slope x lead, away wins below -width and home above it (Hvattum and Arntzen 2010 map Elo's ratings so). */
export interface OrderedLogit {
  slope: number;
  width: number;
}

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

export function orderedOutcomes({ slope, width }: OrderedLogit, lead: number): Outcomes {
  const home = logistic(slope * lead - width);
  const away = logistic(-slope * lead - width);
  return { home, draw: 1 - home - away, away };
}

const STEPS = 200;

/**
 * Fits slope and width by gradient ascent of the mean log-likelihood, which has one maximum. The mapping is symmetric, because the ratings
 * already contain the home advantage.
 */
export function fitOrderedLogit(rows: readonly { lead: number; outcome: Outcome }[]): OrderedLogit {
  const at = { slope: 2, logWidth: Math.log(0.6) };
  const meanLoss = (slope: number, logWidth: number): number =>
    rows.reduce((sum, { lead, outcome }) => {
      return sum - Math.log(Math.max(1e-12, orderedOutcomes({ slope, width: Math.exp(logWidth) }, lead)[outcome]));
    }, 0) / Math.max(1, rows.length);
  let step = 0.5;
  let best = meanLoss(at.slope, at.logWidth);
  for (let round = 0; round < STEPS && step > 1e-5; round++) {
    const tries = [
      [step, 0],
      [-step, 0],
      [0, step / 2],
      [0, -step / 2],
    ].map(([slope = 0, logWidth = 0]) => ({ slope: at.slope + slope, logWidth: at.logWidth + logWidth }));
    const losses = tries.map(({ slope, logWidth }) => meanLoss(slope, logWidth));
    const least = Math.min(...losses);
    if (least < best) {
      Object.assign(at, tries[losses.indexOf(least)]!);
      best = least;
    } else step /= 2;
  }
  return { slope: at.slope, width: Math.exp(at.logWidth) };
}
