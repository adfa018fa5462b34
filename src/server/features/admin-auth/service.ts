import type { adminLogin, adminMe, adminRefresh, SessionAdmin } from '#contract/admin-auth.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { AdminRole } from '#domain/admin-role.ts';
import { normaliseEmail } from '#domain/email.ts';
import type { Deps } from '#server/deps.ts';
import { isPasswordRight, type LoginLimits } from '#server/features/auth/service.ts';
import { ADMINS, hasSecondFactor, judgeSecondFactor } from '#server/features/two-factor/service.ts';
import type { SignedInAdmin } from '#server/http/admin-caller.ts';
import { AppError } from '#server/http/app-error.ts';
import { limitKey } from '#server/http/client-ip.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import * as admins from './queries.ts';
import { isDeviceKnown, openSession, renewSession } from './sessions.ts';

export { drawOneTimePassword, ONE_TIME_MS } from './one-time.ts';
export { type AdminRow, deleteDevices, endSessions, setPassword } from './queries.ts';
export { purgeAdminSessions } from './sessions.ts';

/**
 * Signs an admin in. Nobody learns from the answer, or from how long it takes, whether there is such an account. Throws `invalid_credentials`,
 * and to who knows the password `account_disabled`, `password_expired`, `totp_required`, `invalid_totp`; `rate_limited`.
 */
export async function login(
  deps: Deps,
  limits: LoginLimits,
  input: ParsedInputOf<typeof adminLogin>,
  request: RequestContext,
): Promise<ReplyOf<typeof adminLogin>> {
  const email = normaliseEmail(input.email);
  const ip = limitKey(request.ip);
  await Promise.all([limits.loginsByIp.count(ip), limits.loginsByAddressAndIp.count(`${email} ${ip}`)]);
  const admin = await admins.findAdminByEmail(deps.db, email);
  const isRight = await isPasswordRight(admin?.password_hash, input.password);
  if (!admin || !isRight) throw new AppError('invalid_credentials');
  if (admin.status !== 'normal') throw new AppError('account_disabled');
  if (admin.one_time_until !== null && admin.one_time_until <= deps.now()) throw new AppError('password_expired');
  const asksForCode = hasSecondFactor(admin) && !(await isDeviceKnown(deps, admin.id, request));
  // As at the users' door: the password was no guess, so that the household's tries are not used up by what is wrong now.
  if (asksForCode) await judgeSecondFactor(deps, admin, input.totp, ADMINS).catch(giveBackAndThrow(limits, ip));
  const access = await openSession(deps, admin, { remembersDevice: input.remember && asksForCode }, request);
  await Promise.all([limits.loginsByIp.giveBack(ip), limits.loginsByAddressAndIp.giveBack(`${email} ${ip}`)]);
  return { admin: sessionAdmin(admin), access };
}

const giveBackAndThrow = (limits: LoginLimits, ip: string) => async (error: unknown) => {
  await limits.loginsByIp.giveBack(ip);
  throw error;
};

export async function refresh(deps: Deps, request: RequestContext): Promise<ReplyOf<typeof adminRefresh>> {
  const { adminId, access } = await renewSession(deps, request);
  return { admin: sessionAdmin(await requireAdminRow(deps, adminId)), access };
}

export const me = async (deps: Deps, { id }: SignedInAdmin): Promise<ReplyOf<typeof adminMe>> => ({
  admin: sessionAdmin(await requireAdminRow(deps, id)),
});

/** The admin as the database knows them now; nobody of them is ever deleted. */
export async function requireAdminRow({ db }: Pick<Deps, 'db'>, id: string): Promise<admins.AdminRow> {
  const admin = await admins.findAdmin(db, id);
  if (!admin) throw new AppError('admin_unauthorized');
  return admin;
}

/** What every screen of the console knows of who is signed in. */
export const sessionAdmin = (admin: admins.AdminRow): SessionAdmin => ({
  id: admin.id,
  email: admin.email,
  role: admin.role as AdminRole,
  totp_enabled: hasSecondFactor(admin),
  must_change_password: admin.one_time_until !== null,
});
