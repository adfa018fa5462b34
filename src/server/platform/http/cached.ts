import type { Hono } from 'hono';
import type { z } from 'zod';
import type { Endpoint, ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { answerCached } from './encoded-response.ts';
import { mountedOn, parseInput, queryInput } from './mount.ts';
import type { ReplyPlan } from './response-cache.ts';

/**
 * Puts a public GET behind its endpoint whose reply is the same for everybody: it is made, parsed and serialised once per
 * change (see cached-replies.ts) and then answered from memory; an address that was answered before does not even come here (see listener.ts).
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
