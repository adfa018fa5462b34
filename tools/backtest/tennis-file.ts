import { z } from 'zod';
import type { TennisResult } from '#domain/forecast/tennis.ts';
import { readCsv } from '#server/modules/match-data/providers/football-data/read-csv.ts';

/** Sources of prices in a file, by column prefix. */
export const BOOKMAKERS = ['B365', 'PS', 'Avg'] as const;
export type Bookmaker = (typeof BOOKMAKERS)[number];

/** A match of the file. "home" is the alphabetically first name: the file names the winner first, which a forecast must not see. */
export interface TennisMatch {
  tour: string;
  /** ISO 8601. */
  date: string;
  tournament: string;
  result: TennisResult;
  homeHasWon: boolean;
  /** Decimal odds in hundredths, home first. */
  prices: Partial<Record<Bookmaker, [home: number, away: number]>>;
}

export interface TennisFile {
  /** By date; in file order within a day. */
  matches: TennisMatch[];
  /** Rows that could not be read, one sentence each. */
  problems: string[];
}

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .pipe(z.number().int().min(least).max(most));
/** Empty values, "N/A" and invalid prices drop only themselves. */
const sets = wholeNumber(0, 3).catch(0);
const rank = wholeNumber(1, 100_000).nullable().catch(null);
const price = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .transform((text) => Math.round(Number(text) * 100))
  .pipe(z.number().min(101).max(100_000))
  .nullable()
  .catch(null);

const Row = z.object({
  Tour: z.string().min(1).max(10),
  Date: z.iso.date(),
  Tournament: z.string().max(100),
  Surface: z
    .string()
    .transform((text) => text.toLowerCase())
    .pipe(z.enum(['hard', 'clay', 'grass'])),
  'Best of': z.enum(['3', '5', '']),
  Winner: z.string().min(1).max(60),
  Loser: z.string().min(1).max(60),
  WRank: rank,
  LRank: rank,
  Wsets: sets,
  Lsets: sets,
  Comment: z.enum(['Completed', 'Retired', 'Walkover', 'Awarded']),
  B365W: price,
  B365L: price,
  PSW: price,
  PSL: price,
  AvgW: price,
  AvgL: price,
});
type Row = z.infer<typeof Row>;

/** Reads a file with tennis-data.co.uk's columns preceded by `Tour`. An invalid row is skipped and reported. */
export function readTennisFile(text: string): TennisFile {
  const { rows, problem } = readCsv(text);
  const file: TennisFile = { matches: [], problems: problem === null ? [] : [problem] };
  for (const { line, values } of rows) {
    const read = Row.safeParse(values);
    const issue = read.error?.issues[0];
    const match = read.success ? matchOf(read.data) : `${issue?.path.join('.')}: ${issue?.message}`;
    if (typeof match === 'string') file.problems.push(`line ${line}, ${values.Winner} against ${values.Loser}: ${match}`);
    else file.matches.push(match);
  }
  file.matches.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return file;
}

const ENDINGS = { Completed: 'completed', Retired: 'retired', Walkover: 'walkover', Awarded: 'walkover' } as const;

/** Returns the match, or what is wrong with the row. */
function matchOf(row: Row): TennisMatch | string {
  if (row.Winner === row.Loser) return 'plays against themselves';
  const ending = ENDINGS[row.Comment];
  // A match with three sets won is best of five, whatever the column says; the column is empty for some matches of best of three.
  const bestOf = row['Best of'] === '5' || row.Wsets === 3 ? 5 : 3;
  const needed = (bestOf + 1) / 2;
  if (ending === 'completed' && (row.Wsets !== needed || row.Lsets >= needed)) return `cannot have been won ${row.Wsets}-${row.Lsets}`;
  if (ending === 'retired' && Math.max(row.Wsets, row.Lsets) >= needed) return `was over at ${row.Wsets}-${row.Lsets}, yet given up`;
  const homeHasWon = row.Winner < row.Loser;
  const inOrder = <T>(winner: T, loser: T): [home: T, away: T] => (homeHasWon ? [winner, loser] : [loser, winner]);
  const [home, away] = inOrder(row.Winner, row.Loser);
  const [homeRank, awayRank] = inOrder(row.WRank, row.LRank);
  const [homeSets, awaySets] = ending === 'walkover' ? [0, 0] : inOrder(row.Wsets, row.Lsets);
  const day = Date.parse(row.Date) / 86_400_000;
  const surface = row.Surface;
  return {
    tour: row.Tour,
    date: row.Date,
    tournament: row.Tournament,
    homeHasWon,
    result: { home, away, day, surface, bestOf, homeRank, awayRank, ending, homeSets, awaySets },
    prices: pricesOf(row, inOrder),
  };
}

function pricesOf(row: Row, inOrder: (winner: number, loser: number) => [home: number, away: number]): TennisMatch['prices'] {
  const prices: TennisMatch['prices'] = {};
  for (const bookmaker of BOOKMAKERS) {
    const [winner, loser] = [row[`${bookmaker}W`], row[`${bookmaker}L`]];
    if (winner !== null && loser !== null) prices[bookmaker] = inOrder(winner, loser);
  }
  return prices;
}
