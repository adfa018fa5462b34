import type { Hono } from 'hono';
import type { z } from 'zod';
import type { Endpoint, ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import type { ReplyPlan } from './cached-replies.ts';
import { answerKept } from './kept-bytes.ts';
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
    if (kept) return answerKept(c, kept);
    const { key, topics, make } = plan(parseInput(endpoint, queryInput(c)) as ParsedInputOf<E>);
    return deps.replies.get({ key: `${endpoint.path} ${key}`, topics, make }, address, nowMs, write).then((reply) => answerKept(c, reply));
  });
  mountedOn(app).push(endpoint as unknown as Endpoint);
}

const pathAndQuery = (url: string): string => url.slice(url.indexOf('/', url.indexOf('//') + 2));
