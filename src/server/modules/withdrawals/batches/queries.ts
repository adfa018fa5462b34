import { type RawBuilder, sql } from 'kysely';
import type { WithdrawalRow } from '#server/modules/withdrawals/requests/queries.ts';
import type { OwnerStanding } from '#server/modules/withdrawals/review/review-row.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** A batch with the admins involved and what became of its payouts. */
export interface BatchRow {
  id: string;
  made_by: string;
  made_email: string;
  held_by: string;
  held_email: string;
  held_since: Date;
  created_at: Date;
  dissolved_at: Date | null;
  usdt: string;
  all_count: number;
  recorded_count: number;
  confirmed_count: number;
  wrong_count: number;
}

/** Reads batches with their counts. Payouts that were taken out count only once the whole batch is dissolved. */
const counted = (chosen: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select b.*, maker.email as made_email, holder.email as held_email, c.*
  from (${chosen}) b
  join admins maker on maker.id = b.made_by
  join admins holder on holder.id = b.held_by
  cross join lateral (
    select coalesce(sum(w.amount), 0)::numeric(20, 2) as usdt, count(*) as all_count, count(w.tx_hash) as recorded_count,
      count(*) filter (where w.payout_state = 'confirmed') as confirmed_count,
      count(*) filter (where w.payout_state in ('failed', 'mismatch')) as wrong_count
    from payout_batch_items i join withdrawals w on w.id = i.withdrawal_id
    where i.batch_id = b.id and (i.released_at is null or b.dissolved_at is not null)
  ) c`;

/** Returns batches, newest first, after a given one. */
export async function findBatches(db: Db, beforeId: string | undefined, limit: number): Promise<BatchRow[]> {
  const after = beforeId ? sql`where (created_at, id) < (select p.created_at, p.id from payout_batches p where p.id = ${beforeId})` : sql``;
  const chosen = sql`select * from payout_batches ${after} order by created_at desc, id desc limit ${limit}`;
  return (await sql<BatchRow>`${counted(chosen)} order by b.created_at desc, b.id desc`.execute(db)).rows;
}

export async function findBatch(db: Db, id: string): Promise<BatchRow | undefined> {
  return (await sql<BatchRow>`${counted(sql`select * from payout_batches where id = ${id}`)}`.execute(db)).rows[0];
}

/** Locks and returns a batch; undefined if there is none. Take it after the locks of withdrawals. */
export const lockBatch = (db: Db, id: string) =>
  db.selectFrom('payout_batches').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export interface ItemRow extends WithdrawalRow, OwnerStanding {
  display_name: string | null;
  public_handle: string;
  email: string | null;
  released_at: Date | null;
}

const OWNER = sql`u.display_name, u.public_handle, u.email, u.status as user_status, u.redeem_held_until`;

/** Returns the payouts of a batch in their order. */
export async function findItems(db: Db, batchId: string): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select w.*, ${OWNER}, i.released_at
    from payout_batch_items i join withdrawals w on w.id = i.withdrawal_id join users u on u.id = w.user_id
    where i.batch_id = ${batchId} order by i.position`.execute(db);
  return rows;
}

/** Withdrawals that may be paid at a time and are in no batch. */
const payable = (now: Date): RawBuilder<unknown> => sql`
  from withdrawals w cross join lateral (select * from users where id = w.user_id limit 1) u
  where w.status = 'approved' and w.sent_at is null and w.wallet_address is not null
    and u.status <> 'disabled' and (u.redeem_held_until is null or u.redeem_held_until <= ${now})
    and not exists (select from payout_batch_items i where i.withdrawal_id = w.id and i.released_at is null)`;

/** Returns withdrawals that may be paid, longest approved first, after a given one. */
export async function findPayable(db: Db, afterId: string | undefined, limit: number, now: Date): Promise<ItemRow[]> {
  const after = afterId ? sql`and (w.decided_at, w.id) > (select a.decided_at, a.id from withdrawals a where a.id = ${afterId})` : sql``;
  const { rows } = await sql<ItemRow>`
    select w.*, ${OWNER}, null as released_at ${payable(now)} ${after} order by w.decided_at, w.id limit ${limit}`.execute(db);
  return rows;
}

export async function sumPayable(db: Db, now: Date): Promise<{ count: number; usdt: string }> {
  const { rows } = await sql<{ count: number; usdt: string }>`
    select count(*) as count, coalesce(sum(w.amount), 0)::numeric(20, 2) as usdt ${payable(now)}`.execute(db);
  return rows[0]!;
}

/** Locks these withdrawals in the order of their ids; returns the ids that exist. */
export async function lockWithdrawals(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from withdrawals where id = any(${ids}::uuid[]) order by id for no key update`.execute(db);
  return rows.map(({ id }) => id);
}

/** Puts withdrawals into a batch in this order. Returns how many: one that is in a batch is left out. */
export async function insertItems(db: Db, batchId: string, withdrawalIds: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into payout_batch_items (batch_id, withdrawal_id, position)
    select ${batchId}::uuid, id, position from unnest(${withdrawalIds}::uuid[]) with ordinality as chosen (id, position)
    on conflict (withdrawal_id) where released_at is null do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Takes payouts without a transaction out of a batch: one, or all. Returns how many. */
export async function releaseItems(db: Db, batchId: string, withdrawalId: string | null, at: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update payout_batch_items i set released_at = ${at} from withdrawals w
    where i.batch_id = ${batchId} and i.released_at is null and w.id = i.withdrawal_id and w.tx_hash is null
      ${withdrawalId === null ? sql`` : sql`and i.withdrawal_id = ${withdrawalId}`}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Returns whether a payout that is in a batch has a transaction. */
export async function hasRecorded(db: Db, batchId: string): Promise<boolean> {
  const { rows } = await sql`
    select from payout_batch_items i join withdrawals w on w.id = i.withdrawal_id
    where i.batch_id = ${batchId} and i.released_at is null and w.tx_hash is not null limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Keeps the batch that holds a locked withdrawal from being dissolved, and the withdrawal from being taken out of it, until the transaction
 * ends.
 */
export async function shareBatchOf(db: Db, withdrawalId: string): Promise<void> {
  await sql`
    select from payout_batch_items i join payout_batches b on b.id = i.batch_id
    where i.withdrawal_id = ${withdrawalId} and i.released_at is null for share of i, b`.execute(db);
}

/** Returns whether any batch holds a withdrawal of this id, or with this wallet and amount in USDT. */
export async function isInBatch(
  db: Db,
  { id, wallet, amount }: { id: string | null; wallet: string | null; amount: string | null },
): Promise<boolean> {
  const among = id === null ? sql`w.wallet_address = ${wallet} and w.amount = ${amount}::numeric` : sql`w.id = ${id}::uuid`;
  const { rows } = await sql`
    select from withdrawals w join payout_batch_items i on i.withdrawal_id = w.id and i.released_at is null where ${among} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
