import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createDb, createPool } from '#server/platform/db/pool.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServer: { adminUrl: string; template: string };
  }
}

/** Starts one server for the whole run, with one migrated database that the databases of all tests are cloned from. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  const template = `matchpoint_test_${process.pid}`;
  await createTemplate(server, template);
  project.provide('databaseServer', { adminUrl: server.adminUrl, template });
  return async () => {
    await administer(server.adminUrl, `drop database if exists ${template}`);
    await server.stop();
  };
}

type Server = { adminUrl: string; locale: string; stop: () => Promise<void> };

/** If TEST_DATABASE_URL is set, tests run on that server; its user must be allowed to create databases. */
async function startServer(): Promise<Server> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { adminUrl: given, locale: "lc_collate 'C' lc_ctype 'C.UTF-8'", stop: async () => {} };
  const dataDir = await mkdtemp(join(tmpdir(), 'matchpoint-test-'));
  // As root, the server runs as an unprivileged user who needs access to the folder.
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, throwaway: true });
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { adminUrl: server.url, locale: '', stop };
}

async function createTemplate({ adminUrl, locale }: Server, template: string): Promise<void> {
  await administer(adminUrl, `drop database if exists ${template}`);
  await administer(adminUrl, `create database ${template} template template0 encoding 'UTF8' ${locale}`);
  const url = new URL(adminUrl);
  url.pathname = `/${template}`;
  const db = createDb(createPool(url.href, { max: 2 }));
  await migrate(db).finally(() => db.destroy());
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
