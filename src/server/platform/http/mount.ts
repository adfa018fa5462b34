import { createHash } from 'node:crypto';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { z } from 'zod';
import { type Endpoint, isInPath, type ParsedInputOf, type ReplyOf } from '#contract/endpoint.ts';
import { canonicalJson } from '#domain/canonical-json.ts';
import { type AdminRole, seesContacts } from '#domain/identity/admin-role.ts';
import { UUID } from '#domain/uuid.ts';
import type { Deps } from '#server/deps.ts';
import { type SignedIn, type Verified, verifyAccessToken } from './access-token.ts';
import { requireAdmin, type SignedInAdmin } from './admin-caller.ts';
import { AppError } from './app-error.ts';
import { answerCached } from './encoded-response.ts';
import { createFairQueue } from './fair-queue.ts';
import { ruleOf } from './input-rule.ts';
import { maskContacts } from './mask-contacts.ts';
import { type RequestContext, requestContext } from './request-context.ts';
import type { ReplyPlan } from './response-cache.ts';
import { apiHeaders, markProtected } from './security-headers.ts';
import { WrittenReply } from './written-reply.ts';

/** The caller, as the access of the endpoint guarantees. */
type Caller<E extends Endpoint> = E['access'] extends 'user'
  ? SignedIn
  : E['access'] extends 'optional'
    ? SignedIn | null
    : E['access'] extends readonly AdminRole[]
      ? SignedInAdmin
      : null;
type Handler<E extends Endpoint> = (
  input: ParsedInputOf<E>,
  caller: Caller<E>,
  request: RequestContext,
) => Promise<ReplyOf<E> | Written<E>> | ReplyOf<E>;
/** Replies to admins are masked by role before they are written. */
type Written<E extends Endpoint> = E['access'] extends readonly AdminRole[] ? never : WrittenReply<ReplyOf<E>>;

/** All mounted endpoints. The OpenAPI document and the 405 responses are made from them. */
export type Mounted = Endpoint[];

/**
 * Mounts a handler for an endpoint: identifies the caller, and parses the input and the reply. Errors are thrown and become problem+json in
 * one place (app.ts).
 */
export function mount<I extends z.ZodObject, R extends z.ZodType, E extends Endpoint<I, R>>(
  app: Hono,
  deps: Deps,
  endpoint: E & Endpoint<I, R>,
  handle: Handler<E>,
  { keepMs = 0, fromReplica = false }: MountOptions = {},
): void {
  const plain = { ...apiHeaders(deps.config), 'Content-Type': 'application/json' };
  app.on(endpoint.method, endpoint.path, async (c) => {
    const request = requestContext(c, deps.config.trustProxy);
    const caller = await callerOf(c, deps, endpoint);
    const raw = await rawInput(c, endpoint);
    if (endpoint.idempotent && caller) request.idempotency = idempotencyOf(c, endpoint, caller, raw);
    if (endpoint.produces) {
      const pieces = await handle(parseInput(endpoint, raw) as ParsedInputOf<E>, caller as Caller<E>, request);
      const about = {
        ...plain,
        'Content-Type': endpoint.produces,
        'Content-Disposition': `attachment; filename="${endpoint.fileName}"`,
      };
      return markProtected(c, fileResponse(inTurn(pieces as AsyncIterable<Uint8Array>, request.ip), about));
    }
    const write = async () => {
      const make = async () => handle(parseInput(endpoint, raw) as ParsedInputOf<E>, caller as Caller<E>, request);
      const read = endpoint.method === 'GET' && (fromReplica ? deps.reads?.read : deps.reads?.readOwn);
      const reply = await (read ? read(make) : make());
      return reply instanceof WrittenReply ? reply.json : JSON.stringify(shownTo(caller, endpoint, endpoint.reply.parse(reply)));
    };
    const body = keepMs > 0 && caller ? await cachedOwnReply(c, deps, caller, keepMs, write) : await write();
    if (request.idempotency?.replayed) c.header('Idempotent-Replay', 'true');
    if (request.idempotency?.replayed || request.givesCookies)
      return c.body(body, endpoint.status ?? 200, { ...plain, 'X-Request-Id': request.id });
    // If no header was set before, a plain record is enough: the framework's own headers cost more than the rest of such a response.
    return markProtected(c, new Response(body, { status: endpoint.status ?? 200, headers: { ...plain, 'X-Request-Id': request.id } }));
  });
  mountedOn(app).push(endpoint as unknown as Endpoint);
}

