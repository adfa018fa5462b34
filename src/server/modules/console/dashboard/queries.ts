import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

const NIL = sql.lit('00000000-0000-0000-0000-000000000000');

/**
 * Returns the points of the house and of issuance, now and at a time. All accounts add up to zero, so the points in circulation are what
 * these two lack, without adding up a million balances.
 */
export async function findOwnAccounts(
  db: Db,
  at: Date,
): Promise<{ house: number; issuance: number; houseBefore: number; issuanceBefore: number }> {
  const { rows } = await sql<{ house: number; issuance: number; houseBefore: number; issuanceBefore: number }>`
    select (select balance from accounts where kind = 'house' and owner = ${NIL}) as house,
      (select balance from accounts where kind = 'issuance' and owner = ${NIL}) as issuance,
      coalesce((
        select case when from_kind = 'house' then from_balance else to_balance end from transfers
        where (from_kind = 'house' or to_kind = 'house') and created_at <= ${at} order by created_at desc, id desc limit 1
      ), 0) as "houseBefore",
      coalesce((
        select case when from_kind = 'issuance' then from_balance else to_balance end from transfers
        where (from_kind = 'issuance' or to_kind = 'issuance') and created_at <= ${at} order by created_at desc, id desc limit 1
      ), 0) as "issuanceBefore"`.execute(db);
  return rows[0]!;
}

export interface WithdrawalFigures {
  pending: number;
  pending_oldest: Date | null;
  /** Points of the pending withdrawals. */
  points: number;
  usdt: string;
  /** Number of withdrawals that were undecided at the given time. */
  before: number;
  second: number;
  second_oldest: Date | null;
  unsent: number;
  unsent_oldest: Date | null;
}

/** Returns figures of withdrawals that are undecided, wait for a second admin, or are approved but not sent. */
export async function findWithdrawals(db: Db, before: Date): Promise<WithdrawalFigures> {
  const { rows } = await sql<WithdrawalFigures>`
    select pending, pending_oldest, points, usdt, pending_then + decided_since as before, second, second_oldest, unsent, unsent_oldest
    from (
      select count(*) as pending, min(created_at) as pending_oldest, coalesce(sum(points), 0)::bigint as points,
        coalesce(sum(amount), 0)::numeric(20, 2)::text as usdt, count(*) filter (where created_at <= ${before}) as pending_then,
        count(first_approved_at) as second, min(first_approved_at) as second_oldest
      from withdrawals where status = 'pending'
    ) p
    cross join (select count(*) as decided_since from withdrawals where decided_at > ${before} and created_at <= ${before}) d
    cross join (
      select count(*) as unsent, min(decided_at) as unsent_oldest from withdrawals where status = 'approved' and sent_at is null
    ) u`.execute(db);
  return rows[0]!;
}

/** Returns the USDT approved in each of two spans and not returned since; decimal strings. */
export async function findRedeemed(db: Db, spans: { from: Date; earlierFrom: Date; earlierUntil: Date }) {
  const { rows } = await sql<{ now: string; before: string }>`
    select coalesce(sum(amount) filter (where decided_at >= ${spans.from}), 0)::numeric(20, 2)::text as now,
      coalesce(sum(amount) filter (where decided_at <= ${spans.earlierUntil}), 0)::numeric(20, 2)::text as before
    from withdrawals where status = 'approved' and decided_at >= ${spans.earlierFrom}`.execute(db);
  return rows[0]!;
}

export interface WaitingRow {
  approvals: number;
  approvals_oldest: Date | null;
  invites: number;
  invites_oldest: Date | null;
  exclusions: number;
  exclusions_oldest: Date | null;
  quarantined: number;
  quarantined_lately: number;
  unsealed: number;
}

/**
 * Returns what else waits: for a second admin, for a decision on an invite or a self-exclusion, in quarantine (`lately`: since that time),
 * and for sealing in the ledger.
 */
export async function findWaiting(db: Db, now: Date, lately: Date): Promise<WaitingRow> {
  const { rows } = await sql<WaitingRow>`
    select a.*, i.*, e.*, q.*, t.*
    from (select count(*) as approvals, min(created_at) as approvals_oldest from approvals where state = 'waiting') a
    cross join (select count(*) as invites, min(created_at) as invites_oldest from invite_rewards where state = 'in_review') i
    -- What would be over by now is decided by itself.
    cross join (select count(*) as exclusions, min(created_at) as exclusions_oldest from exclusion_reviews where state = 'open' and until > ${now}) e
    cross join (select count(*) as quarantined, count(*) filter (where last_seen_at > ${lately}) as quarantined_lately from quarantine where decision is null) q
    cross join (
      -- In the order of the key, and only so many: else the planner takes it for a third of the table, and reads all of it.
      select count(*) as unsealed from (
        select from transfers where id > (select coalesce(max(last_id), 0) from ledger_blocks) order by id limit 10000
      ) open
    ) t`.execute(db);
  return rows[0]!;
}
