import type { placeBet as placeBetEndpoint } from '#contract/bets.ts';
import type { Contest as ContestView } from '#contract/contests.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Market } from '#domain/contest.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { contestView } from '#server/modules/betting/contests/contest-view.ts';
import { stakeLimits } from '#server/modules/betting/contests/quotes.ts';
import { type IdempotentRequest, replyBefore } from '#server/platform/db/idempotency.ts';
import { newIds } from '#server/platform/db/new-id.ts';
import { requireSwitch } from '#server/platform/feature-flags/feature-flags.ts';
import { type Announce, transact } from '#server/platform/transact.ts';
import { betView } from './bet-view.ts';
import { type Book, enter, openBook, standingIn, standingOf } from './book.ts';
import * as bets from './queries.ts';
import { countStake, judgeStake, type Stake, type Terms } from './standing.ts';

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
    const terms = judgeStake(order, standing, { limits: stakeLimits(deps.config), betsPerMinute: deps.config.rates.betsPerMinute }, now);
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
