import { type Selectable, sql } from 'kysely';
import type { FreezeReason, RejectionReason, WithdrawalEventKind } from '#domain/withdrawals/withdrawal.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { WithdrawalEvents } from '#server/platform/db/schema.ts';

/**
 * What happened to withdrawals. Rows are added in the transaction in which it happens, and the database refuses to change them; only the words
 * go when the account of the withdrawal is erased.
 */

export interface NewEvent {
  kind: WithdrawalEventKind;
  /** Null for the owner, and for what happens without a person. */
  adminId: string | null;
  reasonCode?: RejectionReason;
  txHash?: string;
  /** For admins. */
  note?: string | null;
  /** For the owner. */
  ownerNote?: string | null;
}

/** Adds what has just happened to a withdrawal. */
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
  /** Where it ends by the clock. */
  until?: Date;
  /** For admins. */
  note?: string | null;
}

/** Writes down that a user's approved requests without a transaction must not be paid now, or may be again. Call it under the lock of the user's row. */
export async function noteFreeze(db: Db, userId: string, { kind, reason, adminId, until, note }: Freeze, at: Date): Promise<void> {
  await sql`
    insert into withdrawal_events (withdrawal_id, kind, admin_id, reason_code, until, note, created_at)
    select id, ${kind}, ${adminId}::uuid, ${reason}, ${until ?? null}::timestamptz, ${note ?? null}, ${at}::timestamptz from withdrawals
    where user_id = ${userId} and status = 'approved' and tx_hash is null order by id`.execute(db);
}

/**
 * Takes a transaction for a withdrawal, and for good: false where it was ever another one's, also of one that was returned, or before it was
 * corrected. Of several who take the same one at once, one has it.
 */
export async function takeTxHash(db: Db, withdrawalId: string, txHash: string, at: Date): Promise<boolean> {
  await db
    .insertInto('withdrawal_hashes')
    .values({ tx_hash: txHash, withdrawal_id: withdrawalId, created_at: at })
    .onConflict((oc) => oc.column('tx_hash').doNothing())
    .execute();
  return (await findTxHashOwner(db, txHash)) === withdrawalId;
}

/** The withdrawal that a transaction was ever said to have paid; undefined where there is none. */
export const findTxHashOwner = async (db: Db, txHash: string): Promise<string | undefined> =>
  (await db.selectFrom('withdrawal_hashes').select('withdrawal_id').where('tx_hash', '=', txHash).executeTakeFirst())?.withdrawal_id;

export type EventRow = Selectable<WithdrawalEvents> & { admin_email: string | null };

/** What happened to a withdrawal, in order. */
export const findEvents = (db: Db, withdrawalId: string): Promise<EventRow[]> =>
  db
    .selectFrom('withdrawal_events as e')
    .leftJoin('admins as a', 'a.id', 'e.admin_id')
    .selectAll('e')
    .select('a.email as admin_email')
    .where('e.withdrawal_id', '=', withdrawalId)
    .orderBy('e.id')
    .execute();

/** Takes the words out of what happened to a user's withdrawals, whose wallets and contacts are erased already. */
export async function eraseEventNotes(db: Db, userId: string): Promise<void> {
  await sql`
    update withdrawal_events e set note = null, owner_note = null from withdrawals w
    where w.user_id = ${userId} and e.withdrawal_id = w.id and (e.note is not null or e.owner_note is not null)`.execute(db);
}
