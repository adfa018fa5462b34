import { sql } from 'kysely';
import type { WithdrawalStatus } from '#domain/withdrawal.ts';
import type { WithdrawalRow } from '#server/modules/withdrawals/requests/queries.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { OwnerStanding } from './review-row.ts';

export interface FileFilter {
  status: WithdrawalStatus | 'all';
  /** UTC days on which they were asked for, both included: YYYY-MM-DD. */
  from?: string | undefined;
  to?: string | undefined;
}

export interface FileRow extends WithdrawalRow, OwnerStanding {
  public_handle: string;
  email: string | null;
  first_email: string | null;
  decided_email: string | null;
  sent_email: string | null;
}

/**
 * The withdrawals that come after one of them in the order in which they were asked for; the first ones without it. Read in the order of an
 * index, and everything else of those few by its key.
 */
export async function findAfter(db: Db, { status, from, to }: FileFilter, afterId: string | null, limit: number): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select w.*, u.public_handle, u.email, u.status as user_status, u.redeem_held_until, first_approver.email as first_email, decider.email as decided_email, sender.email as sent_email
    from (
      select * from withdrawals
      where true
        ${status === 'all' ? sql`` : sql`and status = ${status}`}
        ${from === undefined ? sql`` : sql`and created_at >= ${from}::date`}
        ${to === undefined ? sql`` : sql`and created_at < ${to}::date + 1`}
        ${afterId === null ? sql`` : sql`and (created_at, id) > (select a.created_at, a.id from withdrawals a where a.id = ${afterId})`}
      order by created_at, id limit ${limit}
    ) w
    cross join lateral (select public_handle, email, status, redeem_held_until from users where id = w.user_id limit 1) u
    left join admins first_approver on first_approver.id = w.first_approved_by
    left join admins decider on decider.id = w.decided_by
    left join admins sender on sender.id = w.sent_by
    order by w.created_at, w.id`.execute(db);
  return rows;
}
