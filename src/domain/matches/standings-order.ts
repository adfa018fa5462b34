import type { LeagueRules, TieBreaker } from './league-rules.ts';
import type { PlayedMatch, StandingRow, TableTeam } from './standings.ts';

type HeadToHead = Extract<TieBreaker, `head_to_head_${string}`>;
/** What teams did against those they are level with: more is better. */
type Measures = Record<HeadToHead, number>;

/**
 * Rows by points or by the share of games won, and level ones by the league's tie-breakers. Breakers of head to head that follow each other are one
 * procedure, as UEFA's regulations have it (Champions League 2023/24, article 17.01 a to d; La Liga and Serie A do the same):
 * they compare the matches among all level teams; where that parts some of them, it begins anew with the matches among those
 * that remain level; where it parts none, the next breaker is asked. Who is level after the last one stands by name.
 */
export function ranked<T extends TableTeam>(
  rows: readonly StandingRow<T>[],
  matches: readonly PlayedMatch<T>[],
  rules: LeagueRules,
): StandingRow<T>[] {
  const awayGoals = new Map<T['id'], number>();
  for (const { awayTeam, score } of matches) awayGoals.set(awayTeam.id, (awayGoals.get(awayTeam.id) ?? 0) + score[1]);
  const overall = (row: StandingRow<T>, breaker: Exclude<TieBreaker, HeadToHead>): number => {
    if (breaker === 'goal_difference') return row.goalDifference;
    if (breaker === 'goals_for') return row.goalsFor;
    return breaker === 'wins' ? row.won : (awayGoals.get(row.team.id) ?? 0);
  };

  const part = (group: StandingRow<T>[], breakers: readonly TieBreaker[]): StandingRow<T>[] => {
    const [first, ...rest] = breakers;
    if (group.length < 2) return group;
    if (first === undefined) return group.toSorted(byName);
    if (!isHeadToHead(first)) return split(group, (row) => [overall(row, first)]).flatMap((level) => part(level, rest));
    const end = breakers.findIndex((breaker) => !isHeadToHead(breaker));
    const after = end === -1 ? [] : breakers.slice(end);
    const chain = breakers.slice(0, breakers.length - after.length).filter(isHeadToHead);
    const among = measuresAmong(group, matches, rules);
    const levels = among === null ? [group] : split(group, (row) => chain.map((breaker) => among.get(row.team.id)![breaker]));
    return levels.length === 1 ? part(group, after) : levels.flatMap((level) => part(level, breakers));
  };

  const first = (row: StandingRow<T>): number => (rules.orderedBy === 'win_rate' ? row.won / Math.max(1, row.played) : row.points);
  return split(rows, (row) => [first(row)]).flatMap((level) => part(level, rules.tieBreakers));
}

const isHeadToHead = (breaker: TieBreaker): breaker is HeadToHead => breaker.startsWith('head_to_head');

/** Groups of rows with equal keys, the best first; keys are compared number by number. */
function split<R>(rows: readonly R[], keyOf: (row: R) => readonly number[]): R[][] {
  const keyed = rows.map((row) => ({ row, key: keyOf(row) })).sort((a, b) => compare(a.key, b.key));
  const groups: R[][] = [];
  keyed.forEach(({ row, key }, i) => {
    const previous = keyed[i - 1];
    if (previous !== undefined && compare(previous.key, key) === 0) groups.at(-1)!.push(row);
    else groups.push([row]);
  });
  return groups;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((value, at) => value !== b[at]);
  return i === -1 ? 0 : b[i]! - a[i]!;
}

/** What level teams did against each other; null while not all of it has been played, where the rules want that. */
function measuresAmong<T extends TableTeam>(
  group: readonly StandingRow<T>[],
  matches: readonly PlayedMatch<T>[],
  { points, meetings }: LeagueRules,
): Map<T['id'], Measures> | null {
  const measures = new Map<T['id'], Measures>(group.map(({ team }) => [team.id, nothing()]));
  let played = 0;
  for (const { homeTeam, awayTeam, score } of matches) {
    const [home, away] = [measures.get(homeTeam.id), measures.get(awayTeam.id)];
    if (home === undefined || away === undefined) continue;
    played += 1;
    add(home, score[0], score[1], points);
    add(away, score[1], score[0], points);
    away.head_to_head_away_goals += score[1];
  }
  const all = meetings === undefined ? 0 : (meetings * group.length * (group.length - 1)) / 2;
  return played < all ? null : measures;
}

function add(to: Measures, scored: number, conceded: number, points: LeagueRules['points']): void {
  const drawn = scored === conceded ? points.draw : 0;
  to.head_to_head_points += scored > conceded ? points.win : drawn;
  to.head_to_head_goal_difference += scored - conceded;
  to.head_to_head_goals += scored;
}

const nothing = (): Measures => ({
  head_to_head_points: 0,
  head_to_head_goal_difference: 0,
  head_to_head_goals: 0,
  head_to_head_away_goals: 0,
});

/** By code point: the same order on every machine, whatever its language. */
const byName = (a: StandingRow, b: StandingRow): number => byText(a.team.name, b.team.name) || byText(String(a.team.id), String(b.team.id));

const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
