import type { Pair, PlayedMatch } from './played-match.ts';
import { type DivisionRates, type Performance, type PseudoGoalSettings, pseudoGoals } from './pseudo-goals.ts';
import type { FilterSettings } from './team-filter.ts';

/** One way of rating teams: what it looks at, and how fast it moves. Its opinion is one of many that are weighed. */
export interface Base {
  name: string;
  settings: FilterSettings;
  /** What it saw of a match; null where it saw nothing. */
  see(match: PlayedMatch, rates: DivisionRates): Performance | null;
}

// All of these were found on the seasons 2013-14 to 2017-18 of 22 divisions, by a random search for the least RPS; see docs/forecast.md.
const COMMON = {
  noiseOfGoals: 0.8,
  seasonKept: 1.04,
  levelStep: 0.002,
  levelStepAtFirst: 0.002,
  edgeKept: 1,
} satisfies Partial<FilterSettings>;

const GOALS: FilterSettings = {
  ...COMMON,
  noise: 0.838,
  noiseOfGoals: 0.838,
  formVariance: 0.00737,
  formDays: 210,
  seasonVariance: 0.00566,
  variance: 0.039,
  correlation: 0.75,
  levelStep: 0.0033,
  levelStepAtFirst: 0.0069,
  homeStep: 0.0026,
  promoted: [-0.186, -0.303],
  relegated: [0.311, 0.135],
  unknown: [-0.095, -0.023],
  moveKept: 0.755,
  newcomerVariance: 0.383,
  edgeDrift: 7e-7,
  edgeVariance: 0.0048,
  spread: 1,
};

const MIX: FilterSettings = {
  ...COMMON,
  noise: 0.329,
  formVariance: 0.0127,
  formDays: 340,
  seasonVariance: 0.0019,
  variance: 0.193,
  correlation: 0.72,
  homeStep: 0.0028,
  promoted: [-0.159, -0.319],
  relegated: [0.206, 0.081],
  unknown: [0.028, -0.119],
  moveKept: 0.809,
  newcomerVariance: 0.018,
  edgeDrift: 2.4e-6,
  edgeVariance: 0.0011,
  spread: 1.16,
};

const ON_TARGET: FilterSettings = {
  ...COMMON,
  noise: 0.569,
  formVariance: 0.0147,
  formDays: 267,
  seasonVariance: 0.0024,
  seasonKept: 1.09,
  variance: 0.089,
  correlation: 0.77,
  homeStep: 0.0028,
  promoted: [-0.187, -0.395],
  relegated: [0.273, 0.1],
  unknown: [0.022, -0.138],
  moveKept: 0.923,
  newcomerVariance: 0.1,
  edgeDrift: 2.2e-6,
  edgeVariance: 0.0005,
  spread: 0.97,
};

const SHOTS: FilterSettings = {
  ...ON_TARGET,
  noise: 0.456,
  formVariance: 0.0162,
  formDays: 285,
  seasonVariance: 0.0027,
  seasonKept: 1.06,
  variance: 0.107,
  correlation: 0.95,
  homeStep: 0.0016,
  promoted: [-0.19, -0.353],
  relegated: [0.231, 0.099],
  moveKept: 0.877,
  newcomerVariance: 0.08,
  edgeDrift: 2.7e-6,
  edgeVariance: 0.0007,
  spread: 1.02,
};

const CORNERS: FilterSettings = {
  ...ON_TARGET,
  noise: 0.583,
  formDays: 247,
  seasonVariance: 2e-6,
  variance: 0.17,
  correlation: 0.95,
  homeStep: 0.0003,
  promoted: [-0.164, -0.288],
  relegated: [0.196, 0.031],
  moveKept: 0.622,
  newcomerVariance: 0.035,
  edgeDrift: 1.4e-6,
  edgeVariance: 0.0052,
  spread: 0.99,
};

const CLOSING: FilterSettings = {
  ...COMMON,
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
  goals: 0.274,
  onTarget: 0.324,
  offTarget: 0.162,
  corners: 0.24,
  leadHalfTime: 0.196,
  leadFullTime: 0.123,
  redCard: 0.08,
};
const WITHOUT_CORNERS: PseudoGoalSettings = {
  goals: 0.299,
  onTarget: 0.431,
  offTarget: 0.27,
  corners: 0,
  leadHalfTime: 0.189,
  leadFullTime: 0.189,
  redCard: 0.097,
};

