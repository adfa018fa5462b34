import type { Transaction } from 'kysely';
import type { changePassword as changePasswordEndpoint } from '#contract/account.ts';
import type { forgotPassword as forgotPasswordEndpoint, resetPassword as resetPasswordEndpoint } from '#contract/auth.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { emailIdentity, normaliseEmail } from '#domain/identity/email.ts';
import { matchLocale } from '#domain/identity/locale.ts';
import { DAY_SECONDS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { requireWork, takeCaptcha } from '#server/modules/identity/auth/captcha.ts';
import { cookieOptions } from '#server/modules/identity/auth/cookie.ts';
import { deviceIdOf, giveDevice } from '#server/modules/identity/auth/device.ts';
import { claimedDevice, isKnownDevice } from '#server/modules/identity/auth/known-device.ts';
import { hashPassword } from '#server/modules/identity/auth/passwords.ts';
import { isEmail, validatePassword } from '#server/modules/identity/auth/registration.ts';
import { requireUser } from '#server/modules/identity/auth/service.ts';
import { endSessionsWithin } from '#server/modules/identity/auth/sessions.ts';
import { issueCode } from '#server/modules/identity/codes/issue.ts';
import { codeLink } from '#server/modules/identity/codes/send.ts';
import { codeTimes, refuseCode, revokeCodes, spendCode } from '#server/modules/identity/codes/service.ts';
import { disarm, lockToConfirm } from '#server/modules/identity/email-confirmation/service.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { preferredLocale } from '#server/platform/http/problem.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import type { WarningKind } from '#server/platform/messaging/message.ts';
import { queueMessage } from '#server/platform/messaging/queue.ts';
import { transact } from '#server/platform/transact.ts';
import { type OwnerLimits, requireOwnPassword } from './own-password.ts';
import * as security from './queries.ts';
import { countForgotten, grantCode } from './recovery-limits.ts';
import { requireStepUp } from './step-up.ts';
import { codeSubjects, type User, warn } from './warnings.ts';

const HOLD_MS = 24 * 3_600_000;

/**
 * Sends a code to an address, if somebody can sign in with it, or has typed another spelling of its mailbox and never proved that. If nobody can, the same is done and answered: a code is issued that nobody
 * gets, and a message written that goes nowhere. The code is good in the browser that asked for it, and with the link of the mail in any.
 */
export async function forgotPassword(
  deps: Deps,
  input: ParsedInputOf<typeof forgotPasswordEndpoint>,
  request: RequestContext,
): Promise<ReplyOf<typeof forgotPasswordEndpoint>> {
  // No more than that: an address may have been listed as disposable long after its owner registered with it.
  if (!isEmail(input.email)) throw new AppError('invalid_email');
  const captcha = await takeCaptcha(deps, 'forgot', input.captcha);
  const email = normaliseEmail(input.email);
  const device = claimedDevice(request);
  const [work, isKnown] = await Promise.all([countForgotten(deps, request.ip), isKnownDevice(deps.db, email, device)]);
  if (!isKnown) requireWork(captcha, work);
  const holder = giveCodeBrowser(deps, request);
  const { minutes } = await grantCode(deps, { mailbox: emailIdentity(email), holder, knownDevice: isKnown ? device : null });
  if (minutes !== null) await sendResetCode(deps, email, holder, minutes, request);
  return codeTimes;
}

async function sendResetCode(deps: Deps, email: string, holder: string, minutes: number, request: RequestContext): Promise<void> {
  await transact(deps, async (db) => {
    const user = await security.findByEmail(db, email, emailIdentity(email));
    const { code, token } = await issueCode(deps, db, resetCode(email, holder), { minutes });
    await queueMessage(deps, db, {
      key: `reset_password:${newId(deps)}`,
      // Not whose it is: to look the user up once more would take its time.
      userId: null,
      channel: 'email',
      to: user?.status === 'normal' ? email : null,
      locale: matchLocale(user?.locale ?? '') ?? preferredLocale(request.acceptLanguage),
      content: { kind: 'reset_password', code, minutes, codeLink: codeLink(deps, request, { token, email, code }) },
    });
  });
}

/**
 * Sets a new password with the code that forgotPassword sent. What is wrong with the password is said first: it costs no try. Only somebody with
 * the right code learns, from the time that hashing takes, that there is an account.
 */
export async function resetPassword(
  deps: Deps,
  limits: OwnerLimits,
  input: ParsedInputOf<typeof resetPasswordEndpoint>,
  request: RequestContext,
): Promise<ReplyOf<typeof resetPasswordEndpoint>> {
  validatePassword(input.password, input.password_confirm);
  const { code, token } = input;
  // Nobody guesses a link: whoever has one is kept waiting by nothing that others did near them.
  if (token === undefined) await limits.resetsByIp.count(request.ip);
  const email = normaliseEmail(input.email);
  const device = deviceIdOf(deps, request);
  const { outcome, ended } = await transact(deps, async (db, announce) => {
    const outcome = await spendCode(deps, db, { ...resetCode(email, codeBrowser(request)), code, token });
    if (outcome !== 'right') return { outcome, ended: [] };
    const passwordHash = await hashPassword(input.password, request.ip);
    const found = await security.findByEmail(db, email, emailIdentity(email));
    const before = found && (await lockToConfirm(deps, db, found.id));
    // They went away, took another address or were disabled since the code was sent.
    if (before?.status !== 'normal' || !isReachedAt(before, email)) return { outcome: 'wrong' as const, ended: [] };
    const { user, ended } = await disarm(deps, db, announce, before, { request });
    const others = await replacePassword(deps, db, user, passwordHash, { warning: 'password_reset', request });
    // The code reached it, so it is theirs.
    await security.confirmEmail(db, user.id, email, deps.now());
    await security.setRecoveryDevice(db, user.id, device);
    await deps.wiring.carryExclusions(deps, db, user.id, [{ kind: 'email', value: emailIdentity(email) }]);
    return { outcome, ended: [...ended, ...others] };
  });
  refuseCode(outcome);
  deps.endedSessions.add(ended);
  // Known from now on, so that they can sign in here however many strangers guess.
  giveDevice(deps, request, device);
  if (token === undefined) await limits.resetsByIp.giveBack(request.ip);
  return {};
}

/** Sets another password. The present one proves who asks; where there is none yet, a step-up does. */
export async function changePassword(
  deps: Deps,
  limits: OwnerLimits,
  caller: SignedIn,
  input: ParsedInputOf<typeof changePasswordEndpoint>,
  request: RequestContext,
): Promise<ReplyOf<typeof changePasswordEndpoint>> {
  validatePassword(input.password, input.password_confirm);
  const user = await requireUser(deps, caller.id);
  if (user.password_hash === null) await requireStepUp(deps, caller);
  else if (!input.current_password) throw new AppError('missing_fields', { field: 'current_password' });
  else await requireOwnPassword(limits, user, input.current_password, request);
  const passwordHash = await hashPassword(input.password, request.ip);
  const ended = await transact(deps, async (db) => {
    const locked = await security.lockUser(db, { id: caller.id });
    // Somebody else was quicker: what was proven is not true any more.
    if (locked?.password_hash !== user.password_hash) throw new AppError('invalid_credentials');
    return replacePassword(deps, db, locked, passwordHash, { warning: 'password_changed', request, except: caller.sessionId });
  });
  deps.endedSessions.add(ended);
  return {};
}

interface Replacing {
  warning: WarningKind;
  request: RequestContext;
  /** The session that stays. */
  except?: string;
}

/** What comes with every new password: others are signed out, open codes end, payouts wait for a day, the owner is told. Returns whose sessions ended. */
async function replacePassword(
  deps: Deps,
  db: Transaction<DB>,
  user: User,
  passwordHash: string,
  { warning, request, except }: Replacing,
): Promise<string[]> {
  const now = deps.now();
  await security.setPassword(db, user.id, passwordHash, now);
  await security.holdRedeem(deps, db, user.id, new Date(now.getTime() + HOLD_MS), now);
  await revokeCodes(deps, db, ...codeSubjects(user));
  await warn(deps, db, user, warning, request);
  return endSessionsWithin(deps, db, user.id, { except, because: 'password' });
}

/** Codes belong to the mailbox, however it is spelled, and not to a user: there may be none. Other spellings give no further tries. */
const resetCode = (email: string, holder: string) =>
  ({ purpose: 'reset_password', subject: emailIdentity(email), destination: email, holder }) as const;

/**
 * Whether a code that was sent to an address has reached a user's mailbox. Where the user never proved theirs, another spelling of it will do: whoever
 * registered "v.ictim+1@gmail.com" would else keep victim@gmail.com from registering and from asking for a new password.
 */
const isReachedAt = (user: User, email: string): boolean =>
  user.email === email || (user.email_verified_at === null && user.email_identity === emailIdentity(email));

const COOKIE = 'code_browser';
const PATH = '/api/auth/password';
const BYTES = 32;

/** 256 bits as they are spelled. */
const SHAPE = /^[\w-]{43}$/;

/** What only this browser has; empty where it has asked for no code. */
function codeBrowser(request: Pick<RequestContext, 'cookie'>): string {
  const given = request.cookie(COOKIE);
  return given && SHAPE.test(given) ? given : '';
}

/**
 * The browser that asks for a code, by a random cookie that it keeps for a day. The code is good in this browser alone: who asks for another one
 * elsewhere, or guesses there, changes nothing about it.
 */
function giveCodeBrowser(deps: Deps, request: RequestContext): string {
  const browser = codeBrowser(request) || Buffer.from(deps.randomBytes(BYTES)).toString('base64url');
  request.setCookie(COOKIE, browser, { ...cookieOptions(deps, request, PATH), sameSite: 'Strict', maxAge: DAY_SECONDS });
  return browser;
}