/** Returns the reply as the caller may see it: only admins whose role works with users' contacts see them unmasked. */
function shownTo(caller: Verified | null, { access, reply }: Endpoint, parsed: unknown): unknown {
  if (typeof access === 'string' || caller === null || seesContacts((caller as SignedInAdmin).role)) return parsed;
  return maskContacts(reply, parsed);
}

/**
 * Reads a limited number of file pieces from the database at once, in turn by address. A caller who requests many files waits only for
 * their own, and one who does not read their files delays nobody else. The limit of waiting pieces per address is that of its requests
 * (listen.ts).
 */
const files = createFairQueue({ atOnce: 4, atOnceEach: 2, waitingMax: 10_000, waitingMaxEach: 1_000 });

export function inTurn(pieces: AsyncIterable<Uint8Array>, ip: string): AsyncIterable<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => files.run(ip, () => iterator.next()),
      return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
    }),
  };
}

/** Streams a file as it is produced; if the client disconnects, production ends. */
const fileResponse = (pieces: AsyncIterable<Uint8Array>, headers: Record<string, string>): Response =>
  new Response(ReadableStream.from(pieces) as ReadableStream<Uint8Array>, { headers });

interface MountOptions {
  /**
   * How long the same reply may be sent again to the same token (response-cache.ts), in milliseconds. Only for GET without a query, and for
   * what is only displayed.
   */
  keepMs?: number;
  /** Whether a replica of the database may answer, if there is one. Only for handlers that write nothing, and read the database alone. */
  fromReplica?: boolean;
}

function cachedOwnReply(c: Context, { replies, now }: Deps, caller: Verified, keepMs: number, write: () => Promise<string>) {
  const { id: userId, sessionId, expiresAt } = caller;
  const nowMs = now().getTime();
  const freshUntilMs = Math.min(nowMs + keepMs, expiresAt.getTime());
  const asked = { path: c.req.path, authorization: c.req.header('authorization') ?? '', userId, sessionId, freshUntilMs };
  return replies.getOwn(asked, nowMs, write) as Promise<Buffer<ArrayBuffer>>;
}

const registry = new WeakMap<Hono, Mounted>();
export function mountedOn(app: Hono): Mounted {
  const known = registry.get(app);
  if (known) return known;
  const fresh: Mounted = [];
  registry.set(app, fresh);
  return fresh;
}

async function callerOf(c: Context, deps: Deps, endpoint: Endpoint): Promise<Verified | null> {
  if (endpoint.access === 'public') return null;
  const token = bearerOf(c);
  if (typeof endpoint.access !== 'string') return requireAdmin(deps, endpoint, endpoint.access, token);
  if (token === null) {
    if (endpoint.access === 'optional') return null;
    throw new AppError('token_missing');
  }
  const now = deps.now();
  const caller = await verifyAccessToken(deps.serverKeys, token, now);
  if (deps.endedSessions.has(caller.sessionId)) throw new AppError('session_expired');
  deps.activity.note(caller.id, now);
  if (endpoint.isTipping) await deps.wiring.requireTipping(deps.db, caller.id, now);
  return caller;
}

