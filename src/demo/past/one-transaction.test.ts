import { sql } from 'kysely';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { transact } from '#server/platform/db/pool.ts';
import { useTestApp } from '#test/support/app.ts';
import { inOneTransaction } from './one-transaction.ts';

const test = useTestApp({ FEED: 'none' });
beforeAll(() => sql`create table noted (n integer primary key)`.execute(test.current.deps.db));
afterEach(() => sql`truncate noted`.execute(test.current.deps.db));

const seen = async (db = test.current.deps.db) =>
  (await sql<{ n: number }>`select n from noted order by n`.execute(db)).rows.map(({ n }) => n);
const note = (n: number) => sql`insert into noted values (${n})`;

it('shows others nothing before its end, and then all', async () => {
  await inOneTransaction(test.current.database.pool, async (db) => {
    await note(1).execute(db);
    await Promise.all([2, 3].map((n) => transact(db, (within) => note(n).execute(within))));
    expect([await seen(db), await seen()]).toEqual([[1, 2, 3], []]);
  });
  expect(await seen()).toEqual([1, 2, 3]);
});

it('takes back what failed within it, and goes on', async () => {
  await inOneTransaction(test.current.database.pool, async (db) => {
    await note(1).execute(db);
    const failed = transact(db, async (within) => {
      await note(2).execute(within);
      await note(1).execute(within);
    });
    await expect(failed).rejects.toThrow(/duplicate key/);
    const thrown = transact(db, async (within) => {
      await note(3).execute(within);
      throw new Error('changed its mind');
    });
    await expect(thrown).rejects.toThrow('changed its mind');
    await transact(db, (within) => note(4).execute(within));
  });
  expect(await seen()).toEqual([1, 4]);
});

it('leaves nothing when it fails', async () => {
  const failing = inOneTransaction(test.current.database.pool, async (db) => {
    await transact(db, (within) => note(1).execute(within));
    throw new Error('killed');
  });
  await expect(failing).rejects.toThrow('killed');
  expect(await seen()).toEqual([]);
});
