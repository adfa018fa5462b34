import { createHash, createHmac } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import type { DB } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { carryExclusions } from '#server/features/care/service.ts';
import { signAccessToken } from '#server/http/access-token.ts';
import { AppError } from '#server/http/app-error.ts';
import { REMEMBERED_MS } from '#server/http/ended-sessions.ts';
import { isOwnOrigin } from '#server/http/own-origin.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { newId } from '#server/new-id.ts';
import { derivedKey } from '#server/server-keys.ts';
import { transact } from '#server/transact.ts';
import { cookieOptions } from './cookie.ts';
import { deviceOf, giveDevice } from './device.ts';
import type { UserRow } from './queries.ts';
import * as auth from './queries.ts';

const COOKIE = 'refresh';
const DAY_MS = 86_400_000;
const REMEMBERED_DAYS = 30;
const GRACE_MS = 30_000;
const KEPT_DAYS = 30;
const IP_KEPT_DAYS = 90;

/**
 * Signs a user in on the device that asks: a session, the first refresh token of its chain in a cookie, and an access token. Throws
 * `invalid_credentials` when their password has changed since it was checked.
 */
export async function openSession(
  deps: Deps,
  user: UserRow,
  remember: boolean,
  request: RequestContext,
  deviceId = deviceOf(deps, request),
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
  const token = Buffer.from(deps.randomBytes(32)).toString('base64url');
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
  await carryExclusions(deps, db, user.id, [{ kind: 'device', value: deviceId }]);
  return { id: session.id, user, remember, token, deviceId, expires_at: session.expires_at };
}

/** Gives a session that was begun to the browser that asked for it, and ends the one that it had; returns the first access token. */
export async function handOver(deps: Deps, session: BegunSession, request: RequestContext): Promise<string> {
  deps.log.info({ userId: session.user.id, sessionId: session.id }, 'signed in');
  await endSessionOfCookie(deps, request);
  giveCookie(deps, request, session.token, session);
  giveDevice(deps, request, session.deviceId);
  return signAccessToken(deps.serverKeys, { id: session.user.id, email: session.user.email, sessionId: session.id }, deps.now());
}

/** Exchanges the cookie's token for its successor and a new access token. */
export async function refresh(deps: Deps, request: RequestContext): Promise<{ access: string }> {
  requireOwnOrigin(deps, request);
  const token = request.cookie(COOKIE);
  if (!token) throw new AppError('token_missing');
  const now = deps.now();
  // A revocation has to be committed, so the transaction returns what it found, and the refusal comes after it.
  const outcome = await transact(deps, (db) => rotate(deps, db, token, now));
  if ('refusal' in outcome) {
    deps.endedSessions.add(outcome.ended ?? []);
    throw new AppError(outcome.refusal);
  }
  const { session, successor, isFurtherOn } = outcome;
  // Another tab of this browser has presented the successor: its jar holds a younger token, and is not set back.
  if (!isFurtherOn) giveCookie(deps, request, successor, session);
  return { access: await signAccessToken(deps.serverKeys, { id: session.user_id, email: session.email, sessionId: session.id }, now) };
}

/** Ends the session of the cookie, if there is one. Any token of its chain will do: whoever has one wants to be out. */
export async function logout(deps: Deps, request: RequestContext): Promise<Record<string, never>> {
  requireOwnOrigin(deps, request);
  if (await endSessionOfCookie(deps, request)) request.setCookie(COOKIE, '', { ...refreshCookie(deps, request), maxAge: 0 });
  return {};
}

