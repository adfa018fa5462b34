import type { Transaction } from 'kysely';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { registerWithOAuth as registerEndpoint, totpForOAuth as totpEndpoint } from '#contract/oauth.ts';
import { emailIdentity } from '#domain/identity/email.ts';
import type { Deps } from '#server/deps.ts';
import { claimedDevice, deviceIdOf, isKnownDevice } from '#server/modules/identity/auth/cookies.ts';
import { createUser, findInvitation, validateConsent, validateDetails, validateEmail } from '#server/modules/identity/auth/registration.ts';
import { type AuthLimits, requireUser, sessionUser } from '#server/modules/identity/auth/service.ts';
import { type BegunSession, beginSession, handOver } from '#server/modules/identity/auth/sessions.ts';
import { isAddressUnproven } from '#server/modules/identity/contacts/service.ts';
import { disarm, lockToConfirm } from '#server/modules/identity/email-confirmation/service.ts';
import { warn } from '#server/modules/identity/security/warnings.ts';
import { hasSecondFactor, validateSecondFactor } from '#server/modules/identity/two-factor/service.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { requireSwitch } from '#server/platform/feature-flags/feature-flags.ts';
import { AppError, preferredLocale } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { type Announce, transact } from '#server/platform/transact.ts';
import { readFlow, storeFlow } from './flow.ts';
import { bind, bindLater, findUserByLink, type Identity, linkAccount } from './linked-accounts.ts';

type User = Awaited<ReturnType<typeof requireUser>>;

/** Signs in the owner of an identity proven at a provider; or stores that registration or the second factor is still required. */
export async function signInWithIdentity(deps: Deps, identity: Identity, request: RequestContext): Promise<void> {
  const userId = await findOwner(deps.db, identity);
  if (userId === null) return storeFlow(deps, request, { step: 'register', identity });
  const session = await startSession(deps, userId, identity, { hasGivenFactor: false }, request);
  if (session === null) return storeFlow(deps, request, { step: 'totp', identity });
  await handOver(deps, session, request);
  storeFlow(deps, request, { step: 'done', provider: identity.type, purpose: 'sign_in' });
}

/** Checks the second factor of a user found by their linked account, and signs them in. */
export async function giveFactor(
  deps: Deps,
  { totp }: ParsedInputOf<typeof totpEndpoint>,
  request: RequestContext,
): Promise<ReplyOf<typeof totpEndpoint>> {
  const flow = readFlow(deps, request);
  const userId = flow?.step === 'totp' ? await findOwner(deps.db, flow.identity) : null;
  if (flow?.step !== 'totp' || userId === null) throw new AppError('oauth_incomplete');
  const user = await requireUser(deps, userId);
  const device = claimedDevice(request);
  const isKnown = user.email !== null && (await isKnownDevice(deps.db, user.email, device));
  await validateSecondFactor(deps, user, totp, { place: isKnown ? device : null });
  const session = await startSession(deps, userId, flow.identity, { hasGivenFactor: true }, request);
  if (session === null) throw new AppError('oauth_incomplete');
  return welcome(deps, session, flow.identity, request);
}

/** Creates a user for an unknown identity: without a password, and with an address only if the provider has verified one. */
export async function registerWithOAuth(
  deps: Deps,
  limits: Pick<AuthLimits, 'registrations'>,
  input: ParsedInputOf<typeof registerEndpoint>,
  request: RequestContext,
): Promise<ReplyOf<typeof registerEndpoint>> {
  requireSwitch(deps, 'sign_up');
  const flow = readFlow(deps, request);
  if (flow?.step !== 'register') throw new AppError('oauth_incomplete');
  const { identity } = flow;
  validateConsent(input);
  validateDetails(input);
  if (identity.email !== null) validateEmail(identity.email);
  await limits.registrations.count(request.ip);
  const deviceId = deviceIdOf(deps, request);
  let session: BegunSession | undefined;
  const user = {
    email: identity.email,
    password: null,
    displayName: input.display_name ?? identity.displayName ?? undefined,
    timeZone: input.time_zone,
    locale: preferredLocale(request.acceptLanguage),
    ip: request.ip,
    deviceId,
    invitation: await findInvitation(deps, input),
    ...(identity.email !== null && { emailVerifiedAt: deps.now() }),
  };
  await createUser(deps, user, async (db, created) => {
    await bind(deps, db, created.id, identity);
    session = await beginSession(deps, db, created, false, request, deviceId);
  });
  return welcome(deps, session!, identity, request);
}

