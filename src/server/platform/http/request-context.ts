import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import type { IdempotentRequest } from '#server/platform/db/idempotency.ts';
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

/**
 * Most handlers ask for none of these: they are looked up when they are. A class, as getters of an object literal would make each one's shape
 * its own, which keeps the whole request alive until a collection of everything.
 */
class HonoRequestContext implements RequestContext {
  readonly id: string;
  idempotency: IdempotentRequest | null = null;
  givesCookies = false;
  readonly #c: Context;
  readonly #trustProxy: string[];

  constructor(c: Context, trustProxy: string[]) {
    this.id = c.get('requestId') as string;
    this.#c = c;
    this.#trustProxy = trustProxy;
  }

  get ip(): string {
    return ipOf(this.#c, this.#trustProxy);
  }

  get userAgent(): string | null {
    return this.#c.req.header('user-agent')?.slice(0, 400) ?? null;
  }

  get origin(): string | null {
    return this.#c.req.header('origin') ?? null;
  }

  get host(): string | null {
    return this.#c.req.header('host') ?? null;
  }

  get acceptLanguage(): string | undefined {
    return this.#c.req.header('accept-language');
  }

  cookie(name: string): string | undefined {
    return getCookie(this.#c, name);
  }

  setCookie(name: string, value: string, options: CookieOptions): void {
    this.givesCookies = true;
    setCookie(this.#c, name, value, options);
  }
}

export const requestContext = (c: Context, trustProxy: string[]): RequestContext => new HonoRequestContext(c, trustProxy);

/** Who is calling. */
export const ipOf = (c: Context, trustProxy: string[]): string =>
  clientIp(peerAddress(c), trustProxy.length === 0 ? undefined : c.req.header('x-forwarded-for'), trustProxy);

/** Whether a proxy of ours handed this request on. */
export const isFromProxy = (c: Context, trustProxy: string[]): boolean => isTrustedPeer(peerAddress(c), trustProxy);

/** Requests that tests hand to the app directly have no socket. */
function peerAddress(c: Context): string {
  return (c.env as { incoming?: unknown } | undefined)?.incoming ? (getConnInfo(c).remote.address ?? '0.0.0.0') : '127.0.0.1';
}
