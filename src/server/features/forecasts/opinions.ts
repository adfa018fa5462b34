import type { Outcomes } from '#domain/forecast/outcomes.ts';
import type { Db } from '#server/db/pool.ts';
import { crowdOf, marketOf } from './market-opinion.ts';
import { type BookRow, findBooks, findPool, type Opinions } from './queries.ts';

/** What bookmakers and those who staked say now of a match that has not begun; of another, what they said when it did. */
export async function opinionsOf(db: Db, matchId: number, hasBegun: boolean, isFinal = false): Promise<Opinions> {
  const books = await findBooks(db, matchId);
  const pool = await findPool(db, matchId, isFinal);
  return { market: hasBegun ? closing(books) : now(books), crowd: pool && crowdOf(pool) };
}

const closing = (books: readonly BookRow[]): Outcomes | null =>
  marketOf(
    books.flatMap(({ closing_home: home, closing_draw: draw, closing_away: away }) =>
      home === null || away === null ? [] : [[home, draw, away] as const],
    ),
  );

/** Those that take bets speak; when none does, all say what they last said. */
function now(books: readonly BookRow[]): Outcomes | null {
  const open = books.filter(({ suspended }) => !suspended);
  return marketOf((open.length > 0 ? open : books).map(({ home, draw, away }) => [home, draw, away]));
}
