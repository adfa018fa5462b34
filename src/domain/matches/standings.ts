import { DEFAULT_LEAGUE_RULES, type LeagueRules, type TieBreaker } from './league-rules.ts';
import type { Score } from './score.ts';
import type { Side } from './sport.ts';
import { ranked } from './standings-order.ts';

export interface TableTeam {
  /** Unique within a table. */
  id: number | string;
  name: string;
}

/** A match that was played, or is being played, with the score that counts for the table. */
export interface PlayedMatch<T extends TableTeam = TableTeam> {
  homeTeam: T;
  awayTeam: T;
  score: Score;
  /** Whom it went to where the score does not say so: by retirement, walk-over or award. */
  awardedTo?: Side | null;
  /** Null where nobody knows when it was played: such matches count as the earliest. */
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
  /** After what was taken off. */
  points: number;
  /** Points taken off the team. */
  deducted: number;
  /** The last five results, the newest last. */
  form: FormResult[];
}

/** Home and away count only what teams did there. */
export type StandingsView = 'all' | 'home' | 'away';

const FORM_LENGTH = 5;

/**
 * The table of a league (or of one group of it) from its matches, in any order; places are counted from 1 and never shared.
 * `teams` adds those that have not played yet, `deductions` are points taken off, by a team's name. A home or away table is ordered by what happened there, without head to head and
 * deductions: half of a meeting decides nothing, and points are taken off nobody at home.
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

/** What of the breakers means something for one half of the matches. */
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
