import type { Transaction } from 'kysely';
import { DEFAULT_LOCALE, matchLocale } from '#domain/identity/locale.ts';
import { shortWallet } from '#domain/withdrawals/payout-text.ts';
import { ownerStage, type RejectionReason, type WithdrawalStatus } from '#domain/withdrawals/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { type Contact, contactsOf } from '#server/modules/identity/public.ts';
import { addWithdrawalNews } from '#server/modules/notifications/public.ts';
import { payoutStateOf } from '#server/modules/withdrawals/payouts/follow.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { WithdrawalKind } from '#server/platform/messaging/message.ts';
import { queueMessage } from '#server/platform/messaging/queue.ts';
import { findOwner, type WithdrawalRow } from './queries.ts';

/**
 * Queues a notification about a request for its owner, in the caller's transaction: once for each outcome, and once more for each `again`.
 */
export async function notifyOwner(deps: Deps, db: Transaction<DB>, row: WithdrawalRow, again?: string): Promise<void> {
  const kind = kindOf(row);
  await addWithdrawalNews(db, { id: row.id, what: kind, points: row.points }, deps.now());
  const owner = await findOwner(db, row.user_id);
  const contact = contactFor(row, await contactsOf(db, owner));
  if (!contact) return;
  await queueMessage(deps, db, {
    key: again === undefined ? `${kind}:${row.id}` : `${kind}:${row.id}:${again}`,
    userId: row.user_id,
    channel: contact.channel,
    to: contact.to,
    locale: matchLocale(owner.locale) ?? DEFAULT_LOCALE,
    content: {
      kind,
      points: row.points,
      usdt: row.amount,
      wallet: shortWallet(row.wallet_address ?? ''),
      reason: row.reason_code as RejectionReason | null,
      note: row.note,
      txHash: row.tx_hash,
    },
  });
}

/** Returns the contact chosen for the code, as it is now; if it is gone, another confirmed one. */
function contactFor({ contact_channel }: WithdrawalRow, contacts: readonly Contact[]): Contact | undefined {
  const proven = contacts.filter(({ isConfirmed }) => isConfirmed);
  return proven.find(({ channel }) => channel === contact_channel) ?? proven[0];
}

function kindOf(row: WithdrawalRow): WithdrawalKind {
  if (row.reason_code === 'payout_failed') return 'redeem_returned';
  const { stage } = ownerStage({ status: row.status as WithdrawalStatus, txHash: row.tx_hash, payoutState: payoutStateOf(row) });
  if (stage === 'rejected') return 'redeem_rejected';
  return stage === 'sent' ? 'redeem_sent' : 'redeem_approved';
}
