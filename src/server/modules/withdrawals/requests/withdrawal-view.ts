import type { Withdrawal } from '#contract/withdrawals.ts';
import { HOUR_MS } from '#domain/time.ts';
import {
  REVIEW_HOURS,
  type RedeemChannel,
  type RejectionReason,
  type WithdrawalStatus,
  withdrawalStage,
} from '#domain/withdrawals/withdrawal.ts';
import { maskIdentifier } from '#server/modules/identity/public.ts';
import type { WithdrawalRow } from './queries.ts';

/** Returns a request as its owner sees it; the owner must not be erased. */
export function withdrawalView(row: WithdrawalRow): Withdrawal {
  const status = row.status as WithdrawalStatus;
  return {
    id: row.id,
    status,
    stage: withdrawalStage({ status, txHash: row.tx_hash }),
    points: row.points,
    usdt: row.amount,
    wallet_address: row.wallet_address ?? '',
    contact: { channel: row.contact_channel as RedeemChannel, masked: maskIdentifier(row.contact ?? '') },
    submitted_at: row.created_at.toISOString(),
    review_due_at: new Date(row.created_at.getTime() + REVIEW_HOURS * HOUR_MS).toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    reason_code: row.reason_code as RejectionReason | null,
    note: row.note,
    tx_hash: row.tx_hash,
    sent_at: row.sent_at?.toISOString() ?? null,
  };
}
