import type { Transaction } from 'kysely';
import type { changePassword as changePasswordEndpoint } from '#contract/account.ts';
import type { forgotPassword as forgotPasswordEndpoint, resetPassword as resetPasswordEndpoint } from '#contract/auth.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { emailIdentity, normaliseEmail } from '#domain/identity/email.ts';
import { matchLocale } from '#domain/identity/locale.ts';
import { DAY_SECONDS, HOUR_MS, HOUR_SECONDS } from '#domain/time.ts';
import { WITHDRAWAL_HOLD_HOURS } from '#domain/withdrawals/withdrawal-request.ts';
import type { Deps } from '#server/deps.ts';
import { revokeApiKeys } from '#server/modules/identity/api-keys/revoke.ts';
import { requireWork, takeCaptcha } from '#server/modules/identity/auth/captcha.ts';
import { claimedDevice, cookieOptions, deviceIdOf, giveDevice, isKnownDevice } from '#server/modules/identity/auth/cookies.ts';
import { forgotLoad } from '#server/modules/identity/auth/limits.ts';
import { isEmail, validatePassword } from '#server/modules/identity/auth/registration.ts';
import { requireUser } from '#server/modules/identity/auth/service.ts';
import { endSessionsWithin } from '#server/modules/identity/auth/sessions.ts';
import { CODE_MINUTES, issueCode, requesterTallies } from '#server/modules/identity/codes/issue.ts';
import { codeLink } from '#server/modules/identity/codes/send.ts';
import { codeTimes, revokeCodes, spendCode, throwCodeRefusal } from '#server/modules/identity/codes/service.ts';
import { disarm, lockToConfirm } from '#server/modules/identity/email-confirmation/service.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError, preferredLocale } from '#server/platform/http/app-error.ts';
import { addToTallies, refusalOf, type Tally } from '#server/platform/http/limit-counts.ts';
import { workOf } from '#server/platform/http/network-load.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { countOrThrow } from '#server/platform/http/request-limit.ts';
import type { WarningKind } from '#server/platform/messaging/message.ts';
import { queueMessage } from '#server/platform/messaging/queue.ts';
import { type Announce, transact } from '#server/platform/transact.ts';
import * as security from './queries.ts';
import { type OwnerLimits, requireOwnPassword, requireStepUp } from './step-up.ts';
import { codeSubjects, type User, warn } from './warnings.ts';

const HOLD_MS = WITHDRAWAL_HOLD_HOURS.password * HOUR_MS;

/**
 * Sends a code to an address if a user signs in with it, or registered another spelling of its mailbox and never confirmed it. If there is
 * no such user, it does the same work and gives the same answer: it issues a code that nobody receives, and writes a message that is not
 * delivered. The code is valid in the browser that requested it, and with the link of the mail in any browser.
 */
export async function forgotPassword(
  deps: Deps,
  input: ParsedInputOf<typeof forgotPasswordEndpoint>,
  request: RequestContext,
): Promise<ReplyOf<typeof forgotPasswordEndpoint>> {
  // Checks the form only: an address may have been listed as disposable long after its owner registered.
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
      // Left out, as looking the user up again would take additional time.
      userId: null,
      channel: 'email',
      to: user?.status === 'normal' ? email : null,
      locale: matchLocale(user?.locale ?? '') ?? preferredLocale(request.acceptLanguage),
      content: { kind: 'reset_password', code, minutes, codeLink: codeLink(deps, request, { token, email, code }) },
    });
  });
}

/**
 * Sets a new password with the code that `forgotPassword` sent. Errors in the password are reported first and use up no try. Only somebody
 * with the right code can tell, from the time that hashing takes, that there is an account.
 */
export async function resetPassword(
  deps: Deps,
  limits: OwnerLimits,
  input: ParsedInputOf<typeof resetPasswordEndpoint>,
  request: RequestContext,
): Promise<ReplyOf<typeof resetPasswordEndpoint>> {
  validatePassword(input.password, input.password_confirm);
  const { code, token } = input;
  // A link cannot be guessed, so its holder is not limited by other requests from the same place.
  if (token === undefined) await limits.resetsByIp.count(request.ip);
  const email = normaliseEmail(input.email);
  const device = deviceIdOf(deps, request);
  const { outcome, ended } = await transact(deps, async (db, announce) => {
    const outcome = await spendCode(deps, db, { ...resetCode(email, codeBrowser(request)), code, token });
    if (outcome !== 'right') return { outcome, ended: [] };
    const passwordHash = await deps.passwords.hash(input.password, request.ip);
    const found = await security.findByEmail(db, email, emailIdentity(email));
    const before = found && (await lockToConfirm(deps, db, found.id));
    // The user was deleted, changed their address or was disabled since the code was sent.
    if (before?.status !== 'normal' || !isReachedAt(before, email)) return { outcome: 'wrong' as const, ended: [] };
    const { user, ended } = await disarm(deps, db, announce, before, { request });
    const others = await replacePassword(deps, db, announce, user, passwordHash, { warning: 'password_reset', request });
    // The code reached the address, which confirms it.
    await security.confirmEmail(db, user.id, email, deps.now());
    await security.setRecoveryDevice(db, user.id, device);
    await deps.wiring.carryExclusions(deps, db, user.id, [{ kind: 'email', value: emailIdentity(email) }]);
    return { outcome, ended: [...ended, ...others] };
  });
  throwCodeRefusal(outcome);
  deps.endedSessions.add(ended);
  // Makes this browser known, so that the owner can sign in here however many strangers guess.
  giveDevice(deps, request, device);
  if (token === undefined) await limits.resetsByIp.giveBack(request.ip);
  return {};
}

