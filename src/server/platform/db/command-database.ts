import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '#server/config.ts';
import type { Stopper } from '#server/platform/lifetime.ts';
import { connect } from './connect.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { choosePlace } from './embedded/place.ts';
import { migrate } from './migrate.ts';
import { createDb, type Db } from './pool.ts';

/**
 * Opens the migrated database of the app for a command: the one from the settings, else that of the app running on this data folder, else
 * the folder's own, started for the duration of the command. The stopper closes what was opened.
 */
export async function openForCommand(config: Config, stopper: Stopper): Promise<Db> {
  const db = createDb(await openUnmigrated(config, stopper));
  await migrate(db);
  return db;
}

/** Opens the same database without migrating it: a backup is made before an upgrade, beside the earlier version. */
export async function openUnmigrated(
  { databaseUrl, databaseSessionUrl, dataDir }: Config,
  stopper: Stopper,
  { pipeline }: { pipeline?: boolean } = {},
): Promise<pg.Pool> {
  const pool = await connect(databaseSessionUrl ?? databaseUrl ?? (await findRunning(dataDir)) ?? (await startOwn(dataDir, stopper)), {
    pipeline,
  });
  stopper.add('database connections', () => pool.end());
  return pool;
}

async function startOwn(dataDir: string, stopper: Stopper): Promise<string> {
  const database = await startEmbeddedPostgres({ dataDir, log: console.log });
  stopper.add('PostgreSQL', database.stop);
  return database.url;
}

const PORT_LINE = 3;

/** PostgreSQL writes its port into a file while it runs; only a connection shows whether it still does. */
async function findRunning(dataDir: string): Promise<string | null> {
  if (!existsSync(join(dataDir, 'lock'))) return null;
  const { folder, pgdata } = await choosePlace(dataDir, () => {});
  const password = await readFile(join(folder, 'password'), 'utf8').catch(() => null);
  const port = (await readFile(join(pgdata, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[PORT_LINE];
  if (password === null || !port) return null;
  const url = `postgres://matchpoint:${password}@127.0.0.1:${port.trim()}/matchpoint`;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return url;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}
