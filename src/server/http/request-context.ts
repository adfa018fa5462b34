import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import type { IdempotentRequest } from '#server/db/idempotency.ts';
import { clientIp, isTrustedPeer } from './client-ip.ts';

/** What a handler may know of the request beyond its parsed input. */
export interface RequestContext {
  id: string;
  ip: string;
  userAgent: string | null;
  origin: string | null;
  host: string | null;
  acceptLanguage: string | undefined;
  /** Set where the endpoint moves points and the caller sent a key. */
  idempotency: IdempotentRequest | null;
  cookie: (name: string) => string | undefined;
  setCookie: (name: string, value: string, options: CookieOptions) => void;
  /** Whether the answer has to carry cookies. */
  givesCookies: boolean;
}

export function requestContext(c: Context, trustProxy: string[]): RequestContext {
  // Most handlers ask for none of these: they are looked up when they are.
  const request: RequestContext = {
    id: c.get('requestId') as string,
    get ip() {
      return ipOf(c, trustProxy);
    },
    get userAgent() {
      return c.req.header('user-agent')?.slice(0, 400) ?? null;
    },
    get origin() {
      return c.req.header('origin') ?? null;
    },
    get host() {
      return c.req.header('host') ?? null;
    },
    get acceptLanguage() {
      return c.req.header('accept-language');
    },
    idempotency: null,
    cookie: (name) => getCookie(c, name),
    setCookie: (name, value, options) => {
      request.givesCookies = true;
      setCookie(c, name, value, options);
    },
    givesCookies: false,
  };
  return request;
}

/** Who is calling. */
export const ipOf = (c: Context, trustProxy: string[]): string =>
  clientIp(peerAddress(c), trustProxy.length === 0 ? undefined : c.req.header('x-forwarded-for'), trustProxy);

/** Whether a proxy of ours handed this request on. */
export const isFromProxy = (c: Context, trustProxy: string[]): boolean => isTrustedPeer(peerAddress(c), trustProxy);

/** Requests that tests hand to the app directly have no socket. */
function peerAddress(c: Context): string {
  return (c.env as { incoming?: unknown } | undefined)?.incoming ? (getConnInfo(c).remote.address ?? '0.0.0.0') : '127.0.0.1';
}
