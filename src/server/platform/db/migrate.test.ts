import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StartError } from '#server/platform/lifetime.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import { migrate } from './migrate.ts';
import { createDb, type Db } from './pool.ts';

let database: TestDatabase;
let db: Db;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matchpoint-migrations-'));
  database = await createTestDatabase();
  db = createDb(database.pool);
  await sql`drop schema public cascade`.execute(database.db);
  await sql`create schema public`.execute(database.db);
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const file = (name: string, content: string) => writeFile(join(folder, name), content);
const tables = async () => {
  const { rows } = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = 'public' and tablename !~ '^kysely' order by 1`.execute(database.db);
  return rows.map(({ name }) => name);
};

it('applies the files in order, each once', async () => {
  await file('002-b.sql', 'create table b (a int references a); insert into b values (1);');
  await file('001-a.sql', 'create table a (id int primary key); insert into a values (1);');
  expect(await migrate(db, folder)).toEqual(['001-a', '002-b']);
  await file('003-c.sql', 'create table c ();');
  expect(await migrate(db, folder)).toEqual(['003-c']);
  expect(await migrate(db, folder)).toEqual([]);
  expect(await tables()).toEqual(['a', 'b', 'c']);
});

it('applies nothing when one fails, and names the file', async () => {
  await file('001-a.sql', 'create table a ();');
  await file('002-b.sql', 'create table b (); select wrong;');
  await expect(migrate(db, folder)).rejects.toThrow('Migration 002-b.sql failed: column "wrong" does not exist');
  expect(await tables()).toEqual([]);
});

it('refuses a file that was changed after it was applied', async () => {
  await file('001-a.sql', 'create table a ();');
  await migrate(db, folder);
  await file('001-a.sql', 'create table a (id int);');
  await expect(migrate(db, folder)).rejects.toThrow('made by another version of 001-a.sql');
});

it('refuses a database with other migrations, and says what to do', async () => {
  await file('001-a.sql', 'create table a ();');
  await file('002-b.sql', 'create table b ();');
  await migrate(db, folder);
  await rm(join(folder, '002-b.sql'));
  await file('001-a.sql', 'create table a (); create table b ();');
  const refusal =
    'This database was made by another version of Matchpoint (002-b.sql), which this one cannot upgrade: start with an empty data folder (DATA_DIR), or an empty database (DATABASE_URL).';
  await expect(migrate(db, folder)).rejects.toThrow(new StartError(refusal));
  await rm(join(folder, '001-a.sql'));
  await file('001-all.sql', 'create table a (); create table b ();');
  await expect(migrate(db, folder)).rejects.toThrow(new StartError(refusal.replace('002-b', '001-a')));
});

it('refuses a database of a newer version, and does not ask for an empty one', async () => {
  await file('001-a.sql', 'create table a ();');
  await file('002-b.sql', 'create table b ();');
  await migrate(db, folder);
  await rm(join(folder, '002-b.sql'));
  const refusal =
    'This database was made by a newer version of Matchpoint (002-b.sql): start that version, or restore the backup from before the upgrade.';
  await expect(migrate(db, folder)).rejects.toThrow(new StartError(refusal));
});

it('lets servers that start together migrate once', async () => {
  await file('001-a.sql', 'create table a ();');
  const applied = await Promise.all([1, 2, 3].map(() => migrate(db, folder)));
  expect(applied.flat()).toEqual(['001-a']);
});
