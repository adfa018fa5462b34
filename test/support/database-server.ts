import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createDb, createPool } from '#server/platform/db/pool.ts';
import { startPooler } from './pooler.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** `logFile` is null on a given server. */
    databaseServer: { adminUrl: string; template: string; poolerPort: number | null; logFile: string | null };
  }
}

/**
 * Starts one server for the whole run, with one migrated database that the databases of all tests are cloned from. With TEST_POOLER, tests
 * use it through a pooler that lends connections for one transaction, as the app does with DATABASE_SESSION_URL.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  const template = `matchpoint_test_${process.pid}`;
  await createTemplate(server, template);
  const pooler = process.env.TEST_POOLER ? await startPooler(server.adminUrl, { max_client_conn: '5000' }) : null;
  const { adminUrl, logFile } = server;
  project.provide('databaseServer', { adminUrl, template, poolerPort: pooler?.port ?? null, logFile });
  return async () => {
    await pooler?.stop();
    await dropAll(server, template);
    await server.stop();
  };
}

type Server = { adminUrl: string; isGiven: boolean; locale: string; logFile: string | null; stop: () => Promise<void> };

/** If TEST_DATABASE_URL is set, tests run on that server; its user must be allowed to create databases. */
async function startServer(): Promise<Server> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { adminUrl: given, isGiven: true, locale: "lc_collate 'C' lc_ctype 'C.UTF-8'", logFile: null, stop: async () => {} };
  const dataDir = await mkdtemp(join(await chooseDisk(), 'matchpoint-test-'));
  // As root, the server runs as an unprivileged user who needs access to the folder.
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, throwaway: true });
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  await makeSignInsCheap(server.url);
  return { adminUrl: server.url, isGiven: false, locale: '', logFile: join(dataDir, 'postgres.log'), stop };
}

/** A whole run needs less than 2 GB. */
const BYTES_NEEDED = 4 * 2 ** 30;

/** Returns a folder in memory where there is space, as in no container by default: most of what tests write is deleted soon after. */
async function chooseDisk(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => null);
  return memory && memory.bavail * memory.bsize > BYTES_NEEDED ? '/dev/shm' : tmpdir();
}

/** Hashes the password once instead of 4,096 times: tests open thousands of connections. */
const makeSignInsCheap = (url: string) =>
  administer(url, 'set scram_iterations = 1', `alter role current_user password '${new URL(url).password}'`);

async function createTemplate({ adminUrl, locale }: Server, template: string): Promise<void> {
  await administer(adminUrl, `drop database if exists ${template}`);
  await administer(adminUrl, `create database ${template} template template0 encoding 'UTF8' ${locale}`);
  const url = new URL(adminUrl);
  url.pathname = `/${template}`;
  const db = createDb(createPool(url.href, { max: 2 }));
  await migrate(db).finally(() => db.destroy());
}

/** Drops the template, and its copies that no test has dropped. */
async function dropAll({ adminUrl, isGiven }: Server, template: string): Promise<void> {
  // Our own server ends with its files.
  if (!isGiven) return;
  const names = await administer(adminUrl, `select datname as name from pg_database where datname ~ '^${template}(_[0-9a-f]+)?$'`);
  for (const { name } of names) await administer(adminUrl, `drop database if exists ${name} with (force)`);
}

/** Runs statements on one connection; returns the rows of the last one. */
async function administer(url: string, ...statements: string[]): Promise<{ name: string }[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: { name: string }[] = [];
    for (const statement of statements) ({ rows } = await client.query<{ name: string }>(statement));
    return rows;
  } finally {
    await client.end();
  }
}
