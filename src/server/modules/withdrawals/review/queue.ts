import { type RawBuilder, sql } from 'kysely';
import type { QUEUE_DAYS, QUEUE_WORK, QueueSort, QueueStatus } from '#contract/withdrawal-queue.ts';
import type { ReviewFlag } from '#contract/withdrawal-review.ts';
import { EVIDENCE_FLAGS } from '#server/modules/withdrawals/fraud-signals/assess.ts';

/**
 * The withdrawals of a filter, in their order. Each section of a list is read in the order of an index, so that a page costs only the rows
 * before it; with a search, all results are looked up.
 */

export interface QueueFilter {
  status: QueueStatus;
  search?: QueueSearch | null | undefined;
  flag?: ReviewFlag | undefined;
  points_min?: number | undefined;
  points_max?: number | undefined;
  /** Requested at this time or before. */
  submittedUntil?: Date | undefined;
  /** Whose work it is: the admin and the present time. `mayApprove` is false for roles that decide nothing. */
  work?: { kind: (typeof QUEUE_WORK)[number]; adminId: string; mayApprove: boolean } | undefined;
  /** What "now" is for holds on payouts and for assignments. */
  now?: Date | undefined;
  days?: (typeof QUEUE_DAYS)[number] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sort?: QueueSort | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** Search text in each form that it may take; null if impossible. */
export interface QueueSearch {
  /** LIKE patterns for the beginning of a handle or a name, and for an address. */
  beginning: string;
  email: string;
  wallet: string;
  txHash: string | null;
  id: string | null;
}

/** A row's place in a list: its section, and what the section is sorted by, as text that loses nothing. */
export interface QueuePlace {
  id: string;
  part: number;
  sorted_by: string;
}

/** A section of a list: rows of `where`, sorted by a column and then by id. Sections of the same part are merged. */
interface Section {
  part: number;
  where: RawBuilder<unknown>;
  by: 'created_at' | 'decided_at' | 'sent_at' | 'points';
  order: 'asc' | 'desc';
}

const OF_STATUS: Record<QueueStatus, RawBuilder<unknown>> = {
  pending: sql`status = 'pending'`,
  approved: sql`status = 'approved'`,
  being_sent: sql`status = 'approved' and sent_at is null`,
  sent: sql`status = 'approved' and sent_at is not null`,
  rejected: sql`status = 'rejected'`,
  all: sql`true`,
};

function sectionsOf({ status, sort = 'queue', order = 'desc', points_min, points_max }: QueueFilter): Section[] {
  if (sort === 'submitted_at') return [{ part: 0, where: OF_STATUS[status], by: 'created_at', order }];
  if (sort === 'points') {
    // The index begins with the status.
    const statuses = status === 'all' ? (['pending', 'approved', 'rejected'] as const) : [status];
    return statuses.map((one) => ({ part: 0, where: OF_STATUS[one], by: 'points', order }));
  }
  const pending: Section = { part: 0, where: OF_STATUS.pending, by: 'created_at', order: 'asc' };
  if (status === 'pending') return [pending];
  if (status === 'being_sent') return [{ part: 0, where: OF_STATUS.being_sent, by: 'decided_at', order: 'asc' }];
  if (status === 'sent') return [{ part: 0, where: OF_STATUS.sent, by: 'sent_at', order: 'desc' }];
  const decided = (one: QueueStatus): Section => ({
    part: 1,
    where: sql`decided_at is not null and ${OF_STATUS[one]}`,
    by: 'decided_at',
    order: 'desc',
  });
  if (status !== 'all') return [decided(status)];
  // The index by points begins with the status.
  const isBySize = points_min !== undefined || points_max !== undefined;
  return [pending, ...(isBySize ? [decided('approved'), decided('rejected')] : [decided('all')])];
}

/** Selects (id, points, part, place, sorted_by) of the first rows of a filter, in order; with `after`, of those behind that place. */
export function inQueue(filter: QueueFilter, limit: number, after: QueuePlace | null = null): RawBuilder<unknown> {
  const among = filter.search ? found(filter.search) : sql`withdrawals`;
  const passing = conditions(filter);
  const sections = sectionsOf(filter)
    .filter(({ part }) => after === null || part >= after.part)
    .map(({ part, where, by, order }) => {
      const column = sql.ref(by);
      const place = by === 'points' ? column : sql`extract(epoch from ${column})`;
      const all = [where, ...passing, ...(after !== null && after.part === part ? [behind(by, order, after)] : [])];
      return sql`(
        select id, points, ${sql.lit(part)} as part, ${order === 'asc' ? sql`${place} as place, id as up, null::uuid as down` : sql`-${place} as place, null::uuid as up, id as down`}, ${column}::text as sorted_by
        from ${among} where ${sql.join(all, sql` and `)}
        order by ${column} ${sql.raw(order)}, id ${sql.raw(order)} limit ${limit})`;
    });
  return sql`select * from (${sql.join(sections, sql` union all `)}) queue order by ${QUEUE_ORDER} limit ${limit}`;
}

/** The order of `queue`: many have the same points, and their ids run in the direction of the section, as in its index. */
export const QUEUE_ORDER = sql`queue.part, queue.place, queue.up, queue.down desc`;

/** Returns the condition on rows behind a place. */
function behind(by: Section['by'], order: Section['order'], { sorted_by, id }: QueuePlace): RawBuilder<unknown> {
  const column = sql.ref(by);
  const at = by === 'points' ? sql`${sorted_by}::bigint` : sql`${sorted_by}::timestamptz`;
  return order === 'asc' ? sql`(${column}, id) > (${at}, ${id}::uuid)` : sql`(${column}, id) < (${at}, ${id}::uuid)`;
}

const DAY_COLUMNS = { submitted: 'created_at', decided: 'decided_at', paid: 'sent_at' } as const;

/** Returns the conditions of a filter besides status and search. */
function conditions({ flag, points_min, points_max, submittedUntil, work, now, days, from, to }: QueueFilter): RawBuilder<unknown>[] {
  const day = sql.ref(DAY_COLUMNS[days ?? 'submitted']);
  return [
    ...(points_min === undefined ? [] : [sql`points >= ${points_min}`]),
    ...(points_max === undefined ? [] : [sql`points <= ${points_max}`]),
    ...(submittedUntil === undefined ? [] : [sql`created_at <= ${submittedUntil}::timestamptz`]),
    ...(from === undefined ? [] : [sql`${day} >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`${day} < ${to}::date + 1`]),
    ...(flag === undefined ? [] : [flagged(flag, now ?? new Date(0))]),
    ...(work === undefined ? [] : [workOf(work, now ?? new Date(0))]),
  ];
}

function flagged(flag: ReviewFlag, now: Date): RawBuilder<unknown> {
  if ((EVIDENCE_FLAGS as readonly string[]).includes(flag)) {
    return sql`id in (select withdrawal_id from withdrawal_evidence where flags <> '{}' and flags @> ${[flag]}::text[])`;
  }
  if (flag === 'wallet_replaced') {
    // Only undecided ones have this flag.
    return sql`status = 'pending'
      and wallet_address is distinct from (select u.wallet_address from users u where u.id = user_id)`;
  }
  return flag === 'on_hold'
    ? sql`user_id in (select u.id from users u where u.redeem_held_until > ${now}::timestamptz)`
    : sql`user_id in (select u.id from users u where u.status = 'disabled')`;
}

function workOf({ kind, adminId, mayApprove }: NonNullable<QueueFilter['work']>, now: Date): RawBuilder<unknown> {
  if (!mayApprove) return sql`false`;
  return kind === 'second_approval'
    ? sql`status = 'pending' and first_approved_by is not null and first_approved_by <> ${adminId}::uuid`
    : sql`id in (select a.withdrawal_id from withdrawal_assignments a where a.admin_id = ${adminId}::uuid and a.until > ${now}::timestamptz)`;
}

/** Selects the results of a search, each form by its own index; limits the users per prefix, since a prefix with more is too vague. */
const found = ({ beginning, email, wallet, txHash, id }: QueueSearch): RawBuilder<unknown> => sql`(
  select w.* from (
    select w.id from (
      (select id from users where public_handle like ${beginning} limit ${FOUND_USERS_MAX})
      union (select id from users where lower(display_name) like ${beginning} limit ${FOUND_USERS_MAX})
      union (select id from users where email like ${email} limit ${FOUND_USERS_MAX})
    ) u cross join lateral (select id from withdrawals where user_id = u.id) w
    union select id from withdrawals where wallet_address = ${wallet}
    union select withdrawal_id from withdrawal_hashes where tx_hash = ${txHash}
    union select id from withdrawals where tx_hash = ${txHash}
    union select id from withdrawals where id = ${id}::uuid
    union select id from withdrawals where user_id = ${id}::uuid
  ) f cross join lateral (select * from withdrawals where id = f.id limit 1) w
) found`;

const FOUND_USERS_MAX = 500;
