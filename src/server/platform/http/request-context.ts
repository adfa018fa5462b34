import type { IncomingMessage, ServerResponse } from 'node:http';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import type { Deps } from '#server/deps.ts';
import type { IdempotentRequest } from '#server/platform/db/idempotency.ts';
import { clientIp, isTrustedPeer } from './client-ip.ts';

/** What a handler can read of the request besides its parsed input. */
export interface RequestContext {
  id: string;
  ip: string;
  userAgent: string | null;
  origin: string | null;
  host: string | null;
  acceptLanguage: string | undefined;
  /** Set if the endpoint moves points and the caller sent a key. */
  idempotency: IdempotentRequest | null;
  cookie: (name: string) => string | undefined;
  setCookie: (name: string, value: string, options: CookieOptions) => void;
  /** Whether the response has to set cookies. */
  givesCookies: boolean;
}

/**
 * Looks up values only when they are used, as most handlers use none. This is a class, because getters in an object literal give each
 * object a shape of its own, which keeps the whole request alive until a full garbage collection.
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

/** Returns the IP address of the caller. */
export const ipOf = (c: Context, trustProxy: string[]): string =>
  clientIp(peerAddress(c), trustProxy.length === 0 ? undefined : c.req.header('x-forwarded-for'), trustProxy);

/** Returns whether a trusted proxy forwarded this request. */
export const isFromProxy = (c: Context, trustProxy: string[]): boolean => isTrustedPeer(peerAddress(c), trustProxy);

/** Requests that tests pass to the app directly have no socket. */
function peerAddress(c: Context): string {
  return (c.env as { incoming?: unknown } | undefined)?.incoming ? (getConnInfo(c).remote.address ?? '0.0.0.0') : '127.0.0.1';
}

/** The names of this machine that a local browser may use. */
const THIS_MACHINE = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/**
 * Returns the address of this site, for links in messages and for services that redirect a browser back. It never comes from the Host
 * header, which a client can forge while the link goes to somebody else; names of this machine are harmless. The demo has no fixed address:
 * it uses the one that its visitor, who also reads the outbox, came by.
 */
export function siteAddress({ config }: Pick<Deps, 'config'>, { origin, host }: Pick<RequestContext, 'origin' | 'host'>): string {
  if (config.publicUrl) return config.publicUrl;
  if (config.demo && origin !== null && isOwnOrigin(origin, host, undefined)) return new URL(origin).origin;
  return `http://${host !== null && THIS_MACHINE.test(host) ? host : `localhost:${config.port}`}`;
}

/**
 * Returns whether a page of this site makes the request: its origin is the requested host, or PUBLIC_URL. Browsers send the origin
 * truthfully; `null` and malformed origins never match.
 */
export function isOwnOrigin(origin: string, host: string | null | undefined, publicUrl: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const given = new URL(origin);
  if (!/^https?:$/.test(given.protocol)) return false;
  return given.host === host || (publicUrl !== undefined && given.origin === new URL(publicUrl).origin);
}

/** Returns the requested host with its port; null if the header is missing or malformed. */
export function requestHost(c: Context): string | null {
  const host = c.req.header('host') ?? '';
  return /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host) ? host.toLowerCase() : null;
}

const ABORTS = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR']);

/**
 * Returns whether an error only means that the client has gone: its request broke off before it was read, on purpose, by a bad network, or
 * because it took too long. It is not a fault of the server.
 */
export function isClientGone(c: Context, error: unknown): boolean {
  const { incoming, outgoing } = (c.env ?? {}) as { incoming?: IncomingMessage; outgoing?: ServerResponse };
  if (!incoming || incoming.complete) return false;
  const isGone = incoming.destroyed || outgoing?.destroyed === true || outgoing?.socket?.destroyed === true;
  return isGone && (!(error instanceof Error) || isAbort(error));
}

const isAbort = (error: Error & { code?: unknown }): boolean =>
  error.name === 'AbortError' || ABORTS.has(String(error.code)) || /abort|prematurely closed/i.test(error.message);
