import type { EloLadderSettings } from './elo-ladder.ts';
import type { Pair, PlayedMatch } from './played-match.ts';
import { type DivisionRates, type PseudoGoalSettings, pseudoGoals, type Seen } from './pseudo-goals.ts';
import type { FilterSettings } from './team-state.ts';

/** One way of rating teams: what it observes and how fast it moves. The model weighs the forecasts of all bases. */
export interface Base {
  name: string;
  settings: FilterSettings;
  /** What the base observes in a match; null if it observes nothing. */
  see(match: PlayedMatch, rates: DivisionRates): Seen | null;
}

// All values come from a random search for the lowest RPS on the seasons 2013-14 to 2017-18 of 22 divisions; see docs/forecast.md.
const GOALS: FilterSettings = {
  noise: 0.846,
  noiseOfGoals: 0.846,
  formVariance: 0.00638,
  formDays: 178,
  variance: 0.0302,
  seasonVariance: 0.00611,
  seasonKept: 0.99,
  correlation: 0.658,
  levelStep: 0.00042,
  levelStepAtFirst: 0.0364,
  homeStep: 0.00255,
  promoted: [-0.202, -0.307],
  relegated: [0.297, 0.2],
  unknown: [-0.119, 0.0258],
  moveKept: 0.907,
  newcomerVariance: 0.578,
  edgeVariance: 0.005,
  edgeDrift: 9.1e-7,
  edgeKept: 1,
  spread: 1.05,
};

const MIX: FilterSettings = {
  noise: 0.336,
  noiseOfGoals: 0.91,
  formVariance: 0.00801,
  formDays: 115,
  variance: 0.0238,
  seasonVariance: 0.0049,
  seasonKept: 0.955,
  correlation: 0.507,
  levelStep: 0.00144,
  levelStepAtFirst: 0.126,
  homeStep: 0.00322,
  promoted: [-0.197, -0.252],
  relegated: [0.261, 0.153],
  unknown: [-0.0387, -0.0432],
  moveKept: 0.939,
  newcomerVariance: 0.63,
  edgeVariance: 0.00222,
  edgeDrift: 2.86e-6,
  edgeKept: 1,
  spread: 1.19,
};

const WITHOUT_CORNERS: FilterSettings = {
  noise: 0.31,
  noiseOfGoals: 0.702,
  formVariance: 0.00684,
  formDays: 139,
  variance: 0.0195,
  seasonVariance: 0.00351,
  seasonKept: 0.957,
  correlation: 0.536,
  levelStep: 0.00129,
  levelStepAtFirst: 0.118,
  homeStep: 0.00324,
  promoted: [-0.194, -0.265],
  relegated: [0.222, 0.193],
  unknown: [-0.0483, -0.0387],
  moveKept: 0.943,
  newcomerVariance: 0.637,
  edgeVariance: 0.00265,
  edgeDrift: 9.34e-7,
  edgeKept: 1,
  spread: 1.17,
};

const ON_TARGET: FilterSettings = {
  noise: 0.637,
  noiseOfGoals: 0.939,
  formVariance: 0.01,
  formDays: 125,
  variance: 0.0316,
  seasonVariance: 0.00582,
  seasonKept: 1,
  correlation: 0.679,
  levelStep: 0.00114,
  levelStepAtFirst: 0.0804,
  homeStep: 0.00307,
  promoted: [-0.226, -0.355],
  relegated: [0.318, 0.174],
  unknown: [-0.0822, -0.0165],
  moveKept: 1.06,
  newcomerVariance: 0.505,
  edgeVariance: 0.00412,
  edgeDrift: 1.09e-6,
  edgeKept: 1,
  spread: 1.03,
};

const SHOTS: FilterSettings = {
  noise: 0.463,
  noiseOfGoals: 1.09,
  formVariance: 0.00987,
  formDays: 88.6,
  variance: 0.0417,
  seasonVariance: 0.00798,
  seasonKept: 0.98,
  correlation: 0.706,
  levelStep: 0.000216,
  levelStepAtFirst: 0.117,
  homeStep: 0.00276,
  promoted: [-0.214, -0.344],
  relegated: [0.319, 0.174],
  unknown: [-0.0706, -0.0378],
  moveKept: 1,
  newcomerVariance: 0.53,
  edgeVariance: 0.00196,
  edgeDrift: 3.4e-6,
  edgeKept: 1,
  spread: 1.05,
};

const CORNERS: FilterSettings = {
  noise: 0.734,
  noiseOfGoals: 0.958,
  formVariance: 0.0102,
  formDays: 113,
  variance: 0.039,
  seasonVariance: 0.0055,
  seasonKept: 0.987,
  correlation: 0.882,
  levelStep: 7.87e-7,
  levelStepAtFirst: 0.0926,
  homeStep: 0.00115,
  promoted: [-0.157, -0.361],
  relegated: [0.315, 0.185],
  unknown: [-0.0776, -0.0346],
  moveKept: 0.897,
  newcomerVariance: 0.398,
  edgeVariance: 0.00551,
  edgeDrift: 4.09e-6,
  edgeKept: 1,
  spread: 1.03,
};

