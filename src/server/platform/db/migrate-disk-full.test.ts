import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createSmallDisk, dataFolderOf, type SmallDisk } from '#test/support/small-disk.ts';
import { migrate } from './migrate.ts';
import { createDb, createPool, type Db } from './pool.ts';

let admin: pg.Client;
let disk: SmallDisk | null;
let db: Db;
let folder: string;
const name = `matchpoint_full_${randomBytes(6).toString('hex')}`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matchpoint-migrations-'));
  const url = new URL(inject('databaseServer').adminUrl);
  admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  disk = await createSmallDisk(24, await dataFolderOf(admin));
  if (disk === null) return;
  await admin.query(`create tablespace ${name} location '${disk.folder}'`);
  await admin.query(`create database ${name} template template0 tablespace ${name}`);
  url.pathname = `/${name}`;
  db = createDb(createPool(url.href, { max: 2 }));
});
afterAll(async () => {
  await db?.destroy();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.query(`drop tablespace if exists ${name}`);
  await admin.end();
  await disk?.remove();
  await rm(folder, { recursive: true });
});

const tables = async () =>
  (
    await sql<{
      name: string;
    }>`select tablename as name from pg_tables where schemaname = 'public' and tablename in ('a', 'b') order by 1`.execute(db)
  ).rows;

it('fails as a whole when the disk fills up in the middle, says so, and completes at the next start with space', async ({ skip }) => {
  if (disk === null) return skip('this process may not mount a small disk');
  await writeFile(join(folder, '001-a.sql'), 'create table a (id int primary key); insert into a values (1);');
  await writeFile(
    join(folder, '002-b.sql'),
    "create table b (t text); insert into b select repeat('x', 1000) from generate_series(1, 30000);",
  );
  await expect(migrate(db, folder)).rejects.toThrow(
    /^Migration 002-b\.sql failed: the disk of the database is full \(.*No space left on device\)\. Nothing was changed: free space, and start again\.$/,
  );
  expect(await tables()).toEqual([]);
  disk.resize(96);
  expect(await migrate(db, folder)).toEqual(['001-a', '002-b']);
  expect(await tables()).toEqual([{ name: 'a' }, { name: 'b' }]);
});
