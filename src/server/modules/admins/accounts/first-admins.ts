import type { AdminRole } from '#domain/identity/admin-role.ts';
import { normaliseEmail } from '#domain/identity/email.ts';
import type { Deps } from '#server/deps.ts';
import { COMMAND_LINE, recordAudit } from '#server/modules/admins/audit/service.ts';
import { insertEvent, notifyAdmins } from '#server/modules/admins/second-admin/service.ts';
import type { AdminRow } from '#server/modules/admins/sign-in/queries.ts';
import { type Db, transact } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { type AccountDeps, addAdmin, prepareOneTime, putBack } from './one-time-accounts.ts';
import { countAdmins, findByEmails } from './queries.ts';

/** An admin account for the console, with a password that has to be changed. */
export interface FirstAdmin {
  email: string;
  password: string;
}

/** Belongs to nobody: the operator creates accounts of their own with it, and then disables it. */
const FIRST_EMAIL = 'admin@example.com';

/** Two, as some actions require a second admin. */
const DEMO_EMAILS = ['ops1@example.com', 'ops2@example.com'];

/**
 * Ensures that somebody can sign in to the console; returns the accounts to report, with their one-time passwords. If there is no admin,
 * creates one super and reports it once. In the demo there are two supers; while one of them has not chosen a password, they get new
 * one-time passwords at each start.
 */
export const ensureAdmins = (deps: Deps): Promise<FirstAdmin[]> => (deps.config.demo ? ensureDemoAdmins(deps) : ensureFirstAdmin(deps));

async function ensureFirstAdmin(deps: Deps): Promise<FirstAdmin[]> {
  if ((await countAdmins(deps.db)) > 0) return [];
  // Another process that starts at the same time may be faster, and then reports it.
  const made = await createFromCommandLine(deps, FIRST_EMAIL, 'super').catch(unlessTaken);
  return made ? [made] : [];
}

async function ensureDemoAdmins(deps: Deps): Promise<FirstAdmin[]> {
  const known = await findByEmails(deps.db, DEMO_EMAILS);
  const first: FirstAdmin[] = [];
  for (const email of DEMO_EMAILS) {
    const admin = known.find((one) => one.email === email);
    if (!admin) first.push(await createFromCommandLine(deps, email, 'super'));
    else if (admin.one_time_until !== null) first.push({ email, password: await renewPassword(deps, admin.id) });
  }
  return first.map(({ email, password }) => ({ email, password }));
}

async function renewPassword(deps: Deps, id: string): Promise<string> {
  const oneTime = await prepareOneTime(deps);
  await transact(deps.db, async (db) => {
    await putBack(deps, db, id, oneTime);
    await recordAudit(db, COMMAND_LINE, { action: 'admin.reset', subject: { kind: 'admin', id } }, deps.now());
  });
  return oneTime.password;
}

function unlessTaken(error: unknown): null {
  if (error instanceof AppError && error.code === 'email_taken') return null;
  throw error;
}

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
    await logAndNotify(deps, db, 'create', admin);
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
    await logAndNotify(deps, db, 'reset', admin);
    return admin;
  });
  return { email: found.email, password: oneTime.password, until: oneTime.until };
}

/** Logs the change and notifies every super: access to the server permits everything, but not unnoticed. */
async function logAndNotify(deps: AccountDeps, db: Db, kind: 'create' | 'reset', { id, email, role }: AdminRow): Promise<void> {
  await insertEvent(db, { admin_id: id, kind, asked_by: null, agreed_by: null, at: deps.now() });
  const event = kind === 'create' ? 'created' : 'reset';
  await notifyAdmins(deps, db, { event, admin: { id, email }, role, by: COMMAND_LINE.email });
}
