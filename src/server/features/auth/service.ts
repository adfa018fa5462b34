import type { login as loginEndpoint, SessionUser } from '#contract/auth.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import { emailIdentity, normaliseEmail } from '#domain/email.ts';
import type { Deps } from '#server/deps.ts';
import { requireSwitch } from '#server/features/switches/service.ts';
import { hasSecondFactor, judgeSecondFactor } from '#server/features/two-factor/service.ts';
import type { SignedIn } from '#server/http/access-token.ts';
import { AppError } from '#server/http/app-error.ts';
import { limitKey } from '#server/http/client-ip.ts';
import { preferredLocale } from '#server/http/problem.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { requestLimit } from '#server/http/request-limit.ts';
import { judgeCaptcha, returnCaptcha, type SolvedCaptcha, spendCaptcha } from './captcha.ts';
import { deviceOf } from './device.ts';
import { sendFirstConfirmation } from './email.ts';
import { isPasswordRight } from './passwords.ts';
import * as auth from './queries.ts';
import { createUser, findInvitation, judgeHumanity, judgeRegistration, type Registration } from './registration.ts';
import { openSession } from './sessions.ts';

export { purgeCaptchas, takeCaptcha } from './captcha.ts';
export { cookieOptions } from './cookie.ts';
export { deviceOf } from './device.ts';
export { sendConfirmation } from './email.ts';
export { hashPassword, isPasswordRight } from './passwords.ts';
export { type Chain, drawToken, endChain, endSessionOfCookie, exchangeToken, giveToken, hashOf } from './refresh-chain.ts';
export { insertToken } from './refresh-chain-queries.ts';
export {
  createUser,
  findInvitation,
  isDisplayName,
  isEmail,
  judgeConsent,
  judgeDetails,
  judgeEmail,
  judgePassword,
  meansEmailTaken,
  type UserToCreate,
} from './registration.ts';
export {
  type BegunSession,
  beginSession,
  endSessionOf,
  endSessions,
  endSessionsWithin,
  handOver,
  noticeEndedSessions,
  purgeRegistrationIps,
  purgeSessions,
} from './sessions.ts';

interface SignedInReply {
  access: string;
  user: SessionUser;
}

export type LoginLimits = ReturnType<typeof loginLimits>;
export type AuthLimits = ReturnType<typeof authLimits>;

/** What one address, and one household, may try at a door (decisions.md section 6); tries at another door count apart. */
export const loginLimits = (deps: Deps, door: 'login' | 'admin-login') => ({
  loginsByAddressAndIp: requestLimit(deps, `${door}-address`, deps.config.rates.loginsPerAddressAnd15Minutes, 15 * 60),
  loginsByIp: requestLimit(deps, `${door}-ip`, deps.config.rates.loginsPerIpAnd15Minutes, 15 * 60),
});

export const authLimits = (deps: Deps) => ({
  ...loginLimits(deps, 'login'),
  registrations: requestLimit(deps, 'register-ip', deps.config.rates.registrationsPerHour, 60 * 60),
});

/**
 * Creates an account, signs it in, and sends the code that confirms its address. Typing errors are free: they use no captcha up. Whatever
 * asks the database counts.
 */
export async function register(deps: Deps, limits: AuthLimits, input: Registration, request: RequestContext): Promise<SignedInReply> {
  requireSwitch(deps, 'sign_up');
  judgeRegistration(input);
  const captcha = judgeCaptcha(deps, 'register', input.captcha);
  judgeHumanity(input, captcha, deps.now());
  await spendCaptcha(deps, captcha);
  await limits.registrations.count(limitKey(request.ip));
  const [deviceId, locale] = [deviceOf(deps, request), preferredLocale(request.acceptLanguage)];
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
  await sendFirstConfirmation(deps, user, locale);
  return { access: await openSession(deps, user, false, request, deviceId), user: sessionUser(user) };
}

/** Signs in. Nobody learns from the answer, or from how long it takes, whether there is such an account. */
export async function login(
  deps: Deps,
  limits: AuthLimits,
  input: ParsedInputOf<typeof loginEndpoint>,
  request: RequestContext,
): Promise<SignedInReply> {
  const captcha = judgeCaptcha(deps, 'login', input.captcha);
  const email = normaliseEmail(input.email);
  const ip = limitKey(request.ip);
  await Promise.all([spendCaptcha(deps, captcha), limits.loginsByIp.count(ip), limits.loginsByAddressAndIp.count(`${email} ${ip}`)]);
  const user = await auth.findUserByEmail(deps.db, email);
  const isRight = await isPasswordRight(user?.password_hash, input.password);
  if (!user || !isRight) throw new AppError('invalid_credentials');
  if (user.status !== 'normal') throw new AppError('account_disabled');
  if (hasSecondFactor(user)) await requireSecondFactor(deps, limits, user, input.totp, { captcha, ip });
  // Only what may have been guessing counts: an office that signs in every morning is no attack.
  const [access] = await Promise.all([
    openSession(deps, user, input.remember, request),
    limits.loginsByIp.giveBack(ip),
    limits.loginsByAddressAndIp.giveBack(`${email} ${ip}`),
  ]);
  return { access, user: sessionUser(user) };
}

/**
 * Refuses where the second factor is missing or wrong. The password was no guess, so that the household's tries are not used up by it; this
 * address's are, as a captcha that is given back pays for no end of checks otherwise.
 */
async function requireSecondFactor(
  deps: Deps,
  limits: AuthLimits,
  user: auth.UserRow,
  totp: string | undefined,
  { captcha, ip }: { captcha: SolvedCaptcha; ip: string },
): Promise<void> {
  try {
    await judgeSecondFactor(deps, user, totp);
  } catch (error) {
    await limits.loginsByIp.giveBack(ip);
    if (totp === undefined) await returnCaptcha(deps, captcha);
    throw error;
  }
}

/** The id of the user with this address, or null. */
export const findUserId = async (deps: Deps, email: string): Promise<string | null> =>
  (await auth.findUserByEmail(deps.db, normaliseEmail(email)))?.id ?? null;

/** Whether an address, or another spelling of the same mailbox, belongs to somebody else than this user. */
export const isEmailTakenByOther = (deps: Deps, email: string, userId: string): Promise<boolean> =>
  auth.isEmailTaken(deps.db, normaliseEmail(email), emailIdentity(email), userId);

export const me = async (deps: Deps, { id }: SignedIn): Promise<{ user: SessionUser }> => ({
  user: sessionUser(await requireUser(deps, id)),
});

/** The user as the database knows them now, whatever their token says: disabled ones are refused. */
export async function requireUser(deps: Deps, id: string): Promise<auth.UserRow> {
  const user = await auth.findUser(deps.db, id);
  if (!user) throw new AppError('unauthorized');
  if (user.status !== 'normal') throw new AppError('account_disabled');
  return user;
}

/** What every page knows of a user. */
export const sessionUser = (user: auth.UserRow): SessionUser => ({
  id: user.id,
  email: user.email,
  display_name: displayName(user),
  avatar_url: user.avatar_url,
  public_handle: user.public_handle,
});

/** The name a user chose, else what stands before the @ of their address, else their handle. */
export const displayName = (user: { display_name: string | null; email: string | null; public_handle: string }): string =>
  user.display_name ?? user.email?.slice(0, user.email.lastIndexOf('@')) ?? user.public_handle;
