import type { Transaction } from 'kysely';
import type { sendStepUpCode as sendStepUpCodeEndpoint, stepUp as stepUpEndpoint } from '#contract/auth.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { MessageChannel } from '#contract/outbox.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/auth/service.ts';
import { channelsThatFailed } from '#server/modules/identity/codes/delivery.ts';
import { sendCode } from '#server/modules/identity/codes/send.ts';
import { codeTimes, spendCode, throwCodeRefusal } from '#server/modules/identity/codes/service.ts';
import { type Contact, contactsOf, isAddressUnproven } from '#server/modules/identity/contacts/service.ts';
import { hasSecondFactor, validateSecondFactor } from '#server/modules/identity/two-factor/service.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError, preferredLocale } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { requestLimit, tierLimit } from '#server/platform/http/request-limit.ts';
import { transact } from '#server/platform/transact.ts';
import * as security from './queries.ts';
import type { User } from './warnings.ts';

const STEP_UP_MS = 10 * 60_000;

/**
 * Sends a code to the first confirmed contact, as an alternative to the password. Only if the last code there did not arrive, it goes to
 * the next one: whoever holds one of the contacts cannot choose it. Throws `contact_unconfirmed`, `no_contact` if there is no
 * contact at all, `rate_limited`.
 */
export async function sendStepUpCode(
  deps: Deps,
  { id, sessionId }: SignedIn,
  request: RequestContext,
): Promise<ReplyOf<typeof sendStepUpCodeEndpoint>> {
  const user = await requireUser(deps, id);
  const contacts = await confirmedContacts(deps, user);
  const failed = await channelsThatFailed(deps, user.id, 'step_up');
  const { channel, to } = contacts.find((contact) => !failed.has(contact.channel)) ?? contacts[0];
  const locale = preferredLocale(request.acceptLanguage);
  const message = { userId: user.id, channel, locale, isOwn: true, content: { kind: 'step_up' } } as const;
  await sendCode(deps, stepUpCode(user, to, sessionId), message, request);
  return { channel, sent_to: channel === 'telegram' ? null : to, ...codeTimes };
}

/** Marks the caller's session as stepped up after a password, a code or the second factor. */
export async function stepUp(
  deps: Deps,
  limits: OwnerLimits,
  { id, sessionId }: SignedIn,
  { password, code, totp, channel }: ParsedInputOf<typeof stepUpEndpoint>,
  request: RequestContext,
): Promise<ReplyOf<typeof stepUpEndpoint>> {
  const given = [password, code, totp].filter((proof) => proof !== undefined).length;
  if (given > 1) throw new AppError('invalid_payload', { field: totp === undefined ? 'code' : 'totp' });
  if (given === 0) throw new AppError('missing_fields', { field: 'password' });
  const user = await requireUser(deps, id);
  if (password !== undefined) await requireOwnPassword(deps, limits, user, password, request);
  if (totp !== undefined) await requireOwnFactor(deps, user, totp, sessionId);
  const now = deps.now();
  const sentTo = code === undefined ? null : await destinationOf(deps, user, channel);
  const outcome = await transact(deps, async (db) => {
    const spent =
      code === undefined || sentTo === null ? 'right' : await spendCode(deps, db, { ...stepUpCode(user, sentTo, sessionId), code });
    if (spent === 'right' && !(await security.setStepUp(db, id, sessionId, now))) throw new AppError('session_expired');
    return spent;
  });
  throwCodeRefusal(outcome);
  return { until: new Date(now.getTime() + STEP_UP_MS).toISOString() };
}

/** Throws `step_up_required` unless this session was stepped up within the last ten minutes. */
export async function requireStepUp(deps: Deps, { id, sessionId }: SignedIn): Promise<void> {
  const steppedUpAt = await security.findStepUp(deps.db, id, sessionId);
  if (steppedUpAt === null || deps.now().getTime() - steppedUpAt.getTime() >= STEP_UP_MS) throw new AppError('step_up_required');
}

/** Checks the second factor; refuses users without one. */
async function requireOwnFactor(deps: Deps, user: User, totp: string, sessionId: string): Promise<void> {
  if (!hasSecondFactor(user)) throw new AppError('invalid_totp');
  await validateSecondFactor(deps, user, totp, { place: sessionId });
}

