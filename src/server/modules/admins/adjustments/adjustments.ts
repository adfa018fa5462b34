import { sql, type Transaction } from 'kysely';
import type { adjustUser, UserAdjustment, userAdjustments } from '#contract/admin-users.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { ADJUSTMENTS_COUNT_MS, type Adjusted, adjustTransfer, checkAdjustment, needsSecondAdmin } from '#domain/ledger/ledger.ts';
import type { Deps } from '#server/deps.ts';
import type { AgreedTo } from '#server/modules/admins/approvals/payload.ts';
import { requestApproval } from '#server/modules/admins/approvals/service.ts';
import { type Actor, actorOf, recordAudit, requireReason } from '#server/modules/admins/audit/service.ts';
import { requireOthers } from '#server/modules/admins/conflict-of-interest/service.ts';
import { lockBalances, postTransfers } from '#server/modules/ledger/public.ts';
import { once } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { type Announce, transact } from '#server/platform/transact.ts';

interface Adjustment {
  userId: string;
  delta: number;
  source: 'manual_adjust' | 'admin_adjust';
  reason: string;
  /** Shown to the user. */
  note: string | null;
}

/**
 * Adjusts a user's points, or requests approval by a second admin if the user's or the admin's adjustments within 24 hours would exceed
 * what one admin may do alone (docs/decisions/032). Throws `reason_required`, `not_found`, `invalid_payload`, `insufficient_points`, and
 * `same_reviewer` for the admin's own account.
 */
export const adjust = (
  deps: Deps,
  admin: SignedInAdmin,
  request: RequestContext,
  { id: userId, delta, source, reason, note }: ParsedInputOf<typeof adjustUser>,
): Promise<ReplyOf<typeof adjustUser>> => {
  const [actor, adjustment] = [actorOf(admin, request), { userId, delta, source, reason: requireReason(reason), note: note || null }];
  return transact(deps, (db, announce) =>
    once(db, request.idempotency, deps.now(), async () => {
      await lockAdmin(db, admin.id);
      await requireOthers(deps, db, [userId], admin);
      const balance = await checkLocked(db, adjustment);
      if (await isTooMuchAlone(deps, db, adjustment, admin.id)) return { approval: await askFor(deps, db, actor, adjustment), balance };
      await post(deps, db, announce, adjustment, { adminId: admin.id, approvalId: null, balance });
      const after = { balance: balance + delta, delta, source, note: adjustment.note };
      await recordAudit(
        db,
        actor,
        { action: 'user.adjust', subject: { kind: 'user', id: userId }, before: { balance }, after, reason },
        deps.now(),
      );
      return { approval: null, balance: balance + delta };
    }),
  );
};

/** Makes an approved adjustment. Throws `not_found` if the user was deleted, `insufficient_points` if the balance is too low by now. */
export async function adjustAsAgreed(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  _actor: Actor,
  { id: approvalId, subject_id: userId, payload, reason, requested_by: adminId }: AgreedTo<'adjust'>,
): Promise<void> {
  const adjustment = { userId, ...payload, reason };
  const balance = await checkLocked(db, adjustment);
  await post(deps, db, announce, adjustment, { adminId, approvalId, balance });
}

/** Locks and returns the user's balance if the adjustment is possible; disabled users may be adjusted. */
async function checkLocked(db: Transaction<DB>, { userId, delta, source }: Adjustment): Promise<number> {
  const balance = (await lockBalances(db, [userId])).get(userId);
  // Read under the lock: an erased user loses the remaining points, and must not be given any.
  const status = await findStatus(db, userId);
  if (balance === undefined || status === undefined || status === 'deleted') throw new AppError('not_found');
  const refusal = checkAdjustment({ delta, source }, balance);
  if (refusal) throw new AppError(refusal, refusal === 'invalid_payload' ? { field: 'delta' } : {});
  return balance;
}

/**
 * Returns whether a second admin is required. The admin and the user's balance are locked, so no other adjustment can change either sum.
 */
async function isTooMuchAlone(deps: Deps, db: Transaction<DB>, { userId, delta }: Adjustment, adminId: string): Promise<boolean> {
  const before = await sumAdjusted(db, userId, adminId, new Date(deps.now().getTime() - ADJUSTMENTS_COUNT_MS));
  return needsSecondAdmin(delta, before, deps.config.limits.adjust_alone_max);
}

async function askFor(deps: Deps, db: Transaction<DB>, actor: Actor, { userId, delta, source, reason, note }: Adjustment) {
  const payload = { delta, source, note };
  return { id: await requestApproval(deps, db, actor, { kind: 'adjust', subjectId: userId, payload, points: Math.abs(delta), reason }) };
}

