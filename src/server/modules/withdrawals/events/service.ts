import { type Selectable, sql } from 'kysely';
import type { PayoutFault } from '#domain/withdrawals/payout/payout.ts';
import type { FreezeReason, RejectionReason, WithdrawalEventKind } from '#domain/withdrawals/withdrawal.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { WithdrawalEvents } from '#server/platform/db/schema.ts';

/**
 * The history of withdrawals. Rows are inserted in the transaction of the event, and the database rejects changes; only the notes are
 * deleted when the account of the withdrawal is erased.
 */

export interface NewEvent {
  kind: WithdrawalEventKind;
  /** Null for the owner, and for events without a person. */
  adminId: string | null;
  reasonCode?: RejectionReason | PayoutFault | null;
  txHash?: string;
  /** For admins. */
  note?: string | null;
  /** For the owner. */
  ownerNote?: string | null;
}

/** Adds an event to a withdrawal's history. */
export async function addEvent(db: Db, withdrawalId: string, event: NewEvent, at: Date): Promise<void> {
  const { kind, adminId, reasonCode, txHash, note, ownerNote } = event;
  await db
    .insertInto('withdrawal_events')
    .values({
      ...{ withdrawal_id: withdrawalId, kind, admin_id: adminId, reason_code: reasonCode ?? null, tx_hash: txHash ?? null },
      ...{ note: note || null, owner_note: ownerNote || null, created_at: at },
    })
    .execute();
}

export interface Freeze {
  kind: 'frozen' | 'released';
  reason: FreezeReason;
  adminId: string | null;
  /** End of the freeze, if it ends by the clock. */
  until?: Date;
  /** For admins. */
  note?: string | null;
}

/** Records that a user's approved withdrawals without a transaction are frozen or released. Call it under the lock of the user's row. */
export async function noteFreeze(db: Db, userId: string, { kind, reason, adminId, until, note }: Freeze, at: Date): Promise<void> {
  await sql`
    insert into withdrawal_events (withdrawal_id, kind, admin_id, reason_code, until, note, created_at)
    select id, ${kind}, ${adminId}::uuid, ${reason}, ${until ?? null}::timestamptz, ${note ?? null}, ${at}::timestamptz from withdrawals
    where user_id = ${userId} and status = 'approved' and tx_hash is null order by id`.execute(db);
}

/**
 * Claims a transaction permanently for a withdrawal. Returns false if it ever belonged to another one, even one that was returned or whose
 * transaction was corrected. Of several concurrent claims, one succeeds.
 */
export async function takeTxHash(db: Db, withdrawalId: string, txHash: string, at: Date): Promise<boolean> {
  await db
    .insertInto('withdrawal_hashes')
    .values({ tx_hash: txHash, withdrawal_id: withdrawalId, created_at: at })
    .onConflict((oc) => oc.column('tx_hash').doNothing())
    .execute();
  return (await findTxHashOwner(db, txHash)) === withdrawalId;
}

/** Returns the withdrawal that a transaction was ever recorded for; undefined if there is none. */
export const findTxHashOwner = async (db: Db, txHash: string): Promise<string | undefined> =>
  (await db.selectFrom('withdrawal_hashes').select('withdrawal_id').where('tx_hash', '=', txHash).executeTakeFirst())?.withdrawal_id;

export type EventRow = Selectable<WithdrawalEvents> & { admin_email: string | null };

/** Returns the history of a withdrawal, in order. */
export const findEvents = (db: Db, withdrawalId: string): Promise<EventRow[]> =>
  db
    .selectFrom('withdrawal_events as e')
    .leftJoin('admins as a', 'a.id', 'e.admin_id')
    .selectAll('e')
    .select('a.email as admin_email')
    .where('e.withdrawal_id', '=', withdrawalId)
    .orderBy('e.id')
    .execute();

/** Deletes the notes from the history of a user's withdrawals, whose wallets and contacts are already erased. */
export async function eraseEventNotes(db: Db, userId: string): Promise<void> {
  await sql`
    update withdrawal_events e set note = null, owner_note = null from withdrawals w
    where w.user_id = ${userId} and e.withdrawal_id = w.id and (e.note is not null or e.owner_note is not null)`.execute(db);
}
