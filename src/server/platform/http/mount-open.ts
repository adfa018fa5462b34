import type { Context, Hono, Next } from 'hono';
import { z } from 'zod';
import type { Endpoint, ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { ApiScope } from '#domain/identity/api-key.ts';
import type { Deps } from '#server/deps.ts';
import {
  type Admission,
  type ApiAccess,
  type ApiCaller,
  OPEN_HEADERS,
  presentedKey,
  rateLimitHeaders,
  useApiAccess,
} from './api-access.ts';
import { AppError } from './app-error.ts';
import { answerCached, type EncodedBytes, encodeBytes, REVALIDATED } from './encoded-response.ts';
import { mountedOn, parseInput, rawInput } from './mount.ts';
import { type RequestContext, requestContext } from './request-context.ts';
import type { ReplyPlan } from './response-cache.ts';
import { selectFields } from './select-fields.ts';

/** Where the open API is. */
export const OPEN_API_PATH = '/api/v1';

export const isForOpenApi = (path: string): boolean => path.startsWith(`${OPEN_API_PATH}/`);

const ADMISSION = 'admission';

/**
 * Admits every request to the open API before it is answered: by its key or its address, against their limits. All answers, refusals
 * included, can be read by pages of other sites and say how many requests are left.
 */
export function admitOpenRequests(app: Hono, deps: Deps, access: ApiAccess): void {
  useApiAccess(app, access);
  app.use(`${OPEN_API_PATH}/*`, async (c, next) => {
    for (const [name, value] of Object.entries(OPEN_HEADERS)) c.header(name, value);
    if (c.req.method === 'OPTIONS') return preflight(c);
    const { ip } = requestContext(c, deps.config.trustProxy);
    const key = presentedKey(c.req.header('authorization'), c.req.header('x-api-key'));
    const admission = await access.admit(key, ip).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'rate_limited') c.header('RateLimit', noneLeft(key, error));
      throw error;
    });
    c.set(ADMISSION as never, admission as never);
    for (const [name, value] of Object.entries(rateLimitHeaders(admission))) c.header(name, value);
    return next();
  });
}

/** The RateLimit field of a refusal. */
const noneLeft = (key: string | null, { params }: AppError): string => `"${key === null ? 'anonymous' : 'user'}";r=0;t=${params?.seconds}`;

/** Answers a browser's question whether a page of another site may send a key. */
function preflight(c: Context): Response {
  return c.body(null, 204, {
    'Access-Control-Allow-Methods': 'GET, HEAD, PUT, POST, DELETE',
    'Access-Control-Allow-Headers': 'Authorization, X-API-Key, Content-Type, If-None-Match, Last-Event-ID',
    'Access-Control-Max-Age': '86400',
  });
}

/** Returns how the request was admitted. */
export const admissionOf = (c: Context): Admission => c.get(ADMISSION as never) as Admission;

/**
 * Mounts a GET of the open API whose reply is the same for everybody. It is made and serialised once per change and served from memory, with
 * an ETag; a request for some `fields` gets a part of it.
 */
export function mountOpen<I extends z.ZodObject, R extends z.ZodType, E extends Endpoint<I, R> & { access: 'open' }>(
  app: Hono,
  deps: Deps,
  endpoint: E & Endpoint<I, R>,
  plan: (input: ParsedInputOf<E>) => ReplyPlan<ReplyOf<E>>,
): void {
  const write = (reply: ReplyOf<E>): string => JSON.stringify(endpoint.reply.parse(reply));
  app.get(endpoint.path, deprecate(endpoint), async (c) => {
    const input = await readInput<E>(c, endpoint);
    const { key, topics, make } = plan(input);
    // The listener answers an alias without the app. An address with escapes in its path (`/api/%761/`) does not look like one of the open API
    // there, and would be limited like any other.
    const address = pathAndQuery(c.req.url);
    const alias = input.fields === undefined && isForOpenApi(address) ? address : `${endpoint.path} ${key}`;
    const kept = await deps.replies.get({ key: `${endpoint.path} ${key}`, topics, make }, alias, deps.now().getTime(), write);
    return withContextHeaders(c, answerCached(c, input.fields === undefined ? kept : partOf(kept, input.fields)));
  });
  mountedOn(app).push(endpoint as unknown as Endpoint);
}

