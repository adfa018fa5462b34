import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import { withRequest } from './allowance.ts';
import { CommonProgress, defineProgress, newCommonProgress } from './progress.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const NOW = new Date('2026-11-20T12:00:00Z');
const { createStore, loadProgress } = defineProgress('pandascore', CommonProgress, newCommonProgress);
const open = () => createStore({ db: database.db, now: () => NOW, log: { warn: () => {} } });
const requested = (): CommonProgress => ({ ...newCommonProgress(), used: withRequest(newCommonProgress().used, NOW.getTime()) });

it('a crash before the first import forgets no request', async () => {
  await open().saveRequests({ ...requested(), teams: { '7': 'not imported' } });
  expect(await loadProgress(database.db)).toEqual(requested());
});

it('what the feed knows is written when it has changed, requests always', async () => {
  const store = open();
  const progress = { ...requested(), teams: { '7': '3' } };
  await store.save(progress);
  // Another process's knowledge would be overwritten only by a change.
  await sql`update feed_progress set progress = jsonb_set(progress, '{teams}', '{"8": "4"}')`.execute(database.db);
  await store.save({ ...progress, answeredMs: { 'live:7': 5 } });
  expect(await loadProgress(database.db)).toMatchObject({ teams: { '8': '4' }, answeredMs: { 'live:7': 5 } });
  await store.save({ ...progress, teams: { '7': '3', '9': '5' } });
  expect(await loadProgress(database.db)).toMatchObject({ teams: { '7': '3', '9': '5' }, answeredMs: {} });
});

it('after loading it is written again, because another process may have followed the feed', async () => {
  const store = open();
  const progress = { ...requested(), teams: { '7': '3' } };
  await store.save(progress);
  await open().save(requested());
  await store.load();
  await store.save(progress);
  expect(await loadProgress(database.db)).toEqual(progress);
});

it.each(['[]', '"x"', '{"teams": 5}', '{"used": null}'])('starts from the beginning if %s is stored', async (stored) => {
  await open().save(requested());
  await sql`update feed_progress set progress = ${stored}::jsonb, requests = '{}'`.execute(database.db);
  expect(await loadProgress(database.db)).toEqual(newCommonProgress());
});
