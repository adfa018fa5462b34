import { createHash, timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import type { Deps } from '#server/deps.ts';
import { apiFootballState } from '#server/feeds/api-football/state.ts';
import { AppError } from '#server/http/app-error.ts';
import { health } from './service.ts';

/** `/api/metrics` for Prometheus, with METRICS_TOKEN as bearer token; without that setting there is no such address. */
export function metricsRoutes(app: Hono, deps: Deps): void {
  const { metricsToken } = deps.config;
  if (metricsToken === undefined) return;
  app.get('/api/metrics', async (c) => {
    const [scheme, token = ''] = (c.req.header('authorization') ?? '').split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || !isSame(token, metricsToken)) throw new AppError('token_missing');
    c.header('Cache-Control', 'no-store');
    return c.text(await metrics(deps), 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
  });
}

/** Compared as hashes, so that the time that it takes tells nothing of the token, nor of its length. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b));
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

async function metrics(deps: Deps): Promise<string> {
  const [{ status }, feed] = await Promise.all([health(deps), apiFootballState(deps)]);
  const lines = ['# TYPE matchpoint_healthy gauge', `matchpoint_healthy ${status === 'ok' ? 1 : 0}`];
  if (feed !== null) {
    lines.push('# TYPE matchpoint_feed_age_seconds gauge');
    for (const [kind, seconds] of Object.entries(feed.agesSeconds)) lines.push(`matchpoint_feed_age_seconds{kind="${kind}"} ${seconds}`);
    lines.push('# TYPE matchpoint_feed_allowance_left gauge', `matchpoint_feed_allowance_left ${feed.leftToday}`);
    lines.push('# TYPE matchpoint_feed_allowance_per_day gauge', `matchpoint_feed_allowance_per_day ${feed.allowedPerDay}`);
    lines.push('# TYPE matchpoint_feed_failing gauge', `matchpoint_feed_failing ${feed.problem === null ? 0 : 1}`);
  }
  return `${lines.join('\n')}\n`;
}
