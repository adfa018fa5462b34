import { DAY_SECONDS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { cookieOptions } from '#server/modules/identity/auth/cookie.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';

const COOKIE = 'code_browser';
const PATH = '/api/auth/password';
const BYTES = 32;

/** 256 bits as they are spelled. */
const SHAPE = /^[\w-]{43}$/;

/** What only this browser has; empty where it has asked for no code. */
export function codeBrowser(request: Pick<RequestContext, 'cookie'>): string {
  const given = request.cookie(COOKIE);
  return given && SHAPE.test(given) ? given : '';
}

/**
 * The browser that asks for a code, by a random cookie that it keeps for a day. The code is good in this browser alone: who asks for another one
 * elsewhere, or guesses there, changes nothing about it.
 */
export function giveCodeBrowser(deps: Deps, request: RequestContext): string {
  const browser = codeBrowser(request) || Buffer.from(deps.randomBytes(BYTES)).toString('base64url');
  request.setCookie(COOKIE, browser, { ...cookieOptions(deps, request, PATH), sameSite: 'Strict', maxAge: DAY_SECONDS });
  return browser;
}
