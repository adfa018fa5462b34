import type { Fixture, Pair } from './played-match.ts';
import type { Seen } from './pseudo-goals.ts';
import type { Move, SeasonStart } from './season-moves.ts';
import {
  ATTACK,
  advance,
  DEFENCE,
  EDGE,
  type FilterSettings,
  FORM_ATTACK,
  FORM_DEFENCE,
  formLeft,
  newTeam,
  observe,
  STATE,
  spreadTogether,
  type TeamState,
} from './team-state.ts';

/** Home advantage also moves in all divisions together: in 2020 all stadiums were empty. */
const SHARED_HOME_STEP = 0.0006;
const SHARED_HOME_AT_FIRST = 0.28;
const LEVEL_AT_FIRST = Math.log(1.3);
const FIRST_MATCHES = 20;

interface DivisionState {
  level: number;
  home: number;
}

/** Logarithms of each side's expected goals, and their components. */
export interface ExpectedRates {
  home: number;
  away: number;
  /** Components; `home` is level + advantage / 2 + attack of home - defence of away. */
  parts: { level: number; advantage: number; homeAttack: number; homeDefence: number; awayAttack: number; awayDefence: number };
  /** The share of current form in the attacks and defences. */
  form: { homeAttack: number; homeDefence: number; awayAttack: number; awayDefence: number };
}

export interface TeamFilter {
  startSeason(start: SeasonStart): void;
  /** Returns the expected rates without changing the filter. Unknown teams count as average. */
  expect(fixture: Fixture): ExpectedRates;
  /** Learns from a match; ignores values that are not numbers. */
  learn(fixture: Fixture, seen: Seen): void;
}

/**
 * Ratings updated with every match: an extended Kalman filter with Poisson-like noise. It is exact within a team (5 by 5) and ignores
 * correlations between teams, which limits a step to a few hundred multiplications.
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
    // Teams are rated within their division, so the home side is moved to the scale of the away side's division.
    const above = spread * (fixture.tiersAbove ?? 0) * tierStep(settings);
    const [homeForm, awayForm] = [formLeft(home, fixture.day, settings), formLeft(away, fixture.day, settings)];
    const form = {
      homeAttack: spread * homeForm * home.x[FORM_ATTACK]!,
      homeDefence: spread * homeForm * home.x[FORM_DEFENCE]!,
      awayAttack: spread * awayForm * away.x[FORM_ATTACK]!,
      awayDefence: spread * awayForm * away.x[FORM_DEFENCE]!,
    };
    const homeAttack = spread * home.x[ATTACK]! + form.homeAttack + above;
    const homeDefence = spread * home.x[DEFENCE]! + form.homeDefence + above;
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
    startSeason({ division, moves, before }) {
      divisionOf(division).level += centre(before.map(teamOf));
      for (const [name, move] of moves) enterSeason(teamOf(name), move, settings);
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

/** What a tier is worth, in attack as in defence: the mean of the steps of teams that come from below and from above. */
const tierStep = ({ promoted, relegated }: FilterSettings): number => (relegated[0] + relegated[1] - promoted[0] - promoted[1]) / 4;

/** Starts a season: teams that stay change little, promoted or relegated teams move by a known step. */
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

/** Subtracts the mean attack and defence of teams that played a season together, and returns its contribution to the division's level. */
export function centre(teams: readonly TeamState[]): number {
  const means = [ATTACK, DEFENCE].map((slow) => {
    const mean = teams.reduce((sum, { x }) => sum + x[slow]!, 0) / Math.max(1, teams.length);
    for (const { x } of teams) x[slow]! -= mean;
    return mean;
  });
  return means[0]! - means[1]!;
}
