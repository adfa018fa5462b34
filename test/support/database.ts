import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { createDb, createPool, type Db } from '#server/platform/db/pool.ts';

/** `mainPool` is what `db` uses. With TEST_POOLER it goes through the pooler, and `url` and `pool` around it; otherwise it is `pool`. */
export type TestDatabase = { url: string; pool: pg.Pool; mainPool: pg.Pool; db: Db; drop: () => Promise<void> };

/** On an overloaded machine, the last of a hundred simultaneous requests waits longer for a connection than the product's 5 s. */
const PATIENCE_MS = 60_000;

export interface Connections {
  /** The most connections that are open at the same time. */
  connections: number;
}

/** Opening one takes 25 ms of processor time, and its first queries as much again: most queries wait less for one that is open. */
const FEW: Connections = { connections: 4 };

/** As many as the product's pool has, for tests of simultaneous requests that move points. */
export const AT_ONCE: Connections = { connections: 10 };

/** Returns a migrated and otherwise empty database. Call `drop` when done, in `afterEach` or `afterAll`. */
export async function createTestDatabase({ connections } = FEW): Promise<TestDatabase> {
  const name = await takeSpare();
  const url = new URL(inject('databaseServer').adminUrl);
  url.pathname = `/${name}`;
  const pool = createPool(url.href, { answerMs: PATIENCE_MS, max: connections });
  const mainPool = pooledOf(url, connections) ?? pool;
  const db = createDb(mainPool);
  const drop = async () => {
    await db.destroy();
    if (pool !== mainPool) await pool.end();
    dropLater(name);
  };
  return { url: url.href, pool, mainPool, db, drop };
}

/** Returns connections to the same database through the pooler of the run; null if there is none. */
function pooledOf(url: URL, max: number): pg.Pool | null {
  const { poolerPort } = inject('databaseServer');
  if (poolerPort === null) return null;
  const address = new URL(url);
  address.host = `127.0.0.1:${poolerPort}`;
  return createPool(address.href, { answerMs: PATIENCE_MS, max, isPooled: true });
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

let spare: Promise<string> | null = null;

/** Each worker has the next database created while the tests on this one run. */
async function takeSpare(): Promise<string> {
  const taken = spare ?? create();
  spare = create();
  // Reported by the one who takes it.
  spare.catch(() => {});
  return await taken;
}

/** The strategy `wal_log` takes twice as long, for crash safety that tests do not need. */
async function create(): Promise<string> {
  const { template } = inject('databaseServer');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  const statement = `create database ${name} template ${template} strategy file_copy`;
  creating ??= connection();
  // A copy begins and ends with a checkpoint of the whole server. Once in hundreds of runs one fails, and only the server's log says why.
  await creating.query(statement).catch(async (error: Error) => {
    if (!/checkpoint request failed/.test(error.message)) throw error;
    console.error(`${error.message}: ${await lastErrors()}`);
    await creating?.query(statement);
  });
  return name;
}

/** Returns the last errors in the log of the run's own server. */
async function lastErrors(): Promise<string> {
  const { logFile } = inject('databaseServer');
  if (logFile === null) return 'the log of the given server says why';
  const lines = (await readFile(logFile, 'utf8')).split('\n').filter((line) => /\b(ERROR|PANIC): /.test(line));
  return lines.slice(-5).join('; ');
}

/**
 * Drops a database; no test waits for it. It takes over 100 ms, because the connections that were just closed have yet to end. What is left
 * at the end of the run ends with the server.
 */
function dropLater(name: string): void {
  dropping ??= connection();
  dropping.query(`drop database if exists ${name} with (force)`);
}

let creating: pg.Pool | undefined;
let dropping: pg.Pool | undefined;

/** Makes one connection per worker, which ends with the worker and does not keep it alive. */
const connection = () => new pg.Pool({ connectionString: inject('databaseServer').adminUrl, max: 1, allowExitOnIdle: true });
