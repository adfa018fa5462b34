import { type RawBuilder, sql } from 'kysely';
import type { WithdrawalStatus } from '#domain/withdrawals/withdrawal.ts';
import type { EvidenceFlag } from '#server/modules/withdrawals/fraud-signals/assess.ts';
import type { WithdrawalRow } from '#server/modules/withdrawals/requests/queries.ts';
import type { Db } from '#server/platform/db/pool.ts';

export interface ReviewFilter {
  status: WithdrawalStatus | 'all';
  search: ReviewSearch | null;
}

/** Search text in each form that it may take; null if impossible. */
export interface ReviewSearch {
  /** LIKE patterns for the beginning of a handle and for an address. */
  beginning: string;
  email: string;
  wallet: string;
  txHash: string | null;
  id: string | null;
}

/** A withdrawal with its owner's present standing and the admins involved. */
export interface JoinedRow extends WithdrawalRow {
  display_name: string | null;
  public_handle: string;
  email: string | null;
  email_identity: string | null;
  user_status: 'normal' | 'disabled' | 'deleted';
  user_wallet: string | null;
  redeem_held_until: Date | null;
  /** Whether another withdrawal of the owner is approved. */
  has_earlier: boolean;
  /** Flags of evidence stored for it at any step. */
  evidence_flags: EvidenceFlag[];
  first_email: string | null;
  /** Note of the first admin for the second. */
  first_note: string | null;
  decided_email: string | null;
  sent_email: string | null;
}

/** Returns a page of withdrawals: undecided ones first, oldest first; then decided ones, latest decision first. */
export async function findReviews(db: Db, filter: ReviewFilter, limit: number, offset: number): Promise<JoinedRow[]> {
  const chosen = sql`select id, part, place from (${parts(filter, limit + offset)}) both_parts
    order by part, place, id limit ${limit} offset ${offset}`;
  const { rows } = await sql<JoinedRow>`${joined(chosen)} order by chosen.part, chosen.place, chosen.id`.execute(db);
  return rows;
}

/** Returns one withdrawal; undefined if there is none. */
export async function findReview(db: Db, id: string): Promise<JoinedRow | undefined> {
  const { rows } = await sql<JoinedRow>`${joined(sql`select id from withdrawals where id = ${id}`)}`.execute(db);
  return rows[0];
}

/** Counts the withdrawals of a filter, up to `max`. */
export async function countReviews(db: Db, filter: ReviewFilter, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select id from (${parts(filter, max)}) both_parts limit ${max}) counted`.execute(db);
  return rows[0]!.count;
}

/**
 * Selects both parts of the list, each with its own limit. Without a search each part is read in index order, so that a page costs only the
 * rows before it; with a search, all results are looked up.
 */
function parts({ status, search }: ReviewFilter, limit: number): RawBuilder<unknown> {
  const among = search === null ? sql`withdrawals` : found(search);
  const pending = sql`(
    select id, 0 as part, extract(epoch from created_at) as place from ${among}
    where status = 'pending' order by created_at, id limit ${limit})`;
  const decided = sql`(
    select id, 1 as part, -extract(epoch from decided_at) as place from ${among}
    where decided_at is not null ${status === 'all' ? sql`` : sql`and status = ${status}`}
    order by decided_at desc, id limit ${limit})`;
  if (status === 'pending') return pending;
  return status === 'all' ? sql`${pending} union all ${decided}` : decided;
}

/** Selects the results of a search, each form by its own index; limits the users per prefix, since a prefix with more is too vague. */
const found = ({ beginning, email, wallet, txHash, id }: ReviewSearch): RawBuilder<unknown> => sql`(
  select w.* from (
    select w.id from (
      (select id from users where public_handle like ${beginning} limit ${FOUND_USERS_MAX})
      union (select id from users where email like ${email} limit ${FOUND_USERS_MAX})
    ) u cross join lateral (select id from withdrawals where user_id = u.id) w
    union select id from withdrawals where wallet_address = ${wallet}
    union select id from withdrawals where tx_hash = ${txHash}
    union select id from withdrawals where id = ${id}::uuid
    union select id from withdrawals where user_id = ${id}::uuid
  ) f cross join lateral (select * from withdrawals where id = f.id limit 1) w
) found`;

const FOUND_USERS_MAX = 500;

const joined = (chosen: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select w.*, u.display_name, u.public_handle, u.email, u.email_identity, u.status as user_status, u.wallet_address as user_wallet, u.redeem_held_until,
    exists (select from withdrawals e where e.user_id = w.user_id and e.status = 'approved' and e.id <> w.id) as has_earlier,
    array(select distinct unnest(k.flags) from withdrawal_evidence k where k.withdrawal_id = w.id) as evidence_flags,
    first_approver.email as first_email, decider.email as decided_email, sender.email as sent_email,
    (select e.note from withdrawal_events e where e.withdrawal_id = w.id and e.kind = 'approved_first' order by e.id desc limit 1) as first_note
  from (${chosen}) chosen
  join withdrawals w on w.id = chosen.id
  join users u on u.id = w.user_id
  left join admins first_approver on first_approver.id = w.first_approved_by
  left join admins decider on decider.id = w.decided_by
  left join admins sender on sender.id = w.sent_by`;

/** Records the first of two approvals; its note is in the history. */
export async function setFirstApproval(db: Db, id: string, adminId: string, at: Date): Promise<void> {
  await db.updateTable('withdrawals').set({ first_approved_by: adminId, first_approved_at: at }).where('id', '=', id).execute();
}
