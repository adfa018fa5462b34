import type { LeagueRules, TieBreaker } from '#domain/matches/league-rules.ts';

/** The league rules that decide its order. */
export type OrderRules = Pick<LeagueRules, 'points' | 'tieBreakers' | 'orderedBy' | 'meetings'>;

/**
 * A table for thousands of simulated seasons. Its order equals that of `standings` (tested against it), including head to head. Teams are
 * numbers and all sums are in one array, so that copying it starts a new season.
 */
export interface SeasonTable {
  /** Counts a result. */
  add(home: number, away: number, homeGoals: number, awayGoals: number): void;
  /** Saves the current state as the start of each season. */
  keep(): void;
  restore(): void;
  /** Points of a team after deductions. */
  points(team: number): number;
  /** Teams in order, first place first; overwritten by the next call. */
  order(): Int32Array;
}

/** Rows of the sums, with one number per team. */
const POINTS = 0;
const DIFFERENCE = 1;
const GOALS = 2;
const WINS = 3;
const AWAY_GOALS = 4;
const PLAYED = 5;
const ROWS = 6;

/** Squares after the rows, `[team][opponent]`: a team's results against another, and how often it hosted that team. */
const AGAINST_POINTS = 0;
const AGAINST_GOALS = 1;
const AGAINST_AWAY_GOALS = 2;
const HOSTED = 3;
const SQUARES = 4;

const isHeadToHead = (breaker: TieBreaker): boolean => breaker.startsWith('head_to_head');

