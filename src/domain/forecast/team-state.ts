import type { Pair } from './played-match.ts';

/** Length and indices of a team's state vector. */
export const STATE = 5;
export const ATTACK = 0;
export const DEFENCE = 1;
export const FORM_ATTACK = 2;
export const FORM_DEFENCE = 3;
export const EDGE = 4;

/** The state of a team: five numbers and their uncertainty. */
export interface TeamState {
  x: Float64Array;
  /** Covariance, 5 rows of 5. */
  p: Float64Array;
  lastDay: number;
  matches: number;
}

const PAUSE_DAYS_MAX = 60;
const FORM_VARIANCE_AT_FIRST = 0.004;
const SLOW_DRIFT_A_DAY = 1e-8;

/** An average team without any data. */
export function newTeam({ variance, correlation, edgeVariance }: FilterSettings): TeamState {
  const p = new Float64Array(STATE * STATE);
  spreadTogether(p, ATTACK, variance, correlation);
  spreadTogether(p, FORM_ATTACK, FORM_VARIANCE_AT_FIRST, correlation);
  p[EDGE * STATE + EDGE] = edgeVariance;
  return { x: new Float64Array(STATE), p, lastDay: Number.NEGATIVE_INFINITY, matches: 0 };
}

/** Adds correlated variance to an attack and the defence behind it. */
export function spreadTogether(p: Float64Array, attack: number, variance: number, correlation: number): void {
  p[attack * STATE + attack]! += variance;
  p[(attack + 1) * STATE + attack + 1]! += variance;
  p[attack * STATE + attack + 1]! += correlation * variance;
  p[(attack + 1) * STATE + attack]! += correlation * variance;
}

const daysSince = (team: TeamState, day: number): number => Math.max(0, Math.min(PAUSE_DAYS_MAX, day - team.lastDay));
/** Share of a team's form that is left on a day, 0 to 1. */
export const formLeft = (team: TeamState, day: number, { formDays }: FilterSettings): number => Math.exp(-daysSince(team, day) / formDays);

/** Advances time: form fades, and uncertainty grows. */
export function advance(team: TeamState, day: number, settings: FilterSettings): void {
  const { x, p } = team;
  const days = daysSince(team, day);
  const left = formLeft(team, day, settings);
  for (const form of [FORM_ATTACK, FORM_DEFENCE]) {
    x[form]! *= left;
    for (let k = 0; k < STATE; k++) {
      p[form * STATE + k]! *= left;
      p[k * STATE + form]! *= left;
    }
  }
  spreadTogether(p, ATTACK, SLOW_DRIFT_A_DAY * days, settings.correlation);
  spreadTogether(p, FORM_ATTACK, settings.formVariance * (1 - left * left), settings.correlation);
  p[EDGE * STATE + EDGE]! += settings.edgeDrift * days;
  team.lastDay = day;
}

const scorerGain = new Float64Array(STATE);
const concederGain = new Float64Array(STATE);

/** Learns from one side's goals about its attack, the other side's defence, and, with the given weight, the home edge. */
export function observe(
  scorer: TeamState,
  conceder: TeamState,
  scorerEdge: number,
  concederEdge: number,
  more: number,
  rate: number,
  noise: number,
): void {
  const known =
    project(scorer.p, ATTACK, FORM_ATTACK, 1, scorerEdge, scorerGain) +
    project(conceder.p, DEFENCE, FORM_DEFENCE, -1, concederEdge, concederGain);
  const scale = 1 / (rate * known + noise);
  correct(scorer, scorerGain, more * scale, rate * scale);
  correct(conceder, concederGain, more * scale, rate * scale);
}

/** Writes P H' to `into` and returns H P H'. */
function project(p: Float64Array, slow: number, form: number, sign: number, edge: number, into: Float64Array): number {
  for (let row = 0; row < STATE; row++)
    into[row] = sign * (p[row * STATE + slow]! + p[row * STATE + form]!) + edge * p[row * STATE + EDGE]!;
  return sign * (into[slow]! + into[form]!) + edge * into[EDGE]!;
}

function correct({ x, p }: TeamState, gain: Float64Array, step: number, shrink: number): void {
  for (let row = 0; row < STATE; row++) {
    const g = gain[row]!;
    x[row]! += g * step;
    for (let column = 0; column < STATE; column++) p[row * STATE + column]! -= g * gain[column]! * shrink;
  }
}

/**
 * Speed of the ratings. A team has five numbers: lasting attack and defence, attack and defence of current form, and its own home edge.
 * `variance` is of ln(goals).
 */
export interface FilterSettings {
  /** Noise of an observation, as a multiple of Poisson noise: with more than goals counted, and with goals alone. */
  noise: number;
  noiseOfGoals: number;
  /** Form: its variance, and the days in which it fades to 1/e. */
  formVariance: number;
  formDays: number;
  /** The lasting part: initial variance, variance added per season, and the share kept from season to season. */
  variance: number;
  seasonVariance: number;
  seasonKept: number;
  /** Correlation of attack and defence. */
  correlation: number;
  /** Steps of a division's goal level, later and in the first 20 matches of its teams, and of its home advantage. */
  levelStep: number;
  levelStepAtFirst: number;
  homeStep: number;
  /** Attack and defence of teams entering a division. */
  promoted: Pair;
  relegated: Pair;
  unknown: Pair;
  /** Share of a rating kept when a team changes division, and the uncertainty of newcomers relative to the initial one. */
  moveKept: number;
  newcomerVariance: number;
  /** A team's own home edge: initial variance, variance added per day, and the share kept from season to season. */
  edgeVariance: number;
  edgeDrift: number;
  edgeKept: number;
  /** Factor on differences of strength in forecasts. */
  spread: number;
}
