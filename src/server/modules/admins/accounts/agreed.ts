import type { Transaction } from 'kysely';
import type { AdminRole } from '#domain/identity/admin-role.ts';
import type { Deps } from '#server/deps.ts';
import type { AgreedTo } from '#server/modules/admins/approvals/payload.ts';
import type { Actor } from '#server/modules/admins/audit/service.ts';
import { insertEvent, type NewAdminEvent, notifyAdmins } from '#server/modules/admins/second-admin/service.ts';
import type { AdminRow } from '#server/modules/admins/sign-in/queries.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { Announce } from '#server/platform/transact.ts';
import { addAdmin, prepareOneTime, putBack } from './one-time-accounts.ts';
import * as admins from './queries.ts';

/*
 * Changes of admins that two supers agreed on, or that the only super completes after a day. Every super and the affected admin are
 * notified.
 */

type About = 'admin_create' | 'admin_reset' | 'admin_role' | 'admin_enable';

/** Creates the admin; the approver is shown the one-time password. Throws `email_taken`. */
export async function createAsAgreed(
  deps: Deps,
  db: Transaction<DB>,
  _: Announce,
  actor: Actor,
  agreed: AgreedTo<'admin_create'>,
): Promise<void> {
  // Hashing is slow, so it happens before any admin is locked.
  const oneTime = await prepareOneTime(deps);
  await lockBoth(db, actor, agreed);
  const wish = { id: agreed.subject_id, ...agreed.payload, createdBy: agreed.requested_by };
  const made = await addAdmin(deps, db, wish, oneTime);
  await note(deps, db, actor, agreed, 'create', made);
  agreed.show({ email: made.email, password: oneTime.password, password_until: oneTime.until.toISOString() });
}

/** Resets an account; the approver is shown the one-time password. */
export async function resetAsAgreed(
  deps: Deps,
  db: Transaction<DB>,
  _: Announce,
  actor: Actor,
  agreed: AgreedTo<'admin_reset'>,
): Promise<void> {
  const oneTime = await prepareOneTime(deps);
  const other = await lockBoth(db, actor, agreed);
  await putBack(deps, db, agreed.subject_id, oneTime);
  await note(deps, db, actor, agreed, 'reset', other!);
  agreed.show({ email: other!.email, password: oneTime.password, password_until: oneTime.until.toISOString() });
}

/** Gives a higher role. Throws `already_decided` if the admin has that role by now. */
export async function promoteAsAgreed(
  deps: Deps,
  db: Transaction<DB>,
  _: Announce,
  actor: Actor,
  agreed: AgreedTo<'admin_role'>,
): Promise<void> {
  const other = await lockBoth(db, actor, agreed);
  if (other!.role === agreed.payload.role) throw new AppError('already_decided');
  await admins.setRole(db, agreed.subject_id, agreed.payload.role);
  await note(deps, db, actor, agreed, 'promote', { ...other!, role: agreed.payload.role });
}

/** Enables a disabled admin. Throws `already_decided` if they are enabled by now. */
export async function enableAsAgreed(
  deps: Deps,
  db: Transaction<DB>,
  _: Announce,
  actor: Actor,
  agreed: AgreedTo<'admin_enable'>,
): Promise<void> {
  const other = await lockBoth(db, actor, agreed);
  if (other!.status === 'normal') throw new AppError('already_decided');
  await admins.setStatus(db, agreed.subject_id, 'normal');
  await note(deps, db, actor, agreed, 'enable', other!);
}

/** Locks requester, approver and affected admin in a fixed order; the first two must still be supers. Returns the affected admin. */
async function lockBoth(db: Transaction<DB>, actor: Actor, { requested_by, subject_id }: AgreedTo<About>): Promise<AdminRow | undefined> {
  const locked = await admins.lockAdmins(db, [...new Set([actor.id, requested_by, subject_id])]);
  const isSuper = (id: string) => locked.some((admin) => admin.id === id && admin.role === 'super' && admin.status === 'normal');
  if (!isSuper(actor.id)) throw new AppError('forbidden');
  if (!isSuper(requested_by)) throw new AppError('asker_gone');
  return locked.find(({ id }) => id === subject_id);
}

const TOLD = { create: 'created', reset: 'reset', promote: 'promoted', enable: 'enabled' } as const;

async function note(
  deps: Deps,
  db: Transaction<DB>,
  actor: Actor,
  { requested_by }: AgreedTo<About>,
  kind: keyof typeof TOLD & NewAdminEvent['kind'],
  { id, email, role }: Pick<AdminRow, 'id' | 'email' | 'role'>,
): Promise<void> {
  await insertEvent(db, { admin_id: id, kind, asked_by: requested_by, agreed_by: actor.id, at: deps.now() });
  await notifyAdmins(deps, db, { event: TOLD[kind], admin: { id, email }, role: role as AdminRole, by: actor.email });
}
