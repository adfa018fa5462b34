import { z } from 'zod';
import { readCsv } from '#server/modules/match-data/providers/football-data/read-csv.ts';

/** Sources of prices in a file, by column prefix. */
export const BOOKMAKERS = ['B365', 'PS', 'Avg'] as const;
export type Bookmaker = (typeof BOOKMAKERS)[number];

/** A completed match with prices. The file names the winner first. */
export interface PricedMatch {
  tour: 'atp' | 'wta';
  /** The day of the match, ISO 8601. */
  date: string;
  round: string;
  winner: string;
  loser: string;
  /** Decimal odds in hundredths. */
  prices: Partial<Record<Bookmaker, [winner: number, loser: number]>>;
}

const price = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .transform((text) => Math.round(Number(text) * 100))
  .pipe(z.number().min(101).max(100_000))
  .nullable()
  .catch(null);

const Row = z.object({
  Tour: z
    .string()
    .transform((text) => text.toLowerCase())
    .pipe(z.enum(['atp', 'wta'])),
  Date: z.iso.date(),
  Round: z.string().min(1).max(40),
  Winner: z.string().min(1).max(60),
  Loser: z.string().min(1).max(60),
  Comment: z.string(),
  B365W: price,
  B365L: price,
  PSW: price,
  PSL: price,
  AvgW: price,
  AvgL: price,
});

/**
 * Reads the completed matches of a file with tennis-data.co.uk's columns preceded by `Tour`. Rows that cannot be read are counted, and of
 * a valid row only invalid prices are left out.
 */
export function readTennisPrices(text: string): { matches: PricedMatch[]; unreadable: number } {
  const { rows, problem } = readCsv(text);
  const matches: PricedMatch[] = [];
  let unreadable = problem === null ? 0 : 1;
  for (const { values } of rows) {
    const { data: row } = Row.safeParse(values);
    if (row === undefined || row.Winner === row.Loser) unreadable++;
    else if (row.Comment === 'Completed') {
      const { Tour: tour, Date: date, Round: round, Winner: winner, Loser: loser } = row;
      matches.push({ tour, date, round, winner, loser, prices: pricesOf(row) });
    }
  }
  return { matches, unreadable };
}

function pricesOf(row: z.infer<typeof Row>): PricedMatch['prices'] {
  const prices: PricedMatch['prices'] = {};
  for (const bookmaker of BOOKMAKERS) {
    const [winner, loser] = [row[`${bookmaker}W`], row[`${bookmaker}L`]];
    if (winner !== null && loser !== null) prices[bookmaker] = [winner, loser];
  }
  return prices;
}