const CLOSING: FilterSettings = {
  noiseOfGoals: 0.8,
  seasonKept: 1.04,
  noise: 0.025,
  formVariance: 0.034,
  formDays: 78,
  seasonVariance: 0.032,
  variance: 0.173,
  correlation: 0.59,
  levelStep: 0.0015,
  levelStepAtFirst: 0.14,
  homeStep: 0.029,
  promoted: [-0.316, -0.213],
  relegated: [0.161, 0.179],
  unknown: [-0.23, 0.031],
  moveKept: 0.866,
  newcomerVariance: 0.123,
  edgeDrift: 2.5e-5,
  edgeVariance: 0.65,
  edgeKept: 0.19,
  spread: 1.02,
};

const MIX_WEIGHTS: PseudoGoalSettings = {
  goals: 0.276,
  onTarget: 0.308,
  offTarget: 0.195,
  corners: 0.221,
  leadHalfTime: 0.225,
  leadFullTime: 0.141,
  redCard: 0.0883,
};
const WEIGHTS_WITHOUT_CORNERS: PseudoGoalSettings = {
  goals: 0.313,
  onTarget: 0.392,
  offTarget: 0.295,
  corners: 0,
  leadHalfTime: 0.231,
  leadFullTime: 0.133,
  redCard: 0.0862,
};

type See = Base['see'];
const goalsOf: See = ({ goals }) => ({ home: goals[0], away: goals[1], counted: true });
const mixOf =
  (weights: PseudoGoalSettings): See =>
  (match, rates) =>
    pseudoGoals(match, rates, weights);

/** One statistic in goals (`worth` each). What a side does while it leads counts for more, because a leading side attacks less. */
const statisticOf =
  (of: (match: PlayedMatch) => Pair | null, worth: number, state: { halfTime: number; fullTime: number }): See =>
  (match) => {
    const seen = of(match);
    if (seen === null) return { home: match.goals[0], away: match.goals[1], counted: false };
    const lead = (score: Pair | null) => (score === null ? 0 : Math.max(-2, Math.min(2, score[0] - score[1])));
    const led = 0.5 * (state.halfTime * lead(match.halfTime) + state.fullTime * lead(match.goals));
    return { home: seen[0] * worth * Math.exp(led), away: seen[1] * worth * Math.exp(-led), counted: true };
  };
const onTarget = statisticOf((match) => match.shotsOnTarget, 0.276, { halfTime: 0.205, fullTime: 0.242 });
const shots = statisticOf((match) => match.shots, 0.102, { halfTime: 0.257, fullTime: 0.304 });
const corners = statisticOf((match) => match.corners, 0.201, { halfTime: 0.309, fullTime: 0.523 });
const closingOf: See = ({ closing }) => (closing === null ? null : { home: closing[0], away: closing[1], counted: true });

const base = (name: string, settings: FilterSettings, see: See): Base => ({ name, settings, see });
const speed = (settings: FilterSettings, form: number, season: number, formDays: number): FilterSettings => ({
  ...settings,
  formVariance: settings.formVariance * form,
  seasonVariance: settings.seasonVariance * season,
  formDays,
});

/** The base whose rates the others correct. */
export const LEADING = 'mix';

/** Bases that rate results and statistics. */
export const STATISTICS_BASES: readonly Base[] = [
  base(LEADING, MIX, mixOf(MIX_WEIGHTS)),
  base('goals', GOALS, goalsOf),
  base('without corners', WITHOUT_CORNERS, mixOf(WEIGHTS_WITHOUT_CORNERS)),
  base('goals, fast', speed(GOALS, 4, 4, 70), goalsOf),
  base('mix, fast', speed(MIX, 5, 1, 70), mixOf(MIX_WEIGHTS)),
  base('mix, slow', speed(MIX, 0.3, 0.3, 340), mixOf(MIX_WEIGHTS)),
  base('mix, 30 days', speed(MIX, 3, 1, 30), mixOf(MIX_WEIGHTS)),
  base('mix, seasons', speed(MIX, 1, 5, 300), mixOf(MIX_WEIGHTS)),
  base('shots on target', ON_TARGET, onTarget),
  base('shots on target, fast', speed(ON_TARGET, 5, 1, 70), onTarget),
  base('shots on target, slow', speed(ON_TARGET, 0.3, 0.3, 267), onTarget),
  base('shots', SHOTS, shots),
  base('shots, fast', speed(SHOTS, 5, 1, 70), shots),
  base('corners', CORNERS, corners),
];

/** An Elo ladder: what counts as a win, and how fast it moves. */
export interface Ladder {
  settings: EloLadderSettings;
  see: See;
}

const ladder = (see: See, steepness: number, step: number): Ladder => ({ see, settings: { step, steepness } });
const resultOf: See = ({ goals }) => ({ home: Math.sign(goals[0] - goals[1]), away: 0, counted: true });
/** With this steepness, a margin of 1 counts as nearly a whole win. */
const RESULT = 4;
const GOAL = 0.75;
const PSEUDO_GOAL = 0.9;

export const LADDERS: readonly Ladder[] = [
  ...[8, 20].map((step) => ladder(resultOf, RESULT, step)),
  ...[6, 12, 25, 50].map((step) => ladder(goalsOf, GOAL, step)),
  ...[7, 15, 35, 70].map((step) => ladder(mixOf(MIX_WEIGHTS), PSEUDO_GOAL, step)),
];

/** Bases that rate the goals expected by the closing prices of past matches. */
export const PRICE_BASES: readonly Base[] = [
  base('closing prices', CLOSING, closingOf),
  base('closing prices, fast', speed(CLOSING, 3, 1, 30), closingOf),
  base('closing prices, slow', speed(CLOSING, 0.3, 0.5, 150), closingOf),
];
