import type { login as loginEndpoint, SessionUser } from '#contract/auth.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import { emailIdentity, normaliseEmail } from '#domain/identity/email.ts';
import type { Deps } from '#server/deps.ts';
import { sendFirstConfirmation } from '#server/modules/identity/codes/send.ts';
import { hasSecondFactor, validateSecondFactor } from '#server/modules/identity/two-factor/service.ts';
import { requireSwitch } from '#server/platform/feature-flags/feature-flags.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError, preferredLocale } from '#server/platform/http/app-error.ts';
import { isEnoughWork } from '#server/platform/http/network-load.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { requireWork, returnCaptcha, type SolvedCaptcha, spendCaptcha, validateCaptcha } from './captcha.ts';
import { claimedDevice, deviceIdOf, isKnownDevice } from './cookies.ts';
import { type LoginAttempt, type LoginVerdict, loginTries, registrationLimit } from './limits.ts';
import * as auth from './queries.ts';
import { createUser, findInvitation, type Registration, validateHumanity, validateRegistration } from './registration.ts';
import { beginSession, handOver, openSession } from './sessions.ts';

interface SignedInReply {
  access: string;
  user: SessionUser;
}

export type AuthLimits = ReturnType<typeof authLimits>;

export const authLimits = (deps: Deps) => ({ logins: loginTries(deps, 'login'), registrations: registrationLimit(deps) });

/**
 * Creates an account, signs it in, and sends the code that confirms its address. Typing errors use up no captcha. Every input that needs
 * the database counts against the limits.
 */
export async function register(deps: Deps, limits: AuthLimits, input: Registration, request: RequestContext): Promise<SignedInReply> {
  requireSwitch(deps, 'sign_up');
  validateRegistration(input);
  const captcha = validateCaptcha(deps, 'register', input.captcha);
  validateHumanity(input, captcha, deps.now());
  await spendCaptcha(deps, captcha);
  requireWork(captcha, await limits.registrations.count(request.ip));
  const [deviceId, locale] = [deviceIdOf(deps, request), preferredLocale(request.acceptLanguage)];
  const user = await createUser(deps, {
    email: input.email,
    password: input.password,
    displayName: input.display_name,
    timeZone: input.time_zone,
    locale,
    ip: request.ip,
    deviceId,
    invitation: await findInvitation(deps, input),
  });
  const session = await beginSession(deps, deps.db, user, false, request, deviceId);
  await sendFirstConfirmation(deps, { user, sessionId: session.id }, request);
  return { access: await handOver(deps, session, request), user: sessionUser(user) };
}

/** Signs in. Neither the answer nor its timing reveals whether an account exists. */
export async function login(
  deps: Deps,
  limits: AuthLimits,
  input: ParsedInputOf<typeof loginEndpoint>,
  request: RequestContext,
): Promise<SignedInReply> {
  const captcha = validateCaptcha(deps, 'login', input.captcha);
  const email = normaliseEmail(input.email);
  const attempt = { email, ip: request.ip, device: claimedDevice(request) };
  const [verdict, reused] = await Promise.all([limits.logins.count(attempt), spendCaptcha(deps, captcha).then(noError, asValue)]);
  if (reused) {
    // No password was checked, so an attempt with a used captcha does not count.
    await limits.logins.giveBack(attempt);
    throw reused;
  }
  const user = await auth.findUserByEmail(deps.db, email);
  if (verdict.refusal || !isEnoughWork(captcha.work, verdict.work)) await requireOwnBrowser(deps, limits, attempt, verdict);
  const isRight = await deps.passwords.isRight(user?.password_hash, input.password, request.ip);
  if (!user || !isRight) throw new AppError('invalid_credentials');
  if (user.status !== 'normal') throw new AppError('account_disabled');
  if (hasSecondFactor(user)) await requireSecondFactor(deps, limits, user, input.totp, { captcha, attempt });
  // Only possible guesses count: an office that signs in every morning is not an attack.
  const [access] = await Promise.all([openSession(deps, user, input.remember, request), limits.logins.giveBack(attempt)]);
  return { access, user: sessionUser(user) };
}

const noError = () => null;
const asValue = (error: unknown) => error;

/**
 * Requires a browser that the account knows and whose own allowance is not used up: whatever strangers do from anywhere, they cannot keep
 * the owner from signing in there. Does not reveal whether the account exists: a missing account knows no browser.
 */
async function requireOwnBrowser(
  deps: Deps,
  limits: AuthLimits,
  attempt: LoginAttempt,
  { refusal, ownRefusal }: LoginVerdict,
): Promise<void> {
  const isKnown = await isKnownDevice(deps.db, attempt.email, attempt.device);
  if (isKnown && ownRefusal === null) return;
  await limits.logins.giveBack(attempt);
  throw refusal ?? new AppError('captcha_failed');
}

/**
 * Throws if the second factor is missing or wrong. The right password was no guess, so it does not count against others; it still counts
 * for this address at this place, as otherwise a captcha that is given back would pay for any number of checks.
 */
async function requireSecondFactor(
  deps: Deps,
  limits: AuthLimits,
  user: auth.UserRow,
  totp: string | undefined,
  { captcha, attempt }: { captcha: SolvedCaptcha; attempt: LoginAttempt },
): Promise<void> {
  try {
    const isKnown = totp !== undefined && (await isKnownDevice(deps.db, attempt.email, attempt.device));
    await validateSecondFactor(deps, user, totp, { place: isKnown ? attempt.device : null });
  } catch (error) {
    await limits.logins.giveBack(attempt, { keepsAddress: true });
    if (totp === undefined) await returnCaptcha(deps, captcha);
    throw error;
  }
}

/** Returns the id of the user with this address, or null. */
export const findUserId = async (deps: Deps, email: string): Promise<string | null> =>
  (await auth.findUserByEmail(deps.db, normaliseEmail(email)))?.id ?? null;

/**
 * Returns whether another user has confirmed this address or another spelling of the same mailbox. An unconfirmed address does not block
 * its owner.
 */
export const isEmailTakenByOther = (deps: Deps, email: string, userId: string): Promise<boolean> =>
  auth.isEmailTaken(deps.db, normaliseEmail(email), emailIdentity(email), userId);

export const me = async (deps: Deps, { id }: SignedIn): Promise<{ user: SessionUser }> => ({
  user: sessionUser(await requireUser(deps, id)),
});

/** Returns the user as stored now, whatever their token says; throws for disabled users. */
export async function requireUser(deps: Deps, id: string): Promise<auth.UserRow> {
  const user = await auth.findUser(deps.db, id);
  requireActive(user);
  return user;
}

/** Throws `unauthorized` without an account, `account_disabled` for one that is locked: for queries that read it along with something else. */
export function requireActive<U extends { status: string }>(user: U | undefined): asserts user is U {
  if (!user) throw new AppError('unauthorized');
  if (user.status !== 'normal') throw new AppError('account_disabled');
}

/** Builds the view of the signed-in user that every page gets. */
export const sessionUser = (user: auth.UserRow): SessionUser => ({
  id: user.id,
  email: user.email,
  display_name: displayName(user),
  avatar_url: user.avatar_url,
  public_handle: user.public_handle,
});

/** Returns the name that a user chose, else the part of their address before the @, else their handle. */
export const displayName = (user: { display_name: string | null; email: string | null; public_handle: string }): string =>
  user.display_name ?? user.email?.slice(0, user.email.lastIndexOf('@')) ?? user.public_handle;