function bearerOf(c: Context): string | null {
  const [scheme, token] = (c.req.header('authorization') ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : null;
}

/** Path parameters and query, or body. A body may not contain the name of a path parameter, as it would be unclear which one applies. */
export async function rawInput(c: Context, endpoint: Endpoint): Promise<Record<string, unknown>> {
  const params = c.req.param() as Record<string, string>;
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') return queryInput(c);
  const body = await readBody(c);
  const twice = Object.keys(params).find((name) => name in body);
  if (twice) throw new AppError('invalid_payload', { field: twice });
  return { ...body, ...params };
}

/** Path parameters and query. */
export function queryInput(c: Context): Record<string, unknown> {
  const query = withoutEmpty(c.req.query());
  return { ...query, ...c.req.param() };
}

async function readBody(c: Context): Promise<Record<string, unknown>> {
  const text = await c.req.text();
  if (text === '') return {};
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) throw new AppError('unsupported_media_type');
  let body: unknown;
  try {
    body = JSON.parse(text, rejectNul);
  } catch {
    throw new AppError('invalid_payload', { field: 'body' });
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('invalid_payload', { field: 'body' });
  return body as Record<string, unknown>;
}

/** Rejects NUL characters: users do not type them, and PostgreSQL's text cannot store them. */
function rejectNul(_: string, value: unknown): unknown {
  if (typeof value === 'string' && value.includes('\0')) throw new TypeError('a text holds a NUL');
  return value;
}

/** Treats empty query values as not sent. */
const withoutEmpty = (query: Record<string, string>) => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

export function parseInput(endpoint: Endpoint, raw: Record<string, unknown>): unknown {
  const result = endpoint.input.safeParse(raw);
  if (result.success) return result.data;
  // A path parameter that cannot be an id refers to nothing, so this is `not_found`, whatever else is wrong.
  if (result.error.issues.some(({ path }) => isInPath(endpoint, String(path[0])))) throw new AppError('not_found');
  const issue = result.error.issues[0]!;
  const field = issue.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : issue.path.join('.');
  const rule = ruleOf(issue);
  if (issue.code === 'invalid_format' && issue.format === 'date') throw new AppError('invalid_date', { field }, rule);
  const isQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE';
  // If a field is missing inside another field that was sent, the outer field is invalid rather than missing.
  const missing = issue.code === 'invalid_type' && issue.path.length === 1 && !(field in raw);
  if (missing && !isQuery) throw new AppError('missing_fields', { field }, 'is required');
  throw new AppError(isQuery ? 'invalid_query' : 'invalid_payload', { field: field.slice(0, 80) }, missing ? 'is required' : rule);
}

function idempotencyOf(c: Context, endpoint: Endpoint, caller: SignedIn, raw: Record<string, unknown>) {
  const key = c.req.header('idempotency-key');
  if (key === undefined && endpoint.idempotent === 'optional') return null;
  if (key === undefined || !UUID.test(key)) throw new AppError('idempotency_key_required');
  const bodyHash = createHash('sha256').update(canonicalJson(raw)).digest();
  return { userId: caller.id, endpoint: `${endpoint.method} ${endpoint.path}`, key, bodyHash, replayed: false };
}

/**
 * Mounts a public GET whose reply is the same for everybody: it is made, parsed and serialised once per change (response-cache.ts), then
 * served from memory. A URL that was answered before does not even reach this code (listener.ts).
 */
export function mountCached<I extends z.ZodObject, R extends z.ZodType, E extends Endpoint<I, R> & { access: 'public' }>(
  app: Hono,
  deps: Deps,
  endpoint: E & Endpoint<I, R>,
  plan: (input: ParsedInputOf<E>) => ReplyPlan<ReplyOf<E>>,
): void {
  const write = (reply: ReplyOf<E>): string => JSON.stringify(endpoint.reply.parse(reply));
  app.get(endpoint.path, async (c) => {
    const { key, topics, make } = plan(parseInput(endpoint, queryInput(c)) as ParsedInputOf<E>);
    const keyed = { key: `${endpoint.path} ${key}`, topics, make };
    return answerCached(c, await deps.replies.get(keyed, pathAndQuery(c.req.url), deps.now().getTime(), write));
  });
  mountedOn(app).push(endpoint as unknown as Endpoint);
}

const pathAndQuery = (url: string): string => url.slice(url.indexOf('/', url.indexOf('//') + 2));

/**
 * Refuses bodies above this many bytes with `payload_too_large`. A Content-Length is trusted, as Node's parser enforces it; only chunked
 * bodies are counted. Counting creates all of the framework's objects of the request, which costs a bet as much as its place in the batch.
 */
export function limitBody(bytesMax: number): MiddlewareHandler {
  const counted = bodyLimit({ maxSize: bytesMax, onError: () => rejectTooLarge() });
  return (c, next) => {
    const told = c.req.header('content-length');
    if (told === undefined || c.req.header('transfer-encoding') !== undefined) return counted(c, next);
    return Number(told) <= bytesMax ? next() : rejectTooLarge();
  };
}

const rejectTooLarge = (): never => {
  throw new AppError('payload_too_large');
};
