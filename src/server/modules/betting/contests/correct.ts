import type { Transaction } from 'kysely';
import type { TransferDraft } from '#domain/ledger/ledger.ts';
import { type BetAction, remainingActions } from '#domain/ledger/levels.ts';
import { correctSettlement, type Funds } from '#domain/settlement/correction.ts';
import type { PlayEnd } from '#domain/settlement/play-at-risk.ts';
import { type BetEnd, type PlacedBet, type Settlement, type SettlementFacts, settle } from '#domain/settlement/settlement.ts';
import type { Deps, PendingWithdrawal } from '#server/deps.ts';
import { relatedGroups } from '#server/modules/betting/related-users/related-users.ts';
import { addToStats, lockBalances, postTransfers } from '#server/modules/ledger/public.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { type Announce, transact } from '#server/platform/transact.ts';
import { type Counted, countedOf, endTotals, notifyOwner, rewardedActionOf, statsOf } from './bet-ends.ts';
import { type ContestRow, contestView } from './contest-view.ts';
import { type ContestWithMatch, decideCorrection, receiptFacts, settledOn } from './facts.ts';
import { passGate, type Word } from './gate.ts';
import * as contests from './queries.ts';
import { rulesOf } from './settle.ts';
import * as bets from './settlement-queries.ts';

/**
 * Resettles a contest whose match has another final score than it was settled on. Does nothing if the score stands or if someone else holds
 * the lock. Runs in one transaction, unlike the settlement: points taken back pay for points due, so what the house must add is known only
 * when everything is taken, and nobody may spend in between what is about to be taken.
 */
export async function correctContest(deps: Deps, contestId: string): Promise<void> {
  const correction = await transact(deps, async (db, announce) => {
    if (!(await contests.lockContest(db, contestId, true))) return null;
    // Read under the lock: the match may have changed while we waited for it.
    const row = await contests.findContest(db, contestId);
    const now = deps.now();
    const verdict = row.state === 'settled' ? decideCorrection(row, deps.config, now) : null;
    return verdict?.kind === 'correct' ? await settleAgain(deps, db, announce, row, verdict.facts, { kind: 'course' }) : null;
  });
  if (correction) deps.log.info(correction, 'contest resettled on a corrected score');
}

/**
 * Resettles a contest on other facts, in a transaction that holds its lock: writes bets, stats, points, the contest, and a row for what it
 * stood on until now. Returns null, and writes nothing, if a second admin must approve first (gate.ts).
 */
export async function settleAgain(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  contest: ContestWithMatch,
  facts: SettlementFacts,
  word: Word,
  { isByHand = false } = {},
) {
  if (!(await passGate(deps, db, contest, { ending: 'resettle', score: facts.result, startedAt: facts.startedAt }, word))) return null;
  const now = deps.now();
  const anew = await replan(db, contest, facts);
  const ends = anew.changed.map(({ next }) => next);
  // Lock order: withdrawal requests, balances, stats, and the house with the transfers.
  const locked = await lockFunds(
    deps,
    db,
    ends.map(({ userId }) => userId),
  );
  const changed = new Set(ends);
  const written = anew.next.bets.filter((end) => changed.has(end) || recounts(anew, end));
  await bets.endBets(db, written, anew.counted, now);
  await bets.markRefundedLegs(db, ends, now);
  await recount(db, anew, now);
  const { houseLoss } = await movePoints(deps, db, announce, anew, locked);
  await bets.insertCorrection(db, contest, anew.round, houseLoss, now);
  const { next, placed } = anew;
  const corrected = await contests.updateContest(db, contest.id, {
    ...endTotals(placed, next),
    last_transfer_id: await contests.findLastTransfer(db, contest.id),
    facts: JSON.stringify(receiptFacts(contest, { ending: 'settle', score: facts.result, startedAt: facts.startedAt, isByHand }, now)),
    ...(isByHand && { by_hand_at: now }),
    state: next.outcome,
    winner: next.winner,
    void_reason: next.voidReason,
    fee: next.fee,
    home_score: facts.result[0],
    away_score: facts.result[1],
    started_at: facts.startedAt,
  });
  await deps.wiring.onContestEnded(deps, db, corrected, anew.round, now);
  announce(`match:${contest.match_id}`, { t: 'contest', contest: contestView(corrected) });
  return { contestId: contest.id, matchId: contest.match_id, round: anew.round, bets: anew.changed.length, houseLoss };
}

/** Plan of a resettlement. */
interface Anew {
  contest: ContestRow;
  /** Number of this correction of the contest, from 1. */
  round: number;
  placed: Map<string, PlacedBet>;
  previous: Settlement;
  next: Settlement;
  /** How much of each bet counted as play before, and how much counts now, by the users' present relations. */
  countedBefore: Map<string, Counted>;
  counted: Map<string, PlayEnd>;
  /** Actions for which each bet earned experience until now. */
  earned: Map<string, BetAction[]>;
  /** Bets that end in another way than before. */
  changed: { previous: BetEnd; next: BetEnd }[];
}

