import { OUTCOMES, type Outcome } from './evaluate.ts';
import type { Pair } from './played-match.ts';
import { SCORE_PLACES, type ScoreMatrix } from './score-matrix.ts';
import { createSeasonTable, type OrderRules } from './season-simulation-table.ts';

/** A season in progress. Teams are numbers from 0 in alphabetical order, which decides if nothing else does. */
export interface SeasonToPlay {
  teams: number;
  rules: OrderRules;
  /** Points deducted, by team. */
  deducted: readonly number[];
  played: readonly { home: number; away: number; goals: Pair }[];
  /** Remaining matches with score probabilities; a sport without draws has its two outcomes as 1-0 and 0-1. */
  remaining: readonly { home: number; away: number; scores: ScoreMatrix }[];
}

/** How often each team finished in each place, over all seasons and over those with a given outcome of one match. */
export interface SimulatedSeason {
  seasons: number;
  /** Number of seasons in which the team finished in each place, first place first. */
  placesOf(team: number): number[];
  /** Mean points of the team at the end of the season, after deductions. */
  pointsOf(team: number): number;
  /**
   * The same for the home or away team of a remaining match, in the seasons with that outcome of the match; over the three outcomes they
   * add up to `placesOf`.
   */
  placesGiven(fixture: number, outcome: Outcome, side: 'home' | 'away'): number[];
}

/** A probability p from n seasons has a standard error of sqrt(p (1 - p) / n). */
const SEASONS = 10_000;

const CELLS = SCORE_PLACES * SCORE_PLACES;

/**
 * Simulates the rest of a season many times, each match by its own score matrix and independently of the others; `random` returns numbers
 * from 0 to below 1. The effect of one result comes from the same seasons by conditioning on it: unbiased, with the standard error of the
 * number of seasons that had that result.
 */
export function simulateSeason(season: SeasonToPlay, random: () => number, seasons = SEASONS): SimulatedSeason {
  const { teams, remaining } = season;
  const table = createSeasonTable(teams, season.rules, season.deducted);
  for (const { home, away, goals } of season.played) table.add(home, away, goals[0], goals[1]);
  table.keep();
  const cumulated = cumulatedScores(remaining.map(({ scores }) => scores));
  const homes = Int32Array.from(remaining, ({ home }) => home);
  const aways = Int32Array.from(remaining, ({ away }) => away);
  const results = new Uint8Array(remaining.length);
  const placeOf = new Int32Array(teams);
  const places = new Uint32Array(teams * teams);
  const points = new Float64Array(teams);
  const given = new Uint32Array(remaining.length * OUTCOMES.length * 2 * teams);

  for (let n = 0; n < seasons; n++) {
    table.restore();
    for (let f = 0; f < results.length; f++) {
      const cell = drawn(cumulated, f * CELLS, random());
      const [homeGoals, awayGoals] = [Math.floor(cell / SCORE_PLACES), cell % SCORE_PLACES];
      results[f] = homeGoals > awayGoals ? 0 : homeGoals === awayGoals ? 1 : 2;
      table.add(homes[f]!, aways[f]!, homeGoals, awayGoals);
    }
    table.order().forEach((team, place) => {
      placeOf[team] = place;
      places[team * teams + place]!++;
      points[team]! += table.points(team);
    });
    for (let f = 0; f < results.length; f++) {
      const at = (f * OUTCOMES.length + results[f]!) * 2 * teams;
      given[at + placeOf[homes[f]!]!]!++;
      given[at + teams + placeOf[aways[f]!]!]!++;
    }
  }
  return {
    seasons,
    placesOf: (team) => [...places.subarray(team * teams, (team + 1) * teams)],
    pointsOf: (team) => points[team]! / seasons,
    placesGiven: (fixture, outcome, side) => {
      const at = ((fixture * OUTCOMES.length + OUTCOMES.indexOf(outcome)) * 2 + (side === 'home' ? 0 : 1)) * teams;
      return [...given.subarray(at, at + teams)];
    },
  };
}

/** Cumulative score probabilities of each match, for drawing. */
function cumulatedScores(matrices: readonly ScoreMatrix[]): Float64Array {
  const cumulated = new Float64Array(matrices.length * CELLS);
  matrices.forEach((matrix, f) => {
    let sum = 0;
    for (let cell = 0; cell < CELLS; cell++) {
      sum += matrix[cell]!;
      cumulated[f * CELLS + cell] = sum;
    }
  });
  return cumulated;
}

/** The first cell whose sum exceeds the random number; it is a possible score however the sums were rounded. */
function drawn(cumulated: Float64Array, at: number, random: number): number {
  const wanted = random * cumulated[at + CELLS - 1]!;
  let [low, high] = [0, CELLS - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cumulated[at + middle]! > wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Mean place over all seasons; null if there are none. */
export function meanPlace(places: readonly number[]): number | null {
  const seasons = total(places);
  return seasons === 0 ? null : places.reduce((sum, count, i) => sum + count * (i + 1), 0) / seasons;
}

/** Probability of a place between `from` and `to`, both included, 0 to 1. */
export function placeProbability(places: readonly number[], from: number, to: number): number | null {
  const seasons = total(places);
  return seasons === 0 ? null : total(places.slice(from - 1, to)) / seasons;
}

export const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