type See = Base['see'];
const goalsOf: See = ({ goals }) => ({ home: goals[0], away: goals[1], counted: true });
const mixOf =
  (weights: PseudoGoalSettings): See =>
  (match, rates) =>
    pseudoGoals(match, rates, weights);

/** One statistic in goals (`worth` each), with as much of the game state as it needs: 0 leaves it raw. */
const statisticOf =
  (of: (match: PlayedMatch) => Pair | null, worth: number, state: number): See =>
  (match) => {
    const seen = of(match);
    if (seen === null) return { home: match.goals[0], away: match.goals[1], counted: false };
    const lead = (score: Pair | null) => (score === null ? 0 : Math.max(-2, Math.min(2, score[0] - score[1])));
    const led = 0.5 * state * (MIX_WEIGHTS.leadHalfTime * lead(match.halfTime) + MIX_WEIGHTS.leadFullTime * lead(match.goals));
    return { home: seen[0] * worth * Math.exp(led), away: seen[1] * worth * Math.exp(-led), counted: true };
  };
const onTarget = (state: number) => statisticOf((match) => match.shotsOnTarget, 0.31, state);
const shots = (state: number) => statisticOf((match) => match.shots, 0.113, state);
const corners = (state: number) => statisticOf((match) => match.corners, 0.27, state);
const firstHalf: See = ({ halfTime, goals }) =>
  halfTime === null
    ? { home: goals[0], away: goals[1], counted: false }
    : { home: 2.25 * halfTime[0], away: 2.25 * halfTime[1], counted: true };
const closingOf: See = ({ closing }) => (closing === null ? null : { home: closing[0], away: closing[1], counted: true });

const base = (name: string, settings: FilterSettings, see: See): Base => ({ name, settings, see });
const speed = (settings: FilterSettings, form: number, season: number, formDays: number): FilterSettings => ({
  ...settings,
  formVariance: settings.formVariance * form,
  seasonVariance: settings.seasonVariance * season,
  formDays,
});

/** Its rates are the ones that the others correct. */
export const LEADING = 'mix';

/** Ratings of results and statistics. */
export const STATISTICS_BASES: readonly Base[] = [
  base(LEADING, MIX, mixOf(MIX_WEIGHTS)),
  base('goals', GOALS, goalsOf),
  base('without corners', MIX, mixOf(WITHOUT_CORNERS)),
  base('goals, fast', speed(GOALS, 4, 4, 70), goalsOf),
  base('goals, slow', speed(GOALS, 0.25, 0.25, 210), goalsOf),
  base('mix, fast', speed(MIX, 5, 1, 70), mixOf(MIX_WEIGHTS)),
  base('mix, slow', speed(MIX, 0.3, 0.3, 340), mixOf(MIX_WEIGHTS)),
  base('mix, 20 days', speed(MIX, 15, 1, 20), mixOf(MIX_WEIGHTS)),
  base('mix, 30 days', speed(MIX, 3, 1, 30), mixOf(MIX_WEIGHTS)),
  base('mix, seasons', speed(MIX, 1, 5, 300), mixOf(MIX_WEIGHTS)),
  base('shots on target', ON_TARGET, onTarget(1.1)),
  base('shots on target, fast', speed(ON_TARGET, 5, 1, 70), onTarget(1.1)),
  base('shots on target, slow', speed(ON_TARGET, 0.3, 0.3, 267), onTarget(1.1)),
  base('shots', SHOTS, shots(1.5)),
  base('shots, fast', speed(SHOTS, 5, 1, 70), shots(1.5)),
  base('corners', CORNERS, corners(1.7)),
  base('shots on target, raw', ON_TARGET, onTarget(0)),
  base('shots, raw', SHOTS, shots(0)),
  base('corners, raw', CORNERS, corners(0)),
  base('first half', GOALS, firstHalf),
];

/** Ratings of what the last prices of past matches expected. */
export const PRICE_BASES: readonly Base[] = [
  base('closing prices', CLOSING, closingOf),
  base('closing prices, fast', speed(CLOSING, 3, 1, 30), closingOf),
  base('closing prices, slow', speed(CLOSING, 0.3, 0.5, 150), closingOf),
];
