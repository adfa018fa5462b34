import { z } from 'zod';
import { type CsvRow, readCsv } from '#server/modules/match-data/providers/football-data/read-csv.ts';

/** A finished game of a file. */
export interface BasketballGame {
  /** ISO 8601. */
  date: string;
  season: string;
  home: string;
  away: string;
  homePoints: number;
  awayPoints: number;
  /** A final tournament in one hall. */
  isNeutral: boolean;
  /** Points of each of the four quarters, home first; null where the file has none, or has some that contradict the result. */
  quarters: [home: number, away: number][] | null;
}

export interface BasketballFile {
  /** By date; in file order within a day. */
  games: BasketballGame[];
  /** Rows that could not be read, one sentence each. */
  problems: string[];
  /** Games whose quarters contradict the result, and are left out. */
  badQuarters: number;
}

const POINTS_MAX = 250;
const team = z.string().min(1).max(80);
const points = z
  .string()
  .regex(/^\d{1,3}(\.0)?$/)
  .transform(Number)
  .pipe(z.number().int().min(1).max(POINTS_MAX));
const quarter = z
  .string()
  .regex(/^\d{1,3}(\.0)?$/)
  .transform(Number)
  .nullable()
  .catch(null);

const EuroleagueRow = z.object({
  season_code: z.string().regex(/^E\d{4}$/),
  phase: z.string().max(40),
  date: z.iso.date(),
  team_id_a: team,
  team_id_b: team,
  score_a: points,
  score_b: points,
  ...Object.fromEntries(['a', 'b'].flatMap((side) => [1, 2, 3, 4].map((n) => [`score_quarter_${n}_${side}`, quarter]))),
});

/** Reads the Euroleague's games. Quarter scores of the file are running totals; final fours are on neutral ground. */
export const readEuroleague = (text: string): BasketballFile =>
  readFile(text, EuroleagueRow, (row) => {
    const values = row as unknown as Record<string, number | null>;
    const totals = (side: string) => [1, 2, 3, 4].map((n) => values[`score_quarter_${n}_${side}`] ?? null);
    return {
      date: row.date,
      season: row.season_code.slice(1),
      home: row.team_id_a,
      away: row.team_id_b,
      homePoints: row.score_a,
      awayPoints: row.score_b,
      isNeutral: row.phase === 'FINAL FOUR',
      quarters: paired(differences(totals('a')), differences(totals('b'))),
    };
  });

const AbaRow = z.object({
  Season: z.string().regex(/^\d{4}\/\d{2}$/),
  Part: z.string().max(40),
  Date: z
    .string()
    .transform((text) => text.replaceAll('/', '-'))
    .pipe(z.iso.date()),
  H_Team: team,
  A_Team: team,
  H_Score: points,
  A_Score: points,
  ...Object.fromEntries(['H', 'A'].flatMap((side) => [1, 2, 3, 4].map((n) => [`${side}_Q${n}`, quarter]))),
});

/** The last season of the ABA league whose semifinals and final were one tournament in one hall: later ones are series. */
const ABA_TOURNAMENT_LAST = '2013/14';
const ABA_SERIES = '2006/07';

/** Reads the ABA league's games. Quarter scores are those of the quarter. */
export const readAba = (text: string): BasketballFile =>
  readFile(text, AbaRow, (row) => {
    const values = row as unknown as Record<string, number | null>;
    const of = (side: string) => [1, 2, 3, 4].map((n) => values[`${side}_Q${n}`] ?? null);
    return {
      date: row.Date,
      season: row.Season.slice(0, 4),
      home: row.H_Team,
      away: row.A_Team,
      homePoints: row.H_Score,
      awayPoints: row.A_Score,
      isNeutral: row.Part !== 'Regular' && row.Season <= ABA_TOURNAMENT_LAST && row.Season !== ABA_SERIES,
      quarters: paired(of('H'), of('A')),
    };
  });

const NbaRow = z.object({
  SEASON_YEAR: z.string().regex(/^\d{4}-\d{2}$/),
  GAME_ID: z.string().min(1).max(20),
  GAME_DATE: z
    .string()
    .transform((text) => text.slice(0, 10))
    .pipe(z.iso.date()),
  TEAM_ABBREVIATION: team,
  MATCHUP: z.string().regex(/^\w{2,3} (@|vs\.) \w{2,3}$/),
  PTS: points,
});
type NbaRow = z.infer<typeof NbaRow>;

/** In the summer of 2020 all play-offs were in Orlando. */
const NBA_IN_ONE_PLACE = '2019-20';