/** Returns the contacts that codes are sent to, the first choice first. */
async function confirmedContacts(deps: Deps, user: User): Promise<[Contact, ...Contact[]]> {
  const contacts = await contactsOf(deps.db, user);
  const [first, ...others] = contacts.filter(({ isConfirmed }) => isConfirmed);
  if (!first) throw new AppError(contacts.length > 0 ? 'contact_unconfirmed' : 'no_contact');
  return [first, ...others];
}

/** Returns where a code was sent; a code is bound to it, so naming another channel only makes the code wrong. */
async function destinationOf(deps: Deps, user: User, channel: MessageChannel | undefined): Promise<string> {
  const contacts = await confirmedContacts(deps, user);
  return (contacts.find((contact) => contact.channel === channel) ?? contacts[0]).to;
}

const stepUpCode = (user: User, destination: string, holder: string) =>
  ({ purpose: 'step_up', subject: user.id, destination, holder }) as const;

export type OwnerLimits = ReturnType<typeof ownerLimits>;

/** Creates the limits for users who are signed in, or who reset a password. */
export const ownerLimits = (deps: Deps) => ({
  /** As many as at sign-in: a device that was left open is no easier place to guess. */
  passwords: tierLimit(deps, 'own-password', deps.config.rates.loginsPerAddressAnd15Minutes, 15 * 60),
  /** Each code has few tries, but there are many addresses. */
  resetsByIp: tierLimit(deps, 'reset', deps.config.rates.loginsPerIpAnd15Minutes, 15 * 60),
  /** The answer to a new address reveals whether it is registered, so it must not be possible to test a long list. */
  newAddresses: requestLimit(deps, 'new-address', NEW_ADDRESSES_PER_HOUR, 60 * 60),
});

const NEW_ADDRESSES_PER_HOUR = 10;

/**
 * Throws `invalid_credentials` unless this is the user's or the admin's password. Failures count per place, so that the owner may still try
 * elsewhere.
 */
export async function requireOwnPassword(
  deps: Pick<Deps, 'passwords'>,
  limits: OwnerLimits,
  user: { id: string; password_hash: string | null },
  password: string,
  request: RequestContext,
): Promise<void> {
  await limits.passwords.count(request.ip, user.id);
  if (!(await deps.passwords.isRight(user.password_hash, password, request.ip))) throw new AppError('invalid_credentials');
  await limits.passwords.giveBack(request.ip, user.id);
}

/**
 * Throws `contact_unconfirmed` unless the account's address is confirmed: the person who registered may have typed somebody else's address,
 * and wait for its owner. An account without an address is proven by its linked sign-in.
 */
export function requireConfirmed(user: Pick<User, 'email' | 'email_verified_at'>): void {
  if (isAddressUnproven(user)) throw new AppError('contact_unconfirmed');
}

/**
 * Throws `session_expired` if the caller's session ended while the request waited. Call it under a lock on the user's row: a confirmation of
 * the address ends the sessions of whoever came before its owner, so the change comes wholly before it, and is undone, or not at all.
 */
export async function refuseEndedSession(db: Transaction<DB>, { id, sessionId }: SignedIn): Promise<void> {
  if (await security.hasSessionEnded(db, id, sessionId)) throw new AppError('session_expired');
}

/**
 * Locks and returns the caller for a change that adds a sign-in method, a factor, a contact or a wallet. Every such change goes through
 * here. The session is looked up under the lock: a confirmation of the address ends the session, so the change comes wholly before or
 * wholly after it. Throws `session_expired`, `account_disabled` and `contact_unconfirmed`.
 */
export async function lockConfirmed(deps: Deps, db: Transaction<DB>, { id, sessionId }: SignedIn): Promise<User> {
  const user = await security.lockUser(db, { id });
  if (!user || !(await security.hasLiveSession(db, id, sessionId, deps.now()))) throw new AppError('session_expired');
  if (user.status !== 'normal') throw new AppError('account_disabled');
  requireConfirmed(user);
  return user;
}
