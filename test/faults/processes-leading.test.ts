import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import { startTcpProxy, type TcpProxy } from '#test/support/tcp-proxy.ts';

/** Three processes of which one may write, while they are killed, stopped and cut off: two never write at the same time. */

const TIMES = { leaseMs: 2_000, fenceMs: 1_400, renewMs: 300, tryMs: 100 };

let database: TestDatabase;
let proxy: TcpProxy;
let children: ChildProcess[];

function start(): ChildProcess {
  const url = new URL(database.url);
  url.port = String(proxy.port);
  const words = ['test/faults/leader-process.ts', url.href, JSON.stringify(TIMES)];
  return spawn(process.execPath, words, { stdio: ['ignore', 'inherit', 'inherit'] });
}

beforeAll(async () => {
  database = await createTestDatabase();
  await sql`create table written (id bigserial primary key, pid integer not null, term uuid not null)`.execute(database.db);
  proxy = await startTcpProxy(() => [Number(new URL(database.url).port)]);
  children = [start(), start(), start()];
});
afterAll(async () => {
  for (const child of children ?? []) child.kill('SIGKILL');
  await proxy?.stop();
  await database?.drop();
});

const lastRow = async () =>
  (await sql<{ id: number; pid: number }>`select id, pid from written order by id desc limit 1`.execute(database.db)).rows[0];

/** Returns the current writer; waits for a new row, and for one of another writer than `before` if given. */
async function writer(before?: number): Promise<number> {
  const since = (await lastRow())?.id ?? 0;
  for (;;) {
    const row = await lastRow();
    if (row && row.id > since && row.pid !== before) return row.pid;
    await sleep(10);
  }
}

it('one writes at a time, through kill -9, SIGSTOP, and a database that is away', async () => {
  const [first, stopped] = [await writer(), async (pid: number) => process.kill(pid, 'SIGSTOP')];
  const child = children.find(({ pid }) => pid === first)!;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  const second = await writer(first);

  await stopped(second);
  const third = await writer(second);
  // The stopped process resumes in the middle of writing, and still believes that it leads.
  process.kill(second, 'SIGCONT');
  for (let round = 0; round < 3; round++) expect(await writer()).toBe(third);

  await proxy.stop();
  await sleep(TIMES.fenceMs + 200);
  await proxy.start();
  const fourth = await writer();

  await stopped(fourth);
  const other = await writer(fourth);
  await stopped(other);
  process.kill(fourth, 'SIGCONT');
  await writer(other);
  process.kill(other, 'SIGCONT');

  // The rows of a term are adjacent: no other process wrote in between.
  const { rows } = await sql<{ terms: number; changes: number }>`
    select count(distinct term)::integer as terms, count(*) filter (where term <> before)::integer + 1 as changes
    from (select term, lag(term) over (order by id) as before from written) as rows`.execute(database.db);
  expect(rows[0]!.terms).toBeGreaterThanOrEqual(5);
  expect(rows[0]!.changes).toBe(rows[0]!.terms);
});
