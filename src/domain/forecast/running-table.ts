import type { Fixture, PlayedMatch } from './played-match.ts';
import type { FormatOf, SeasonFormat } from './season-format.ts';

/** A team's row in the table of a season in progress. */
export interface TableRow {
  /** After deductions. */
  points: number;
  deducted: number;
  goalDifference: number;
  played: number;
  /** Matches of the team in the whole season. */
  matches: number;
  /** 0 or 1 for the groups after a split, 0 for all teams before. */
  group: number;
}

/** The table of a division's season in progress. */
export interface RunningTable {
  season: number;
  format: SeasonFormat;
  /** By team, in the order in which they first played. */
  rows: Map<string, TableRow>;
  /** Matches of each team in which all teams meet. */
  firstPhase: number;
  isSplit: boolean;
}

/** Keeps the table of each division's current season. */
export function createRunningTables(formatOf: FormatOf) {
  const tables = new Map<string, RunningTable | null>();

  const tableOf = ({ division, season }: Fixture): RunningTable | null => {
    const known = tables.get(division);
    if (known !== undefined && known !== null && known.season >= season) return known.season === season ? known : null;
    const format = formatOf(division, season);
    const table = format === null ? null : { season, format, rows: new Map(), firstPhase: 0, isSplit: false };
    if (table !== null) tables.set(division, table);
    return table;
  };

  return {
    /** The table before the fixture; null if the season's format is unknown or the season is over. */
    of: tableOf,
    learn(match: PlayedMatch): void {
      const table = tableOf(match);
      if (table === null) return;
      const { win, draw } = table.format.points;
      const margin = match.goals[0] - match.goals[1];
      add(table, match.home, margin, margin > 0 ? win : margin === 0 ? draw : 0);
      add(table, match.away, -margin, margin < 0 ? win : margin === 0 ? draw : 0);
      plan(table);
    },
  };
}

function add({ rows, format }: RunningTable, team: string, margin: number, points: number): void {
  const row = rows.get(team) ?? newRow(format.deducted[team] ?? 0);
  row.points += points;
  row.goalDifference += margin;
  row.played++;
  rows.set(team, row);
}

const newRow = (deducted: number): TableRow => ({ points: -deducted, deducted, goalDifference: 0, played: 0, matches: 0, group: 0 });

/** Sets how many matches each team plays, and parts the table once all teams have met. */
function plan(table: RunningTable): void {
  const { rows, format } = table;
  const before = table.firstPhase;
  table.firstPhase = format.meetings * (rows.size - 1);
  const all = [...rows.values()];
  if (format.split !== null && !table.isSplit && rows.size > format.split.best && all.every(({ played }) => played === table.firstPhase)) {
    table.isSplit = true;
    const ranked = all.toSorted((a, b) => b.points - a.points || b.goalDifference - a.goalDifference);
    ranked.forEach((row, place) => {
      row.group = place < format.split!.best ? 0 : 1;
    });
  } else if (before === table.firstPhase) return;
  const later = ({ group }: TableRow) => (format.split === null ? 0 : format.split.rounds[table.isSplit && group === 0 ? 0 : 1]);
  for (const row of all) row.matches = table.firstPhase + later(row);
}