/** Whether the browser had a cookie; the session that it belongs to ends. */
async function endSessionOfCookie(deps: Deps, request: RequestContext): Promise<boolean> {
  const token = request.cookie(COOKIE);
  if (!token) return false;
  const ended = await transact(deps, async (db) => {
    const session = await auth.lockSessionOf(db, hashOf(token));
    return session ? auth.endSessions(db, session, 'logout', deps.now()) : [];
  });
  deps.endedSessions.add(ended);
  return true;
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

/** Forgets after 90 days from which address somebody registered (decisions.md section 6); returns of how many. Run it daily. */
export const purgeRegistrationIps = (deps: Deps): Promise<number> =>
  auth.forgetRegistrationIps(deps.db, new Date(deps.now().getTime() - IP_KEPT_DAYS * DAY_MS));

/** Forgets sessions 30 days after they ended; returns how many. Run it daily. */
export const purgeSessions = (deps: Deps): Promise<number> =>
  transact(deps, (db) => auth.deleteSessions(db, new Date(deps.now().getTime() - KEPT_DAYS * DAY_MS)));

type Session = NonNullable<Awaited<ReturnType<typeof auth.lockSessionOf>>>;
type Rotation =
  | { session: Session; successor: string; isFurtherOn: boolean }
  | { refusal: 'session_expired' | 'account_disabled' | 'refresh_reused'; ended?: string[] };

async function rotate(deps: Deps, db: Transaction<DB>, token: string, now: Date): Promise<Rotation> {
  const tokenHash = hashOf(token);
  const session = await auth.lockSessionOf(db, tokenHash);
  if (!session) return { refusal: 'session_expired' };
  // Whoever was signed out because of somebody else's try is told so, too.
  if (session.ended_because === 'reuse') return { refusal: 'refresh_reused' };
  if (session.ended_at !== null || session.expires_at <= now) return { refusal: 'session_expired' };
  const rotatedAt = await auth.findRotation(db, tokenHash);
  const successor = await findSuccessor(deps, db, token, rotatedAt !== null);
  // It was made with a key that is gone: nobody can tell any more what became of it.
  if (successor === null) return { refusal: 'session_expired' };
  const isSuccessorPresented = (await auth.findRotation(db, hashOf(successor))) !== null;
  if (!isHonoured(rotatedAt, isSuccessorPresented, now)) {
    deps.log.warn({ sessionId: session.id, userId: session.user_id }, 'a refresh token was used again: session ended');
    return { refusal: 'refresh_reused', ended: await auth.endSessions(db, session, 'reuse', now) };
  }
  if (session.status !== 'normal') return { refusal: 'account_disabled' };
  await auth.rotateToken(db, tokenHash, hashOf(successor), session.id, now);
  return { session, successor, isFurtherOn: isSuccessorPresented };
}

/** The one that the token was exchanged for, whichever of our keys it was made with; null where there is one that is none of these. */
async function findSuccessor({ serverKeys }: Deps, db: Db, token: string, isRotated: boolean): Promise<string | null> {
  const [newest, ...older] = serverKeys.map((key) => successorOf(key, token));
  if (!isRotated) return newest!;
  for (const candidate of [newest!, ...older]) if (await auth.isTokenKnown(db, hashOf(candidate))) return candidate;
  return null;
}

/**
 * An old token is honoured for 30 s, as two tabs may refresh at once, and for as long as nobody presented its successor,
 * as the answer that carried it may have been lost (decisions.md section 6).
 */
const isHonoured = (rotatedAt: Date | null, isSuccessorPresented: boolean, now: Date): boolean =>
  rotatedAt === null || !isSuccessorPresented || now.getTime() - rotatedAt.getTime() <= GRACE_MS;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Always the same for the same token and key, so that it need not be kept to be given twice. */
const successorOf = (serverKey: Uint8Array, token: string): string =>
  createHmac('sha256', derivedKey(serverKey, 'refresh-token')).update(token).digest('base64url');

/** Without "remember me" the browser forgets it when it closes; the session itself ends after a day. */
function giveCookie(deps: Deps, request: RequestContext, token: string, session: { remember: boolean; expires_at: Date }): void {
  const maxAge = Math.floor((session.expires_at.getTime() - deps.now().getTime()) / 1000);
  request.setCookie(COOKIE, token, { ...refreshCookie(deps, request), ...(session.remember && { maxAge }) });
}

const refreshCookie = (deps: Deps, request: RequestContext) => ({ ...cookieOptions(deps, request), sameSite: 'Strict' }) as const;

/**
 * The cookie does its work without the page's doing, so the page has to be ours. Browsers name the origin of every POST:
 * a request without one comes from no browser that could be tricked, nor from a page of ours, and is refused.
 */
function requireOwnOrigin({ config }: Deps, { origin, host }: RequestContext): void {
  if (origin === null || !isOwnOrigin(origin, host, config.publicUrl)) throw new AppError('forbidden');
}
