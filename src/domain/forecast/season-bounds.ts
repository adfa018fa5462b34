import type { OrderRules } from './season-simulation-table.ts';

/** A season in progress, as far as certainty needs it. Teams are numbers from 0. */
export interface SeasonSoFar {
  teams: number;
  rules: Pick<OrderRules, 'points' | 'orderedBy' | 'meetings'>;
  /** Points deducted, by team. */
  deducted: readonly number[];
  played: readonly { home: number; away: number; goals: readonly [number, number] }[];
  remaining: readonly { home: number; away: number }[];
}

/** The places that a team can still finish in; every place outside is mathematically impossible. */
export interface PlaceBounds {
  best: number;
  worst: number;
}

/** What points alone say of a season. */
export interface SeasonBounds {
  /** Points now, after deductions, by team. */
  points: number[];
  /** Matches left, by team. */
  left: number[];
  /**
   * Null if nothing can be certain: fixtures are missing, or the table is not ordered by points. Otherwise never too narrow: teams that could
   * end level on points count as undecided, and so does what only the rivals' matches against each other rule out.
   */
  bounds: PlaceBounds[] | null;
}

/** Returns points, matches left, and which places points can still lead to, by team. */
export function seasonBounds({ teams, rules, deducted, played, remaining }: SeasonSoFar): SeasonBounds {
  const points = Array.from({ length: teams }, (_, team) => 0 - (deducted[team] ?? 0));
  const left = new Array<number>(teams).fill(0);
  const earned = (scored: number, conceded: number): number => {
    if (scored === conceded) return rules.points.draw;
    return scored > conceded ? rules.points.win : 0;
  };
  for (const { home, away, goals } of played) {
    points[home]! += earned(goals[0], goals[1]);
    points[away]! += earned(goals[1], goals[0]);
  }
  for (const { home, away } of remaining) {
    left[home]!++;
    left[away]!++;
  }
  const isCertainOrder = rules.orderedBy !== 'win_rate' && hasAllFixtures(teams, rules.meetings, [...played, ...remaining]);
  return { points, left, bounds: isCertainOrder ? boundsOf(points, left, rules.points.win) : null };
}

/**
 * Returns whether all pairs of teams meet equally often, and as often as the rules say if the rules say it. If not, fixtures may be missing,
 * or the league uses an uneven calendar; nothing can then be called certain.
 */
function hasAllFixtures(teams: number, meetings: number | undefined, matches: readonly { home: number; away: number }[]): boolean {
  const met = new Array<number>(teams * teams).fill(0);
  for (const { home, away } of matches) met[Math.min(home, away) * teams + Math.max(home, away)]!++;
  const wanted = meetings ?? met[1] ?? 0;
  return wanted > 0 && met.every((count, pair) => count === (pair % teams > Math.floor(pair / teams) ? wanted : 0));
}

function boundsOf(points: readonly number[], left: readonly number[], win: number): PlaceBounds[] {
  const most = points.map((now, team) => now + win * left[team]!);
  return points.map((now, team) => ({
    best: 1 + points.filter((rival, i) => i !== team && rival > most[team]!).length,
    worst: points.length - most.filter((rival, i) => i !== team && rival < now).length,
  }));
}

type Pairing = Record<'home' | 'away', number>;

/**
 * Returns the fixtures that a season still needs until every two teams have met as often as the rules say, at either's home in turn; feeds
 * often tell of some weeks ahead alone. None if the rules do not say how often, or an odd number of times.
 */
export function missingFixtures(teams: number, meetings: number | undefined, known: readonly Pairing[]): Pairing[] {
  if (meetings === undefined || meetings % 2 !== 0) return [];
  const at = (home: number, away: number) => home * teams + away;
  const count = new Array<number>(teams * teams).fill(0);
  for (const { home, away } of known) count[at(home, away)]!++;
  const missing: Pairing[] = [];
  for (let home = 0; home < teams; home++) {
    for (let away = home + 1; away < teams; away++) {
      while (count[at(home, away)]! + count[at(away, home)]! < meetings) {
        const pairing = count[at(home, away)]! < meetings / 2 ? { home, away } : { home: away, away: home };
        count[at(pairing.home, pairing.away)]!++;
        missing.push(pairing);
      }
    }
  }
  return missing;
}
