import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import { type ApiScope, isApiKey } from '#domain/identity/api-key.ts';
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from './app-error.ts';
import { createGeneralLimit } from './general-limit.ts';
import { type Counter, createMinuteLimit, WINDOW_SECONDS } from './minute-limit.ts';

type AccessDeps = Pick<Deps, 'db' | 'pool' | 'replies' | 'limitStore' | 'now' | 'log' | 'config'>;

/** Whose key a request of the open API carries, and what it may do. */
export interface ApiCaller {
  keyId: string;
  userId: string;
  scopes: readonly ApiScope[];
  /** Null: the key does not expire. */
  expiresAt: Date | null;
}

/** A request that may be answered. */
export interface Admission {
  /** Null without a key. */
  caller: ApiCaller | null;
  /** The counter of its limit, with this request. */
  counter: Readonly<Counter>;
}

export type ApiAccess = ReturnType<typeof createApiAccess>;

/** A revoked key is refused at once by all processes that hear of it, and by all others within this time. */
const KNOWN_MS = 5 * SECOND_MS;
/** Look-ups of keys that are not known yet, per address: guesses, and each true key once in a while. */
const LOOK_UPS_PER_MINUTE = 300;
/** The maximum number of keys whose last use is remembered. */
const KEYS_MAX = 10_000;

/** The last use of a key is stored at most once in this time. */
const USE_MS = MINUTE_MS;

/**
 * Creates what admits requests to the open API: it identifies the key, and counts the request for its owner, or for the address without one.
 * Keys are looked up at most every few seconds, and their last use is stored once a minute.
 */
export function createApiAccess({ db, pool, replies, limitStore, now, log, config: { rates } }: AccessDeps) {
  const anonymous = createGeneralLimit(rates.apiAnonymousPerMinute, limitStore, 'api-anonymous');
  const lookUps = createGeneralLimit(LOOK_UPS_PER_MINUTE, limitStore, 'api-look-ups');
  /** Counts the keys of a user together: ten keys are no ten allowances. */
  const byOwner = createMinuteLimit({ name: 'api-user', store: limitStore, countersOf: (id) => [{ id, max: rates.apiKeyPerMinute }] });
  const used = new Map<string, number>();

  /** Stores that a key was used, in the background. The pool is that of the site itself: behind the spoiler shield nothing can be written. */
  function noteUse(keyId: string): void {
    const at = now();
    if (at.getTime() - (used.get(keyId) ?? 0) < USE_MS) return;
    if (used.size >= KEYS_MAX) used.clear();
    used.set(keyId, at.getTime());
    pool.query('update api_keys set last_used_at = $2 where id = $1', [keyId, at]).catch((error: unknown) => {
      log.warn({ err: error }, 'the last use of an API key was not stored');
    });
  }

  /** Returns whose key it is; null if there is no such key, it was revoked or has expired, or its owner is disabled. */
  async function callerOf(key: string, ip: string): Promise<ApiCaller | null> {
    if (!isApiKey(key)) return null;
    const hash = hashOfApiKey(key);
    const [at, name] = [now(), apiKeyTopic(hash)];
    const known = replies.callers.peek(name, at.getTime());
    if (known) return known;
    await lookUps(ip);
    const make = () => findCaller(db, hash, at);
    const staleAt = (caller: ApiCaller | null) => caller?.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
    return replies.callers.get({ key: name, topics: [name], freshUntilMs: at.getTime() + KNOWN_MS, staleAt, make }, name, at.getTime());
  }

  /**
   * Admits a request. Throws `api_key_invalid` for a key that is not valid, also where none is needed, and `rate_limited`.
   *
   * @param presented The key as sent; null without one.
   * @param ip The address of the client.
   */
  async function admit(presented: string | null, ip: string): Promise<Admission> {
    if (presented === null) return { caller: null, counter: await anonymous(ip) };
    const caller = await callerOf(presented, ip);
    if (caller === null) {
      await anonymous(ip);
      throw new AppError('api_key_invalid');
    }
    const counter = await byOwner(caller.userId);
    noteUse(caller.keyId);
    return { caller, counter };
  }

  return { admit };
}

const accesses = new WeakMap<Hono, ApiAccess>();

/** Records what admits the requests of an app, for the listener, which answers some of them without it. */
export const useApiAccess = (app: Hono, access: ApiAccess): void => void accesses.set(app, access);
export const apiAccessOf = (app: Hono): ApiAccess | null => accesses.get(app) ?? null;

/** Keys are 32 random bytes, so a fast hash is enough: there is nothing to guess. */
export const hashOfApiKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** The topic that drops what is known of a key. */
export const apiKeyTopic = (hash: Buffer): string => `api-key:${hash.toString('hex')}`;

/** Keys that are valid at a moment, with their owners, who must not be disabled. */
const validKeys = (db: Db, at: Date) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .where('k.revoked_at', 'is', null)
    .where((eb) => eb.or([eb('k.expires_at', 'is', null), eb('k.expires_at', '>', at)]))
    .where('u.status', '=', 'normal');

async function findCaller(db: Db, hash: Buffer, at: Date): Promise<ApiCaller | null> {
  const row = await validKeys(db, at)
    .select(['k.id', 'k.user_id', 'k.scopes', 'k.expires_at'])
    .where('k.key_hash', '=', hash)
    .executeTakeFirst();
  return row === undefined ? null : { keyId: row.id, userId: row.user_id, scopes: row.scopes as ApiScope[], expiresAt: row.expires_at };
}

/** Returns which of these keys, by their ids, are still valid. */
export async function findValidKeys(db: Db, ids: readonly string[], at: Date): Promise<ReadonlySet<string>> {
  const rows = await validKeys(db, at).select('k.id').where('k.id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns the key of a request, from `Authorization: Bearer` or `X-API-Key`; null without one. */
export function presentedKey(authorization: string | undefined, apiKey: string | undefined): string | null {
  if (apiKey !== undefined) return apiKey.trim();
  if (authorization === undefined) return null;
  const [scheme, token = ''] = authorization.split(' ');
  return scheme?.toLowerCase() === 'bearer' ? token : '';
}

/** The headers of all answers of the open API: any page of any site may read them, and no cookie signs in. */
export const OPEN_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, RateLimit, RateLimit-Policy, Retry-After, Link, Deprecation, Sunset, X-Request-Id',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

/** Returns the RateLimit fields of an answer (IETF draft-ietf-httpapi-ratelimit-headers, version 10). */
export function rateLimitHeaders({ caller, counter }: Admission): Record<string, string> {
  const policy = caller === null ? 'anonymous' : 'user';
  const seconds = Math.max(0, Math.ceil((counter.endsAt - Date.now()) / SECOND_MS));
  return {
    'RateLimit-Policy': `"${policy}";q=${counter.max};w=${WINDOW_SECONDS}`,
    RateLimit: `"${policy}";r=${Math.max(0, counter.max - counter.count)};t=${seconds}`,
  };
}
