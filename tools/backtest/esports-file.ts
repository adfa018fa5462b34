import { z } from 'zod';
import type { SeriesFormat } from '#domain/forecast/elo-series.ts';
import { readCsv } from '#server/modules/match-data/providers/football-data/read-csv.ts';

/** One game ("map") of a series. */
export interface EsportsMap {
  homeHasWon: boolean;
  /** Whether home played the first side: Radiant of Dota, blue of LoL. */
  isHomeFirstSide: boolean;
  seconds: number;
}

/** Consecutive games of two teams. "home" is the alphabetically first name. */
export interface EsportsSeries {
  league: string;
  home: string;
  away: string;
  /** Days since a fixed day of the file, when the first game began and by when the last one was over. */
  start: number;
  end: number;
  maps: EsportsMap[];
  /** As the final score tells; null if no race ends like this (level, or given up). */
  format: SeriesFormat | null;
}

export interface EsportsFile {
  /** By start. */
  series: EsportsSeries[];
  /** Rows that could not be read, one sentence each. */
  problems: string[];
}

const name = z.string().min(1).max(80);
const seconds = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.number().int().min(300).max(20_000));

interface Game extends EsportsMap {
  league: string;
  home: string;
  away: string;
  start: number;
  /** Number within the series, if the file has it. */
  number: number | null;
}

const SECONDS_PER_DAY = 86_400;
/** OpenDota's ids of matches grow by about this number a second, measured on games of 2026 whose time is known. */
const IDS_PER_SECOND = 16.76;
/** A name of many anonymous teams. */
const UNKNOWN = 'Unknown';

const DotaRow = z.object({
  match_id: z
    .string()
    .regex(/^\d{9,12}$/)
    .transform(Number),
  league_id: name,
  radiant_team: name,
  dire_team: name,
  radiant_win: z.enum(['True', 'False']),
  duration: seconds,
});

/** Reads single Dota games. They have no time, so that days are counted by ids, and no series, which are games of a pair close in time. */
export function readDota(text: string): EsportsFile {
  return seriesOf(
    readRows(text, DotaRow, (row) => {
      const [radiant, dire] = [row.radiant_team, row.dire_team];
      if (radiant === UNKNOWN || dire === UNKNOWN) return 'a team without a name';
      const start = row.match_id / IDS_PER_SECOND / SECONDS_PER_DAY;
      return gameOf({ league: row.league_id, start, number: null, seconds: row.duration }, radiant, dire, row.radiant_win === 'True');
    }),
  );
}

const LolRow = z.object({
  gameid: name,
  date: z.string().regex(/^\d{1,2}\/\d{1,2}\/\d{4} \d{1,2}:\d{2}$/),
  league: name,
  game: z
    .string()
    .regex(/^[1-7]$/)
    .transform(Number),
  side: z.enum(['Blue', 'Red']),
  teamname: name,
  gamelength: seconds,
  result: z.enum(['0', '1']),
});
type LolRow = z.infer<typeof LolRow>;

/** Reads LoL games, which have two rows each. */
export function readLol(text: string): EsportsFile {
  const waiting = new Map<string, LolRow>();
  const read = readRows(text, LolRow, (row) => {
    const other = waiting.get(row.gameid);
    if (other === undefined) {
      waiting.set(row.gameid, row);
      return null;
    }
    waiting.delete(row.gameid);
    const [blue, red] = row.side === 'Blue' ? [row, other] : [other, row];
    if (blue.side === red.side || blue.result === red.result) return `game ${row.gameid}: two rows of one side, or two of one result`;
    const start = Date.parse(`${isoOf(blue.date)}Z`) / 1_000 / SECONDS_PER_DAY;
    if (Number.isNaN(start)) return `date: ${blue.date} is no time`;
    const known = { league: blue.league, start, number: blue.game, seconds: blue.gamelength };
    return gameOf(known, blue.teamname, red.teamname, blue.result === '1');
  });
  for (const id of waiting.keys()) read.problems.push(`game ${id}: has one row`);
  return seriesOf(read);
}

/** "1/18/2023 8:17" as "2023-01-18T08:17". */
function isoOf(date: string): string {
  const [month, day, year, hour, minute] = date.split(/[/ :]/).map((part) => part.padStart(2, '0'));
  return `${year}-${month}-${day}T${hour}:${minute}`;
}

function readRows<T>(text: string, Row: z.ZodType<T>, gameOfRow: (row: T) => Game | string | null): { games: Game[]; problems: string[] } {
  const { rows, problem } = readCsv(text);
  const [games, problems]: [Game[], string[]] = [[], problem === null ? [] : [problem]];
  for (const { line, values } of rows) {
    const read = Row.safeParse(values);
    const game = read.success ? gameOfRow(read.data) : `${read.error.issues[0]?.path.join('.')}: ${read.error.issues[0]?.message}`;
    if (typeof game === 'string') problems.push(`line ${line}: ${game}`);
    else if (game !== null) games.push(game);
  }
  return { games: games.sort((a, b) => a.start - b.start), problems };
}

type Known = Pick<Game, 'league' | 'start' | 'number' | 'seconds'>;

function gameOf(known: Known, first: string, second: string, hasFirstWon: boolean): Game | string {
  if (first === second) return `${first} plays itself`;
  const isHomeFirstSide = first < second;
  const [home, away] = isHomeFirstSide ? [first, second] : [second, first];
  return { ...known, home, away, isHomeFirstSide, homeHasWon: hasFirstWon === isHomeFirstSide };
}

/** Games of a pair that begin later than this after the one before begin another series. */
const HOURS_BETWEEN = 3.3;

function seriesOf({ games, problems }: { games: Game[]; problems: string[] }): EsportsFile {
  const running = new Map<string, Game[]>();
  const all: Game[][] = [];
  for (const game of games) {
    const pair = JSON.stringify([game.league, game.home, game.away]);
    const before = running.get(pair);
    if (before !== undefined && follows(game, before.at(-1)!)) before.push(game);
    else {
      const begun = [game];
      running.set(pair, begun);
      all.push(begun);
    }
  }
  return { series: all.map(oneSeries), problems };
}

const follows = (game: Game, last: Game): boolean =>
  game.start - last.start <= HOURS_BETWEEN / 24 && (game.number === null || last.number === null || game.number > last.number);

function oneSeries(games: Game[]): EsportsSeries {
  const [first, last] = [games[0]!, games.at(-1)!];
  const maps = games.map(({ homeHasWon, isHomeFirstSide, seconds }) => ({ homeHasWon, isHomeFirstSide, seconds }));
  const { league, home, away, start } = first;
  return { league, home, away, start, end: last.start + last.seconds / SECONDS_PER_DAY, maps, format: formatOf(maps) };
}

/** Games that a side has won. */
export const mapsWon = (maps: readonly EsportsMap[]): [home: number, away: number] => {
  const home = maps.filter(({ homeHasWon }) => homeHasWon).length;
  return [home, maps.length - home];
};

const WINS_MAX = 3;

/** The race that ends like this: the last game makes a side the first with its number of wins. */
function formatOf(maps: readonly EsportsMap[]): SeriesFormat | null {
  const [home, away] = mapsWon(maps);
  const needed = Math.max(home, away);
  if (home === away || needed > WINS_MAX || maps.at(-1)!.homeHasWon !== home > away) return null;
  return { parts: 2 * needed - 1, race: true };
}