/** `deducted` are the points deducted per team. If no tie-breaker separates two teams, the lower number ranks first. */
export function createSeasonTable(teams: number, rules: OrderRules, deducted: readonly number[] = []): SeasonTable {
  const { points, tieBreakers } = rules;
  const hasPairs = tieBreakers.some(isHeadToHead);
  const sums = new Int32Array(ROWS * teams + (hasPairs ? SQUARES * teams * teams : 0));
  const square = (which: number): number => ROWS * teams + which * teams * teams;
  const [againstPoints, againstGoals, againstAwayGoals, hosted] = [AGAINST_POINTS, AGAINST_GOALS, AGAINST_AWAY_GOALS, HOSTED].map(
    square,
  ) as [number, number, number, number];
  for (let team = 0; team < teams; team++) sums[POINTS * teams + team] = -(deducted[team] ?? 0);
  let kept = sums.slice();

  const credit = (team: number, scored: number, conceded: number): number => {
    const won = scored > conceded ? 1 : 0;
    const earned = won * points.win + (scored === conceded ? points.draw : 0);
    sums[POINTS * teams + team]! += earned;
    sums[DIFFERENCE * teams + team]! += scored - conceded;
    sums[GOALS * teams + team]! += scored;
    sums[WINS * teams + team]! += won;
    sums[PLAYED * teams + team]! += 1;
    return earned;
  };

  const order = new Int32Array(teams);
  const chains = chainsOf(tieBreakers);
  /** Current comparison values: one row per tie-breaker of the chain. */
  const measures = new Float64Array(SQUARES * teams);

  const among = (from: number, to: number, of: number): number[] => {
    const values: number[] = [];
    for (let i = from; i < to; i++) {
      let value = 0;
      for (let j = from; j < to; j++) value += sums[of + order[i]! * teams + order[j]!]!;
      values.push(value);
    }
    return values;
  };
  const conceded = (from: number, to: number, i: number): number => {
    let value = 0;
    for (let j = from; j < to; j++) value += sums[againstGoals + order[j]! * teams + order[i]!]!;
    return value;
  };
  const measureAmong = (from: number, to: number, breaker: TieBreaker): number[] => {
    if (breaker === 'head_to_head_points') return among(from, to, againstPoints);
    if (breaker === 'head_to_head_away_goals') return among(from, to, againstAwayGoals);
    const goals = among(from, to, againstGoals);
    return breaker === 'head_to_head_goals' ? goals : goals.map((scored, i) => scored - conceded(from, to, from + i));
  };

  /** Fills the measures of a chain; false if level teams have not met as often as the rules require. */
  const measure = (from: number, to: number, chain: readonly TieBreaker[]): boolean => {
    if (!isHeadToHead(chain[0]!)) {
      const row = OVERALL[chain[0] as keyof typeof OVERALL] * teams;
      for (let i = from; i < to; i++) measures[order[i]!] = sums[row + order[i]!]!;
      return true;
    }
    const size = to - from;
    const met = among(from, to, hosted).reduce((sum, count) => sum + count, 0);
    if (rules.meetings !== undefined && met < (rules.meetings * size * (size - 1)) / 2) return false;
    chain.forEach((breaker, row) => {
      measureAmong(from, to, breaker).forEach((value, i) => {
        measures[row * teams + order[from + i]!] = value;
      });
    });
    return true;
  };

  const compare = (a: number, b: number, rows: number): number => {
    for (let row = 0; row < rows; row++) {
      const difference = measures[row * teams + b]! - measures[row * teams + a]!;
      if (difference !== 0) return difference;
    }
    return 0;
  };
  /** Insertion sort, because a table is short and nearly sorted, and equal teams must keep their order. */
  const sort = (from: number, to: number, rows: number): void => {
    for (let i = from + 1; i < to; i++) {
      const team = order[i]!;
      let at = i;
      for (; at > from && compare(order[at - 1]!, team, rows) > 0; at--) order[at] = order[at - 1]!;
      order[at] = team;
    }
  };
  /** Ends of the runs of equal teams; read before the measures are overwritten. */
  const runs = (from: number, to: number, rows: number): number[] => {
    const ends: number[] = [];
    for (let i = from + 1; i < to; i++) if (compare(order[i - 1]!, order[i]!, rows) !== 0) ends.push(i);
    return [...ends, to];
  };

  /** Separates level teams as `ranked` does: a head-to-head chain that separated some restarts among those still level. */
  const part = (from: number, to: number, at: number): void => {
    const chain = chains[at];
    if (to - from < 2 || chain === undefined) return;
    const rows = measure(from, to, chain) ? chain.length : 0;
    sort(from, to, rows);
    const ends = runs(from, to, rows);
    const next = isHeadToHead(chain[0]!) && ends.length > 1 ? at : at + 1;
    let begin = from;
    for (const end of ends) {
      part(begin, end, next);
      begin = end;
    }
  };

  return {
    add(home, away, homeGoals, awayGoals) {
      const homeEarned = credit(home, homeGoals, awayGoals);
      const awayEarned = credit(away, awayGoals, homeGoals);
      sums[AWAY_GOALS * teams + away]! += awayGoals;
      if (!hasPairs) return;
      const [there, back] = [home * teams + away, away * teams + home];
      sums[againstPoints + there]! += homeEarned;
      sums[againstPoints + back]! += awayEarned;
      sums[againstGoals + there]! += homeGoals;
      sums[againstGoals + back]! += awayGoals;
      sums[againstAwayGoals + back]! += awayGoals;
      sums[hosted + there]! += 1;
    },
    keep() {
      kept = sums.slice();
    },
    restore() {
      sums.set(kept);
    },
    points: (team) => sums[POINTS * teams + team]!,
    order() {
      for (let team = 0; team < teams; team++) {
        order[team] = team;
        measures[team] = firstOf(sums, team, teams, rules);
      }
      sort(0, teams, 1);
      let begin = 0;
      for (const end of runs(0, teams, 1)) {
        // Equal teams are already in order of their numbers, because the sort is stable.
        part(begin, end, 0);
        begin = end;
      }
      return order;
    },
  };
}

const OVERALL = { goal_difference: DIFFERENCE, goals_for: GOALS, wins: WINS, away_goals: AWAY_GOALS } as const;

const firstOf = (sums: Int32Array, team: number, teams: number, { orderedBy }: OrderRules): number =>
  orderedBy === 'win_rate' ? sums[WINS * teams + team]! / Math.max(1, sums[PLAYED * teams + team]!) : sums[POINTS * teams + team]!;

/** Consecutive head-to-head tie-breakers form one procedure; each other tie-breaker stands alone. */
function chainsOf(breakers: readonly TieBreaker[]): TieBreaker[][] {
  const chains: TieBreaker[][] = [];
  for (const breaker of breakers) {
    const last = chains.at(-1);
    if (isHeadToHead(breaker) && last !== undefined && isHeadToHead(last[0]!)) last.push(breaker);
    else chains.push([breaker]);
  }
  return chains;
}
