import type { UserAdjustment, userAdjustments } from '#contract/admin-users.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import * as adjustments from './queries.ts';

/** Returns the adjustments of a user by admins, latest first, and their number. */
export async function adjustmentsOf(
  db: Db,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: UserAdjustment[]; total: number }> {
  const [rows, total] = await Promise.all([
    adjustments.findAdjustments(db, userId, limit, offset),
    adjustments.countAdjustments(db, userId),
  ]);
  return { items: rows.map(adjustmentView), total };
}

/** Returns a page of a user's adjustments. Throws `not_found`. */
export async function list(
  { db }: Deps,
  { id, page, page_size }: ParsedInputOf<typeof userAdjustments>,
): Promise<ReplyOf<typeof userAdjustments>> {
  if ((await adjustments.findStatus(db, id)) === undefined) throw new AppError('not_found');
  return { ...(await adjustmentsOf(db, id, { limit: page_size, offset: (page - 1) * page_size })), page, page_size };
}

const adjustmentView = (row: Awaited<ReturnType<typeof adjustments.findAdjustments>>[number]): UserAdjustment => ({
  id: row.id,
  at: row.created_at.toISOString(),
  delta: row.delta,
  source: row.source as UserAdjustment['source'],
  reason: row.reason,
  admin: { id: row.admin_id, email: row.admin_email },
  approved_by:
    row.decided_by === null
      ? null
      : { id: row.decided_by, email: row.decided_email!, at: row.decided_at!.toISOString(), note: row.decision_note },
});
