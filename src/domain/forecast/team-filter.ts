import type { Fixture, Pair } from './played-match.ts';
import type { Seen } from './pseudo-goals.ts';
import type { Move, SeasonStart } from './season-moves.ts';

/**
 * How fast ratings move. A team is five numbers: attack and defence that last, attack and defence of the day's form, and its own
 * home edge. `variance` is of ln(goals).
 */
export interface FilterSettings {
  /** Noise of an observation, as a multiple of a Poisson's: where more than goals was counted, and where it was not. */
  noise: number;
  noiseOfGoals: number;
  /** Form: its variance, and the days in which it fades to 1/e. */
  formVariance: number;
  formDays: number;
  /** The lasting part: variance at first, added a season, and how much of it is kept from season to season. */
  variance: number;
  seasonVariance: number;
  seasonKept: number;
  /** Correlation of attack and defence. */
  correlation: number;
  /** Steps of a division's level of goals and of its home advantage, in the first 20 matches of its teams and later. */
  levelStep: number;
  levelStepAtFirst: number;
  homeStep: number;
  /** Attack and defence of those that come into a division. */
  promoted: Pair;
  relegated: Pair;
  unknown: Pair;
  /** How much of a rating is kept by who changes division, and how much less is known of newcomers than of all at first. */
  moveKept: number;
  newcomerVariance: number;
  /** A team's own home edge: its variance at first, added a day, and kept from season to season. */
  edgeVariance: number;
  edgeDrift: number;
  edgeKept: number;
  /** Differences of strength are stretched by this when they are told. */
  spread: number;
}

/** All divisions' home advantage moves together, too: in 2020 all stadiums were empty. */
const SHARED_HOME_STEP = 0.0006;
const SHARED_HOME_AT_FIRST = 0.28;
const LEVEL_AT_FIRST = Math.log(1.3);
const PAUSE_DAYS_MAX = 60;
const FIRST_MATCHES = 20;
const FORM_VARIANCE_AT_FIRST = 0.004;
const SLOW_DRIFT_A_DAY = 1e-8;

const STATE = 5;
const ATTACK = 0;
const DEFENCE = 1;
const FORM_ATTACK = 2;
const FORM_DEFENCE = 3;
const EDGE = 4;

interface TeamState {
  x: Float64Array;
  /** Its covariance, 5 rows of 5. */
  p: Float64Array;
  lastDay: number;
  matches: number;
}

interface DivisionState {
  level: number;
  home: number;
}

/** Logarithms of the goals that each side is expected to score, and what they are made of. */
export interface ExpectedRates {
  home: number;
  away: number;
  /** Their parts; `home` is level + advantage / 2 + attack of home - defence of away. */
  parts: { level: number; advantage: number; homeAttack: number; homeDefence: number; awayAttack: number; awayDefence: number };
  /** How much of the attacks and defences is the day's form. */
  form: { homeAttack: number; homeDefence: number; awayAttack: number; awayDefence: number };
}

export interface TeamFilter {
  startSeason(start: SeasonStart): void;
  /** What it expects now; changes nothing. Teams never heard of are average ones. */
  expect(fixture: Fixture): ExpectedRates;
  /** Learns from a match. Nothing that is not a number is taken in. */
  learn(fixture: Fixture, seen: Seen): void;
}

/**
 * Ratings that move with every match: an extended Kalman filter with Poisson-like noise, exact within a team (5 by 5) and without
 * memory of what teams have to do with each other, which keeps a step at a few hundred multiplications.
 */
export function createTeamFilter(settings: FilterSettings): TeamFilter {
  const teams = new Map<string, TeamState>();
  const divisions = new Map<string, DivisionState>();
  let sharedHome = SHARED_HOME_AT_FIRST;

  const divisionOf = (name: string): DivisionState => {
    let division = divisions.get(name);
    if (division === undefined) {
      division = { level: LEVEL_AT_FIRST, home: 0 };
      divisions.set(name, division);
    }
    return division;
  };
  const teamOf = (name: string): TeamState => {
    let team = teams.get(name);
    if (team === undefined) {
      team = newTeam(settings);
      teams.set(name, team);
    }
    return team;
  };

  const ratesOf = (fixture: Fixture, division: DivisionState, home: TeamState, away: TeamState, spread: number): ExpectedRates => {
    const [homeForm, awayForm] = [formLeft(home, fixture.day, settings), formLeft(away, fixture.day, settings)];
    const form = {
      homeAttack: spread * homeForm * home.x[FORM_ATTACK]!,
      homeDefence: spread * homeForm * home.x[FORM_DEFENCE]!,
      awayAttack: spread * awayForm * away.x[FORM_ATTACK]!,
      awayDefence: spread * awayForm * away.x[FORM_DEFENCE]!,
    };
    const homeAttack = spread * home.x[ATTACK]! + form.homeAttack;
    const homeDefence = spread * home.x[DEFENCE]! + form.homeDefence;
    const awayAttack = spread * away.x[ATTACK]! + form.awayAttack;
    const awayDefence = spread * away.x[DEFENCE]! + form.awayDefence;
    const advantage = fixture.neutral ? 0 : sharedHome + division.home + home.x[EDGE]!;
    return {
      home: division.level + advantage / 2 + homeAttack - awayDefence,
      away: division.level - advantage / 2 + awayAttack - homeDefence,
      parts: { level: division.level, advantage, homeAttack, homeDefence, awayAttack, awayDefence },
      form,
    };
  };

  return {
    startSeason({ division, moves }) {
      divisionOf(division);
      for (const [name, move] of moves) enterSeason(teamOf(name), move, settings);
      divisionOf(division).level += centre([...moves.keys()].map(teamOf));
    },

    expect: (fixture) =>
      ratesOf(
        fixture,
        divisions.get(fixture.division) ?? { level: LEVEL_AT_FIRST, home: 0 },
        teams.get(fixture.home) ?? newTeam(settings),
        teams.get(fixture.away) ?? newTeam(settings),
        settings.spread,
      ),

    learn(fixture, seen) {
      if (!Number.isFinite(seen.home) || !Number.isFinite(seen.away)) return;
      const [home, away, division] = [teamOf(fixture.home), teamOf(fixture.away), divisionOf(fixture.division)];
      advance(home, fixture.day, settings);
      advance(away, fixture.day, settings);
      const before = ratesOf(fixture, division, home, away, 1);
      const [homeRate, awayRate] = [Math.exp(before.home), Math.exp(before.away)];
      const noise = seen.counted ? settings.noise : settings.noiseOfGoals;
      const edge = fixture.neutral ? 0 : 0.5;
      observe(home, away, edge, 0, seen.home - homeRate, homeRate, noise);
      observe(away, home, 0, -edge, seen.away - awayRate, awayRate, noise);
      const [more, fewer] = [seen.home - homeRate, seen.away - awayRate];
      const atFirst = home.matches < FIRST_MATCHES && away.matches < FIRST_MATCHES;
      const rates = homeRate + awayRate;
      division.level += ((atFirst ? settings.levelStepAtFirst : settings.levelStep) * (more + fewer)) / rates;
      if (!fixture.neutral) {
        division.home += (settings.homeStep * (more - fewer)) / rates;
        sharedHome += (SHARED_HOME_STEP * (more - fewer)) / rates;
      }
      home.matches++;
      away.matches++;
    },
  };
}

