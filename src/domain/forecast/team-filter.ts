import { centre, enterSeason } from './enter-season.ts';
import type { FilterSettings } from './filter-settings.ts';
import type { Fixture } from './played-match.ts';
import type { Seen } from './pseudo-goals.ts';
import type { SeasonStart } from './season-moves.ts';
import { ATTACK, advance, DEFENCE, EDGE, FORM_ATTACK, FORM_DEFENCE, formLeft, newTeam, observe, type TeamState } from './team-state.ts';

/** All divisions' home advantage moves together, too: in 2020 all stadiums were empty. */
const SHARED_HOME_STEP = 0.0006;
const SHARED_HOME_AT_FIRST = 0.28;
const LEVEL_AT_FIRST = Math.log(1.3);
const FIRST_MATCHES = 20;

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
