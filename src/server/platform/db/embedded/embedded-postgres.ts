import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { StartError } from '#server/platform/start-error.ts';
import { installBinaries } from './binaries.ts';
import { initialise } from './cluster.ts';
import { lockFolder } from './folder-lock.ts';
import { stopOrphan } from './orphan.ts';
import { choosePlace } from './place.ts';
import { launchPostmaster } from './postmaster.ts';

export type EmbeddedPostgres = { url: string; stop: () => Promise<void> };

export type EmbeddedOptions = {
  dataDir: string;
  log: (line: string) => void;
  /** A cluster for tests, whose data need not outlive a power cut: it writes without waiting for the disk. */
  throwaway?: boolean;
  /** PostgreSQL ended by itself, and ended again each time it was started anew. */
  onLost?: () => void;
};

/**
 * Our own PostgreSQL, from the binaries that npm brought: nothing to install, and the same database as in production.
 * It listens on a free port of the loopback interface only, for one user with a generated password.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true });
  const unlock = await lockFolder(dataDir);
  try {
    const place = await choosePlace(dataDir, options.log);
    const binaries = await installBinaries(place);
    await stopOrphan(place.pgdata, options.log);
    const password = await initialise(place, binaries, { durable: !options.throwaway });
    const postmaster = await launchPostmaster(place, binaries, { ...options, logFile: join(dataDir, 'postgres.log') });
    const stop = () => postmaster.stop().finally(unlock);
    const url = `postgres://matchpoint:${password}@127.0.0.1:${postmaster.port}`;
    await createDatabaseOnce(`${url}/postgres`).catch((error) => stop().then(() => Promise.reject(error)));
    return { url: `${url}/matchpoint`, stop };
  } catch (error) {
    await unlock();
    throw explain(error, dataDir);
  }
}

/** What the file system refuses (no space, no permission) is for the operator to put right. */
function explain(error: unknown, dataDir: string): unknown {
  const { syscall, message } = error as NodeJS.ErrnoException;
  return syscall ? new StartError(`The database in ${dataDir} cannot be started: ${message}.`, { cause: error }) : error;
}

async function createDatabaseOnce(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query("select from pg_database where datname = 'matchpoint'");
    if (found.rowCount === 0) await client.query('create database matchpoint');
  } finally {
    await client.end();
  }
}