function newTeam({ variance, correlation, edgeVariance }: FilterSettings): TeamState {
  const p = new Float64Array(STATE * STATE);
  spreadTogether(p, ATTACK, variance, correlation);
  spreadTogether(p, FORM_ATTACK, FORM_VARIANCE_AT_FIRST, correlation);
  p[EDGE * STATE + EDGE] = edgeVariance;
  return { x: new Float64Array(STATE), p, lastDay: Number.NEGATIVE_INFINITY, matches: 0 };
}

/** Adds to the variances of an attack and the defence behind it. */
function spreadTogether(p: Float64Array, attack: number, variance: number, correlation: number): void {
  p[attack * STATE + attack]! += variance;
  p[(attack + 1) * STATE + attack + 1]! += variance;
  p[attack * STATE + attack + 1]! += correlation * variance;
  p[(attack + 1) * STATE + attack]! += correlation * variance;
}

const daysSince = (team: TeamState, day: number): number => Math.max(0, Math.min(PAUSE_DAYS_MAX, day - team.lastDay));
const formLeft = (team: TeamState, day: number, { formDays }: FilterSettings): number => Math.exp(-daysSince(team, day) / formDays);

/** Time passes: form fades, and what is known becomes less certain. */
function advance(team: TeamState, day: number, settings: FilterSettings): void {
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

/** One side's goals tell of its attack and of the other's defence, and of the home edge with the weight that is told. */
function observe(
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

/** What a summer changes: nothing much for who stays, a known step for who comes from above or below. */
function enterSeason(team: TeamState, move: Move, settings: FilterSettings): void {
  if (move === 'first') return;
  const { x, p } = team;
  if (move === 'new') {
    x.set(settings.unknown, ATTACK);
    p.set(newTeam({ ...settings, variance: settings.variance * settings.newcomerVariance }).p);
    return;
  }
  const kept = settings.seasonKept;
  for (const slow of [ATTACK, DEFENCE]) {
    x[slow]! *= kept;
    for (let k = 0; k < STATE; k++) {
      p[slow * STATE + k]! *= kept;
      p[k * STATE + slow]! *= kept;
    }
  }
  spreadTogether(p, ATTACK, settings.seasonVariance, settings.correlation);
  x[EDGE]! *= settings.edgeKept;
  if (move === 'stayed') return;
  shift(team, MOVES[move](settings));
}

interface Shift {
  kept: number;
  by: Pair;
  variance: number;
}

const MOVES: Readonly<Record<Exclude<Move, 'first' | 'new' | 'stayed'>, (settings: FilterSettings) => Shift>> = {
  promoted: ({ moveKept, promoted, newcomerVariance, seasonVariance }) => ({
    kept: moveKept,
    by: promoted,
    variance: 2 * newcomerVariance * seasonVariance,
  }),
  relegated: ({ relegated, newcomerVariance, seasonVariance }) => ({
    kept: 1,
    by: relegated,
    variance: 2 * newcomerVariance * seasonVariance,
  }),
  moved: ({ newcomerVariance, seasonVariance }) => ({ kept: 1, by: [0, 0], variance: 2 * newcomerVariance * seasonVariance }),
  back: ({ unknown, variance }) => ({ kept: 0.5, by: unknown, variance: variance / 2 }),
};

function shift({ x, p }: TeamState, { kept, by, variance }: Shift): void {
  x[ATTACK] = kept * x[ATTACK]! + by[0];
  x[DEFENCE] = kept * x[DEFENCE]! + by[1];
  for (const slow of [ATTACK, DEFENCE]) p[slow * STATE + slow]! += variance;
}

/** The mean attack and defence of a division are its level's business. */
function centre(teams: readonly TeamState[]): number {
  const means = [ATTACK, DEFENCE].map((slow) => {
    const mean = teams.reduce((sum, { x }) => sum + x[slow]!, 0) / Math.max(1, teams.length);
    for (const { x } of teams) x[slow]! -= mean;
    return mean;
  });
  return means[0]! - means[1]!;
}
