import { impossibleScore } from '#domain/matches/score.ts';
import { type BookmakerPrices, COLUMNS, DIVISIONS, type Division, FootballDataRow, fulltimeOf, halftimeOf, pricesIn } from './format.ts';
import { type CsvRow, readCsv } from './read-csv.ts';
import { teamName } from './teams.ts';

export interface FootballDataInput {
  /** The path as given by the user. */
  file: string;
  text: string;
}

/** What is wrong or odd and where, with the values read of the row, for review. */
export interface RowProblem {
  line: number | null;
  match: string | null;
  problem: string;
  values: Record<string, string> | null;
}

export interface ParsedMatch {
  /** "2022/23". */
  season: string;
  home: string;
  away: string;
  row: FootballDataRow;
  odds: BookmakerPrices[];
  /** Awarded without play, and so without prices. */
  isAwarded: boolean;
  /** Whether the statistics are possible. */
  isCountedWell: boolean;
}

export interface ParsedFile {
  file: string;
  division: Division | null;
  matches: ParsedMatch[];
  problems: RowProblem[];
  /** Facts that a reader of the season's tables has to know, and that are not problems. */
  notes: string[];
}

/** Parses a file of one division, with one or more seasons. A problem in a row discards only the affected values. */
export function parseFootballData({ file, text }: FootballDataInput): ParsedFile {
  const nothing = (problem: string): ParsedFile => ({
    file,
    division: null,
    matches: [],
    problems: [{ line: null, match: null, problem, values: null }],
    notes: [],
  });
  const { rows, problem } = readCsv(text, (name) => COLUMNS.has(name));
  if (problem !== null) return nothing(problem);
  const code = rows[0]?.values.Div;
  if (code === undefined) return nothing('has no column "Div": it is no file of football-data.co.uk');
  const division = Object.hasOwn(DIVISIONS, code) ? DIVISIONS[code]! : null;
  if (division === null) return nothing(`is of the division "${code}", which is not known here`);
  const { matches, problems } = takeRows(rows, code, division);
  return { file, division, matches, problems, notes: notesOn(matches) };
}

function takeRows(rows: CsvRow[], code: string, division: Division): Pick<ParsedFile, 'matches' | 'problems'> {
  const matches: ParsedMatch[] = [];
  const problems: RowProblem[] = [];
  const seen = new Set<string>();
  const firstDate = rows.map(({ values }) => FootballDataRow.shape.Date.safeParse(values.Date)).find(({ success }) => success)?.data ?? '';
  for (const { line, values } of rows) {
    const match = `${values.HomeTeam || '?'} - ${values.AwayTeam || '?'}, ${values.Date || '?'}`;
    const refuse = (problem: string) => problems.push({ line, match, problem, values });
    const parsed = FootballDataRow.safeParse(values);
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues) refuse(explain(values[String(path[0])], String(path[0]), message));
      continue;
    }
    const season = (parsed.data.Season ?? seasonOf(firstDate)).replace('-', '/');
    const problem = problemOf(parsed.data, code, season);
    const key = `${parsed.data.Date} ${parsed.data.HomeTeam} ${parsed.data.AwayTeam}`;
    if (problem !== null || seen.has(key)) refuse(problem ?? 'stands in the file twice');
    else matches.push(matchOf(parsed.data, season, values, division, refuse));
    seen.add(key);
  }
  return { matches, problems };
}

function matchOf(
  row: FootballDataRow,
  season: string,
  values: Record<string, string>,
  { countryCode }: Division,
  refuse: (problem: string) => void,
): ParsedMatch {
  const odds = pricesIn(values, refuse);
  const isCountedWell = isAtMost(row.HST, row.HS) && isAtMost(row.AST, row.AS);
  if (!isCountedWell) refuse('has more shots on target than shots: its statistics are left out');
  const isAwarded = 'HTHG' in values && 'B365H' in values && isAwardedRow(row, odds);
  if (isAwarded) refuse('was not played: the result is one that was awarded');
  return {
    season,
    home: teamName(row.HomeTeam, countryCode),
    away: teamName(row.AwayTeam, countryCode),
    row,
    odds,
    isAwarded,
    isCountedWell,
  };
}

const isAtMost = (part: number | undefined, whole: number | undefined): boolean =>
  part === undefined || whole === undefined || part <= whole;

/**
 * Returns whether a match was awarded. Files do not mark it otherwise: such a row has a winner but no price, no shot and no half-time
 * score; a match awarded 3-0 may have a half-time score of 0-0.
 */
function isAwardedRow(row: FootballDataRow, odds: BookmakerPrices[]): boolean {
  if (odds.length > 0 || row.HS !== undefined || row.FTR === 'D') return false;
  const isThreeNil = Math.max(row.FTHG, row.FTAG) === 3 && Math.min(row.FTHG, row.FTAG) === 0;
  return row.HTHG === undefined || (isThreeNil && row.HTHG === 0 && row.HTAG === 0);
}

/** Returns the season of a date, for files without seasons, which contain one season that begins in July. */
const seasonOf = (date: string): string => {
  const year = Number(date.slice(0, 4)) - (date.slice(5, 7) < '07' ? 1 : 0);
  return `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
};

function problemOf(row: FootballDataRow, code: string, season: string): string | null {
  if (row.Div !== code) return `is of the division "${row.Div}" in a file of "${code}"`;
  if (row.HomeTeam === row.AwayTeam) return 'a team plays against itself';
  const year = Number(season.slice(0, 4));
  if (row.Date < `${year}-06-01` || row.Date > `${year + 1}-08-31`) return `the date lies outside the season ${season}: is the year wrong?`;
  const [home, away] = fulltimeOf(row);
  if (row.FTR !== (home === away ? 'D' : home > away ? 'H' : 'A')) return `the result ${row.FTR} is not that of ${home}:${away}`;
  const score = { home, away, halftime: halftimeOf(row), fulltime: fulltimeOf(row), extratime: null, penalty: null };
  const impossible = impossibleScore('football', null, score);
  return impossible === null ? null : `the score cannot be: ${impossible.replaceAll('_', ' ')}`;
}

const explain = (value: string | undefined, column: string, message: string): string =>
  value === undefined ? `"${column}" is missing` : `"${column}" is ${JSON.stringify(value)}: ${message}`;

/** Returns notes on seasons that were cut short or split: some teams have more matches than others. */
function notesOn(matches: ParsedMatch[]): string[] {
  const seasons = new Map<string, Map<string, number>>();
  for (const { season, home, away } of matches) {
    const played = seasons.get(season) ?? new Map<string, number>();
    seasons.set(season, played);
    for (const team of [home, away]) played.set(team, (played.get(team) ?? 0) + 1);
  }
  return [...seasons].flatMap(([season, played]) => {
    const counts = [...played.values()];
    const [least, most] = [Math.min(...counts), Math.max(...counts)];
    const isWhole = least === most && least >= 2 * (played.size - 1);
    if (isWhole) return [];
    return [
      `${season} is not played by all alike, or not to its end: ${played.size} teams with ${least === most ? least : `${least} to ${most}`} matches each`,
    ];
  });
}
