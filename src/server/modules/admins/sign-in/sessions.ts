import type { adminActive } from '#contract/admin-auth.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { AdminRole } from '#domain/identity/admin-role.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/modules/admins/audit/service.ts';
import {
  type Chain,
  cookieOptions,
  deviceIdOf,
  deviceName,
  endChain,
  endSessionOfCookie,
  exchangeToken,
  generateToken,
  giveDevice as giveDeviceId,
  giveToken,
  hashOf,
  insertToken,
} from '#server/modules/identity/public.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { ADMIN_IDLE_MS, adminSessionEnd, type SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import * as admins from './queries.ts';
import { noteSessionEnd, purgeFailures } from './sign-in-log.ts';

const SESSION_MS = 12 * HOUR_MS;
const DEVICE_DAYS = 30;
/** How long ended sessions are stored. */
const RETENTION_DAYS = 30;

const COOKIE_PATH = '/api/admin/auth';
const DEVICE_COOKIE = 'admin_device';

const TOKENS = 'admin_refresh_tokens';

type Session = NonNullable<Awaited<ReturnType<typeof lockSessionOf>>>;

/** Describes the chain of an admin's refresh tokens. The cookie ends with the browser, as no session lasts longer than a shift. */
const chainOf = (request: RequestContext): Chain<Session> => ({
  cookie: { name: 'admin_refresh', path: COOKIE_PATH },
  purpose: 'admin-refresh-token',
  table: TOKENS,
  lockSessionOf,
  ownerOf: ({ admin_id }) => ({ adminId: admin_id }),
  end: async (db, session, because, at) => {
    const ended = await admins.endSessions(db, session, because, at);
    if (ended.length > 0) await noteSessionEnd(db, request, session, because, at);
    return ended;
  },
});

async function lockSessionOf(db: Db, tokenHash: Buffer) {
  const session = await admins.lockSessionOf(db, tokenHash);
  return session && { ...session, remember: false, expires_at: adminSessionEnd(session) };
}

/**
 * Signs an admin in: creates a session of twelve hours, sets the first refresh token of its chain as a cookie, and returns an access token;
 * ends the session that the browser had. Remembers the device for 30 days on request; a code given at sign-in counts as a step-up. Throws
 * `invalid_credentials` if the password has changed since it was checked, or the admin was disabled.
 */
export async function openSession(
  deps: Deps,
  admin: admins.AdminRow,
  { remembersDevice, gaveCode }: { remembersDevice: boolean; gaveCode: boolean },
  request: RequestContext,
): Promise<string> {
  const now = deps.now();
  const [token, deviceToken] = [generateToken(deps), remembersDevice ? generateToken(deps) : null];
  const times = { created_at: now, last_input_at: now, expires_at: new Date(now.getTime() + SESSION_MS) };
  const deviceId = deviceIdOf(deps, request);
  const stepped_up_at = gaveCode ? now : null;
  const session = {
    ...{ id: newId(deps), admin_id: admin.id, user_agent: request.userAgent, ip: request.ip, device_id: deviceId, stepped_up_at },
    ...times,
  };
  await transact(deps, async (db) => {
    if (!(await admins.noteSignIn(db, admin, now))) throw new AppError('invalid_credentials');
    await admins.insertSession(db, session);
    await insertToken(db, TOKENS, hashOf(token), session.id, now);
    if (deviceToken) await admins.insertDevice(db, hashOf(deviceToken), admin.id, now, new Date(now.getTime() + DEVICE_DAYS * DAY_MS));
    const actor = { id: admin.id, email: admin.email, role: admin.role as AdminRole, ip: request.ip };
    const after = { device: deviceName(request.userAgent), ...(deviceToken && { device_remembered: true }) };
    await recordAudit(db, actor, { action: 'admin.sign_in', subject: { kind: 'admin', id: admin.id }, after }, now);
  });
  deps.log.info({ adminId: admin.id, sessionId: session.id }, 'admin signed in');
  await endSessionOfCookie(deps, chainOf(request), request);
  giveToken(deps, chainOf(request), request, token, { remember: false, expires_at: session.expires_at });
  giveDeviceId(deps, request, deviceId);
  if (deviceToken) giveDevice(deps, request, deviceToken);
  return signAccessToken(deps.serverKeys, { id: admin.id, email: admin.email, sessionId: session.id }, now, 'admin');
}

/**
 * Exchanges the cookie's token for its successor and a new access token; returns that token and the admin's id. Throws `token_missing`
 * without a cookie.
 */
export async function renewSession(deps: Deps, request: RequestContext): Promise<{ adminId: string; access: string }> {
  const session = await exchangeToken(deps, chainOf(request), request);
  if (session === null) throw new AppError('token_missing');
  const { id, admin_id, email } = session;
  return { adminId: admin_id, access: await signAccessToken(deps.serverKeys, { id: admin_id, email, sessionId: id }, deps.now(), 'admin') };
}

export async function logout(deps: Deps, request: RequestContext): Promise<Record<string, never>> {
  await endChain(deps, chainOf(request), request);
  return {};
}

/** Records user input. Does not revive an ended session: throws `session_expired`. */
export async function noteInput(deps: Deps, { sessionId }: SignedInAdmin): Promise<ReplyOf<typeof adminActive>> {
  const now = deps.now();
  const session = await admins.noteInput(deps.db, sessionId, now, new Date(now.getTime() - ADMIN_IDLE_MS));
  if (!session) throw new AppError('session_expired');
  return { idle_at: adminSessionEnd(session).toISOString(), ends_at: session.expires_at.toISOString() };
}

/** Returns whether this browser is remembered for this admin after a second factor. */
export async function isDeviceKnown(deps: Deps, adminId: string, request: RequestContext): Promise<boolean> {
  const token = request.cookie(DEVICE_COOKIE);
  return token !== undefined && admins.isDeviceKnown(deps.db, hashOf(token), adminId, deps.now());
}

/** Deletes admins' sessions 30 days after they ended, and expired remembered devices; returns how many sessions. Run it daily. */
export async function purgeAdminSessions({ db, now }: Deps): Promise<number> {
  await purgeFailures({ db, now });
  await admins.deleteOldDevices(db, now());
  return admins.deleteSessions(db, new Date(now().getTime() - RETENTION_DAYS * DAY_MS));
}

const giveDevice = (deps: Deps, request: RequestContext, token: string): void =>
  request.setCookie(DEVICE_COOKIE, token, {
    ...cookieOptions(deps, request, COOKIE_PATH),
    sameSite: 'Strict',
    maxAge: DEVICE_DAYS * (DAY_MS / 1000),
  });
