import { sql } from 'kysely';
import type { AdminRole } from '#domain/identity/admin-role.ts';
import { isFailureWritten } from '#domain/identity/guessing.ts';
import { HOUR_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { NOBODY, recordAudit } from '#server/modules/admins/audit/service.ts';
import { deviceName } from '#server/modules/identity/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';

export type SignInFailure = 'unknown_address' | 'wrong_password' | 'wrong_code' | 'disabled' | 'password_expired';

type From = Pick<RequestContext, 'ip' | 'userAgent'>;

const RETENTION_DAYS = 30;

/**
 * Logs a failed sign-in to an admin's or an unknown address with the IP address, and never with what was typed. All failures are counted
 * per hour, for each admin and for all unknown addresses together; only a few of them get a row, so that a stranger cannot flood a log that
 * is stored for years.
 */
export const noteFailedSignIn = (
  deps: Deps,
  { ip, userAgent }: From,
  admin: { id: string; email: string } | undefined,
  why: SignInFailure,
): Promise<void> =>
  transact(deps, async (db) => {
    const now = deps.now();
    const count = await countFailure(db, admin?.id ?? '', now);
    if (!isFailureWritten(count)) return;
    const subject = admin ? { kind: 'admin', id: admin.id } : { kind: 'sign_in', id: 'unknown_address' };
    const after = { why, count_this_hour: count, device: deviceName(userAgent), ...(admin && { email: admin.email }) };
    await recordAudit(db, { ...NOBODY, ip }, { action: 'admin.sign_in_failed', subject, after }, now);
  });

/** Counts a failure; returns how many there were in this hour. */
async function countFailure(db: Db, subject: string, now: Date): Promise<number> {
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  const { rows } = await sql<{ count: number }>`
    insert into admin_sign_in_failures as f (hour, subject, count) values (${hour}, ${subject}, 1)
    on conflict (hour, subject) do update set count = f.count + 1 returning count`.execute(db);
  return rows[0]!.count;
}

/** Owner of a session. */
interface Owner {
  id: string;
  admin_id: string;
  email: string;
  role: string;
}

/** Logs the end of a session: signed out by its owner, or ended because one of its tokens was reused. */
export async function noteSessionEnd(
  db: Db,
  { ip, userAgent }: From,
  session: Owner,
  because: 'logout' | 'reuse',
  at: Date,
): Promise<void> {
  const subject = { kind: 'admin', id: session.admin_id };
  const after = { session_id: session.id, device: deviceName(userAgent) };
  const owner = { id: session.admin_id, email: session.email, role: session.role as AdminRole, ip };
  if (because === 'logout') await recordAudit(db, owner, { action: 'admin.sign_out', subject, after }, at);
  else await recordAudit(db, { ...NOBODY, ip }, { action: 'admin.refresh_reused', subject, after: { ...after, email: session.email } }, at);
}

/** Deletes the failure counts of past hours. Run it daily. */
export async function purgeFailures({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db
    .deleteFrom('admin_sign_in_failures')
    .where('hour', '<', new Date(now().getTime() - RETENTION_DAYS * 24 * HOUR_MS))
    .execute();
}
