import { expect, it } from 'vitest';
import { getAlive, getReady } from '#contract/meta.ts';
import { createApp } from '#server/app.ts';
import type { Deps } from '#server/deps.ts';
import { createDb, createPool } from '#server/platform/db/pool.ts';
import { callApp, useTestApp } from '#test/support/app.ts';

const test = useTestApp({ FEED: 'none' });

/** What a proxy and whoever starts processes anew are told of one that is so. */
async function told(more: Partial<Deps>) {
  const app = createApp({ ...test.current.deps, ...more });
  const [ready, alive] = [await callApp(app, getReady, {}), await callApp(app, getAlive, {})];
  return { ready: [ready.status, ready.headers.get('retry-after')], alive: alive.status };
}

it('a process that has its database is ready', async () => {
  expect(await told({})).toEqual({ ready: [200, null], alive: 200 });
});

it('one that is about to end is not, and lives', async () => {
  expect(await told({ isStopping: () => true })).toEqual({ ready: [503, '5'], alive: 200 });
});

it('one whose database is away is not, and lives', async () => {
  const db = createDb(createPool('postgres://127.0.0.1:1/nowhere', { max: 1 }));
  expect(await told({ db })).toEqual({ ready: [503, '5'], alive: 200 });
});

it('one whose database does not answer is not, and says so before a proxy gives up', async () => {
  const { deps } = test.current;
  const pool = createPool(test.current.database.url, { max: 1 });
  const busy = await pool.connect();
  expect(await told({ db: createDb(pool) })).toEqual({ ready: [503, '5'], alive: 200 });
  busy.release();
  await pool.end();
  expect(await told({ db: deps.db })).toMatchObject({ ready: [200, null] });
});

it('lives also for whoever asks far too often', async () => {
  const app = createApp({ ...test.current.deps }, () => Promise.reject(new Error('asked too often')));
  expect((await callApp(app, getAlive, {})).status).toBe(200);
  expect((await callApp(app, getReady, {})).status).toBe(500);
});
