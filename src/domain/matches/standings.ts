import { DEFAULT_LEAGUE_RULES, type LeagueRules, type TieBreaker } from './league-rules.ts';
import type { Score } from './score.ts';
import type { Side } from './sport.ts';

interface TableTeam {
  /** Unique within a table. */
  id: number | string;
  name: string;
}

/** A match that was played or is in play, with the score that counts for the table. */
export interface PlayedMatch<T extends TableTeam = TableTeam> {
  homeTeam: T;
  awayTeam: T;
  score: Score;
  /** The side it was given to, if the score does not say so: by retirement, walk-over or award. */
  awardedTo?: Side | null;
  /** Null if unknown: such matches count as the earliest. */
  kickoffAt: Date | null;
}

export type FormResult = 'W' | 'D' | 'L';

export interface StandingRow<T extends TableTeam = TableTeam> {
  position: number;
  team: T;
  played: number;
  won: number;
  drawn: number;
  lost: number;
  goalsFor: number;
  goalsAgainst: number;
  goalDifference: number;
  /** After deductions. */
  points: number;
  /** Deducted points. */
  deducted: number;
  /** The last five results, the newest last. */
  form: FormResult[];
}

/** Home and away tables count only the team's matches there. */
export type StandingsView = 'all' | 'home' | 'away';

const FORM_LENGTH = 5;

/**
 * Returns the table of a league (or of one group of it) from its matches, in any order; places count from 1 and are never shared. `teams`
 * adds those that have not played yet; `deductions` are deducted points by team name. A home or away table ignores head to head and
 * deductions: half of a meeting decides nothing, and deductions have no venue.
 */
export function standings<T extends TableTeam>(
  matches: readonly PlayedMatch<T>[],
  rules: LeagueRules = DEFAULT_LEAGUE_RULES,
  { teams = [], view = 'all', deductions = {} }: { teams?: readonly T[]; view?: StandingsView; deductions?: Record<string, number> } = {},
): StandingRow<T>[] {
  const inOrder = matches.toSorted((a, b) => (a.kickoffAt?.getTime() ?? 0) - (b.kickoffAt?.getTime() ?? 0));
  const rows = tally(inOrder, rules.points, view, teams);
  for (const row of view === 'all' ? rows.values() : []) {
    row.deducted = Object.hasOwn(deductions, row.team.name) ? deductions[row.team.name]! : 0;
    row.points -= row.deducted;
  }
  const tieBreakers = rules.tieBreakers.filter((breaker) => view === 'all' || IN_EVERY_VIEW.includes(breaker));
  const order = ranked([...rows.values()], matches, { ...rules, tieBreakers });
  return order.map((row, i) => ({ ...row, position: i + 1 }));
}

/** The tie-breakers that apply to one half of the matches. */
const IN_EVERY_VIEW: readonly TieBreaker[] = ['goal_difference', 'goals_for', 'wins'];

function tally<T extends TableTeam>(
  matches: readonly PlayedMatch<T>[],
  points: LeagueRules['points'],
  view: StandingsView,
  teams: readonly T[],
): Map<T['id'], StandingRow<T>> {
  const rows = new Map<T['id'], StandingRow<T>>(teams.map((team) => [team.id, emptyRow(team)]));
  const rowOf = (team: T): StandingRow<T> => {
    const row = rows.get(team.id) ?? emptyRow(team);
    rows.set(team.id, row);
    return row;
  };
  for (const { homeTeam, awayTeam, score, awardedTo } of matches) {
    const [homeRow, awayRow] = [rowOf(homeTeam), rowOf(awayTeam)];
    const won = (side: Side) => (awardedTo ? (awardedTo === side ? 'W' : 'L') : null);
    if (view !== 'away') addResult(homeRow, won('home') ?? resultOf(score[0], score[1]), score[0], score[1], points);
    if (view !== 'home') addResult(awayRow, won('away') ?? resultOf(score[1], score[0]), score[1], score[0], points);
  }
  return rows;
}

function addResult(row: StandingRow, result: FormResult, scored: number, conceded: number, points: LeagueRules['points']): void {
  row.played += 1;
  row.won += result === 'W' ? 1 : 0;
  row.drawn += result === 'D' ? 1 : 0;
  row.lost += result === 'L' ? 1 : 0;
  row.goalsFor += scored;
  row.goalsAgainst += conceded;
  row.goalDifference += scored - conceded;
  row.points += { W: points.win, D: points.draw, L: 0 }[result];
  row.form = [...row.form, result].slice(-FORM_LENGTH);
}

function resultOf(scored: number, conceded: number): FormResult {
  if (scored === conceded) return 'D';
  return scored > conceded ? 'W' : 'L';
}

const emptyRow = <T extends TableTeam>(team: T): StandingRow<T> => ({
  position: 0,
  team,
  played: 0,
  won: 0,
  drawn: 0,
  lost: 0,
  goalsFor: 0,
  goalsAgainst: 0,
  goalDifference: 0,
  points: 0,
  deducted: 0,
  form: [],
});

type HeadToHead = Extract<TieBreaker, `head_to_head_${string}`>;
/** Results of teams against those they are level with: higher is better. */
type Measures = Record<HeadToHead, number>;

/**
 * Orders rows by points or by the share of games won, and level ones by the league's tie-breakers. Consecutive head-to-head breakers are
 * one procedure, as in UEFA's regulations (Champions League 2023/24, article 17.01 a to d; La Liga and Serie A do the same): they compare
 * the matches among all level teams; if that separates some of them, it starts over with the matches among those still level; if it
 * separates none, the next breaker applies. Teams level after the last one are ordered by name.
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

/** Groups rows with equal keys, best first; keys are compared number by number. */
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

/** Returns the results of level teams against each other; null while some are not played and the rules require all. */
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

/** Compares by code point: the same order on every machine, whatever its language. */
const byName = (a: StandingRow, b: StandingRow): number => byText(a.team.name, b.team.name) || byText(String(a.team.id), String(b.team.id));

const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
