import type { Endpoint } from '#contract/endpoint.ts';
import { type AdminRole, needsSecondFactor } from '#domain/identity/admin-role.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type Verified, verifyAdminToken } from './access-token.ts';
import { AppError } from './app-error.ts';

/** The calling admin, as the database knows them now. */
export interface SignedInAdmin extends Verified {
  email: string;
  role: AdminRole;
}

/** Sessions of admins end after this time without input (docs/rules.md#admins). */
export const ADMIN_IDLE_MS = 30 * 60_000;

/** Returns when a session ends if there is no more input; never later than its fixed end. */
export const adminSessionEnd = ({ expires_at, last_input_at }: { expires_at: Date; last_input_at: Date }): Date =>
  new Date(Math.min(expires_at.getTime(), last_input_at.getTime() + ADMIN_IDLE_MS));

/**
 * Returns the admin who calls an endpoint of the console. Everything but the signature is read from the database each time, so that
 * disabling an admin or changing their role applies at once. Throws `admin_unauthorized` without an admin's token, `token_expired`,
 * `session_expired` (also after 30 minutes without input), `forbidden` if the role is not among `roles`, `password_change_required` while
 * others have seen the password, `totp_setup_required`, and for files `step_up_required`.
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

/** How long after a code files can be downloaded. */
export const ADMIN_STEP_UP_MS = 10 * 60_000;

function requireStepUp({ totp_enabled_at, stepped_up_at }: { totp_enabled_at: Date | null; stepped_up_at: Date | null }, now: Date): void {
  if (totp_enabled_at === null) throw new AppError('totp_setup_required');
  // A code of a factor that was replaced since proves nothing about the current one.
  const isRecent = stepped_up_at !== null && now.getTime() - stepped_up_at.getTime() < ADMIN_STEP_UP_MS && stepped_up_at >= totp_enabled_at;
  if (!isRecent) throw new AppError('step_up_required');
}

/**
 * Whether an endpoint is about the admin's own identity, password or second factor. These stay available to admins who must change them
 * first.
 */
const isOwnSignIn = ({ path }: Endpoint): boolean => path.startsWith('/api/admin/auth/');

/** Returns an admin's session with what access depends on; undefined if the admin has no such session. */
const findSession = (db: Db, sessionId: string, adminId: string) =>
  db
    .selectFrom('admin_sessions as s')
    .innerJoin('admins as a', 'a.id', 's.admin_id')
    .select(['s.ended_at', 's.expires_at', 's.last_input_at', 'a.email', 'a.role', 'a.status', 'a.one_time_until', 'a.totp_enabled_at'])
    .select('s.stepped_up_at')
    .where('s.id', '=', sessionId)
    .where('a.id', '=', adminId)
    .executeTakeFirst();