/** Reads the NBA's play-offs, which have two rows a game and no quarters; "@" marks the away side. */
export function readNbaPlayoffs(text: string): BasketballFile {
  const { rows, problem } = readCsv(text);
  const file: BasketballFile = { games: [], problems: problem === null ? [] : [problem], badQuarters: 0 };
  const waiting = new Map<string, NbaRow>();
  for (const { line, values } of rows) {
    const read = NbaRow.safeParse(values);
    if (!read.success) {
      file.problems.push(`line ${line}: ${read.error.issues[0]?.path.join('.')}: ${read.error.issues[0]?.message}`);
      continue;
    }
    const other = waiting.get(read.data.GAME_ID);
    if (other === undefined) waiting.set(read.data.GAME_ID, read.data);
    else {
      waiting.delete(read.data.GAME_ID);
      const game = nbaGameOf(read.data, other);
      if (typeof game === 'string') file.problems.push(`line ${line}: ${game}`);
      else file.games.push(game);
    }
  }
  for (const { GAME_ID } of waiting.values()) file.problems.push(`game ${GAME_ID}: has one row`);
  return sorted(file);
}

function nbaGameOf(one: NbaRow, other: NbaRow): BasketballGame | string {
  const [home, away] = one.MATCHUP.includes('@') ? [other, one] : [one, other];
  if (home.MATCHUP.includes('@') || !away.MATCHUP.includes('@')) return `game ${one.GAME_ID}: has no home side, or two`;
  const game = {
    date: home.GAME_DATE,
    season: home.SEASON_YEAR.slice(0, 4),
    home: home.TEAM_ABBREVIATION,
    away: away.TEAM_ABBREVIATION,
    homePoints: home.PTS,
    awayPoints: away.PTS,
    isNeutral: home.SEASON_YEAR === NBA_IN_ONE_PLACE,
    quarters: null,
  };
  return problemOf(game) ?? game;
}

type Quarters = (number | null)[];

const differences = (totals: Quarters): Quarters =>
  totals.map((total, i) => (i === 0 ? total : total === null || totals[i - 1] === null ? null : total - totals[i - 1]!));

function paired(home: Quarters, away: Quarters): [number, number][] | null {
  const quarters = home.map((points, i) => [points, away[i]!] as const);
  return quarters.every((pair) => pair.every((points) => points !== null)) ? (quarters as [number, number][]) : null;
}

/** Whether the quarters can lead to the result: level after the fourth if and only if overtime follows. */
export function areConsistent({ homePoints, awayPoints, quarters }: BasketballGame): boolean {
  if (quarters === null) return true;
  if (quarters.some((pair) => pair.some((value) => value < 0))) return false;
  const [home, away] = [0, 1].map((side) => quarters.reduce((sum, pair) => sum + pair[side]!, 0)) as [number, number];
  return home === away ? homePoints > home && awayPoints > away : home === homePoints && away === awayPoints;
}

/** Seasons begin in autumn and end by October of the next year (2020); the Euroleague's file has games with a day years later. */
const isWithinSeason = ({ date, season }: BasketballGame): boolean => date >= `${season}-08` && date < `${Number(season) + 1}-11`;

/** What is wrong with a game, or null. */
function problemOf(game: BasketballGame): string | null {
  if (game.home === game.away) return `${game.home} plays itself`;
  if (!isWithinSeason(game)) return `${game.date} is outside the season ${game.season}`;
  return game.homePoints === game.awayPoints ? `no game ends level, ${game.homePoints}-${game.awayPoints}` : null;
}

function sorted(file: BasketballFile): BasketballFile {
  file.games.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return file;
}

function readFile<T>(text: string, Row: z.ZodType<T>, gameOf: (row: T) => BasketballGame): BasketballFile {
  const { rows, problem } = readCsv(text);
  const file: BasketballFile = { games: [], problems: problem === null ? [] : [problem], badQuarters: 0 };
  for (const { line, values } of rows) {
    const game = readRow(values, Row, gameOf);
    if (typeof game === 'string') file.problems.push(`line ${line}: ${game}`);
    else if (areConsistent(game)) file.games.push(game);
    else {
      file.badQuarters++;
      file.games.push({ ...game, quarters: null });
    }
  }
  return sorted(file);
}

function readRow<T>(values: CsvRow['values'], Row: z.ZodType<T>, gameOf: (row: T) => BasketballGame): BasketballGame | string {
  const read = Row.safeParse(values);
  if (!read.success) return `${read.error.issues[0]?.path.join('.')}: ${read.error.issues[0]?.message}`;
  const game = gameOf(read.data);
  return problemOf(game) ?? game;
}
