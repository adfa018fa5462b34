import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createDb, createPool, type Db } from '#server/platform/db/pool.ts';

export type TestDatabase = { url: string; pool: pg.Pool; db: Db; drop: () => Promise<void> };

/**
 * Creates a migrated and otherwise empty database. Call `drop` when done, in `afterEach` or `afterAll`. Creating and dropping takes about
 * 15 ms; the strategy `wal_log` takes 25 ms, for crash safety that tests do not need.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl, template } = inject('databaseServer');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await administer(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const pool = createPool(url.href);
  const db = createDb(pool);
  const drop = async () => {
    await db.destroy();
    await administer(`drop database if exists ${name} with (force)`);
  };
  return { url: url.href, pool, db, drop };
}

/** Like `createTestDatabase`, but without migrations, like a new database on a server. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await database.pool.query(`do $$ declare v_schema text; begin
    for v_schema in select nspname from pg_namespace where nspname not like 'pg\\_%' and nspname <> 'information_schema' loop
      execute format('drop schema %I cascade', v_schema);
    end loop;
    create schema public;
  end $$`);
  return database;
}

let admin: pg.Pool | null = null;

/** Uses one connection per worker, which ends with the worker and must not keep it alive. */
async function administer(statement: string): Promise<void> {
  admin ??= new pg.Pool({ connectionString: inject('databaseServer').adminUrl, max: 1, allowExitOnIdle: true });
  await admin.query(statement);
}
