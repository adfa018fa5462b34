import { DAY_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { REMEMBERED_MS } from '#server/platform/http/ended-sessions.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import { AUTH_PATH } from './cookie.ts';
import { deviceIdOf, giveDevice } from './device.ts';
import type { UserRow } from './queries.ts';
import * as auth from './queries.ts';
import { type Chain, endChain, endSessionOfCookie, exchangeToken, generateToken, giveToken, hashOf } from './refresh-chain.ts';

const REMEMBERED_DAYS = 30;
const KEPT_DAYS = 30;
const IP_KEPT_DAYS = 90;

type Session = NonNullable<Awaited<ReturnType<typeof auth.lockSessionOf>>>;

const CHAIN: Chain<Session> = {
  cookie: { name: 'refresh', path: AUTH_PATH },
  purpose: 'refresh-token',
  table: 'refresh_tokens',
  lockSessionOf: auth.lockSessionOf,
  noteSeen: auth.noteSeen,
  ownerOf: ({ user_id }) => ({ userId: user_id }),
  end: auth.endSessions,
};

/**
 * Signs a user in on the device that asks: a session, the first refresh token of its chain in a cookie, and an access token. Throws
 * `invalid_credentials` when their password has changed since it was checked.
 */
export async function openSession(
  deps: Deps,
  user: UserRow,
  remember: boolean,
  request: RequestContext,
  deviceId = deviceIdOf(deps, request),
): Promise<string> {
  return handOver(deps, await beginSession(deps, deps.db, user, remember, request, deviceId), request);
}

/** A session whose token has not been given to anybody yet. */
export interface BegunSession {
  id: string;
  user: UserRow;
  remember: boolean;
  token: string;
  deviceId: string;
  expires_at: Date;
}

/** Begins a session as part of the caller's transaction, who hands it over after the commit. Throws like openSession. */
export async function beginSession(
  deps: Deps,
  db: Db,
  user: UserRow,
  remember: boolean,
  request: RequestContext,
  deviceId: string,
): Promise<BegunSession> {
  const now = deps.now();
  const token = generateToken(deps);
  const session = {
    id: newId(deps),
    user_id: user.id,
    remember,
    user_agent: request.userAgent,
    ip: request.ip,
    country: deps.countryOf(request.ip),
    device_id: deviceId,
    created_at: now,
    last_seen_at: now,
    expires_at: new Date(now.getTime() + (remember ? REMEMBERED_DAYS : 1) * DAY_MS),
  };
  if (!(await auth.insertSession(db, session, hashOf(token), user.password_hash))) throw new AppError('invalid_credentials');
  await deps.wiring.carryExclusions(deps, db, user.id, [{ kind: 'device', value: deviceId }]);
  return { id: session.id, user, remember, token, deviceId, expires_at: session.expires_at };
}

/** Gives a session that was begun to the browser that asked for it, and ends the one that it had; returns the first access token. */
export async function handOver(deps: Deps, session: BegunSession, request: RequestContext): Promise<string> {
  deps.log.info({ userId: session.user.id, sessionId: session.id }, 'signed in');
  await endSessionOfCookie(deps, CHAIN, request);
  giveToken(deps, CHAIN, request, session.token, session);
  giveDevice(deps, request, session.deviceId);
  return signAccessToken(deps.serverKeys, { id: session.user.id, email: session.user.email, sessionId: session.id }, deps.now());
}

/** Exchanges the cookie's token for its successor and a new access token. */
export async function refresh(deps: Deps, request: RequestContext): Promise<{ access: string }> {
  const { id, user_id, email } = await exchangeToken(deps, CHAIN, request);
  return { access: await signAccessToken(deps.serverKeys, { id: user_id, email, sessionId: id }, deps.now()) };
}

/** Ends the session of the cookie, if there is one. */
export async function logout(deps: Deps, request: RequestContext): Promise<Record<string, never>> {
  await endChain(deps, CHAIN, request);
  return {};
}

export interface SessionsToEnd {
  /** The session that stays: the one that asks. */
  except?: string | undefined;
  because: 'revoked' | 'password' | 'not_me' | 'left';
}

/** Signs a user out on every device, but for one; returns how many. Their tokens are refused from now on. */
export async function endSessions(deps: Deps, userId: string, which: SessionsToEnd): Promise<number> {
  const ended = await transact(deps, (db) => endSessionsWithin(deps, db, userId, which));
  deps.endedSessions.add(ended);
  return ended.length;
}

/** The same as part of the caller's transaction; returns the ids, which the caller hands to `deps.endedSessions.add` after the commit. */
export const endSessionsWithin = (deps: Deps, db: Db, userId: string, { except, because }: SessionsToEnd): Promise<string[]> =>
  auth.endSessions(db, { userId, except }, because, deps.now());

/** Signs a user out on one device; false where there is no such session of theirs, or it has ended already. */
export async function endSessionOf(deps: Deps, userId: string, sessionId: string): Promise<boolean> {
  const ended = await transact(deps, (db) => auth.endSessions(db, { userId, id: sessionId }, 'revoked', deps.now()));
  deps.endedSessions.add(ended);
  return ended.length > 0;
}

/** Has those refused as well that ended in other processes, or before this one began. Run it every two seconds. */
export async function noticeEndedSessions(deps: Deps): Promise<void> {
  const ended = await auth.findEndedSince(deps.db, new Date(deps.now().getTime() - REMEMBERED_MS));
  deps.endedSessions.add(ended.map(({ id }) => id));
}

/** Forgets after 90 days from which address somebody registered (docs/rules.md#retention); returns of how many. Run it daily. */
export const purgeRegistrationIps = (deps: Deps): Promise<number> =>
  auth.forgetRegistrationIps(deps.db, new Date(deps.now().getTime() - IP_KEPT_DAYS * DAY_MS));

/** Forgets sessions 30 days after they ended; returns how many. Run it daily. */
export const purgeSessions = (deps: Deps): Promise<number> =>
  transact(deps, (db) => auth.deleteSessions(db, new Date(deps.now().getTime() - KEPT_DAYS * DAY_MS)));
