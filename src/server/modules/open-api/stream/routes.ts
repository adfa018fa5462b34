import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, Hono } from 'hono';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import { v1Stream } from '#contract/v1/stream.ts';
import type { Deps } from '#server/deps.ts';
import { hashOfApiKey, OPEN_HEADERS, presentedKey, rateLimitHeaders } from '#server/platform/http/api-access.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { mountedOn, parseInput, rawInput } from '#server/platform/http/mount.ts';
import { admissionOf, requireScope } from '#server/platform/http/mount-open.ts';
import { hostOf } from '#server/platform/http/network-tiers.ts';
import { requestContext } from '#server/platform/http/request-context.ts';
import { apiHeaders, markProtected } from '#server/platform/http/security-headers.ts';
import { readerOf } from './reader.ts';
import type { Streams } from './streams.ts';

/**
 * Mounts the live stream. Its answer is written past the framework, as its bytes are shared by thousands of readers. Cookies, and with them
 * the spoiler shield, are not looked at.
 */
export function openApiStreamRoutes(app: Hono, deps: Deps, streams: Streams): void {
  app.get(v1Stream.path, async (c) => {
    const admission = admissionOf(c);
    const caller = requireScope(admission, 'read');
    const { topics } = parseInput(v1Stream, await rawInput(c, v1Stream)) as ParsedInputOf<typeof v1Stream>;
    const { ip, id } = requestContext(c, deps.config.trustProxy);
    const headers = { ...apiHeaders(deps.config), ...OPEN_HEADERS, ...rateLimitHeaders(admission), ...STREAM_HEADERS, 'X-Request-Id': id };
    if (c.req.method === 'HEAD') return markProtected(c, new Response(null, { headers }));
    const { outgoing } = c.env as Partial<HttpBindings>;
    if (outgoing === undefined) throw new AppError('not_found');
    const holder = { caller, hash: hashOfApiKey(keyOf(c)), address: hostOf(ip) };
    const leave = streams.open(holder, topics, c.req.header('last-event-id') || null, () => readerOf(outgoing, headers));
    outgoing.once('close', leave);
    if (outgoing.destroyed) leave();
    return markProtected(c, RESPONSE_ALREADY_SENT);
  });
  mountedOn(app).push(v1Stream);
}

/** Nothing on the way may keep, compress or collect the events. */
const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

const keyOf = (c: Context): string => presentedKey(c.req.header('authorization'), c.req.header('x-api-key')) ?? '';
