import { type RawBuilder, sql } from 'kysely';
import type { EvidenceFlag } from '#server/modules/withdrawals/fraud-signals/assess.ts';
import type { WithdrawalRow } from '#server/modules/withdrawals/requests/queries.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inQueue, QUEUE_ORDER, type QueueFilter } from './queue.ts';

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
  /** Whether any was stored: evidence is evaluated after the commit of a request, and that can fail. */
  has_evidence: boolean;
  first_email: string | null;
  /** Note of the first admin for the second. */
  first_note: string | null;
  decided_email: string | null;
  sent_email: string | null;
  /** Who is looking at it, also if that is over. */
  assigned_to: string | null;
  assigned_email: string | null;
  assigned_until: Date | null;
  notes: number;
  /** The batch of payouts that it is in, and the admin who holds that. */
  batch_id: string | null;
  batch_held_by: string | null;
}

/** Returns a page of the withdrawals of a filter. */
export async function findReviews(db: Db, filter: QueueFilter, limit: number, offset: number): Promise<JoinedRow[]> {
  const chosen = sql`select * from (${inQueue(filter, limit + offset)}) queue order by ${QUEUE_ORDER} limit ${limit} offset ${offset}`;
  const { rows } = await sql<JoinedRow>`${joined(chosen)} order by ${QUEUE_ORDER}`.execute(db);
  return rows;
}

/** Returns one withdrawal; undefined if there is none. */
export async function findReview(db: Db, id: string): Promise<JoinedRow | undefined> {
  const { rows } = await sql<JoinedRow>`${joined(sql`select id from withdrawals where id = ${id}`)}`.execute(db);
  return rows[0];
}

/** Returns withdrawals by their ids, in any order. */
export async function findReviewsById(db: Db, ids: readonly string[]): Promise<JoinedRow[]> {
  return (await sql<JoinedRow>`${joined(sql`select id from withdrawals where id = any(${ids}::uuid[])`)}`.execute(db)).rows;
}

/** Counts the withdrawals of a filter, up to `max`, and adds up their points. */
export async function countReviews(db: Db, filter: QueueFilter, max: number): Promise<{ count: number; points: number }> {
  const { rows } = await sql<{ count: number; points: number }>`
    select count(*) as count, coalesce(sum(points), 0)::bigint as points from (${inQueue(filter, max)}) counted`.execute(db);
  return rows[0]!;
}

const joined = (chosen: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select w.*, u.display_name, u.public_handle, u.email, u.email_identity, u.status as user_status, u.wallet_address as user_wallet, u.redeem_held_until,
    exists (select from withdrawals e where e.user_id = w.user_id and e.status = 'approved' and e.id <> w.id) as has_earlier,
    array(select distinct unnest(k.flags) from withdrawal_evidence k where k.withdrawal_id = w.id) as evidence_flags,
    exists (select from withdrawal_evidence k where k.withdrawal_id = w.id) as has_evidence,
    assignment.admin_id as assigned_to, assignee.email as assigned_email, assignment.until as assigned_until,
    (select count(*) from withdrawal_events e where e.withdrawal_id = w.id and e.kind = 'noted') as notes,
    first_approver.email as first_email, decider.email as decided_email, sender.email as sent_email,
    (select e.note from withdrawal_events e where e.withdrawal_id = w.id and e.kind = 'approved_first' order by e.id desc limit 1) as first_note,
    batch.id as batch_id, batch.held_by as batch_held_by
  from (${chosen}) queue
  join withdrawals w on w.id = queue.id
  join users u on u.id = w.user_id
  left join admins first_approver on first_approver.id = w.first_approved_by
  left join admins decider on decider.id = w.decided_by
  left join admins sender on sender.id = w.sent_by
  left join withdrawal_assignments assignment on assignment.withdrawal_id = w.id
  left join admins assignee on assignee.id = assignment.admin_id
  left join payout_batch_items item on item.withdrawal_id = w.id and item.released_at is null
  left join payout_batches batch on batch.id = item.batch_id`;

/** Records the first of two approvals; its note is in the history. */
export async function setFirstApproval(db: Db, id: string, adminId: string, at: Date): Promise<void> {
  await db.updateTable('withdrawals').set({ first_approved_by: adminId, first_approved_at: at }).where('id', '=', id).execute();
}
