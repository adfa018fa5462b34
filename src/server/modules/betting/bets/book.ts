import type { Deps } from '#server/deps.ts';
import { quotesOf } from '#server/modules/betting/contests/quotes.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { BetRow } from './bet-view.ts';
import type { BetFacts, ContestWithMatch } from './queries.ts';
import type { Bettor, Counter, Standing } from './standing.ts';

/** What the stakes of a batch are judged by; it changes with each that is accepted, and by nobody else, as all of it is under our locks. */
export interface Book {
  bettors: Map<string, Bettor>;
  counters: Map<string, Counter>;
  /** By user and contest. */
  held: Map<string, BetRow>;
}

/** Opens the book for what was found when the locks were taken; fixed odds are priced as of now. */
export async function openBook(deps: Deps, db: Db, facts: readonly BetFacts[], found: readonly ContestWithMatch[]): Promise<Book> {
  const lockedIds = new Set(facts.flatMap(({ contestId, isLocked }) => (isLocked ? contestId! : [])));
  const priced = found.filter(({ contest }) => contest.market === '1x2' && lockedIds.has(contest.id));
  const quotes = await quotesOf(
    db,
    deps,
    priced.map(({ contest }) => contest.match_id),
  );
  const counterOf = (one: ContestWithMatch): Counter => ({
    ...one,
    isLocked: lockedIds.has(one.contest.id),
    quote: (one.contest.market === '1x2' && quotes.get(one.contest.match_id)) || null,
  });
  return {
    bettors: new Map(facts.flatMap(({ bettor }) => (bettor ? [[bettor.id, bettor] as const] : []))),
    counters: new Map(found.map((one) => [one.contest.id, counterOf(one)])),
    held: new Map(facts.flatMap(({ held }) => (held ? [[heldKey(held.user_id, held.contest_id), held] as const] : []))),
  };
}

/** What an order is judged by now. Throws `not_found`, `contest_not_open` where a match has no contest, or `unauthorized`. */
export function standingOf(book: Book, userId: string, { contestId, matchExists }: BetFacts): Standing {
  if (contestId === null) throw new AppError(matchExists ? 'contest_not_open' : 'not_found');
  // One that we did not lock may have ended since.
  if (!book.counters.has(contestId)) throw new AppError('contest_not_open');
  const standing = standingIn(book, userId, contestId);
  if (!standing) throw new AppError('unauthorized');
  return standing;
}

/** How a user stands in a contest; null where there is no such user. */
export function standingIn(book: Book, userId: string, contestId: string): Standing | null {
  const bettor = book.bettors.get(userId);
  return bettor ? { bettor, counter: book.counters.get(contestId)!, held: book.held.get(heldKey(userId, contestId)) ?? null } : null;
}

/** Puts a bet into the book that was not in it before. */
export const enter = (book: Book, bet: BetRow): void => void book.held.set(heldKey(bet.user_id, bet.contest_id), bet);

const heldKey = (userId: string, contestId: string): string => `${userId} ${contestId}`;
