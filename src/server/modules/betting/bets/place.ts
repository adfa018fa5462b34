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

/** A stake that somebody wants to place. */
export interface BetOrder extends Stake {
  userId: string;
  matchId: number;
  market: Market;
  idempotency: IdempotentRequest | null;
}

/** A stake that was accepted, to be written with the others of its batch. */
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
 * Places stakes in one transaction, in their order, and returns for each its receipt or why it was refused; a refused one leaves nothing
 * behind. Whatever they are judged by is read after the locks of contests and balances are held, the time too: so no two stakes spend the
 * same points, and none slips in after the contest closed.
 */
export const placeBets = (deps: Deps, orders: readonly BetOrder[]): Promise<(BetReceipt | Error)[]> =>
  transact(deps, async (db, announce, last) => {
    const asked = deps.now();
    const [facts, contests] = await Promise.all([
      bets.lockForBets(db, orders, new Date(asked.getTime() - MINUTE_MS), asked),
      // Sent with it, answered after it: as it is once the locks are held.
      bets.findContestsWithMatch(db, orders),
    ]);
    const book = await openBook(deps, db, facts, contests);
    const now = deps.now();
    const ids = newIds(deps, 2 * orders.length);
    const outcomes = orders.map((order, i) => judge(deps, order, facts[i]!, book, { legId: ids[2 * i]!, newBetId: ids[2 * i + 1]!, now }));
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
    tell(announce, accepted, book, views);
    return answers;
  });

interface Making {
  legId: string;
  /** For a bet that is a user's first in its contest. */
  newBetId: string;
  now: Date;
}

/** What becomes of an order: an accepted one is counted from then on. Whatever goes wrong goes wrong for this one alone. */
function judge(deps: Deps, order: BetOrder, facts: bets.BetFacts, book: Book, { legId, newBetId, now }: Making): Outcome {
  try {
    const earlier = order.idempotency && replyBefore<BetReceipt>(order.idempotency, facts);
    if (earlier !== null) return { answer: earlier };
    // Not before: who was accepted and asks again is told so.
    requireSwitch(deps, 'staking');
    const standing = standingOf(book, order.userId, facts);
    const terms = checkStake(order, standing, { limits: stakeLimits(deps.config), betsPerMinute: deps.config.rates.betsPerMinute }, now);
    const bet = countStake(standing, order, terms, newBetId, now);
    enter(book, bet);
    return { accepted: { order, contestId: bet.contest_id, betId: bet.id, legId, terms } };
  } catch (error) {
    return { answer: error as Error };
  }
}

/** What its owner reads: bet, points and contest as they are once the whole batch is written. */
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

/** One change a contest and a user, however many stakes they had. */
function tell(announce: Announce, accepted: readonly Accepted[], book: Book, views: ContestViews): void {
  for (const contestId of new Set(accepted.map((one) => one.contestId))) {
    const contest = views.get(contestId)!;
    announce(`match:${contest.match_id}`, { t: 'contest', contest });
  }
  for (const userId of new Set(accepted.map(({ order }) => order.userId))) {
    announce(`me:${userId}`, { t: 'balance', balance: book.bettors.get(userId)!.balance });
  }
}

/** What the stakes of a batch are judged by; it changes with each that is accepted, and by nobody else, as all of it is under our locks. */
interface Book {
  bettors: Map<string, Bettor>;
  counters: Map<string, Counter>;
  /** By user and contest. */
  held: Map<string, BetRow>;
}

/** Opens the book for what was found when the locks were taken; fixed odds are priced as of now. */
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

/** What an order is judged by now. Throws `not_found`, `contest_not_open` where a match has no contest, or `unauthorized`. */
function standingOf(book: Book, userId: string, { contestId, matchExists }: BetFacts): Standing {
  if (contestId === null) throw new AppError(matchExists ? 'contest_not_open' : 'not_found');
  // One that we did not lock may have ended since.
  if (!book.counters.has(contestId)) throw new AppError('contest_not_open');
  const standing = standingIn(book, userId, contestId);
  if (!standing) throw new AppError('unauthorized');
  return standing;
}

/** How a user stands in a contest; null where there is no such user. */
function standingIn(book: Book, userId: string, contestId: string): Standing | null {
  const bettor = book.bettors.get(userId);
  return bettor ? { bettor, counter: book.counters.get(contestId)!, held: book.held.get(heldKey(userId, contestId)) ?? null } : null;
}

/** Puts a bet into the book that was not in it before. */
const enter = (book: Book, bet: BetRow): void => void book.held.set(heldKey(bet.user_id, bet.contest_id), bet);

const heldKey = (userId: string, contestId: string): string => `${userId} ${contestId}`;
