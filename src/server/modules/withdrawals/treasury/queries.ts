import { sql } from 'kysely';
import { RECORDING_MS, type TransferFit } from '#domain/withdrawals/payout/treasury.ts';
import type { Db } from '#server/platform/db/pool.ts';

export const findWatch = (db: Db) => db.selectFrom('treasury_watch').selectAll().executeTakeFirst();

export interface Sum {
  count: number;
  usdt: string;
}

/** What is owed and pending, by kind, and since when the oldest recorded transaction is neither final nor wrong. */
export interface Owed {
  to_send: Sum;
  on_the_way: Sum;
  wrong: Sum;
  pending: Sum;
  oldest_on_the_way: Date | null;
}

/** Adds up what is owed; each part is read by an index of its own that holds little else. */
export async function findOwed(db: Db): Promise<Owed> {
  const { rows } = await sql<{ part: string; count: number; usdt: string; oldest: Date | null }>`
    select 'to_send' as part, count(*) as count, coalesce(sum(amount), 0)::numeric(20, 2) as usdt, null::timestamptz as oldest
      from withdrawals where status = 'approved' and sent_at is null
    union all select 'pending', count(*), coalesce(sum(amount), 0)::numeric(20, 2), null from withdrawals where status = 'pending'
    union all select case when payout_state in ('failed', 'mismatch') then 'wrong' else 'on_the_way' end,
      count(*), coalesce(sum(amount), 0)::numeric(20, 2), min(payout_since)
      from withdrawals where status = 'approved' and payout_state in ('sending', 'on_chain', 'failed', 'mismatch') group by 1`.execute(db);
  const of = (part: string): Sum => {
    const { count = 0, usdt = '0.00' } = rows.find((row) => row.part === part) ?? {};
    return { count, usdt };
  };
  const oldest_on_the_way = rows.find(({ part }) => part === 'on_the_way')?.oldest ?? null;
  return { to_send: of('to_send'), on_the_way: of('on_the_way'), wrong: of('wrong'), pending: of('pending'), oldest_on_the_way };
}

/** Returns the USDT asked for since a time, without rejected requests, and when the first request of all was made. */
export async function findAsked(db: Db, since: Date): Promise<{ usdt: string; first_at: Date | null }> {
  const { rows } = await sql<{ usdt: string; first_at: Date | null }>`
    select (select coalesce(sum(amount), 0)::numeric(20, 2) from withdrawals where created_at > ${since} and status <> 'rejected') as usdt,
      (select created_at from withdrawals order by created_at limit 1) as first_at`.execute(db);
  return rows[0]!;
}

/** Open transfers that raise the alarm (`isAlarming`). */
const alarming = (now: Date) => sql`withdrawal_id is null and explained_at is null
  and (fit in ('returned', 'paid_again') or block_at < ${new Date(now.getTime() - RECORDING_MS)})`;

/** Counts open transfers that raise the alarm. */
export async function countUnexplained(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from treasury_transfers where ${alarming(now)}`.execute(db);
  return rows[0]!.count;
}

/** Returns the ids of open transfers that raise the alarm, newest first. */
export async function findUnexplained(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from treasury_transfers where ${alarming(now)} order by block_at desc, id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export interface TransferRow {
  id: string;
  tx_hash: string;
  to_wallet: string;
  amount: string;
  block_at: Date;
  withdrawal_id: string | null;
  fits_id: string | null;
  fit: TransferFit | null;
  explanation: string | null;
  explained_by: string | null;
  explained_at: Date | null;
  explained_email: string | null;
  waiting_id: string | null;
}

/** Returns transfers, newest first, after a given one; or the one with an id. */
export async function findTransfers(
  db: Db,
  { id, isOpen, beforeId }: { id?: string; isOpen?: boolean; beforeId?: string | undefined },
  limit: number,
): Promise<TransferRow[]> {
  const { rows } = await sql<TransferRow>`
    select t.*, trim_scale(t.amount)::text as amount, a.email as explained_email, p.id as waiting_id
    from (
      select * from treasury_transfers where true
        ${id ? sql`and id = ${id}` : sql``}
        ${isOpen ? sql`and withdrawal_id is null and explained_at is null` : sql``}
        ${beforeId ? sql`and (block_at, id) < (select b.block_at, b.id from treasury_transfers b where b.id = ${beforeId})` : sql``}
      order by block_at desc, id desc limit ${limit}
    ) t
    left join admins a on a.id = t.explained_by
    left join approvals p on p.subject_id = t.id and p.kind = 'treasury_transfer' and p.state = 'waiting'
    order by t.block_at desc, t.id desc`.execute(db);
  return rows;
}

/** Locks a transfer; undefined if there is none. */
export const lockTransfer = (db: Db, id: string) =>
  db.selectFrom('treasury_transfers').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
