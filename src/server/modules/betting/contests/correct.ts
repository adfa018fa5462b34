import type { Transaction } from 'kysely';
import type { TransferDraft } from '#domain/ledger/ledger.ts';
import { type BetAction, remainingActions } from '#domain/ledger/levels.ts';
import { correctSettlement } from '#domain/settlement/correction.ts';
import type { PlayEnd } from '#domain/settlement/play-at-risk.ts';
import { type BetEnd, type PlacedBet, type Settlement, type SettlementFacts, settle } from '#domain/settlement/settlement.ts';
import type { Deps } from '#server/deps.ts';
import { relatedGroups } from '#server/modules/betting/related-users/service.ts';
import { addToStats, postTransfers } from '#server/modules/ledger/public.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { type Announce, transact } from '#server/platform/transact.ts';
import { type Counted, countedOf, deedOf, endTotals, notifyOwner, statsOf } from './bet-ends.ts';
import { type ContestRow, contestView } from './contest-view.ts';
import { type ContestWithMatch, judgeSettled, settledOn } from './facts.ts';
import { freeHeld, type LockedFunds, lockFunds } from './funds.ts';
import { passGate, type Word } from './gate.ts';
import * as contests from './queries.ts';
import { receiptFacts } from './receipt-facts.ts';
import { rulesOf } from './settle.ts';
import * as bets from './settlement-queries.ts';

/**
 * Settles a contest anew where its match has another final score than it was settled on; nothing where it stands, or where
 * somebody else is at it. All in one transaction, unlike the settlement itself: what is taken back pays what is due, so what
 * the house must add is known only when everything is taken, and nobody may spend in between what is about to be taken.
 */
export async function correctContest(deps: Deps, contestId: string): Promise<void> {
  const correction = await transact(deps, async (db, announce) => {
    if (!(await contests.lockContest(db, contestId, true))) return null;
    // Read after the lock was got: what the match was while we waited for it does not count.
    const row = await contests.findContest(db, contestId);
    const now = deps.now();
    const verdict = row.state === 'settled' ? judgeSettled(row, deps.config, now) : null;
    return verdict?.kind === 'correct' ? await settleAgain(deps, db, announce, row, verdict.facts, { kind: 'course' }) : null;
  });
  if (correction) deps.log.info(correction, 'contest settled anew on a corrected score');
}

/**
 * Settles a settled contest on other facts, in a transaction that holds its lock: bets, stats, points, the contest itself, and a row for what
 * it stood on until now. Null where a second admin has to agree first: then nothing is written (gate.ts).
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
  // In the order of locks: requests for payouts, balances, stats, and with the points that are moved the house.
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
  await deps.wiring.onContestEnded(db, corrected, anew.round, now);
  announce(`match:${contest.match_id}`, { t: 'contest', contest: contestView(corrected) });
  return { contestId: contest.id, matchId: contest.match_id, round: anew.round, bets: anew.changed.length, houseLoss };
}

/** A contest settled anew. */
interface Anew {
  contest: ContestRow;
  /** Which of its corrections this is, from 1. */
  round: number;
  placed: Map<string, PlacedBet>;
  previous: Settlement;
  next: Settlement;
  /** What of each bet counted as play, and what of it counts now, by who is related now. */
  countedBefore: Map<string, Counted>;
  counted: Map<string, PlayEnd>;
  /** What each bet earned experience for until now. */
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

/** What bets earned experience for, each time that their contest ended. */
function earnedBy(endings: readonly { settlement: Settlement; counted: ReadonlyMap<string, Counted> }[]): Map<string, BetAction[]> {
  const earned = new Map<string, BetAction[]>();
  for (const { settlement, counted } of endings)
    for (const end of settlement.bets) {
      const deed = deedOf(end, counted.get(end.id)!);
      if (deed !== null) earned.set(end.id, [...(earned.get(end.id) ?? []), deed]);
    }
  return earned;
}

/** Whether a bet counts otherwise than before, though it may have ended as it did: others' stakes that go back are no longer against it. */
function recounts({ countedBefore, counted }: Anew, { id }: BetEnd): boolean {
  const [before, now] = [countedBefore.get(id)!, counted.get(id)!];
  return before.points !== now.points || before.netWon !== now.netWon;
}

const differ = (a: BetEnd, b: BetEnd): boolean =>
  a.state !== b.state || a.payout !== b.payout || a.refund !== b.refund || a.hit !== b.hit || a.lateLegIds.length !== b.lateLegIds.length;

/** Takes and pays, given every balance concerned under its lock, and tells their users. */
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
  if (left.points !== 0) throw new Error(`contest ${contest.id} would be left with ${left.points} points: it was not corrected`);
  const deltas = deltasByBet(correction.transfers);
  for (const { next } of changed) {
    const delta = deltas.get(next.id);
    notifyOwner(announce, contest, next, delta === undefined ? null : funds.get(next.userId)!.balance + delta);
  }
  return correction;
}

const deltasByBet = (transfers: readonly TransferDraft[]) =>
  new Map(transfers.map(({ betId, to, amount }) => [betId, to.kind === 'balance' ? amount : -amount]));

/** Stats follow the corrected result; experience only grows, as levels never fall. */
async function recount(db: Transaction<DB>, { countedBefore, counted, earned, previous, next }: Anew, now: Date): Promise<void> {
  const changes = next.bets.map((end, i) => {
    const play = counted.get(end.id)!;
    const [before, after] = [statsOf(previous.bets[i]!, countedBefore.get(end.id)!), statsOf(end, play)];
    const [played, hits, netWon] = [after.played - before.played, after.hits - before.hits, after.netWon - before.netWon];
    return { userId: end.userId, played, hits, netWon, deed: remainingActions(earned.get(end.id) ?? [], deedOf(end, play)) };
  });
  await addToStats(
    db,
    changes.filter(({ played, hits, netWon, deed }) => played !== 0 || hits !== 0 || netWon !== 0 || deed !== null),
    now,
  );
}
