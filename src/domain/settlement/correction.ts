import { adjustPayoutTransfer, houseAdjustTransfer, type TransferDraft } from '#domain/ledger/ledger.ts';
import type { Score } from '#domain/matches/score.ts';
import type { Market } from './contest.ts';
import { isBlind, type MatchFacts } from './contest-state.ts';
import { disputing } from './second-opinion.ts';
import { entitlementOf, type Settlement, type SettlementFacts } from './settlement.ts';
import type { SettlementTimers } from './settlement-timers.ts';

/** The result that a contest was settled on, and when. */
export interface SettledFacts extends SettlementFacts {
  settledAt: Date;
  /** When an operator entered the result; null if it came from the match's course. */
  byHandAt: Date | null;
}

/** The action on a settled contest: keep it, wait until a new result is confirmed, or settle it again. */
export type CorrectionVerdict =
  | { kind: 'stands' }
  | { kind: 'wait' }
  | { kind: 'correct'; facts: SettlementFacts }
  /**
   * For a person to review. `score`: a different result that came too late, from an unreliable feed, or against an operator's decision;
   * `opinion`: another provider contradicts the result.
   */
  | { kind: 'refer'; because: 'score' | 'opinion' };

/**
 * Compares a settled contest with what is known of its match now (docs/rules.md#corrections): a different score after 90 minutes, or an
 * earlier true kick-off, corrects it. An award or a cancellation after the final whistle leaves the result on the pitch. A result that an
 * operator entered overrides what was known then, and only an operator corrects it (docs/decisions/034). Second opinions correct nothing: they
 * only keep the source from correcting (docs/decisions/061).
 */
export function correctionFor(settled: SettledFacts, match: MatchFacts, now: Date, timers: SettlementTimers): CorrectionVerdict {
  if (match.status === 'awd' || match.result === null) return { kind: 'stands' };
  const startedEarlier = match.startedAt !== null && (settled.startedAt === null || match.startedAt < settled.startedAt);
  if (isSameScore(match.result, settled.result) && !startedEarlier)
    return isContradicted(settled, match, timers) ? { kind: 'refer', because: 'opinion' } : { kind: 'stands' };
  if (settled.byHandAt !== null) return isNews(match, settled.byHandAt) ? { kind: 'refer', because: 'score' } : { kind: 'stands' };
  const isTooLate = now.getTime() - settled.settledAt.getTime() > timers.correctionMs;
  if (isTooLate || match.mismatch !== null || isBlind(match, now, timers)) return { kind: 'refer', because: 'score' };
  const isStable = match.resultSince !== null && now.getTime() - match.resultSince.getTime() >= timers.scoreStableMs;
  if (!isStable) return { kind: 'wait' };
  if (disputing({ kind: 'played', score: match.result }, match.opinions).length > 0) return { kind: 'refer', because: 'opinion' };
  return { kind: 'correct', facts: { result: match.result, startedAt: startedEarlier ? match.startedAt : settled.startedAt } };
}

/** Returns whether another provider has told a different end within the correction period, and no operator has decided since. */
const isContradicted = (
  { result, settledAt, byHandAt }: SettledFacts,
  { opinions, mismatch }: MatchFacts,
  timers: SettlementTimers,
): boolean =>
  mismatch === null &&
  disputing({ kind: 'played', score: result }, opinions).some(
    ({ toldAt }) => toldAt.getTime() - settledAt.getTime() <= timers.correctionMs && (byHandAt === null || toldAt > byHandAt),
  );

/** Returns whether the result has changed since an operator decided. */
const isNews = ({ resultSince }: MatchFacts, byHandAt: Date): boolean => resultSince !== null && resultSince > byHandAt;

const isSameScore = (a: Score, b: Score): boolean => a[0] === b[0] && a[1] === b[1];

/** Points that a user could give back: the balance, and what is held for an undecided withdrawal. */
export interface Funds {
  balance: number;
  heldUndecided: number;
}

/** A contest to be settled again. `round` is 1 for its first correction and makes each correction happen once. */
export interface CorrectedContest {
  id: string;
  market: Market;
  round: number;
}

export interface Correction {
  /** In posting order, after the withdrawals below were rejected. */
  transfers: TransferDraft[];
  /** Users whose undecided withdrawal must be rejected first, so that its points can be taken. */
  rejectWithdrawalsOf: string[];
  /** Points paid wrongly that their users no longer have; the house bears them. */
  houseLoss: number;
}

/**
 * Adjusts what bets received to a corrected result (docs/rules.md#corrections). New winners are paid in full; what was paid wrongly is
 * taken from the balance, then from held points. The house bears the rest, and later corrections do not claim it again. `received` is what
 * the ledger paid each bet so far, refunds and earlier corrections included: never less than `previous` gave it. `funds` are by user. A
 * contest has one bet per user, and is empty again afterwards.
 */
export function correctSettlement(
  contest: CorrectedContest,
  previous: Settlement,
  next: Settlement,
  received: ReadonlyMap<string, number>,
  funds: ReadonlyMap<string, Funds>,
): Correction {
  const entitledBefore = new Map(previous.bets.map((bet) => [bet.id, entitlementOf(bet)]));
  const changes = next.bets.map((bet) => {
    const claim = Math.max(0, (entitledBefore.get(bet.id) ?? 0) - entitlementOf(bet));
    const due = Math.max(0, entitlementOf(bet) - (received.get(bet.id) ?? 0));
    const { balance, heldUndecided } = funds.get(bet.userId) ?? { balance: 0, heldUndecided: 0 };
    const ref = { id: bet.id, userId: bet.userId, contestId: contest.id, market: contest.market };
    return { ref, due, claim, taken: Math.min(claim, balance + heldUndecided), balance };
  });
  const sumOf = (amount: 'due' | 'claim' | 'taken') => changes.reduce((sum, change) => sum + change[amount], 0);
  const lacking = sumOf('due') - sumOf('taken');
  return {
    transfers: [
      ...changes.filter((change) => change.taken > 0).map(({ ref, taken }) => adjustPayoutTransfer(ref, contest.round, -taken)),
      ...(lacking === 0 ? [] : [houseAdjustTransfer(contest.id, contest.round, lacking)]),
      ...changes.filter((change) => change.due > 0).map(({ ref, due }) => adjustPayoutTransfer(ref, contest.round, due)),
    ],
    rejectWithdrawalsOf: changes.filter((change) => change.taken > change.balance).map(({ ref }) => ref.userId),
    houseLoss: sumOf('claim') - sumOf('taken'),
  };
}