/** Mounts a GET of the open API whose replies are as many as its callers' texts: made for each request, with an ETag, and not kept here. */
export function mountOpenFresh<I extends z.ZodObject, R extends z.ZodType, E extends Endpoint<I, R> & { access: 'open' }>(
  app: Hono,
  endpoint: E & Endpoint<I, R>,
  answer: (input: ParsedInputOf<E>) => Promise<ReplyOf<E>>,
): void {
  app.get(endpoint.path, deprecate(endpoint), async (c) => {
    const input = await readInput<E>(c, endpoint);
    const reply = endpoint.reply.parse(await answer(input));
    return withContextHeaders(c, answerCached(c, encoded(input.fields === undefined ? reply : selectFields(reply, input.fields))));
  });
  mountedOn(app).push(endpoint as unknown as Endpoint);
}

const encoded = (reply: unknown): EncodedBytes =>
  encodeBytes(Buffer.from(JSON.stringify(reply)), { contentType: 'application/json', cacheControl: REVALIDATED, brotliQuality: 4 });

type OpenInput<E extends Endpoint> = ParsedInputOf<E> & { fields?: string[] };

/** Returns the parsed input. Throws `invalid_query` for a field that no reply of the endpoint has: most are slips. */
async function readInput<E extends Endpoint>(c: Context, endpoint: Endpoint): Promise<OpenInput<E>> {
  const input = parseInput(endpoint, await rawInput(c, endpoint)) as OpenInput<E>;
  const known = fieldsOf(endpoint.reply);
  const unknown = input.fields?.find((field) => !known.has(field.split('.', 1)[0]!));
  if (unknown !== undefined)
    throw new AppError('invalid_query', { field: 'fields' }, `must name fields of the answer: it has no \`${unknown}\``);
  return input;
}

/** Returns the names of a reply's fields, or of the items' of a list. */
function fieldsOf(reply: z.ZodType): ReadonlySet<string> {
  if (!(reply instanceof z.ZodObject)) return new Set();
  const { data } = reply.shape as Record<string, z.ZodType>;
  const item = data instanceof z.ZodArray ? data.element : reply;
  return new Set(item instanceof z.ZodObject ? Object.keys(item.shape) : []);
}

/** Returns the fields of a cached reply that were asked for. */
function partOf(kept: EncodedBytes, fields: readonly string[]): EncodedBytes {
  const whole: unknown = JSON.parse(Buffer.from(kept.in('identity').bytes).toString('utf8'));
  return encoded(selectFields(whole, fields));
}

type OwnAccess = 'me:read' | 'me:tip';

/** Mounts an endpoint of the open API about the owner of the key. Throws `api_key_missing` and `scope_missing`; nothing keeps its replies. */
export function mountOwn<I extends z.ZodObject, R extends z.ZodType, E extends Endpoint<I, R> & { access: OwnAccess }>(
  app: Hono,
  deps: Deps,
  endpoint: E & Endpoint<I, R>,
  handle: (input: ParsedInputOf<E>, caller: ApiCaller, request: RequestContext) => Promise<ReplyOf<E>>,
): void {
  app.on(endpoint.method, endpoint.path, deprecate(endpoint), async (c) => {
    const caller = requireScope(admissionOf(c), endpoint.access);
    if (endpoint.isTipping) await deps.wiring.requireTipping(deps.db, caller.userId, deps.now());
    const input = await readInput<E>(c, endpoint);
    const reply = endpoint.reply.parse(await handle(input, caller, requestContext(c, deps.config.trustProxy)));
    return c.json((input.fields === undefined ? reply : selectFields(reply, input.fields)) as object, endpoint.status ?? 200);
  });
  mountedOn(app).push(endpoint as unknown as Endpoint);
}

/** Returns whose key was sent. Throws `api_key_missing`, and `scope_missing` if the key has not this scope. */
export function requireScope({ caller }: Admission, scope: ApiScope): ApiCaller {
  if (caller === null) throw new AppError('api_key_missing');
  if (!caller.scopes.includes(scope)) throw new AppError('scope_missing', { scope });
  return caller;
}

/** Says in each answer of a deprecated endpoint that, and until when, it works. */
export const deprecate =
  ({ deprecated }: Endpoint) =>
  async (c: Context, next: Next): Promise<void> => {
    await next();
    if (deprecated === undefined) return;
    c.header('Deprecation', `@${Math.floor(Date.parse(deprecated.since) / 1_000)}`);
    c.header('Sunset', new Date(deprecated.until).toUTCString());
    c.header('Link', `<${deprecated.link}>; rel="deprecation"; type="text/html"`, { append: true });
  };

/** Adds the headers that were set before the response existed. */
export function withContextHeaders(c: Context, response: Response): Response {
  return c.newResponse(response.body, response);
}

const pathAndQuery = (url: string): string => url.slice(url.indexOf('/', url.indexOf('//') + 2));
