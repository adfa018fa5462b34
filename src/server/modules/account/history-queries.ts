import { type RawBuilder, sql } from 'kysely';
import type { PointSource } from '#domain/ledger.ts';
import type { WithdrawalStatus } from '#domain/withdrawal.ts';
import type { Db } from '#server/platform/db/pool.ts';

export interface HistoryFilter {
  userId: string;
  type: 'credit' | 'debit' | undefined;
  source: PointSource | undefined;
  /** Points asked to be paid out go by their request; all others are posted. */
  status: 'posted' | WithdrawalStatus | undefined;
  /** From this moment on, and before that one. */
  from: Date | null;
  to: Date | null;
}

/** A change of a user's balance, with the match that it was about. */
export interface HistoryRow {
  id: number;
  created_at: Date;
  source: PointSource;
  status: 'posted' | WithdrawalStatus;
  delta: number;
  balance: number;
  note: string | null;
  match_id: number | null;
  /** The bet that a stake was of, once it has ended: its stake, and what of it counts as play. */
  stake: number | null;
  refund: number | null;
  at_risk: number | null;
  at_risk_reason: string | null;
}

/** The time zone that a user's days are of; undefined where there is no such user. */
export const findTimeZone = async (db: Db, userId: string): Promise<string | undefined> =>
  (await db.selectFrom('users').select('time_zone').where('id', '=', userId).executeTakeFirst())?.time_zone;

/** A page of what changed a user's balance, newest first. */
export const findHistory = (db: Db, filter: HistoryFilter, limit: number, offset: number): Promise<HistoryRow[]> =>
  findRows(db, sql`${newest(filter, limit + offset, null)} order by created_at desc, id desc limit ${limit} offset ${offset}`);

/** The changes that come after one of them, newest first; the first ones without it. */
export const findHistoryAfter = (db: Db, filter: HistoryFilter, afterId: number | null, limit: number): Promise<HistoryRow[]> =>
  findRows(db, sql`${newest(filter, limit, afterId)} order by created_at desc, id desc limit ${limit}`);

/** How many rows there are, counted to `max` and no further. */
export async function countHistory(db: Db, filter: HistoryFilter, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${newest(filter, max, null)} limit ${max}) counted`.execute(db);
  return rows[0]!.count;
}

/** What was chosen from the index alone is read in full. */
async function findRows(db: Db, chosen: RawBuilder<unknown>): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select t.id, t.created_at, t.source, case when h.given then -t.amount else t.amount end as delta,
           case when h.given then t.from_balance else t.to_balance end as balance, t.note, c.match_id,
           coalesce(w.status, 'posted') as status, b.stake, b.refund, b.at_risk, b.at_risk_reason
    from (${chosen}) h join transfers t on t.id = h.id left join contests c on c.id = t.contest_id
    left join bets b on b.id = t.bet_id and t.source = 'bet_stake'
    left join withdrawals w on w.user_id = t.from_owner and t.source = 'redeem' and ${isHoldOf}
    order by t.created_at desc, t.id desc`.execute(db);
  return rows;
}

/**
 * Both sides of a history, each limited by itself: an index gives either in order and without its rows, so that a page far
 * behind costs its own length only. Kinds stand in the text, as the indexes are of users' balances alone.
 */
const newest = (filter: HistoryFilter, limit: number, afterId: number | null): RawBuilder<unknown> => {
  const sides = SIDES.filter(({ type }) => filter.type === undefined || filter.type === type);
  const parts = sides.map(({ prefix, type }) => {
    const column = (name: string) => sql.ref(`${prefix}_${name}`);
    const after = sql`(created_at, id) < (select t.created_at, t.id from transfers t where t.id = ${afterId})`;
    return sql`(
      select id, created_at, ${sql.lit(type === 'debit')} as given from transfers t
      where ${column('kind')} = 'balance' and ${column('owner')} = ${filter.userId}
        ${filter.source === undefined ? sql`` : sql`and source = ${filter.source}`}
        ${hasStatus(filter)}
        ${filter.from === null ? sql`` : sql`and created_at >= ${filter.from}`}
        ${filter.to === null ? sql`` : sql`and created_at < ${filter.to}`}
        ${afterId === null ? sql`` : sql`and ${after}`}
      order by created_at desc, id desc limit ${limit})`;
  });
  return sql`select * from (${sql.join(parts, sql` union all `)}) both_sides`;
};

/** That a transfer `t` holds the points of a request `w`: its key is `redeemTransfer`'s. */
const isHoldOf = sql`t.key = 'withdrawal:' || w.id || ':hold'`;

function hasStatus({ status, userId }: HistoryFilter): RawBuilder<unknown> {
  if (status === undefined) return sql``;
  if (status === 'posted') return sql`and source <> 'redeem'`;
  return sql`and source = 'redeem' and exists (select from withdrawals w where w.user_id = ${userId} and w.status = ${status} and ${isHoldOf})`;
}

const SIDES = [
  { prefix: 'from', type: 'debit' },
  { prefix: 'to', type: 'credit' },
] as const;
