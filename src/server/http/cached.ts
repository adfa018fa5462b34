import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import type { Endpoint, ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { type CachedReply, ENCODINGS, type Encoding, type ReplyPlan } from './cached-replies.ts';
import { mountedOn, parseInput, queryInput } from './mount.ts';

/**
 * Puts a public GET behind its endpoint whose reply is the same for everybody: it is made, parsed and serialised once per
 * change (see cached-replies.ts) and then answered from memory. An address that was answered before costs one look-up.
 */
export function mountCached<I extends z.ZodObject, R extends z.ZodType, E extends Endpoint<I, R> & { access: 'public' }>(
  app: Hono,
  deps: Deps,
  endpoint: E & Endpoint<I, R>,
  plan: (input: ParsedInputOf<E>) => ReplyPlan<ReplyOf<E>>,
): void {
  const write = (reply: ReplyOf<E>): string => JSON.stringify(endpoint.reply.parse(reply));
  app.get(endpoint.path, (c): Response | Promise<Response> => {
    const nowMs = deps.now().getTime();
    const address = pathAndQuery(c.req.url);
    const kept = deps.replies.find(address, nowMs);
    if (kept) return answer(c, kept);
    const { key, topics, make } = plan(parseInput(endpoint, queryInput(c)) as ParsedInputOf<E>);
    return deps.replies.get({ key: `${endpoint.path} ${key}`, topics, make }, address, nowMs, write).then((reply) => answer(c, reply));
  });
  mountedOn(app).push(endpoint as unknown as Endpoint);
}

const pathAndQuery = (url: string): string => url.slice(url.indexOf('/', url.indexOf('//') + 2));

function answer(c: Context, reply: CachedReply): Response {
  if (isKnown(c.req.header('if-none-match'), reply.etag)) return new Response(null, { status: 304, headers: reply.headers });
  const { bytes, headers } = reply.body[encodingFor(c.req.header('accept-encoding'))]();
  return new Response(bytes, { headers });
}

/** Weak comparison: a proxy may have made our tag a strong or a weak one. */
const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && (ifNoneMatch.includes(etag.slice(2)) || ifNoneMatch.trim() === '*');

/** The best of ours among those that the client takes; `;q=0` means that it does not. */
export function encodingFor(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity';
  const refused = acceptEncoding.includes('q=0') ? /\b(br|gzip)\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/g : null;
  const taken = refused ? acceptEncoding.replace(refused, '') : acceptEncoding;
  return ENCODINGS.find((encoding) => taken.includes(encoding)) ?? 'identity';
}
