import type { Transaction } from 'kysely';
import type { TransferDraft } from '#domain/ledger/ledger.ts';
import type { Market, VoidReason } from '#domain/settlement/contest.ts';
import type { PlayEnd, Ties } from '#domain/settlement/play-at-risk.ts';
import {
  type BetEnd,
  entitlementOf,
  type PlacedBet,
  type SettledContest,
  type Settlement,
  settle,
  voidContest,
} from '#domain/settlement/settlement.ts';
import type { Deps } from '#server/deps.ts';
import { relatedGroups } from '#server/modules/betting/related-users/related-users.ts';
import { addToStats, lockBalances, postTransfers } from '#server/modules/ledger/public.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { type Announce, transact } from '#server/platform/transact.ts';
import { countedOf, endTotals, notifyOwner, rewardedActionOf, statsOf } from './bet-ends.ts';
import { type ContestRow, contestView } from './contest-view.ts';
import { settledOn } from './facts.ts';
import * as contests from './queries.ts';
import { settleSeconds } from './settlement-delay.ts';
import * as bets from './settlement-queries.ts';

/** Bets ended in one transaction: few enough to hold its locks only briefly. */
const BATCH = 500;

/**
 * Ends the bets of a contest whose ending was decided, in batches in the order of their ids, and the contest itself with the last batch.
 * What each bet receives follows from the contest's row and its bets alone, which cannot change any more: after a crash, or in parallel
 * processes, the same result is calculated again, and bets that have already ended are skipped.
 */
export const endContest = (deps: Deps, contestId: string, skipBusy: boolean): Promise<void> =>
  deps.trace
    ? deps.trace('settle', { 'contest.id': contestId }, () => endNow(deps, contestId, skipBusy))
    : endNow(deps, contestId, skipBusy);

async function endNow(deps: Deps, contestId: string, skipBusy: boolean): Promise<void> {
  const contest = await contests.findContest(deps.db, contestId);
  const placed = await bets.findBets(deps.db, contestId);
  const ties = await relatedGroups(
    deps.db,
    placed.map(({ userId }) => userId),
  );
  const ending = planEnding(contest, placed, ties);
  const { settlement } = ending;
  for (let first = 0; first === 0 || first < settlement.bets.length; first += BATCH) {
    const isLast = first + BATCH >= settlement.bets.length;
    const paidAt = await transact(deps, async (db, announce) => {
      const locked = await contests.lockContest(db, contestId, skipBusy);
      if (!locked || isFinal(locked)) return null;
      await bets.lookUpByKey(db);
      const now = deps.now();
      const before = first === 0 ? ending.transfersBefore : [];
      await endBatch(db, announce, ending, settlement.bets.slice(first, first + BATCH), before, now);
      if (isLast) await finish(deps, db, announce, ending, now);
      return now;
    });
    if (paidAt === null) return;
    if (isLast) measure(deps, contest, paidAt);
  }
  deps.log.info({ contestId, matchId: contest.match_id, outcome: settlement.outcome, bets: settlement.bets.length }, 'contest ended');
}

function measure({ metrics }: Deps, contest: ContestRow, paidAt: Date): void {
  const seconds = settleSeconds(contest, paidAt);
  if (seconds !== null) metrics?.settled({ seconds });
}

/** Returns a contest in the form in which the domain settles it, with the rules it was created with. */
export const rulesOf = ({ id, market, fee_percent, participants_min }: ContestRow): SettledContest => ({
  id,
  market: market as Market,
  rules: { feePercent: Number(fee_percent), participantsMin: participants_min },
});

export const isFinal = ({ state }: ContestRow): boolean => state === 'settled' || state === 'void';

interface Ending {
  contest: ContestRow;
  placed: Map<string, PlacedBet>;
  settlement: Settlement;
  /** How much of each bet counts as play, by users' relations at the time of planning; no points depend on it. */
  counted: Map<string, PlayEnd>;
  /** Transfers from the house, posted before those of the bets; transfers to the house are posted after them. */
  transfersBefore: TransferDraft[];
  transfersOf: Map<string, TransferDraft[]>;
  transfersAfter: TransferDraft[];
}

