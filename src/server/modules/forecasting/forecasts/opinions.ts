import type { Outcomes } from '#domain/forecast/outcomes.ts';
import { type MatchStatus, matchGroup } from '#domain/matches/match-status.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { findCrowds } from './crowd-queries.ts';
import { crowdOf, marketOf } from './market-opinion.ts';
import { type BookRow, findBooks, findBooksOf, findTold, type Opinions, type ToldRow } from './queries.ts';

/** Returns the opinions of bookmakers and crowd: present ones before kick-off, afterwards those at kick-off. */
export async function opinionsOf(db: Db, matchId: number, hasBegun: boolean): Promise<Opinions> {
  const [crowd] = await findCrowds(db, [matchId]);
  return { market: await marketOpinion(db, matchId, hasBegun), crowd: crowd ? crowdOf(crowd) : null };
}

/** Returns the opinion of bookmakers: the present one before kick-off, afterwards the closing one. */
export async function marketOpinion(db: Db, matchId: number, hasBegun: boolean): Promise<Outcomes | null> {
  const books = await findBooks(db, matchId);
  return hasBegun ? closing(books) : now(books);
}

const closing = (books: readonly BookRow[]): Outcomes | null =>
  marketOf(
    books.flatMap(({ closing_home: home, closing_draw: draw, closing_away: away }) =>
      home === null || away === null ? [] : [[home, draw, away] as const],
    ),
  );

/** Uses the bookmakers that take bets; if none does, the last prices of all. */
function now(books: readonly BookRow[]): Outcomes | null {
  const open = books.filter(({ suspended }) => !suspended);
  return marketOf((open.length > 0 ? open : books).map(({ home, draw, away }) => [home, draw, away]));
}

/** Opinions of model, market and crowd about a match; null if there is none. */
export interface AllOpinions extends Opinions {
  model: Outcomes | null;
  /** Whether the match has begun and its forecast is still to be frozen as of kick-off. */
  isToFreeze: boolean;
}

/**
 * Returns the opinions about many matches: present ones before kick-off, else those frozen at kick-off. Omits matches that do not exist.
 */
export async function allOpinionsOf(db: Db, matchIds: readonly number[]): Promise<Map<number, AllOpinions>> {
  const told = await findTold(db, matchIds);
  const coming = told.filter(isComing).map(({ match_id: id }) => id);
  const [books, pools] = coming.length === 0 ? [[], []] : await Promise.all([findBooksOf(db, coming), findCrowds(db, coming)]);
  const opinionsNow = (id: number): Opinions => {
    const pool = pools.find(({ match_id }) => match_id === id);
    return { market: now(books.filter(({ match_id }) => match_id === id)), crowd: pool === undefined ? null : crowdOf(pool) };
  };
  return new Map(
    told.map((row) => {
      const { match_id: id, model, market, crowd, is_frozen: isFrozen } = row;
      if (isComing(row)) return [id, { model, ...opinionsNow(id), isToFreeze: false }];
      return [
        id,
        isFrozen ? { model, market, crowd, isToFreeze: false } : { model: null, market: null, crowd: null, isToFreeze: isFrozen === false },
      ];
    }),
  );
}

const isComing = ({ status, is_frozen: isFrozen }: ToldRow): boolean =>
  matchGroup(status as MatchStatus) === 'upcoming' && isFrozen !== true;