async function welcome(deps: Deps, session: BegunSession, { type }: Identity, request: RequestContext) {
  storeFlow(deps, request, { step: 'done', provider: type, purpose: 'sign_in' });
  return { access: await handOver(deps, session, request), user: sessionUser(session.user) };
}

/** Returns the id of the user linked to this identity, else of the user with its verified mailbox; null if there is neither. */
async function findOwner(db: Db, { type, subject, email }: Identity): Promise<string | null> {
  const linkedTo = await findUserByLink(db, type, subject);
  if (linkedTo !== null || email === null) return linkedTo;
  return findIdByMailbox(db, email, emailIdentity(email));
}

/**
 * Begins a session for the owner of an identity, and links the identity if the owner was found by its address. Returns null if the second
 * factor is still required. Checks run on the locked user, who may have changed since they were found.
 */
async function startSession(
  deps: Deps,
  userId: string,
  identity: Identity,
  { hasGivenFactor }: { hasGivenFactor: boolean },
  request: RequestContext,
): Promise<BegunSession | null> {
  const deviceId = deviceIdOf(deps, request);
  const { session, ended } = await transact(deps, async (db, announce) => {
    const locked = await lockToConfirm(deps, db, userId);
    if (!locked || (await findOwner(db, identity)) !== userId) throw new AppError('oauth_failed');
    if (locked.status !== 'normal') throw new AppError('account_disabled');
    const wasLinked = (await findUserByLink(db, identity.type, identity.subject)) === userId;
    const isFirstProof = isAddressUnproven(locked) && isOwnMailbox(locked, identity);
    if (hasSecondFactor(locked) && !hasGivenFactor && !isFirstProof) return { session: null, ended: [] };
    const { user, ended } = isFirstProof ? await takeOver(deps, db, announce, locked, identity, request) : { user: locked, ended: [] };
    // Taking over an account on the first proof of its address removes every earlier link.
    const isLinked = wasLinked && !isFirstProof;
    if (!isLinked) await warn(deps, db, user, 'account_linked', request);
    if (isLinked) await linkAccount(deps, db, { userId, ...identity });
    else await bindLater(deps, db, announce, userId, identity);
    return { session: await beginSession(deps, db, user, false, request, deviceId), ended };
  });
  deps.endedSessions.add(ended);
  return session;
}

/** Returns whether the provider has verified the mailbox of this account. */
const isOwnMailbox = ({ email_identity }: User, { email }: Identity): boolean => email !== null && emailIdentity(email) === email_identity;

/** Confirms the address of an account for the first time, and removes every earlier means of access. */
async function takeOver(deps: Deps, db: Transaction<DB>, announce: Announce, user: User, { email }: Identity, request: RequestContext) {
  const { ended } = await disarm(deps, db, announce, user, { request });
  const confirmed = await confirmAddress(db, user.id, deps.now());
  await deps.wiring.carryExclusions(deps, db, user.id, [{ kind: 'email', value: emailIdentity(email!) }]);
  return { user: confirmed, ended };
}

/** Returns the id of the user with this mailbox: by the exact address, else by another spelling of the same mailbox. */
async function findIdByMailbox(db: Db, email: string, identity: string): Promise<string | null> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('email', '=', email), eb('email_identity', '=', identity)]))
    .orderBy((eb) => eb('email', '=', email), 'desc')
    .limit(1)
    .executeTakeFirst();
  return user?.id ?? null;
}

/** Marks a user's address as confirmed. */
const confirmAddress = (db: Db, userId: string, at: Date) =>
  db.updateTable('users').set({ email_verified_at: at }).where('id', '=', userId).returningAll().executeTakeFirstOrThrow();