async function replan(db: Transaction<DB>, contest: ContestRow, facts: SettlementFacts): Promise<Anew> {
  const placed = await bets.findBets(db, contest.id);
  const replaced = await bets.findReplacedResults(db, contest.id);
  const settleOn = (facts: SettlementFacts) => settle(rulesOf(contest), placed, facts);
  const previous = settleOn(settledOn(contest));
  const next = settleOn(facts);
  const placedById = new Map(placed.map((bet) => [bet.id, bet]));
  const ties = await relatedGroups(
    db,
    placed.map(({ userId }) => userId),
  );
  const countedBefore = await bets.findCounted(db, contest.id);
  return {
    contest,
    round: replaced.length + 1,
    placed: placedById,
    countedBefore,
    counted: countedOf(contest, placedById, next, ties),
    earned: earnedBy([
      ...replaced.map(settleOn).map((settlement) => ({ settlement, counted: countedOf(contest, placedById, settlement, ties) })),
      { settlement: previous, counted: countedBefore },
    ]),
    previous,
    next,
    // Every settlement lists the same bets in the same order.
    changed: next.bets.map((end, i) => ({ previous: previous.bets[i]!, next: end })).filter(({ previous, next }) => differ(previous, next)),
  };
}

/** Returns the actions for which bets earned experience at each ending of their contest. */
function earnedBy(endings: readonly { settlement: Settlement; counted: ReadonlyMap<string, Counted> }[]): Map<string, BetAction[]> {
  const earned = new Map<string, BetAction[]>();
  for (const { settlement, counted } of endings)
    for (const end of settlement.bets) {
      const deed = rewardedActionOf(end, counted.get(end.id)!);
      if (deed !== null) earned.set(end.id, [...(earned.get(end.id) ?? []), deed]);
    }
  return earned;
}

/**
 * Returns whether another part of a bet counts as play than before. This can change without a change of the bet's own ending, because
 * refunded stakes of other users are no longer against it.
 */
function recounts({ countedBefore, counted }: Anew, { id }: BetEnd): boolean {
  const [before, now] = [countedBefore.get(id)!, counted.get(id)!];
  return before.points !== now.points || before.netWon !== now.netWon;
}

const differ = (a: BetEnd, b: BetEnd): boolean =>
  a.state !== b.state || a.payout !== b.payout || a.refund !== b.refund || a.hit !== b.hit || a.lateLegIds.length !== b.lateLegIds.length;

/** Takes and pays points, given the locked balances, and publishes to their users. */
async function movePoints(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  { contest, round, previous, next, changed }: Anew,
  locked: LockedFunds,
): Promise<{ houseLoss: number }> {
  const { funds } = locked;
  const correction = correctSettlement({ ...rulesOf(contest), round }, previous, next, await bets.findReceived(db, contest.id), funds);
  await freeHeld(deps, db, announce, locked, correction.rejectWithdrawalsOf);
  await postTransfers(db, correction.transfers, deps.now());
  const left = await bets.findLeftovers(db, contest.id);
  if (left.points !== 0) throw new Error(`contest ${contest.id} not corrected: ${left.points} points would be left in its account`);
  const deltas = deltasByBet(correction.transfers);
  for (const { next } of changed) {
    const delta = deltas.get(next.id);
    notifyOwner(announce, contest, next, delta === undefined ? null : funds.get(next.userId)!.balance + delta);
  }
  return correction;
}

const deltasByBet = (transfers: readonly TransferDraft[]) =>
  new Map(transfers.map(({ betId, to, amount }) => [betId, to.kind === 'balance' ? amount : -amount]));

/** Adjusts stats to the corrected result. Experience only grows, because levels never fall. */
async function recount(db: Transaction<DB>, { countedBefore, counted, earned, previous, next }: Anew, now: Date): Promise<void> {
  const changes = next.bets.map((end, i) => {
    const play = counted.get(end.id)!;
    const [before, after] = [statsOf(previous.bets[i]!, countedBefore.get(end.id)!), statsOf(end, play)];
    const [played, hits, netWon] = [after.played - before.played, after.hits - before.hits, after.netWon - before.netWon];
    return { userId: end.userId, played, hits, netWon, deed: remainingActions(earned.get(end.id) ?? [], rewardedActionOf(end, play)) };
  });
  await addToStats(
    db,
    changes.filter(({ played, hits, netWon, deed }) => played !== 0 || hits !== 0 || netWon !== 0 || deed !== null),
    now,
  );
}

/** What users can give back when a contest is resettled, all of it locked. */
interface LockedFunds {
  /** Keyed by user; `freeHeld` keeps it up to date. */
  funds: Map<string, Funds>;
  /** Undecided withdrawal requests, by user. */
  pending: Map<string, PendingWithdrawal>;
}

/**
 * Locks users' undecided withdrawal requests, then their balances, then again the requests, to find those made in between. The second lock
 * breaks the lock order: if an admin decides at that very moment, the database aborts one of the two transactions, which is then retried.
 */
async function lockFunds({ wiring }: Pick<Deps, 'wiring'>, db: Transaction<DB>, userIds: readonly string[]): Promise<LockedFunds> {
  await wiring.lockPendingWithdrawals(db, userIds);
  const balances = await lockBalances(db, userIds);
  const pending = new Map((await wiring.lockPendingWithdrawals(db, userIds)).map((row) => [row.user_id, row]));
  const fundsOf = ([userId, balance]: [string, number]): [string, Funds] => [
    userId,
    { balance, heldUndecided: pending.get(userId)?.points ?? 0 },
  ];
  return { funds: new Map([...balances].map(fundsOf)), pending };
}

/**
 * Rejects the withdrawal requests of users whose balances do not cover what a correction takes back; the points held return to their
 * balances.
 */
async function freeHeld(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  { funds, pending }: LockedFunds,
  userIds: readonly string[],
): Promise<void> {
  for (const userId of userIds) {
    const row = pending.get(userId)!;
    await deps.wiring.rejectWithdrawal(deps, db, announce, row, { by: null, reason: 'correction', note: null });
    funds.set(userId, { balance: funds.get(userId)!.balance + row.points, heldUndecided: 0 });
  }
}
