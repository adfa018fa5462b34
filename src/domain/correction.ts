import type { Market } from './contest.ts';
import { adjustPayoutTransfer, houseAdjustTransfer, type TransferDraft } from './ledger.ts';
import type { Settlement } from './settlement.ts';

/** What a user could give back, in points: the balance, and what is held for a withdrawal that nobody has decided yet. */
export interface Funds {
  balance: number;
  heldUndecided: number;
}

/** A contest to be settled anew. `round` is 1 for its first correction, so that each happens once. */
export interface CorrectedContest {
  id: string;
  market: Market;
  round: number;
}

export interface Correction {
  /** In the order to post them, after the withdrawals below were rejected. */
  transfers: TransferDraft[];
  /** Users whose undecided withdrawal must be rejected first, so that its points can be taken. */
  rejectWithdrawalsOf: string[];
  /** Points paid wrongly that nobody has any more: the house bears them. */
  houseLoss: number;
}

/**
 * Brings what bets received to what a corrected result gives them (decisions.md section 3): new winners are paid in full;
 * what was paid wrongly is taken from the balance, then from held points; the rest is the house's loss. `received` is what
 * the ledger paid each bet so far, refunds and earlier corrections included; `funds` are by user. A contest holds one bet
 * a user, and is empty again afterwards.
 */
export function correctSettlement(
  contest: CorrectedContest,
  next: Settlement,
  received: ReadonlyMap<string, number>,
  funds: ReadonlyMap<string, Funds>,
): Correction {
  const changes = next.bets.map((bet) => {
    const owed = (received.get(bet.id) ?? 0) - bet.payout - bet.refund;
    const { balance, heldUndecided } = funds.get(bet.userId) ?? { balance: 0, heldUndecided: 0 };
    const ref = { id: bet.id, userId: bet.userId, contestId: contest.id, market: contest.market };
    return { ref, due: Math.max(0, -owed), taken: Math.max(0, Math.min(owed, balance + heldUndecided)), owed, balance };
  });
  const due = changes.reduce((sum, change) => sum + change.due, 0);
  const taken = changes.reduce((sum, change) => sum + change.taken, 0);
  return {
    transfers: [
      ...changes.filter((change) => change.taken > 0).map(({ ref, taken }) => adjustPayoutTransfer(ref, contest.round, -taken)),
      ...(due === taken ? [] : [houseAdjustTransfer(contest.id, contest.round, due - taken)]),
      ...changes.filter((change) => change.due > 0).map(({ ref, due }) => adjustPayoutTransfer(ref, contest.round, due)),
    ],
    rejectWithdrawalsOf: changes.filter((change) => change.taken > change.balance).map(({ ref }) => ref.userId),
    houseLoss: changes.reduce((sum, change) => sum + Math.max(0, change.owed) - change.taken, 0),
  };
}
