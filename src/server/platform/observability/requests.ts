import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Context, Hono } from 'hono';
import { routePath } from 'hono/route';
import type { Deps } from '#server/deps.ts';
import { isFromProxy } from '#server/platform/http/request-context.ts';

/** Requests that take longer are logged as slow. */
const SLOW_MS = 1_000;

/** Says that a request is answered late on purpose, as a long poll is. */
export const noteWaiting = (c: Context): void => c.set('isWaiting' as never, true as never);

const REQUEST_ID = /^[\w.-]{8,64}$/;

/** Gives every request an id, measures and traces it, and logs slow ones by route rather than URL, which may contain a secret. */
export function observeRequests(app: Hono, { config, log, metrics, trace }: Pick<Deps, 'config' | 'log' | 'metrics' | 'trace'>): void {
  app.use(async (c, next) => {
    const requestId = requestIdOf(c, config.trustProxy);
    c.set('requestId' as never, requestId as never);
    const startedMs = performance.now();
    c.set('startedMs' as never, startedMs as never);
    const { method } = c.req;
    const answer = async () => {
      await next();
      return { method, route: routePath(c), status: c.res.status };
    };
    const answered = trace
      ? await trace(method, { 'http.request.method': method, 'request.id': requestId }, async (note) => {
          const { route, status } = await answer();
          note({ 'http.route': route, 'http.response.status_code': status });
          return { method, route, status };
        })
      : await answer();
    const ms = performance.now() - startedMs;
    metrics?.request({ ...answered, seconds: ms / 1000 });
    if (ms > SLOW_MS && answered.status < 500 && !c.get('isAborted' as never) && !c.get('isWaiting' as never))
      log.warn({ requestId, ...answered, ms: Math.round(ms) }, 'slow request');
  });
}

/** What may be logged of a request once its outcome is known. */
export const requestForLog = (c: Context, status: number) => ({
  requestId: String(c.get('requestId' as never) ?? ''),
  route: routePath(c),
  method: c.req.method,
  status,
  ms: Math.round(performance.now() - Number(c.get('startedMs' as never) ?? performance.now())),
});

/** Returns the request id. Only ids from trusted proxies are accepted: other clients could reuse one to confuse readers of the log. */
function requestIdOf(c: Context, trustProxy: string[]): string {
  const given = trustProxy.length === 0 ? undefined : c.req.header('x-request-id');
  return given !== undefined && REQUEST_ID.test(given) && isFromProxy(c, trustProxy) ? given : randomUUID();
}
