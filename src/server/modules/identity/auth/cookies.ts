import { sql } from 'kysely';
import { v4, validate } from 'uuid';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';

/** Path of users' cookies: requests to other paths do not carry them. */
export const AUTH_PATH = '/api/auth';

/** Returns the options of the sign-in cookies: not readable by scripts, and https only, except for a demo over plain http. */
export const cookieOptions = ({ config }: Pick<Deps, 'config'>, { origin }: RequestContext, path = AUTH_PATH) =>
  ({ path, httpOnly: true, secure: !config.demo || (origin ?? '').startsWith('https:') }) as const;

const DEVICE_COOKIE = 'device';
const YEAR_SECONDS = 365 * 86_400;

/** Returns the browser's random device id from its last sign-in, or a new one. The id reveals nothing about a user. */
export function deviceIdOf(deps: Pick<Deps, 'randomBytes'>, request: RequestContext): string {
  const given = request.cookie(DEVICE_COOKIE);
  return given && validate(given) ? given.toLowerCase() : v4({ random: deps.randomBytes(16) });
}

/** Paths where users and admins sign in. The device cookie is set for both, as each path only receives its own cookie. */
const PATHS = [AUTH_PATH, '/api/admin/auth'];

/** Sets the device cookie for another year. SameSite=Lax, as it is also needed when the browser comes back from a sign-in provider. */
export function giveDevice(deps: Deps, request: RequestContext, id: string): void {
  for (const path of PATHS) {
    request.setCookie(DEVICE_COOKIE, id, { ...cookieOptions(deps, request, path), sameSite: 'Lax', maxAge: YEAR_SECONDS });
  }
}

/**
 * Returns the device id that the browser claims; null without a valid one. Only `isKnownDevice` says whether an account knows the device.
 */
export function claimedDevice(request: Pick<RequestContext, 'cookie'>): string | null {
  const claimed = request.cookie(DEVICE_COOKIE);
  return claimed && validate(claimed) ? claimed.toLowerCase() : null;
}

/**
 * Returns whether the account with this address was used in the browser with this device cookie: it registered there, was signed in there
 * within the last months, or its password was last reset there. The cookie contains 122 random bits, so nobody else can present it.
 * Sessions that ended before the address was confirmed, or through its confirmation, do not count, as they may have belonged to somebody
 * else.
 */
export async function isKnownDevice(db: Db, email: string, device: string | null): Promise<boolean> {
  if (device === null) return false;
  const { rows } = await sql`
    select 1 from users u
    where u.email = ${email} and ((u.email_verified_at is null and u.registration_device_id = ${device}::uuid) or u.recovery_device_id = ${device}::uuid
      or exists (select from sessions s where s.user_id = u.id and s.device_id = ${device}::uuid
        and (u.email_verified_at is null or s.ended_at is null or s.ended_at > u.email_verified_at)))`.execute(db);
  return rows.length > 0;
}
