import type { IncomingMessage, ServerResponse } from 'node:http';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import type { Deps } from '#server/deps.ts';
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

/** This machine, by whichever of its names a browser on it was opened. */
const THIS_MACHINE = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/**
 * Where this site is, for links in messages and for those who send a browser back to us. Never what a Host header says: whoever asks may have
 * made that up, and it goes to somebody else; a name of this very machine leads nobody astray. The demo has no address of its own but the
 * one that its visitor, who reads the outbox, came by.
 */
export function siteAddress({ config }: Pick<Deps, 'config'>, { origin, host }: Pick<RequestContext, 'origin' | 'host'>): string {
  if (config.publicUrl) return config.publicUrl;
  if (config.demo && origin !== null && isOwnOrigin(origin, host, undefined)) return new URL(origin).origin;
  return `http://${host !== null && THIS_MACHINE.test(host) ? host : `localhost:${config.port}`}`;
}

/** Whether a page of ours asks: one from the host that was asked, or from PUBLIC_URL. Browsers name the origin truthfully; `null` and nonsense are nobody's. */
export function isOwnOrigin(origin: string, host: string | null | undefined, publicUrl: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const given = new URL(origin);
  if (!/^https?:$/.test(given.protocol)) return false;
  return given.host === host || (publicUrl !== undefined && given.origin === new URL(publicUrl).origin);
}

/** The host that was asked, with its port; null where the header holds something else, or nothing. */
export function requestHost(c: Context): string | null {
  const host = c.req.header('host') ?? '';
  return /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host) ? host.toLowerCase() : null;
}

const ABORTS = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR']);

/**
 * Whether an error is nothing but that the client has gone: its request broke off before it was read, by its own will, by a bad network, or
 * because it took too long. Nobody here did anything wrong.
 */
export function isClientGone(c: Context, error: unknown): boolean {
  const { incoming, outgoing } = (c.env ?? {}) as { incoming?: IncomingMessage; outgoing?: ServerResponse };
  if (!incoming || incoming.complete) return false;
  const isGone = incoming.destroyed || outgoing?.destroyed === true || outgoing?.socket?.destroyed === true;
  return isGone && (!(error instanceof Error) || isAbort(error));
}

const isAbort = (error: Error & { code?: unknown }): boolean =>
  error.name === 'AbortError' || ABORTS.has(String(error.code)) || /abort|prematurely closed/i.test(error.message);
