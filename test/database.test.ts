import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from './support/database.ts';

it('gives every test its own migrated database', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await sql`create table only_here (n int)`.execute(one.db);
  const { rows } = await sql<{ count: number }>`select count(*) from pg_tables where tablename = 'only_here'`.execute(other.db);
  expect(rows).toEqual([{ count: 0 }]);
  const applied = await sql`select name from kysely_migration_file`.execute(other.db);
  expect(applied.rows.length).toBeGreaterThan(0);
  await Promise.all([one.drop(), other.drop()]);
});
