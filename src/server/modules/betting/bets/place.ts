import type { placeBet as placeBetEndpoint } from '#contract/bets.ts';
import type { Contest as ContestView } from '#contract/contests.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Market } from '#domain/settlement/contest.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { contestView } from '#server/modules/betting/contests/contest-view.ts';
import { quotesOf, stakeLimits } from '#server/modules/betting/contests/quotes.ts';
import { type IdempotentRequest, replyBefore } from '#server/platform/db/idempotency.ts';
import { newIds } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { requireSwitch } from '#server/platform/feature-flags/feature-flags.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { type Announce, transact } from '#server/platform/transact.ts';
import { type BetRow, betView } from './bet-view.ts';
import { type Bettor, type Counter, checkStake, countStake, type Stake, type Standing, type Terms } from './bettor-state.ts';
import type { BetFacts, ContestWithMatch } from './queries.ts';
import * as bets from './queries.ts';
export type BetRequest = ParsedInputOf<typeof placeBetEndpoint>;
export type BetReceipt = ReplyOf<typeof placeBetEndpoint>;

/** A stake that a user wants to place. */
export interface BetOrder extends Stake {
  userId: string;
  matchId: number;
  market: Market;
  idempotency: IdempotentRequest | null;
}

/** An accepted stake, to be written with the others of its batch. */
interface Accepted {
  order: BetOrder;
  contestId: string;
  betId: string;
  legId: string;
  terms: Terms;
}

type ContestViews = ReadonlyMap<string, ContestView>;
type Outcome = { accepted: Accepted } | { answer: BetReceipt | Error };

/**
 * Places stakes in one transaction, in order, and returns for each its receipt or the error that rejected it; a rejected stake writes
 * nothing. Everything that decides, the time included, is read after the locks on contests and balances are held: no two stakes can spend
 * the same points, and none is accepted after the contest closed.
 */
export const placeBets = (deps: Deps, orders: readonly BetOrder[]): Promise<(BetReceipt | Error)[]> =>
  transact(deps, async (db, announce, last) => {
    const asked = deps.now();
    const [facts, contests] = await Promise.all([
      bets.lockForBets(db, orders, new Date(asked.getTime() - MINUTE_MS), asked),
      // Pipelined: sent with the lock statement but executed after it, so it reads the state under the locks.
      bets.findContestsWithMatch(db, orders),
    ]);
    const book = await openBook(deps, db, facts, contests);
    const now = deps.now();
    const ids = newIds(deps, 2 * orders.length);
    const outcomes = orders.map((order, i) =>
      decideOrder(deps, order, facts[i]!, book, { legId: ids[2 * i]!, newBetId: ids[2 * i + 1]!, now }),
    );
    const views = new Map([...book.counters].map(([id, { contest }]) => [id, contestView(contest)]));
    const answers = outcomes.map((outcome) => ('accepted' in outcome ? receiptOf(outcome.accepted, book, views, now) : outcome.answer));
    const accepted = outcomes.flatMap((outcome, i) => ('accepted' in outcome ? { ...outcome.accepted, receipt: answers[i] } : []));
    if (accepted.length > 0)
      last(
        bets.insertStakes(
          db,
          accepted.map(({ order, terms, ...ids }) => ({ ...order, ...terms, ...ids })),
          now,
        ),
      );
    publishChanges(announce, accepted, book, views);
    return answers;
  });

interface Making {
  legId: string;
  /** Used if this is the user's first stake in the contest. */
  newBetId: string;
  now: Date;
}

/** Decides on an order and counts it if accepted. An error rejects this order alone. */
function decideOrder(deps: Deps, order: BetOrder, facts: bets.BetFacts, book: Book, { legId, newBetId, now }: Making): Outcome {
  try {
    const earlier = order.idempotency && replyBefore<BetReceipt>(order.idempotency, facts);
    if (earlier !== null) return { answer: earlier };
    // Checked after the replay: a repeated request for an accepted stake gets its receipt even when staking is off.
    requireSwitch(deps, 'staking');
    const standing = standingOf(book, order.userId, facts);
    const terms = checkStake(order, standing, { limits: stakeLimits(deps.config), betsPerMinute: deps.config.rates.betsPerMinute }, now);
    const bet = countStake(standing, order, terms, newBetId, now);
    recordBet(book, bet);
    return { accepted: { order, contestId: bet.contest_id, betId: bet.id, legId, terms } };
  } catch (error) {
    return { answer: error as Error };
  }
}

/** Returns the receipt: bet, balance and contest as they are after the whole batch is written. */
function receiptOf({ order, contestId, legId, terms }: Accepted, book: Book, views: ContestViews, now: Date): BetReceipt {
  const { bettor, counter, held } = standingIn(book, order.userId, contestId)!;
  const { oddsHundredths } = terms;
  return {
    bet: betView(held!, counter.contest, counter.match),
    leg: { id: legId, stake: order.stake, odds: oddsHundredths && oddsHundredths / 100, placed_at: now.toISOString() },
    balance: bettor.balance,
    contest: views.get(contestId)!,
  };
}

/** Publishes one change per contest and per user, however many stakes they had. */
function publishChanges(announce: Announce, accepted: readonly Accepted[], book: Book, views: ContestViews): void {
  for (const contestId of new Set(accepted.map((one) => one.contestId))) {
    const contest = views.get(contestId)!;
    announce(`match:${contest.match_id}`, { t: 'contest', contest });
  }
  for (const userId of new Set(accepted.map(({ order }) => order.userId))) {
    announce(`me:${userId}`, { t: 'balance', balance: book.bettors.get(userId)!.balance });
  }
}

/** State that the stakes of a batch are validated against. Only accepted stakes change it, since all of it is under our locks. */
interface Book {
  bettors: Map<string, Bettor>;
  counters: Map<string, Counter>;
  /** Keyed by user and contest. */
  held: Map<string, BetRow>;
}

/** Builds the book from what was found under the locks; fixed odds are priced as of now. */
async function openBook(deps: Deps, db: Db, facts: readonly BetFacts[], found: readonly ContestWithMatch[]): Promise<Book> {
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

/** Returns what an order is validated against. Throws `not_found`, `contest_not_open` if the match has no contest, or `unauthorized`. */
function standingOf(book: Book, userId: string, { contestId, matchExists }: BetFacts): Standing {
  if (contestId === null) throw new AppError(matchExists ? 'contest_not_open' : 'not_found');
  // A contest that is not locked by us may have ended since.
  if (!book.counters.has(contestId)) throw new AppError('contest_not_open');
  const standing = standingIn(book, userId, contestId);
  if (!standing) throw new AppError('unauthorized');
  return standing;
}

/** Returns a user's standing in a contest; null if there is no such user. */
function standingIn(book: Book, userId: string, contestId: string): Standing | null {
  const bettor = book.bettors.get(userId);
  return bettor ? { bettor, counter: book.counters.get(contestId)!, held: book.held.get(heldKey(userId, contestId)) ?? null } : null;
}

/** Adds or replaces the user's bet in the book. */
const recordBet = (book: Book, bet: BetRow): void => void book.held.set(heldKey(bet.user_id, bet.contest_id), bet);

const heldKey = (userId: string, contestId: string): string => `${userId} ${contestId}`;
