import type { AdminRole } from '#domain/identity/admin-role.ts';
import { normaliseEmail } from '#domain/identity/email.ts';
import { COMMAND_LINE, recordAudit } from '#server/modules/admins/audit/service.ts';
import { notifyAdmins } from '#server/modules/admins/second-admin/notify.ts';
import { insertEvent } from '#server/modules/admins/second-admin/queries.ts';
import type { AdminRow } from '#server/modules/admins/sign-in/queries.ts';
import { type Db, transact } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { type AccountDeps, addAdmin, prepareOneTime, putBack } from './one-time-accounts.ts';
import { findByEmails } from './queries.ts';

/** Printed on the command line, to be handed over in person: it is not sent. */
export interface Issued {
  email: string;
  password: string;
  until: Date;
}

/** Creates an admin from the command line, without approval. Throws `invalid_email`, `email_taken`. */
export async function createFromCommandLine(deps: AccountDeps, email: string, role: AdminRole): Promise<Issued> {
  const oneTime = await prepareOneTime(deps);
  const added = await transact(deps.db, async (db) => {
    const admin = await addAdmin(deps, db, { email, role, createdBy: null }, oneTime);
    const entry = { action: 'admin.invite', subject: { kind: 'admin', id: admin.id }, after: { email: admin.email, role } };
    await recordAudit(db, COMMAND_LINE, entry, deps.now());
    await noteAndTell(deps, db, 'create', admin);
    return admin;
  });
  return { email: added.email, password: oneTime.password, until: oneTime.until };
}

/** Resets the account of an admin who has lost the password or the authenticator app. Throws `not_found`. */
export async function resetFromCommandLine(deps: AccountDeps, email: string): Promise<Issued> {
  const oneTime = await prepareOneTime(deps);
  const found = await transact(deps.db, async (db) => {
    const [admin] = await findByEmails(db, [normaliseEmail(email)]);
    if (!admin) throw new AppError('not_found');
    await putBack(deps, db, admin.id, oneTime);
    await recordAudit(db, COMMAND_LINE, { action: 'admin.reset', subject: { kind: 'admin', id: admin.id } }, deps.now());
    await noteAndTell(deps, db, 'reset', admin);
    return admin;
  });
  return { email: found.email, password: oneTime.password, until: oneTime.until };
}

/** Logs the change and notifies every super: access to the server permits everything, but not unnoticed. */
async function noteAndTell(deps: AccountDeps, db: Db, kind: 'create' | 'reset', { id, email, role }: AdminRow): Promise<void> {
  await insertEvent(db, { admin_id: id, kind, asked_by: null, agreed_by: null, at: deps.now() });
  const event = kind === 'create' ? 'created' : 'reset';
  await notifyAdmins(deps, db, { event, admin: { id, email }, role, by: COMMAND_LINE.email });
}
