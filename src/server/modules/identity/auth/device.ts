import { v4, validate } from 'uuid';
import type { Deps } from '#server/deps.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { AUTH_PATH, cookieOptions } from './cookie.ts';

export const DEVICE_COOKIE = 'device';
const YEAR_SECONDS = 365 * 86_400;

/** The browser that asks, by the random id that it was given when somebody last signed in with it, or a new one. It says nothing about anybody. */
export function deviceIdOf(deps: Pick<Deps, 'randomBytes'>, request: RequestContext): string {
  const given = request.cookie(DEVICE_COOKIE);
  return given && validate(given) ? given.toLowerCase() : v4({ random: deps.randomBytes(16) });
}

/** Where users sign in, and admins: each is sent the cookie that was given for it, so that it is given for both. */
const PATHS = [AUTH_PATH, '/api/admin/auth'];

/** Lets the browser keep its id for another year. Lax, as it is also needed when somebody comes back from a page where they signed in. */
export function giveDevice(deps: Deps, request: RequestContext, id: string): void {
  for (const path of PATHS) {
    request.setCookie(DEVICE_COOKIE, id, { ...cookieOptions(deps, request, path), sameSite: 'Lax', maxAge: YEAR_SECONDS });
  }
}
