import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { StartError } from '#server/platform/lifetime.ts';
import { initialise, installBinaries } from './cluster.ts';
import { identityOf, stopOrphan } from './orphan.ts';
import { choosePlace } from './place.ts';
import { launchPostmaster } from './postmaster.ts';

export type EmbeddedPostgres = { url: string; stop: () => Promise<void> };

export type EmbeddedOptions = {
  dataDir: string;
  log: (line: string) => void;
  /** A cluster for tests, whose data need not survive a power cut: writes do not wait for the disk. */
  throwaway?: boolean;
  /** Called when PostgreSQL has ended by itself and cannot be restarted. */
  onLost?: () => void;
};

/**
 * Starts our own PostgreSQL, from the binaries of the npm package: nothing to install, and the same database as in production. It listens
 * on a free port of the loopback interface only, for one user with a generated password.
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

/** The operator must fix errors of the file system (no space, no permission). */
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

/**
 * Locks the folder for this process, or reports which process has it. PostgreSQL's own lock comes too late: by then we would have stopped
 * the server of the other process.
 */
async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'lock');
  const own = `${JSON.stringify({ pid: process.pid, identity: await identityOf(process.pid) })}\n`;
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, own);
  try {
    for (;;) {
      // A link appears with its content or not at all; a file created exclusively could be read while still empty.
      if (await succeeds(link(draft, path))) return () => release(path, own);
      const found = await readFile(path, 'utf8').catch(() => null);
      if (found === null) continue;
      await rejectIfAlive(folder, found);
      await removeStale(path, found);
    }
  } finally {
    await rm(draft, { force: true });
  }
}

async function rejectIfAlive(folder: string, found: string): Promise<void> {
  const holder = parse(found);
  if (!holder || holder.identity !== (await identityOf(holder.pid))) return;
  throw new StartError(`${folder} is in use by another Matchpoint (process ${holder.pid}): stop that one first, or set another DATA_DIR.`);
}

/** Two starts may find the same stale lock: the one that moved away the fresh lock of the other puts it back. */
async function removeStale(path: string, stale: string): Promise<void> {
  const moved = `${path}.stale.${process.pid}`;
  if (!(await succeeds(rename(path, moved)))) return;
  if ((await readFile(moved, 'utf8')) !== stale) await succeeds(link(moved, path));
  await rm(moved, { force: true });
}

async function release(path: string, own: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => null)) === own) await rm(path, { force: true });
}

function parse(text: string): { pid: number; identity: string } | null {
  try {
    const { pid, identity } = JSON.parse(text);
    return Number.isInteger(pid) && typeof identity === 'string' ? { pid, identity } : null;
  } catch {
    return null;
  }
}

const succeeds = (attempt: Promise<void>) =>
  attempt.then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST' || error.code === 'ENOENT') return false;
      throw error;
    },
  );
