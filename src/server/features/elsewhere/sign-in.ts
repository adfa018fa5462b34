import type { Transaction } from 'kysely';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { registerElsewhere as registerEndpoint, totpElsewhere as totpEndpoint } from '#contract/linked-accounts.ts';
import { emailIdentity } from '#domain/email.ts';
import type { Db } from '#server/db/pool.ts';
import type { DB } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import {
  type AuthLimits,
  type BegunSession,
  beginSession,
  createUser,
  deviceOf,
  endSessionsWithin,
  findInvitation,
  handOver,
  judgeConsent,
  judgeDetails,
  judgeEmail,
  requireUser,
  sessionUser,
} from '#server/features/auth/service.ts';
import { revokeCodes } from '#server/features/codes/service.ts';
import { findUserByLink, linkAccount } from '#server/features/linked-accounts/service.ts';
import { codeSubjects, holdRedeem, lockUser, warn } from '#server/features/security/service.ts';
import { requireSwitch } from '#server/features/switches/service.ts';
import { hasSecondFactor, judgeSecondFactor } from '#server/features/two-factor/service.ts';
import { AppError } from '#server/http/app-error.ts';
import { limitKey } from '#server/http/client-ip.ts';
import { preferredLocale } from '#server/http/problem.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { transact } from '#server/transact.ts';
import { bind, bindLater } from './bind.ts';
import { keepFlow, readFlow } from './flow.ts';
import type { Identity } from './identity.ts';
import * as elsewhere from './queries.ts';

type User = Awaited<ReturnType<typeof requireUser>>;

/** As after any change of a password (decisions.md section 5). */
const DISARMED_HOLD_MS = 24 * 3_600_000;

/** Signs in who came back from a provider; or notes that they have yet to register, or to give their second factor. */
export async function signInElsewhere(deps: Deps, identity: Identity, request: RequestContext): Promise<void> {
  const userId = await findOwner(deps.db, identity);
  if (userId === null) return keepFlow(deps, request, { step: 'register', identity });
  const session = await enter(deps, userId, identity, { hasGivenFactor: false }, request);
  if (session === null) return keepFlow(deps, request, { step: 'totp', identity });
  await handOver(deps, session, request);
  keepFlow(deps, request, { step: 'done', provider: identity.type, purpose: 'sign_in' });
}

/** Takes the second factor of who is known by their account elsewhere, and signs them in. */
export async function giveFactor(
  deps: Deps,
  { totp }: ParsedInputOf<typeof totpEndpoint>,
  request: RequestContext,
): Promise<ReplyOf<typeof totpEndpoint>> {
  const flow = readFlow(deps, request);
  const userId = flow?.step === 'totp' ? await findOwner(deps.db, flow.identity) : null;
  if (flow?.step !== 'totp' || userId === null) throw new AppError('oauth_incomplete');
  await judgeSecondFactor(deps, await requireUser(deps, userId), totp);
  const session = await enter(deps, userId, flow.identity, { hasGivenFactor: true }, request);
  if (session === null) throw new AppError('oauth_incomplete');
  return welcome(deps, session, flow.identity, request);
}

/** Creates an account for who is known by none: it has no password, and no address but one that the provider vouches for. */
export async function registerElsewhere(
  deps: Deps,
  limits: Pick<AuthLimits, 'registrations'>,
  input: ParsedInputOf<typeof registerEndpoint>,
  request: RequestContext,
): Promise<ReplyOf<typeof registerEndpoint>> {
  requireSwitch(deps, 'sign_up');
  const flow = readFlow(deps, request);
  if (flow?.step !== 'register') throw new AppError('oauth_incomplete');
  const { identity } = flow;
  judgeConsent(input);
  judgeDetails(input);
  if (identity.email !== null) judgeEmail(identity.email);
  await limits.registrations.count(limitKey(request.ip));
  const deviceId = deviceOf(deps, request);
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
  keepFlow(deps, request, { step: 'done', provider: type, purpose: 'sign_in' });
  return { access: await handOver(deps, session, request), user: sessionUser(session.user) };
}

/** The user who signs in with this account, or else whose mailbox the provider says they read; null where there is neither. */
async function findOwner(db: Db, { type, subject, email }: Identity): Promise<string | null> {
  const linkedTo = await findUserByLink(db, type, subject);
  if (linkedTo !== null || email === null) return linkedTo;
  return elsewhere.findIdByMailbox(db, email, emailIdentity(email));
}

/**
 * Begins a session for the owner of an account elsewhere, linking it where it was found by its address; null where the second factor has yet
 * to be given. All of it is judged on the locked user: they may have changed since they were found.
 */
async function enter(
  deps: Deps,
  userId: string,
  identity: Identity,
  { hasGivenFactor }: { hasGivenFactor: boolean },
  request: RequestContext,
): Promise<BegunSession | null> {
  const deviceId = deviceOf(deps, request);
  const { session, ended } = await transact(deps, async (db, announce) => {
    const locked = await lockUser(db, { id: userId });
    if (!locked || (await findOwner(db, identity)) !== userId) throw new AppError('oauth_failed');
    if (locked.status !== 'normal') throw new AppError('account_disabled');
    const isLinked = (await findUserByLink(db, identity.type, identity.subject)) === userId;
    const isUnproven = !isLinked && locked.email_verified_at === null;
    if (hasSecondFactor(locked) && !hasGivenFactor && !isUnproven) return { session: null, ended: [] };
    if (!isLinked) await warn(deps, db, locked, 'account_linked', request);
    const { user, ended } = isUnproven ? await disarm(deps, db, locked) : { user: locked, ended: [] };
    if (isLinked) await linkAccount(deps, db, { userId, ...identity });
    else await bindLater(deps, db, announce, userId, identity);
    return { session: await beginSession(deps, db, user, false, request, deviceId), ended };
  });
  deps.endedSessions.add(ended);
  return session;
}

/**
 * Gives an account to who has proven its address: nobody had before, and so whoever registered it may not have been them, and may wait for
 * them to come. Their password, sessions and whatever else they could come back with end.
 */
async function disarm(deps: Deps, db: Transaction<DB>, user: User): Promise<{ user: User; ended: string[] }> {
  const now = deps.now();
  await revokeCodes(deps, db, ...codeSubjects(user));
  await holdRedeem(db, user.id, new Date(now.getTime() + DISARMED_HOLD_MS));
  const ended = await endSessionsWithin(deps, db, user.id, { because: 'password' });
  return { user: await elsewhere.confirmAndDisarm(db, user.id, now), ended };
}
