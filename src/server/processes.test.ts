import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { useTestApp } from '#test/support/app.ts';
import type { ServerKeys } from './platform/crypto/server-keys.ts';
import { leaveProcesses, type Process, processJob, registerProcess } from './processes.ts';

const test = useTestApp({ FEED: 'none' });
const [a, b] = [randomBytes(32), randomBytes(32)];
const processOf = (...serverKeys: [Uint8Array, ...Uint8Array[]]): Process => ({
  id: randomUUID(),
  role: 'web',
  serverKeys: serverKeys satisfies ServerKeys,
});
const enter = (...keys: [Uint8Array, ...Uint8Array[]]) => registerProcess(test.current.deps.db, processOf(...keys));
const running = async () => (await test.current.deps.db.selectFrom('processes').select('id').execute()).map(({ id }) => id);

beforeEach(async () => {
  await test.current.deps.db.deleteFrom('processes').execute();
});

it('processes with one key run together', async () => {
  await Promise.all([enter(a), enter(a), enter(a)]);
  expect(await running()).toHaveLength(3);
});

it("a process that lacks another's key reports it, and does not start", async () => {
  await enter(a);
  await expect(enter(b)).rejects.toThrow('Another process runs on this database with another key: give all of them the same SERVER_KEY');
  expect(await running()).toHaveLength(1);
});

it('a key can change while processes run: it is last in all lists before it is first in one', async () => {
  await enter(a);
  await enter(a, b);
  await enter(a, b);
  await expect(enter(b)).rejects.toThrow('SERVER_KEY');
  await enter(b, a);
});

it('of two that start together with different keys at least one fails', async () => {
  for (let round = 0; round < 5; round++) {
    await test.current.deps.db.deleteFrom('processes').execute();
    const ends = await Promise.allSettled([enter(a), enter(b)]);
    expect(ends.some(({ status }) => status === 'rejected')).toBe(true);
  }
});

it('an ended process, with or without notice, blocks no other', async () => {
  const { deps } = test.current;
  const ended = processOf(a);
  await registerProcess(deps.db, ended);
  await leaveProcesses(deps.db, ended.id);
  await enter(b);
  await sql`update processes set seen_at = now() - interval '21 seconds'`.execute(deps.db);
  await enter(a);
});

it('reports periodically that it runs, and deletes processes silent for an hour', async () => {
  const { deps } = test.current;
  const [silent, mine] = [processOf(a), processOf(a)];
  await registerProcess(deps.db, silent);
  await sql`update processes set seen_at = now() - interval '61 minutes'`.execute(deps.db);
  await registerProcess(deps.db, mine);
  await sql`update processes set seen_at = now() - interval '10 minutes' where id = ${mine.id}`.execute(deps.db);
  await processJob(mine).run(deps);
  expect(await running()).toEqual([mine.id]);
  const { rows } = await sql<{ is_fresh: boolean }>`select seen_at > now() - interval '1 minute' as is_fresh from processes`.execute(
    deps.db,
  );
  expect(rows).toEqual([{ is_fresh: true }]);
});
