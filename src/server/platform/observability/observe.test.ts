import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login, me } from '#contract/auth.ts';
import { listMatches } from '#contract/matches.ts';
import { getReady } from '#contract/meta.ts';
import { createApp } from '#server/app.ts';
import { metricsListener } from '#server/modules/console/health/metrics.ts';
import { createDb, createPool } from '#server/platform/db/pool.ts';
import { createGeneralLimit } from '#server/platform/http/general-limit.ts';
import { createListener } from '#server/platform/http/listener.ts';
import { startJobs } from '#server/platform/jobs/runner.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { solveCaptcha } from '#test/support/captcha.ts';
import { createUser } from '#test/support/factories.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { NO_TRACING, openTracing } from './tracing.ts';

const TOKEN = 'a-token-of-sixteen-letters';
const test = useTestApp({ FEED: 'none', METRICS_TOKEN: TOKEN, TRUST_PROXY: '127.0.0.0/8' });
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

async function serve(listener: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('metrics', () => {
  it('count requests by route and status, and cached replies', async () => {
    const metrics = createMetrics({ ofProcess: false });
    const deps = { ...test.current.deps, metrics };
    const limit = createGeneralLimit(1_000_000, null);
    const url = await serve(createListener(deps, createApp(deps, limit), limit));
    for (let n = 0; n < 3; n++) await (await fetch(`${url}/api/matches/12345${n}`)).text();
    for (let n = 0; n < 3; n++) await (await fetch(`${url}/api/leagues`)).text();
    const text = await metrics.text();
    expect(text).toContain('matchpoint_http_request_seconds_count{method="GET",route="/api/matches/:id",status="404"} 3');
    expect(text).toContain('matchpoint_http_request_seconds_count{method="GET",route="/api/leagues",status="200"} 1');
    expect(text).toContain('matchpoint_http_kept_replies_total 2');
    expect(text).not.toContain('12345');
  });

  it('measure how long jobs take, and which fail', async () => {
    const metrics = createMetrics({ ofProcess: false });
    let runs = 0;
    const job = { name: 'odd', everyMs: 1, run: () => (++runs % 2 === 1 ? Promise.reject(new Error('no')) : Promise.resolve()) };
    const jobs = startJobs({ ...test.current.deps, metrics }, [job]);
    await expect.poll(() => runs).toBeGreaterThan(1);
    await jobs.stop();
    const value = async (name: string) =>
      Number(new RegExp(`^matchpoint_${name}\\{job="odd"\\} (\\d+)$`, 'm').exec(await metrics.text())?.[1]);
    expect(await value('job_seconds_count')).toBe(runs);
    expect(await value('job_failures_total')).toBe(Math.ceil(runs / 2));
  });

  it('are served on a separate port, with a token if one is set, including watched values', async () => {
    const metrics = createMetrics();
    metrics.watch('lease_held', 'Leases', 'lease', () => ({ worker: 1, feed: 0 }));
    let told = 3;
    metrics.watch('live_frames_total', 'Frames', null, () => ({ '': told }));
    const url = await serve(metricsListener({ ...test.current.deps, metrics }));
    const ask = (path: string, token = '') => fetch(url + path, { headers: { Authorization: `Bearer ${token}` } });
    expect([(await ask('/api/metrics')).status, (await ask('/')).status, (await ask('/api/alive')).status]).toEqual([401, 404, 200]);
    told = 5;
    const text = await (await ask('/api/metrics', TOKEN)).text();
    for (const line of [
      'matchpoint_healthy 1',
      'matchpoint_lease_held{lease="worker"} 1',
      'matchpoint_lease_held{lease="feed"} 0',
      'matchpoint_live_frames_total 5',
    ])
      expect(text).toContain(`\n${line}\n`);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m);
    expect(text.match(/^# TYPE (\S+)/gm)?.length).toBe(new Set(text.match(/^# TYPE (\S+)/gm)).size);
  });
});

interface Sent {
  resourceSpans: {
    scopeSpans: {
      spans: {
        name: string;
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        status: { code?: number; message?: string };
        attributes: { key: string; value: object }[];
      }[];
    }[];
  }[];
}

describe('traces', () => {
  const sent: Sent[] = [];
  let collector: string;
  beforeAll(async () => {
    collector = await serve(async (incoming, outgoing) => {
      expect(incoming.url).toBe('/v1/traces');
      sent.push((await json(incoming)) as Sent);
      outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });

  it('contain requests with route, status, id and inner spans, and nothing about the caller', async () => {
    const tracing = await openTracing(`${collector}/`, { 'matchpoint.role': 'web' });
    const deps = { ...test.current.deps, trace: tracing.trace };
    const user = await createUser(test.current);
    const { headers } = await callApp(createApp(deps), me, {}, { token: user.token });
    await expect(
      tracing.trace('job odd', {}, () => tracing.trace('inner', {}, () => Promise.reject(new TypeError(user.email)))),
    ).rejects.toThrow();
    await tracing.close();
    const spans = sent.flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
    const span = (name: string) => spans.find((one) => one.name === name)!;
    expect(Object.fromEntries(span('GET').attributes.map(({ key, value }) => [key, Object.values(value)[0]]))).toEqual({
      'http.request.method': 'GET',
      'http.route': '/api/auth/me',
      'http.response.status_code': 200,
      'request.id': headers.get('x-request-id'),
    });
    expect(span('inner')).toMatchObject({
      traceId: span('job odd').traceId,
      parentSpanId: span('job odd').spanId,
      status: { code: 2, message: 'TypeError' },
    });
    for (const hidden of [user.email, user.id, user.token]) expect(JSON.stringify(sent)).not.toContain(hidden);
  });

  it('lose only the spans if the collector is unavailable', async () => {
    const tracing = await openTracing('http://127.0.0.1:9', {});
    expect(await tracing.trace('a', {}, async () => 7)).toBe(7);
    await tracing.close();
    expect(await NO_TRACING.trace('a', {}, async () => 8)).toBe(8);
  });
});

describe('a request', () => {
  it('has an id in its response and the log; one from the client is accepted only from a trusted proxy', async () => {
    const lines: string[] = [];
    const deps = { ...test.current.deps, log: createLog('info', { write: (line) => void lines.push(line) }) };
    const app = createApp(deps);
    const ask = (id: string, on = app) => on.request('/api/ready', { headers: { 'X-Request-Id': id } });
    expect((await ask('proxy-1234')).headers.get('x-request-id')).toBe('proxy-1234');
    for (const bad of ['short', 'a'.repeat(65), 'with space', '{"a":1}-abc'])
      expect((await ask(bad)).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const alone = createApp({ ...deps, config: { ...deps.config, trustProxy: [] } });
    expect((await ask('proxy-1234', alone)).headers.get('x-request-id')).not.toBe('proxy-1234');
    expect((await callApp(app, getReady, {})).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(lines).toEqual([]);
  });

  it('that fails is logged with id, route, status and duration, without its URL', async () => {
    const lines: string[] = [];
    const deps = { ...test.current.deps, log: createLog('info', { write: (line) => void lines.push(line) }) };
    const app = createApp(deps);
    await sql`alter table captchas_taken rename to captchas_gone`.execute(deps.db);
    const email = 'somebody.secret@mail.example';
    const captcha = await solveCaptcha(app, 'login');
    const headers = { 'X-Forwarded-For': '198.51.100.77', 'User-Agent': 'Browser of somebody' };
    const failed = await callApp(app, login, { email, password: 'Secret7Horse', captcha }, { headers });
    await sql`alter table captchas_gone rename to captchas_taken`.execute(deps.db);
    const requestId = failed.headers.get('x-request-id');
    expect(failed).toMatchObject({ status: 500, problem: { request_id: requestId } });
    const request = { requestId, route: '/api/auth/login', method: 'POST', status: 500, ms: expect.any(Number) };
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'request failed', ...request }]);
    expect(lines.join('')).not.toMatch(/somebody|Secret7|198\.51/);
  });

  it('that fails because the database is away is logged as a warning with the reason, without a stack', async () => {
    const lines: string[] = [];
    // Nothing listens on this port.
    const pool = createPool('postgres://nobody:nothing@127.0.0.1:1/nowhere');
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const app = createApp({ ...test.current.deps, log, pool, db: createDb(pool) });
    expect(await callApp(app, listMatches, {})).toMatchObject({ status: 503 });
    const request = { route: '/api/matches', method: 'GET', status: 503 };
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, msg: 'request failed', reason: expect.stringContaining('ECONNREFUSED'), ...request },
    ]);
    expect(lines.join('')).not.toMatch(/stack/);
  });
});