function planEnding(contest: ContestRow, bets: PlacedBet[], ties: Ties): Ending {
  const settlement =
    contest.ending === 'void'
      ? voidContest(rulesOf(contest), bets, contest.void_reason as VoidReason)
      : settle(rulesOf(contest), bets, settledOn(contest));
  const ofHouse = settlement.transfers.filter((transfer) => transfer.betId === undefined);
  const placed = new Map(bets.map((bet) => [bet.id, bet]));
  return {
    contest,
    placed,
    settlement,
    counted: countedOf(contest, placed, settlement, ties),
    transfersBefore: ofHouse.filter((transfer) => transfer.from.kind === 'house'),
    transfersOf: byBet(settlement.transfers),
    transfersAfter: ofHouse.filter((transfer) => transfer.to.kind === 'house'),
  };
}

function byBet(transfers: readonly TransferDraft[]): Map<string, TransferDraft[]> {
  const found = new Map<string, TransferDraft[]>();
  for (const transfer of transfers) {
    if (transfer.betId === undefined) continue;
    const known = found.get(transfer.betId);
    if (known) known.push(transfer);
    else found.set(transfer.betId, [transfer]);
  }
  return found;
}

/**
 * Ends the bets of a batch that have not ended yet, after posting the `before` transfers. The caller holds the contest's lock. Lock order:
 * balances first; the house's account is locked with the posting, last, as everywhere.
 */
async function endBatch(
  db: Transaction<DB>,
  announce: Announce,
  ending: Ending,
  batch: readonly BetEnd[],
  before: readonly TransferDraft[],
  now: Date,
): Promise<void> {
  const ongoing = await bets.findOngoing(
    db,
    batch.map(({ id }) => id),
  );
  const ends = batch.filter(({ id }) => ongoing.has(id));
  if (ends.length === 0) return;
  const balances = await lockBalances(
    db,
    ends.filter((end) => entitlementOf(end) > 0).map(({ userId }) => userId),
  );
  await bets.endBets(db, ends, ending.counted, now);
  await bets.markRefundedLegs(
    db,
    ends.filter(({ refund }) => refund > 0),
    now,
  );
  const settled = ends.filter(({ state }) => state === 'settled');
  await addToStats(
    db,
    settled.map((end) => ({ ...statsOf(end, ending.counted.get(end.id)!), deed: rewardedActionOf(end, ending.counted.get(end.id)!) })),
    now,
  );
  const own = ends.flatMap(({ id }) => ending.transfersOf.get(id) ?? []);
  await postTransfers(db, [...before, ...own], now);
  for (const end of ends) {
    const given = entitlementOf(end);
    notifyOwner(announce, ending.contest, end, given > 0 ? balances.get(end.userId)! + given : null);
  }
}

/** Ends the contest once all its bets have ended; its account must be empty to the point. */
async function finish(deps: Deps, db: Transaction<DB>, announce: Announce, ending: Ending, now: Date): Promise<void> {
  const { contest, settlement } = ending;
  await postTransfers(db, ending.transfersAfter, now);
  const left = await bets.findLeftovers(db, contest.id);
  if (left.points !== 0 || left.bets !== 0) {
    throw new Error(`contest ${contest.id} not ended, last batch not paid: ${left.points} points and ${left.bets} bets left`);
  }
  const row = await contests.updateContest(db, contest.id, {
    ...endTotals(ending.placed, settlement),
    last_transfer_id: await contests.findLastTransfer(db, contest.id),
    state: settlement.outcome,
    state_since: now,
    settled_at: now,
    winner: settlement.winner,
    void_reason: settlement.voidReason,
    fee: settlement.fee,
    unresolved_at: null,
  });
  await deps.wiring.onContestEnded(deps, db, row, null, now);
  announce(`match:${row.match_id}`, { t: 'contest', contest: contestView(row) });
}
