import type { adminLogin, adminMe, adminRefresh, adminStepUp, SessionAdmin } from '#contract/admin-auth.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { AdminRole } from '#domain/identity/admin-role.ts';
import { normaliseEmail } from '#domain/identity/email.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf, recordAudit } from '#server/modules/admins/audit/service.ts';
import {
  ADMINS,
  consoleWork,
  deviceName,
  hasSecondFactor,
  type LoginTries,
  type LoginVerdict,
  requireWork,
  returnCaptcha,
  type SolvedCaptcha,
  takeCaptcha,
  validateSecondFactor,
} from '#server/modules/identity/public.ts';
import { ADMIN_STEP_UP_MS, type SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import * as admins from './queries.ts';
import { isDeviceKnown, openSession, renewSession } from './sessions.ts';
import { noteFailedSignIn, type SignInFailure } from './sign-in-log.ts';

/**
 * Signs an admin in. Neither the answer nor its timing reveals whether the account exists. After failures at this place or account a
 * captcha is required (`captcha_required`). Throws `invalid_credentials`; after the right password `account_disabled`, `password_expired`,
 * `totp_required`, `invalid_totp`; `rate_limited`.
 */
export async function login(
  deps: Deps,
  tries: LoginTries,
  input: ParsedInputOf<typeof adminLogin>,
  request: RequestContext,
): Promise<ReplyOf<typeof adminLogin>> {
  const email = normaliseEmail(input.email);
  const attempt = { email, ip: request.ip, device: null };
  const verdict = await tries.count(attempt);
  const captcha = await validateCaptchaAfterFailures(deps, input.captcha, verdict).catch(giveBackAndThrow(() => tries.giveBack(attempt)));
  const admin = await admins.findAdminByEmail(deps.db, email);
  const isRight = await deps.passwords.isRight(admin?.password_hash, input.password, request.ip);
  const noteFailure = (why: SignInFailure) => noteFailedSignIn(deps, request, admin, why);
  if (!admin || !isRight) {
    await noteFailure(admin ? 'wrong_password' : 'unknown_address');
    throw new AppError('invalid_credentials');
  }
  if (admin.status !== 'normal') {
    await noteFailure('disabled');
    throw new AppError('account_disabled');
  }
  if (admin.one_time_until !== null && admin.one_time_until <= deps.now()) {
    await noteFailure('password_expired');
    throw new AppError('password_expired');
  }
  const asksForCode = hasSecondFactor(admin) && !(await isDeviceKnown(deps, admin.id, request));
  if (asksForCode) {
    // As at users' sign-in: the password was no guess, so a wrong code does not use up the tries of others.
    await validateCode(deps, admin, input.totp, request).catch(
      giveBackAndThrow(async () => {
        await tries.giveBack(attempt, { keepsAddress: true });
        if (captcha && input.totp === undefined) await returnCaptcha(deps, captcha);
      }),
    );
  }
  const access = await openSession(deps, admin, { remembersDevice: input.remember && asksForCode, gaveCode: asksForCode }, request);
  await tries.giveBack(attempt);
  return { admin: sessionAdmin(admin), access };
}

/** Throws after too many tries, and after some failures without a captcha; returns the captcha that was consumed. */
async function validateCaptchaAfterFailures(
  deps: Deps,
  sent: string | undefined,
  { refusal, hasFailures, work }: LoginVerdict,
): Promise<SolvedCaptcha | null> {
  if (refusal) throw refusal;
  if (!hasFailures) return null;
  const captcha = await takeCaptcha(deps, 'admin_login', sent);
  requireWork(captcha, consoleWork(work));
  return captcha;
}

const giveBackAndThrow = (giveBack: () => Promise<void>) => async (error: unknown) => {
  await giveBack();
  throw error;
};

/** Checks a code of the authenticator app, and logs a wrong one. Throws like `validateSecondFactor`. */
async function validateCode(
  deps: Deps,
  admin: admins.AdminRow,
  totp: string | undefined,
  request: RequestContext,
  place: string | null = null,
): Promise<void> {
  await validateSecondFactor(deps, admin, totp, { holders: ADMINS, place }).catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'invalid_totp') await noteFailedSignIn(deps, request, admin, 'wrong_code');
    throw error;
  });
}

/** Marks the caller's session as stepped up after a code of the authenticator app. Throws `totp_setup_required`, `invalid_totp`. */
export async function stepUp(
  deps: Deps,
  caller: SignedInAdmin,
  { totp }: ParsedInputOf<typeof adminStepUp>,
  request: RequestContext,
): Promise<ReplyOf<typeof adminStepUp>> {
  const admin = await requireAdminRow(deps, caller.id);
  if (!hasSecondFactor(admin)) throw new AppError('totp_setup_required');
  await validateCode(deps, admin, totp, request, caller.sessionId);
  const now = deps.now();
  await transact(deps, async (db) => {
    if (!(await admins.setStepUp(db, caller.sessionId, now))) throw new AppError('session_expired');
    const after = { device: deviceName(request.userAgent) };
    await recordAudit(db, actorOf(caller, request), { action: 'admin.step_up', subject: { kind: 'admin', id: caller.id }, after }, now);
  });
  return { until: new Date(now.getTime() + ADMIN_STEP_UP_MS).toISOString() };
}

export async function refresh(deps: Deps, request: RequestContext): Promise<ReplyOf<typeof adminRefresh>> {
  const { adminId, access } = await renewSession(deps, request);
  return { admin: sessionAdmin(await requireAdminRow(deps, adminId)), access };
}

export const me = async (deps: Deps, { id }: SignedInAdmin): Promise<ReplyOf<typeof adminMe>> => ({
  admin: sessionAdmin(await requireAdminRow(deps, id)),
});

/** Returns the admin as stored now; admins are never deleted. */
export async function requireAdminRow({ db }: Pick<Deps, 'db'>, id: string): Promise<admins.AdminRow> {
  const admin = await admins.findAdmin(db, id);
  if (!admin) throw new AppError('admin_unauthorized');
  return admin;
}

/** Builds the view of the signed-in admin that every screen of the console gets. */
export const sessionAdmin = (admin: admins.AdminRow): SessionAdmin => ({
  id: admin.id,
  email: admin.email,
  role: admin.role as AdminRole,
  totp_enabled: hasSecondFactor(admin),
  must_change_password: admin.one_time_until !== null,
});
