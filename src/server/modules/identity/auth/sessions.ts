import { RETENTION_DAYS } from '#domain/identity/retention.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { REMEMBERED_MS } from '#server/platform/http/ended-sessions.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import { AUTH_PATH, deviceIdOf, giveDevice } from './cookies.ts';
import type { UserRow } from './queries.ts';
import * as auth from './queries.ts';
import { type Chain, endChain, endSessionOfCookie, exchangeToken, generateToken, giveToken, hashOf } from './refresh-chain.ts';

const REMEMBERED_DAYS = 30;

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
 * Signs a user in on the requesting device: creates a session, sets the first refresh token of its chain as a cookie, and returns an access
 * token. Throws `invalid_credentials` if the password has changed since it was checked.
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

/** A session whose token has not been sent to the browser yet. */
export interface BegunSession {
  id: string;
  user: UserRow;
  remember: boolean;
  token: string;
  deviceId: string;
  expires_at: Date;
}

/** Begins a session in the caller's transaction; the caller passes it to `handOver` after the commit. Throws like `openSession`. */
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

/** Sends a new session's cookie to the browser, and ends the session that the browser had; returns the first access token. */
export async function handOver(deps: Deps, session: BegunSession, request: RequestContext): Promise<string> {
  deps.log.info({ userId: session.user.id, sessionId: session.id }, 'signed in');
  await endSessionOfCookie(deps, CHAIN, request);
  giveToken(deps, CHAIN, request, session.token, session);
  giveDevice(deps, request, session.deviceId);
  return signAccessToken(deps.serverKeys, { id: session.user.id, email: session.user.email, sessionId: session.id }, deps.now());
}

/** Exchanges the cookie's token for its successor and a new access token; without a cookie, returns an empty one. */
export async function refresh(deps: Deps, request: RequestContext): Promise<{ access: string }> {
  const session = await exchangeToken(deps, CHAIN, request);
  if (session === null) return { access: '' };
  const { id, user_id, email } = session;
  return { access: await signAccessToken(deps.serverKeys, { id: user_id, email, sessionId: id }, deps.now()) };
}

/** Ends the session of the cookie, if there is one. */
export async function logout(deps: Deps, request: RequestContext): Promise<Record<string, never>> {
  await endChain(deps, CHAIN, request);
  return {};
}

export interface SessionsToEnd {
  /** The session to keep: the requesting one. */
  except?: string | undefined;
  because: 'revoked' | 'password' | 'not_me' | 'left';
}

/** Signs a user out on every device, except for one; returns the number of ended sessions. Their access tokens are refused from now on. */
export async function endSessions(deps: Deps, userId: string, which: SessionsToEnd): Promise<number> {
  const ended = await transact(deps, (db) => endSessionsWithin(deps, db, userId, which));
  deps.endedSessions.add(ended);
  return ended.length;
}

/** Same in the caller's transaction; returns the ids, which the caller passes to `deps.endedSessions.add` after the commit. */
export const endSessionsWithin = (deps: Deps, db: Db, userId: string, { except, because }: SessionsToEnd): Promise<string[]> =>
  auth.endSessions(db, { userId, except }, because, deps.now());

/** Signs a user out on one device; returns false if the user has no such session or it has ended. */
export async function endSessionOf(deps: Deps, userId: string, sessionId: string): Promise<boolean> {
  const ended = await transact(deps, (db) => auth.endSessions(db, { userId, id: sessionId }, 'revoked', deps.now()));
  deps.endedSessions.add(ended);
  return ended.length > 0;
}

/** Loads sessions that ended in other processes, or before this one started, so that they are refused here. Run it every two seconds. */
export async function noticeEndedSessions(deps: Deps): Promise<void> {
  const ended = await auth.findEndedSince(deps.db, new Date(deps.now().getTime() - REMEMBERED_MS));
  deps.endedSessions.add(ended.map(({ id }) => id));
}

/** Deletes the IP address of registrations after 90 days (docs/rules.md#retention); returns of how many users. Run it daily. */
export const purgeRegistrationIps = (deps: Deps): Promise<number> =>
  auth.purgeRegistrationIps(deps.db, new Date(deps.now().getTime() - RETENTION_DAYS.registrationIp * DAY_MS));

/** Deletes sessions 30 days after they ended; returns how many. Run it daily. */
export const purgeSessions = (deps: Deps): Promise<number> =>
  transact(deps, (db) => auth.deleteSessions(db, new Date(deps.now().getTime() - RETENTION_DAYS.session * DAY_MS)));
