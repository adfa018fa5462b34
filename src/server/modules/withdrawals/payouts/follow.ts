import type { NodeProblem, PayoutFault, PayoutState } from '#domain/withdrawals/payout/payout.ts';
import type { Config } from '#server/config.ts';
import type { WithdrawalRow } from '#server/modules/withdrawals/requests/queries.ts';
import { AppError } from '#server/platform/http/app-error.ts';

/** How the transaction of a withdrawal is followed: which columns say so, and what must wait for the chain. */

/** Returns the columns of a transaction that is recorded now: it is verified from now on, if nodes are known. */
export const newPayout = ({ tron }: Pick<Config, 'tron'>, now: Date) => ({
  payout_state: tron === null ? null : 'sending',
  payout_fault: null,
  payout_since: tron === null ? null : now,
  payout_tries: 0,
  payout_due_at: tron === null ? null : now,
  payout_checked_at: null,
  payout_problem: null,
});

/** Returns what the chain says of a withdrawal's transaction; null where it is not verified. */
export const payoutStateOf = ({ payout_state }: Pick<WithdrawalRow, 'payout_state'>): PayoutState | null =>
  payout_state as PayoutState | null;

type Paid = Pick<WithdrawalRow, 'payout_state' | 'payout_due_at'>;

/** Returns why a withdrawal's points cannot be returned: its transaction paid, or may still pay. Null if they can. */
export function returnRefusal({ tron }: Pick<Config, 'tron'>, { payout_state }: Paid): 'payout_confirmed' | 'payout_unclear' | null {
  if (payout_state === 'confirmed') return 'payout_confirmed';
  return tron !== null && (payout_state === 'sending' || payout_state === 'on_chain') ? 'payout_unclear' : null;
}

/** Throws `payout_confirmed` or `payout_unclear` if a withdrawal's points cannot be returned. */
export function requireUnpaid(config: Pick<Config, 'tron'>, row: Paid): void {
  const refusal = returnRefusal(config, row);
  if (refusal !== null) throw new AppError(refusal);
}

/** Returns what operators see of a withdrawal's transaction; null without one. */
export function payoutView(row: WithdrawalRow) {
  if (row.tx_hash === null) return null;
  const state = payoutStateOf(row);
  return {
    state: state ?? ('not_verified' as const),
    fault: state === 'mismatch' ? (row.payout_fault as PayoutFault) : null,
    failure: state === 'failed' ? row.payout_fault : null,
    problem: row.payout_problem as NodeProblem | null,
    checked_at: row.payout_checked_at?.toISOString() ?? null,
    next_check_at: row.payout_due_at?.toISOString() ?? null,
  };
}
