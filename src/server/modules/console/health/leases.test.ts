import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { getAlive, getHealth, getReady } from '#contract/meta.ts';
import { getConsoleOverview } from '#contract/overview.ts';
import { releaseLease, takeLease } from '#server/platform/leader-election/leases.ts';
import { createAdmin } from '#test/support/admins.ts';
import { callApp, useTestApp } from '#test/support/app.ts';

const TOKEN = 'a-token-of-sixteen-letters';
const site = useTestApp({ FEED: 'api-football', API_FOOTBALL_KEY: 'k', METRICS_TOKEN: TOKEN });
const withoutFeed = useTestApp({ FEED: 'none' });
const LASTING_MS = 60_000;

const db = () => site.current.deps.db;
beforeEach(async () => {
  await db().deleteFrom('leases').execute();
  await db().deleteFrom('processes').execute();
});

/** Registers a process that started this many seconds ago and is running. */
const run = (seconds: number, on = db()) =>
  sql`insert into processes (id, role, key_print, started_at) values (${randomUUID()}, 'web', '', now() - ${seconds} * interval '1 second')`.execute(
    on,
  );
const hold = (name: string, forMs = LASTING_MS) => takeLease(site.current.deps.pool, name, randomUUID(), forMs);
/** Ends a lease whose holder died: other processes could have taken it this many seconds ago. */
const endedAgo = (name: string, seconds: number) =>
  sql`update leases set expires_at = now() - ${seconds} * interval '1 second' where name = ${name}`.execute(db());

const state = async (on = site.current.app) => (await callApp(on, getHealth, {})).reply.status;
async function measured() {
  const reply = await site.current.app.request('/api/metrics', { headers: { Authorization: `Bearer ${TOKEN}` } });
  const lines = (await reply.text()).split('\n').filter((line) => /nobody_leads|lease_free/.test(line) && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => [/"(\w+)"/.exec(line)![1], Number(line.split(' ')[1])]));
}

it('health is degraded half a minute after the feed or the worker lease is free, while the process stays ready and alive', async () => {
  const { app } = site.current;
  await run(3_600);
  await hold('feed');
  await hold('worker');
  expect([await state(), await measured()]).toEqual(['ok', { nobody_leads: 0, feed: 0, worker: 0 }]);
  await endedAgo('worker', 20);
  expect(await state()).toBe('ok');
  await endedAgo('worker', 31);
  expect(await state()).toBe('degraded');
  const { worker, ...others } = await measured();
  expect(others).toEqual({ nobody_leads: 1, feed: 0 });
  expect(worker).toBeGreaterThanOrEqual(31);
  expect([(await callApp(app, getReady, {})).status, (await callApp(app, getAlive, {})).status]).toEqual([200, 200]);
  const { token } = await createAdmin(site.current, 'viewer');
  expect((await callApp(app, getConsoleOverview, {}, { token })).reply.problems).toEqual(['nobody_leads']);
  await hold('worker');
  expect(await state()).toBe('ok');
});

it('a released lease counts as free from its release, not from the start of the site', async () => {
  await run(3_600);
  await hold('worker');
  const leaving = randomUUID();
  await takeLease(site.current.deps.pool, 'feed', leaving, LASTING_MS);
  await releaseLease(site.current.deps.pool, 'feed', leaving);
  expect(await state()).toBe('ok');
  await endedAgo('feed', 31);
  expect(await state()).toBe('degraded');
});

it('a lease that was never held counts as free only once the site has run for half a minute', async () => {
  await run(20);
  expect(await state()).toBe('ok');
  await run(31);
  expect(await state()).toBe('degraded');
});

it('a lease that ended while the whole site was down counts as free from the start of the site', async () => {
  await hold('feed');
  await hold('worker');
  await endedAgo('feed', 86_400);
  await endedAgo('worker', 86_400);
  expect([await state(), await measured()]).toEqual(['ok', { nobody_leads: 0 }]);
  await run(10);
  expect(await state()).toBe('ok');
  expect((await measured()).worker).toBeLessThan(30);
});

it('the feed lease is not required without a feed', async () => {
  const { app, deps } = withoutFeed.current;
  await run(3_600, deps.db);
  await takeLease(deps.pool, 'worker', randomUUID(), LASTING_MS);
  expect(await state(app)).toBe('ok');
});
