import { expect, it } from 'vitest';
import { getAlive, getReady } from '#contract/meta.ts';
import { createApp } from '#server/app.ts';
import type { Deps } from '#server/deps.ts';
import { createDb, createPool } from '#server/platform/db/pool.ts';
import { callApp, useTestApp } from '#test/support/app.ts';

const test = useTestApp({ FEED: 'none' });

/** Returns what a load balancer (ready) and a supervisor (alive) get from a process in this state. */
async function told(more: Partial<Deps>) {
  const app = createApp({ ...test.current.deps, ...more });
  const [ready, alive] = [await callApp(app, getReady, {}), await callApp(app, getAlive, {})];
  return { ready: [ready.status, ready.headers.get('retry-after')], alive: alive.status };
}

it('a process with a database is ready', async () => {
  expect(await told({})).toEqual({ ready: [200, null], alive: 200 });
});

it('a process that is shutting down is alive but not ready', async () => {
  expect(await told({ isStopping: () => true })).toEqual({ ready: [503, '5'], alive: 200 });
});

it('a process whose database is unreachable is alive but not ready', async () => {
  const db = createDb(createPool('postgres://127.0.0.1:1/nowhere', { max: 1 }));
  expect(await told({ db })).toEqual({ ready: [503, '5'], alive: 200 });
});

it('a process whose database does not answer is not ready, and answers before a proxy times out', async () => {
  const { deps } = test.current;
  const pool = createPool(test.current.database.url, { max: 1 });
  const busy = await pool.connect();
  expect(await told({ db: createDb(pool) })).toEqual({ ready: [503, '5'], alive: 200 });
  busy.release();
  await pool.end();
  expect(await told({ db: deps.db })).toMatchObject({ ready: [200, null] });
});

it('the alive endpoint is not rate limited', async () => {
  const app = createApp({ ...test.current.deps }, () => Promise.reject(new Error('rate limited')));
  expect((await callApp(app, getAlive, {})).status).toBe(200);
  expect((await callApp(app, getReady, {})).status).toBe(500);
});
