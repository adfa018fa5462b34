import { v4, validate } from 'uuid';
import type { Deps } from '#server/deps.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { AUTH_PATH, cookieOptions } from './cookie.ts';

export const DEVICE_COOKIE = 'device';
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
