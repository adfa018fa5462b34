import type { Endpoint } from '#contract/endpoint.ts';
import { type AdminRole, needsSecondFactor } from '#domain/identity/admin-role.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type Verified, verifyAdminToken } from './access-token.ts';
import { AppError } from './app-error.ts';

/** An admin who calls, as the database knows them now. */
export interface SignedInAdmin extends Verified {
  email: string;
  role: AdminRole;
}

/** Sessions of admins end after so long without input (docs/rules.md#admins). */
export const ADMIN_IDLE_MS = 30 * 60_000;

/** When a session ends if nobody types or clicks any more; never after its end. */
export const adminSessionEnd = ({ expires_at, last_input_at }: { expires_at: Date; last_input_at: Date }): Date =>
  new Date(Math.min(expires_at.getTime(), last_input_at.getTime() + ADMIN_IDLE_MS));

/**
 * The admin who calls an endpoint of the console. All but the signature is asked of the database each time, so that an admin who was
 * disabled, or has another role, is so at once. Throws `admin_unauthorized` without a token of an admin's, `token_expired`,
 * `session_expired` (also after 30 minutes without input), `forbidden` for a role that is not among these,
 * `password_change_required` while the password is one that others have seen, `totp_setup_required`, and for files `step_up_required`.
 */
export async function requireAdmin(
  deps: Deps,
  endpoint: Endpoint,
  roles: readonly AdminRole[],
  token: string | null,
): Promise<SignedInAdmin> {
  if (token === null) throw new AppError('admin_unauthorized');
  const now = deps.now();
  const verified = await verifyAdminToken(deps.serverKeys, token, now).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'unauthorized' ? new AppError('admin_unauthorized') : error;
  });
  const known = await findSession(deps.db, verified.sessionId, verified.id);
  if (!known || known.ended_at !== null || known.status !== 'normal' || adminSessionEnd(known) <= now)
    throw new AppError('session_expired');
  const role = known.role as AdminRole;
  if (!roles.includes(role)) throw new AppError('forbidden');
  if (known.one_time_until !== null && !isOwnSignIn(endpoint)) throw new AppError('password_change_required');
  if (endpoint.isGrave && needsSecondFactor(role) && known.totp_enabled_at === null) throw new AppError('totp_setup_required');
  if (endpoint.isExport) requireStepUp(known, now);
  return { ...verified, email: known.email, role };
}

/** For how long after a code files are handed out. */
export const ADMIN_STEP_UP_MS = 10 * 60_000;

function requireStepUp({ totp_enabled_at, stepped_up_at }: { totp_enabled_at: Date | null; stepped_up_at: Date | null }, now: Date): void {
  if (totp_enabled_at === null) throw new AppError('totp_setup_required');
  // What was given to a factor that was replaced since proves nothing of this one.
  const isRecent = stepped_up_at !== null && now.getTime() - stepped_up_at.getTime() < ADMIN_STEP_UP_MS && stepped_up_at >= totp_enabled_at;
  if (!isRecent) throw new AppError('step_up_required');
}

/** Who is here, the password and the second factor: open also to who has to change them first. */
const isOwnSignIn = ({ path }: Endpoint): boolean => path.startsWith('/api/admin/auth/');

/** The session of an admin with what of its owner decides; undefined where there is no such session of theirs. */
const findSession = (db: Db, sessionId: string, adminId: string) =>
  db
    .selectFrom('admin_sessions as s')
    .innerJoin('admins as a', 'a.id', 's.admin_id')
    .select(['s.ended_at', 's.expires_at', 's.last_input_at', 'a.email', 'a.role', 'a.status', 'a.one_time_until', 'a.totp_enabled_at'])
    .select('s.stepped_up_at')
    .where('s.id', '=', sessionId)
    .where('a.id', '=', adminId)
    .executeTakeFirst();