async function post(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  { userId, delta, source, reason, note }: Adjustment,
  { adminId, approvalId, balance }: { adminId: string; approvalId: string | null; balance: number },
): Promise<void> {
  const [id, now] = [newId(deps), deps.now()];
  await insertAdjustment(db, {
    ...{ id, user_id: userId, delta, source, reason },
    ...{ admin_id: adminId, approval_id: approvalId, created_at: now },
  });
  await postTransfers(db, [adjustTransfer(id, userId, delta, source, note)], now);
  announce(`me:${userId}`, { t: 'balance', balance: balance + delta });
}

/** Returns the adjustments of a user by admins, latest first, and their number. */
export async function adjustmentsOf(
  db: Db,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: UserAdjustment[]; total: number }> {
  const [rows, total] = await Promise.all([findAdjustments(db, userId, limit, offset), countAdjustments(db, userId)]);
  return { items: rows.map(adjustmentView), total };
}

/** Returns the adjustments behind transfers, by the transfer's id; other transfers have none. */
export async function adjustmentsBehind(db: Db, transferIds: readonly number[]): Promise<Map<number, UserAdjustment>> {
  if (transferIds.length === 0) return new Map();
  const { rows: keys } = await sql<{ id: number; adjustment: string }>`
    select id, substr(key, ${'adjustment:'.length + 1}) as adjustment from transfers
    where id = any(${transferIds}::bigint[]) and key like 'adjustment:%'`.execute(db);
  if (keys.length === 0) return new Map();
  const rows = await selectAdjustments(db)
    .where(
      'j.id',
      'in',
      keys.map(({ adjustment }) => adjustment),
    )
    .execute();
  const views = new Map(rows.map((row) => [row.id, adjustmentView(row)]));
  return new Map(keys.flatMap(({ id, adjustment }) => (views.has(adjustment) ? [[id, views.get(adjustment)!] as const] : [])));
}

/** Returns a page of a user's adjustments. Throws `not_found`. */
export async function listAdjustments(
  { db }: Deps,
  { id, page, page_size }: ParsedInputOf<typeof userAdjustments>,
): Promise<ReplyOf<typeof userAdjustments>> {
  if ((await findStatus(db, id)) === undefined) throw new AppError('not_found');
  return { ...(await adjustmentsOf(db, id, { limit: page_size, offset: (page - 1) * page_size })), page, page_size };
}

const adjustmentView = (row: Awaited<ReturnType<typeof findAdjustments>>[number]): UserAdjustment => ({
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

/** Locks an admin, which serialises their simultaneous adjustments. Of other requests only the admin's sign-ins wait. */
async function lockAdmin(db: Db, id: string): Promise<void> {
  await db.selectFrom('admins').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** Returns whether a user is normal, disabled or deleted; undefined if the user never existed. */
const findStatus = async (db: Db, userId: string): Promise<string | undefined> =>
  (await db.selectFrom('users').select('status').where('id', '=', userId).executeTakeFirst())?.status;

/** Sums the adjustments since a moment, of a user and by an admin, with and without a second admin. */
async function sumAdjusted(db: Db, userId: string, adminId: string, since: Date): Promise<Adjusted> {
  const { rows } = await sql<Adjusted>`
    select
      (select coalesce(sum(abs(delta)), 0)::bigint from adjustments where user_id = ${userId} and created_at > ${since}) as user,
      (select coalesce(sum(abs(delta)), 0)::bigint from adjustments where admin_id = ${adminId} and created_at > ${since}) as admin`.execute(
    db,
  );
  return rows[0]!;
}

export interface NewAdjustment {
  id: string;
  user_id: string;
  delta: number;
  source: 'manual_adjust' | 'admin_adjust';
  reason: string;
  admin_id: string;
  approval_id: string | null;
  created_at: Date;
}

async function insertAdjustment(db: Db, adjustment: NewAdjustment): Promise<void> {
  await db.insertInto('adjustments').values(adjustment).execute();
}

/** Returns adjustments of a user with requester and approver, latest first. */
const findAdjustments = (db: Db, userId: string, limit: number, offset: number) =>
  selectAdjustments(db)
    .where('j.user_id', '=', userId)
    .orderBy('j.created_at', 'desc')
    .orderBy('j.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

/** Selects adjustments with requester and approver. */
const selectAdjustments = (db: Db) =>
  db
    .selectFrom('adjustments as j')
    .innerJoin('admins as asker', 'asker.id', 'j.admin_id')
    .leftJoin('approvals as p', 'p.id', 'j.approval_id')
    .leftJoin('admins as agreed', 'agreed.id', 'p.decided_by')
    .select(['j.id', 'j.delta', 'j.source', 'j.reason', 'j.admin_id', 'j.created_at', 'asker.email as admin_email'])
    .select(['p.decided_by', 'p.decided_at', 'p.decision_note', 'agreed.email as decided_email']);

/** Counts the adjustments of a user. */
async function countAdjustments(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('adjustments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}
