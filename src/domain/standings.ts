import type { Score } from './score.ts';

/** A match that was played, with the score that counts for the table. */
export interface PlayedMatch {
  homeTeam: TableTeam;
  awayTeam: TableTeam;
  score: Score;
  kickoffAt: Date;
}

export interface TableTeam {
  id: number;
  name: string;
}

/** Points for a win and a draw; sports without a draw count a draw never. */
export interface TablePoints {
  win: number;
  draw: number;
}

export type FormResult = 'W' | 'D' | 'L';

export interface StandingRow {
  position: number;
  team: TableTeam;
  played: number;
  won: number;
  drawn: number;
  lost: number;
  goalsFor: number;
  goalsAgainst: number;
  goalDifference: number;
  points: number;
  /** The last five results, the newest last. */
  form: FormResult[];
}

const FORM_LENGTH = 5;

/**
 * The table of a league from its played matches, in any order. Level teams are parted by goal difference, goals scored,
 * then name. `teams` adds those that have not played yet.
 */
export function standings(
  matches: readonly PlayedMatch[],
  points: TablePoints = { win: 3, draw: 1 },
  teams: readonly TableTeam[] = [],
): StandingRow[] {
  const rows = new Map<number, StandingRow>(teams.map((team) => [team.id, emptyRow(team)]));
  const rowOf = (team: TableTeam): StandingRow => {
    const row = rows.get(team.id) ?? emptyRow(team);
    rows.set(team.id, row);
    return row;
  };
  for (const { homeTeam, awayTeam, score } of matches.toSorted((a, b) => a.kickoffAt.getTime() - b.kickoffAt.getTime())) {
    const [home, away] = score;
    addResult(rowOf(homeTeam), home, away, points);
    addResult(rowOf(awayTeam), away, home, points);
  }
  return [...rows.values()].sort(byRank).map((row, i) => ({ ...row, position: i + 1 }));
}

function addResult(row: StandingRow, scored: number, conceded: number, points: TablePoints): void {
  const result = resultOf(scored, conceded);
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

const byRank = (a: StandingRow, b: StandingRow): number =>
  b.points - a.points ||
  b.goalDifference - a.goalDifference ||
  b.goalsFor - a.goalsFor ||
  // By code point: the same order on every machine, whatever its language.
  (a.team.name < b.team.name ? -1 : Number(a.team.name > b.team.name)) ||
  a.team.id - b.team.id;

const emptyRow = (team: TableTeam): StandingRow => ({
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
  form: [],
});
