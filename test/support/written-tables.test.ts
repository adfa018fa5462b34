import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useTestApp } from './app.ts';
import { createUser } from './factories.ts';
import { watchWrites } from './written-tables.ts';

const test = useTestApp();

it('names tables with new, changed and removed rows, and no others', async () => {
  const { db } = test.current.deps;
  const written = await watchWrites(db, { except: ['rate_limits'] });
  expect(await written()).toEqual([]);
  const user = await createUser(test.current);
  expect(await written()).toContain('users');
  const setTo = (locale: string) => db.updateTable('users').set({ locale }).where('id', '=', user.id).execute();
  await setTo('vi');
  expect(await written()).toEqual(['users']);
  await setTo('vi');
  await db.insertInto('rate_limits').values({ key: 'one', points: 1, expire: 1 }).execute();
  await db.deleteFrom('chat_words').execute();
  await expect(
    db.transaction().execute(async (trx) => {
      await sql`delete from users`.execute(trx);
    }),
  ).rejects.toThrow();
  expect(await written()).toEqual([]);
  await sql`truncate check_ins`.execute(db);
  expect(await written()).toEqual(['check_ins']);
});
