import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import { preparing, transact } from './pool.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`create table counter (id int primary key, n bigint not null)`.execute(database.db);
  await sql`insert into counter values (1, 0), (2, 0)`.execute(database.db);
});
afterAll(() => database.drop());

it('parses each type as the app expects it', async () => {
  const { rows } =
    await database.pool.query(`select 9007199254740991::bigint as points, '{1,null,3}'::bigint[] as many, 1.50::numeric as usdt,
    date '2026-03-01' as day, timestamptz '2026-03-01T12:00:00+07' as at, date_trunc('day', timestamptz '2026-03-01T02:00:00+07')::text as utc_day`);
  expect(rows[0]).toEqual({
    points: Number.MAX_SAFE_INTEGER,
    many: [1, null, 3],
    usdt: '1.50',
    day: '2026-03-01',
    at: new Date('2026-03-01T05:00:00Z'),
    utc_day: '2026-02-28 00:00:00+00',
  });
});

it('refuses a bigint that a number would round', async () => {
  await expect(database.pool.query('select 9007199254740993::bigint')).rejects.toThrow('does not fit into a safe integer');
});

const add = (id: number) => sql`update counter set n = n + 1 where id = ${id}`;
const read = async (id: number) => (await sql<{ n: number }>`select n from counter where id = ${id}`.execute(database.db)).rows[0]?.n;

it('repeats a transaction that conflicted with another one', async () => {
  const increment = () =>
    transact(
      database.db,
      async (db) => {
        const { rows } = await sql<{ n: number }>`select n from counter where id = 1`.execute(db);
        await sql`update counter set n = ${rows[0]!.n + 1} where id = 1`.execute(db);
      },
      { isolation: 'serializable' },
    );
  await Promise.all([increment(), increment(), increment()]);
  expect(await read(1)).toBe(3);
});

it('repeats the one that PostgreSQL chose to end a deadlock', async () => {
  let attempts = 0;
  let meet: (_: unknown) => void;
  const met = new Promise((resolve) => {
    meet = resolve;
  });
  let arrived = 0;
  const both = (first: number, second: number) =>
    transact(database.db, async (db) => {
      attempts++;
      await add(first).execute(db);
      if (++arrived === 2) meet(null);
      await met;
      await add(second).execute(db);
    });
  const before = [await read(1), await read(2)] as [number, number];
  await Promise.all([both(1, 2), both(2, 1)]);
  // The repeated transaction may lock its first row again before the other one wakes up, which is another deadlock.
  expect(attempts).toBeGreaterThanOrEqual(3);
  expect([await read(1), await read(2)]).toEqual([before[0] + 2, before[1] + 2]);
});

it('does not repeat other errors, and stores nothing', async () => {
  let attempts = 0;
  const before = await read(1);
  const wrong = transact(database.db, async (db) => {
    attempts++;
    await add(1).execute(db);
    await sql`insert into counter values (1, 0)`.execute(db);
  });
  await expect(wrong).rejects.toMatchObject({ code: '23505' });
  expect(attempts).toBe(1);
  expect(await read(1)).toBe(before);
});

it('rolls back a transaction whose last write fails together with the commit', async () => {
  const before = await read(2);
  const failing = transact(database.db, async (db, last) => {
    await add(2).execute(db);
    last(sql`insert into counter values (2, 0)`.execute(db));
  });
  await expect(failing).rejects.toThrow('duplicate key');
  expect(await read(2)).toBe(before);
});

it('repeats a transaction whose last write conflicted with another one', async () => {
  let attempts = 0;
  const done = await transact(database.db, async (db, last) => {
    attempts++;
    const collides = attempts === 1 ? sql`do $$ begin raise exception 'in the way' using errcode = '40001'; end $$` : add(1);
    last(collides.execute(db));
    return attempts;
  });
  expect(done).toBe(2);
});

it('rolls back the first statement of a transaction, too, although its begin was not awaited', async () => {
  const before = await read(2);
  const failing = transact(database.db, async (db) => {
    await add(2).execute(db);
    throw new RangeError('thought better of it');
  });
  await expect(failing).rejects.toThrow('thought better of it');
  expect(await read(2)).toBe(before);
});

it('returns the same object for a connection each time, as Kysely remembers each one it receives', async () => {
  const pool = preparing(database.pool);
  const first = await pool.connect();
  first.release();
  const again = await pool.connect();
  again.release();
  expect(again).toBe(first);
});

it('leaves a connection whose server became read-only, as another server has taken over', async () => {
  const { backend: before } = (await sql<{ backend: number }>`select pg_backend_pid() as backend`.execute(database.db)).rows[0]!;
  const backends = async () =>
    (await sql<{ pid: number }>`select pid from pg_stat_activity where pid = ${before}`.execute(database.db)).rows;
  const writing = database.db.connection().execute(async (db) => {
    await sql`set default_transaction_read_only = on`.execute(db);
    await add(1).execute(db);
  });
  await expect(writing).rejects.toMatchObject({ code: '25006' });
  await expect.poll(backends).toEqual([]);
  await add(1).execute(database.db);
});
