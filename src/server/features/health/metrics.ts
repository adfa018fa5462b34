import { createHash, timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import type { Deps } from '#server/deps.ts';
import { apiFootballState } from '#server/feeds/api-football/state.ts';
import { AppError } from '#server/http/app-error.ts';
import { countQuarantine } from './queries.ts';
import { healthProblems, PROBLEMS } from './service.ts';

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
  const [problems, feed, quarantine] = await Promise.all([healthProblems(deps), apiFootballState(deps), quarantineLines(deps)]);
  const lines = ['# TYPE matchpoint_healthy gauge', `matchpoint_healthy ${problems.length === 0 ? 1 : 0}`];
  lines.push('# TYPE matchpoint_problem gauge');
  for (const problem of PROBLEMS) lines.push(`matchpoint_problem{name="${problem}"} ${problems.includes(problem) ? 1 : 0}`);
  lines.push(...quarantine);
  if (feed !== null) {
    lines.push('# TYPE matchpoint_feed_age_seconds gauge');
    for (const [kind, seconds] of Object.entries(feed.agesSeconds)) lines.push(`matchpoint_feed_age_seconds{kind="${kind}"} ${seconds}`);
    lines.push('# TYPE matchpoint_feed_allowance_left gauge', `matchpoint_feed_allowance_left ${feed.leftToday}`);
    lines.push('# TYPE matchpoint_feed_allowance_per_day gauge', `matchpoint_feed_allowance_per_day ${feed.allowedPerDay}`);
    lines.push('# TYPE matchpoint_feed_failing gauge', `matchpoint_feed_failing ${feed.problem === null ? 0 : 1}`);
  }
  return `${lines.join('\n')}\n`;
}

const DAY_MS = 86_400_000;
/** Reasons of files hold what stood in them: so many lines at most, the most frequent ones. */
const REASONS_MAX = 50;

/**
 * How many things each feed was refused within 24 hours, by reason. A gauge and no counter: a row of the quarantine is a match and a
 * reason, however often it is told, and one that is no longer told falls out.
 */
async function quarantineLines({ db, now }: Deps): Promise<string[]> {
  const counts = await countQuarantine(db, new Date(now().getTime() - DAY_MS), REASONS_MAX);
  const lines = counts.map(({ feed, reason, count }) => `matchpoint_quarantined{feed=${label(feed)},reason=${label(reason)}} ${count}`);
  return lines.length === 0 ? [] : ['# TYPE matchpoint_quarantined gauge', ...lines];
}

/** A label's value as Prometheus quotes it. */
const label = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
