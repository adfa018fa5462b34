import type { Fixture, PlayedMatch } from './played-match.ts';

/**
 * Dixon and Coles' model of 1997 as it is usually implemented: attack and defence per team, home advantage, Poisson goals, match weights
 * that halve every 300 days, and a weekly refit. It is the benchmark for our model.
 */
export interface DixonColes {
  /** ln of each side's expected goals. */
  expect(fixture: Fixture): { home: number; away: number };
  /** Learns a day's matches. */
  learn(matches: readonly PlayedMatch[]): void;
}

const HALF_LIFE_DAYS = 300;
/** Matches with a lower weight are dropped. */
const WEIGHT_MIN = 0.02;
const REMEMBERED_DAYS = HALF_LIFE_DAYS * Math.log2(1 / WEIGHT_MIN);
const REFIT_DAYS = 7;
/** Prior variance of attacks and defences. It is wide because the fading matches say little about a team. */
const PRIOR_VARIANCE = 0.4;
const DAMPING = 0.6;
const SWEEPS = 4;
const LEVEL_AT_FIRST = Math.log(1.3);
const HOME_AT_FIRST = 0.28;

interface Strength {
  attack: number;
  defence: number;
}

interface Division {
  level: number;
  home: number;
  fittedDay: number;
  matches: PlayedMatch[];
  teams: Map<string, Strength>;
}

export function createDixonColes(): DixonColes {
  const divisions = new Map<string, Division>();
  const divisionOf = (name: string): Division => {
    let division = divisions.get(name);
    if (division === undefined) {
      division = { level: LEVEL_AT_FIRST, home: HOME_AT_FIRST, fittedDay: Number.NEGATIVE_INFINITY, matches: [], teams: new Map() };
      divisions.set(name, division);
    }
    return division;
  };
  return {
    expect({ division: name, home, away, day, neutral }) {
      const division = divisionOf(name);
      if (day - division.fittedDay >= REFIT_DAYS) refit(division, day);
      const [h, a] = [strengthOf(division, home), strengthOf(division, away)];
      const advantage = neutral ? 0 : division.home;
      return { home: division.level + advantage / 2 + h.attack - a.defence, away: division.level - advantage / 2 + a.attack - h.defence };
    },
    learn(matches) {
      for (const match of matches) divisionOf(match.division).matches.push(match);
    },
  };
}

function strengthOf({ teams }: Division, name: string): Strength {
  let strength = teams.get(name);
  if (strength === undefined) {
    strength = { attack: 0, defence: 0 };
    teams.set(name, strength);
  }
  return strength;
}

/** Refits from last week's values; a few damped Newton sweeps over one parameter after another are enough. */
function refit(division: Division, day: number): void {
  division.fittedDay = day;
  division.matches = division.matches.filter((match) => day - match.day <= REMEMBERED_DAYS);
  for (let sweep = 0; sweep < SWEEPS; sweep++) sweepOnce(division, day);
}

interface Slope {
  slope: number;
  curvature: number;
}
const flat = (): Slope => ({ slope: 0, curvature: 0 });

function sweepOnce(division: Division, day: number): void {
  const attacks = new Map<Strength, Slope>();
  const defences = new Map<Strength, Slope>();
  const [level, home] = [flat(), flat()];
  const add = (slopes: Map<Strength, Slope>, of: Strength, more: number, curvature: number) => {
    const sums = slopes.get(of) ?? flat();
    sums.slope += more;
    sums.curvature += curvature;
    slopes.set(of, sums);
  };
  for (const match of division.matches) {
    const weight = 2 ** ((match.day - day) / HALF_LIFE_DAYS);
    const [h, a] = [strengthOf(division, match.home), strengthOf(division, match.away)];
    const advantage = match.neutral ? 0 : division.home / 2;
    const homeRate = weight * Math.exp(division.level + advantage + h.attack - a.defence);
    const awayRate = weight * Math.exp(division.level - advantage + a.attack - h.defence);
    const [homeMore, awayMore] = [weight * match.goals[0] - homeRate, weight * match.goals[1] - awayRate];
    add(attacks, h, homeMore, homeRate);
    add(defences, a, -homeMore, homeRate);
    add(attacks, a, awayMore, awayRate);
    add(defences, h, -awayMore, awayRate);
    level.slope += homeMore + awayMore;
    level.curvature += homeRate + awayRate;
    if (match.neutral) continue;
    home.slope += (homeMore - awayMore) / 2;
    home.curvature += (homeRate + awayRate) / 4;
  }
  const step = ({ slope, curvature }: Slope, value: number, mean: number, precision: number) =>
    (DAMPING * (slope - precision * (value - mean))) / (curvature + precision);
  for (const [team, slope] of attacks) team.attack += step(slope, team.attack, 0, 1 / PRIOR_VARIANCE);
  for (const [team, slope] of defences) team.defence += step(slope, team.defence, 0, 1 / PRIOR_VARIANCE);
  division.level += step(level, division.level, LEVEL_AT_FIRST, 1);
  division.home += step(home, division.home, HOME_AT_FIRST, 20);
}
