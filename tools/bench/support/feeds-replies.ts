import type { Reply } from '#test/support/api-sports-server.ts';

/** What the replies of several providers have in common. */

const WORLD_LEAGUES = 1_100;

/** Returns the rows of the leagues of the whole world, with those of the day among them. */
export function worldLeagues<Row>(ids: readonly number[], rowOf: (id: number) => Row): Row[] {
  return [...ids, ...Array.from({ length: WORLD_LEAGUES }, (_, n) => 10_000 + n)].map(rowOf);
}

const ROWS_OF_PAGE = 10;

/** Returns a page, from 1, as API-Sports divides its odds. */
export const pageOf = (rows: readonly unknown[], page: number): Reply & { rows: unknown[] } => ({
  rows: rows.slice((page - 1) * ROWS_OF_PAGE, page * ROWS_OF_PAGE),
  pages: Math.max(1, Math.ceil(rows.length / ROWS_OF_PAGE)),
});

export const BOOKMAKERS = 12;

/** Returns the prices of API-Sports' bookmakers for these bets. */
export const bookmakersOf = (bets: readonly { id: number; name: string; values: readonly string[] }[], seed: number) =>
  Array.from({ length: BOOKMAKERS }, (_, n) => ({
    ...{ id: n + 1, name: `Bookmaker ${n + 1}` },
    bets: bets.map(({ values, ...bet }) => ({ ...bet, values: values.map((value, index) => ({ value, odd: priceOf(seed, n + index) })) })),
  }));

/** Returns an invented price between 1.80 and 3.20. */
export const priceOf = (seed: number, n: number): string => (1.8 + ((seed * 7 + n * 13) % 140) / 100).toFixed(2);