/** Changes the caller's password. Requires the present one; without one, requires a step-up. */
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
  else await requireOwnPassword(deps, limits, user, input.current_password, request);
  const passwordHash = await deps.passwords.hash(input.password, request.ip);
  const ended = await transact(deps, async (db, announce) => {
    const locked = await security.lockUser(db, { id: caller.id });
    // The password was changed in the meantime, so the check no longer holds.
    if (locked?.password_hash !== user.password_hash) throw new AppError('invalid_credentials');
    return replacePassword(deps, db, announce, locked, passwordHash, { warning: 'password_changed', request, except: caller.sessionId });
  });
  deps.endedSessions.add(ended);
  return {};
}

interface Replacing {
  warning: WarningKind;
  request: RequestContext;
  /** The session to keep. */
  except?: string;
}

/**
 * Stores a new password; ends other sessions, API keys and open codes, puts withdrawals on hold for a day, and warns the owner. Returns the ids of
 * the ended sessions.
 */
async function replacePassword(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  user: User,
  passwordHash: string,
  { warning, request, except }: Replacing,
): Promise<string[]> {
  const now = deps.now();
  await security.setPassword(db, user.id, passwordHash, now);
  await security.holdRedeem(deps, db, user.id, new Date(now.getTime() + HOLD_MS), now);
  await revokeCodes(deps, db, ...codeSubjects(user));
  await revokeApiKeys(db, announce, user.id, now);
  await warn(deps, db, user, warning, request);
  return endSessionsWithin(deps, db, user.id, { except, because: 'password' });
}

/** Codes belong to the mailbox in any spelling, not to a user, who may not exist. Other spellings give no further tries. */
const resetCode = (email: string, holder: string) =>
  ({ purpose: 'reset_password', subject: emailIdentity(email), destination: email, holder }) as const;

/**
 * Returns whether a code sent to an address has reached a user's mailbox. For an unconfirmed address another spelling of the mailbox
 * counts: otherwise whoever registered "v.ictim+1@gmail.com" could keep victim@gmail.com from registering and from resetting the password.
 */
const isReachedAt = (user: User, email: string): boolean =>
  user.email === email || (user.email_verified_at === null && user.email_identity === emailIdentity(email));

const COOKIE = 'code_browser';
const PATH = '/api/auth/password';
const BYTES = 32;

/** The encoding of 256 bits. */
const SHAPE = /^[\w-]{43}$/;

/** Returns the browser's cookie for codes; empty if it has requested none. */
function codeBrowser(request: Pick<RequestContext, 'cookie'>): string {
  const given = request.cookie(COOKIE);
  return given && SHAPE.test(given) ? given : '';
}

/**
 * Returns the browser's random cookie for codes, and sets it for a day. A code is valid only in this browser: requests and guesses in other
 * browsers do not affect it.
 */
function giveCodeBrowser(deps: Deps, request: RequestContext): string {
  const browser = codeBrowser(request) || Buffer.from(deps.randomBytes(BYTES)).toString('base64url');
  request.setCookie(COOKIE, browser, { ...cookieOptions(deps, request, PATH), sameSite: 'Strict', maxAge: DAY_SECONDS });
  return browser;
}

/**
 * Lifetime of a code once strangers have requested many for an address: longer than the hour in which no other is sent, so that the reader
 * of the mailbox always finds one whose link opens the account, whoever requested it.
 */
const SPARSE_MINUTES = 70;

/** The requester of a password reset. */
export interface Requester {
  /** The `emailIdentity` of the address: all spellings share one allowance. */
  mailbox: string;
  /** The browser's cookie for codes. */
  holder: string;
  /** The device cookie if the account knows the browser; else null. */
  knownDevice: string | null;
}

/** The decision on a request for a code. */
export interface CodeGrant {
  /** Lifetime of the code in minutes; null: none is issued, as the mailbox has one that is still valid. The answer is the same. */
  minutes: number | null;
}

/**
 * Counts a request, or throws `rate_limited` because of earlier requests by this browser. A browser that the account knows has an allowance
 * of its own. Requests of all other browsers together are limited per address: CODES_PER_HOUR a day and then one an hour. The decision does
 * not depend on whether the account exists.
 */
async function grantCode(deps: Deps, { mailbox, holder, knownDevice }: Requester): Promise<CodeGrant> {
  const tallies = requesterTallies(deps, { purpose: 'reset_password', destination: mailbox, holder: knownDevice ?? holder });
  await countOrThrow(deps, tallies);
  if (knownDevice !== null) return { minutes: CODE_MINUTES };
  const daily: Tally = { name: 'recovery-day', key: mailbox, max: deps.config.rates.codesPerHour, seconds: DAY_SECONDS };
  const sparse: Tally = { name: 'recovery-hour', key: mailbox, max: 1, seconds: HOUR_SECONDS };
  if (!refusalOf(await addToTallies(deps, [daily], 1))) return { minutes: CODE_MINUTES };
  return { minutes: refusalOf(await addToTallies(deps, [sparse], 1)) ? null : SPARSE_MINUTES };
}

/** Counts a request by its place; returns the work factor that its captcha must have. */
const countForgotten = async (deps: Deps, ip: string): Promise<number> => workOf(await forgotLoad(deps).count(ip));
