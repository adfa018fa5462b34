import { v4, validate } from 'uuid';
import type { Deps } from '#server/deps.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { cookieOptions } from './cookie.ts';

const COOKIE = 'device';
const YEAR_SECONDS = 365 * 86_400;

/** The browser that asks, by the random id that it was given when somebody last signed in with it, or a new one. It says nothing about anybody. */
export function deviceOf(deps: Pick<Deps, 'randomBytes'>, request: RequestContext): string {
  const given = request.cookie(COOKIE);
  return given && validate(given) ? given.toLowerCase() : v4({ random: deps.randomBytes(16) });
}

/** Lets the browser keep its id for another year. Lax, as it is also needed when somebody comes back from a page where they signed in. */
export const giveDevice = (deps: Deps, request: RequestContext, id: string): void =>
  request.setCookie(COOKIE, id, { ...cookieOptions(deps, request), sameSite: 'Lax', maxAge: YEAR_SECONDS });
