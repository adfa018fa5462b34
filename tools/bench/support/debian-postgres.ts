import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findFreePort } from '#test/support/free-port.ts';
import type { BenchDatabase } from './app.ts';

const run = promisify(execFile);

/**
 * Runs `use` with an empty database of an installed PostgreSQL (`binaries` is its folder) with that many megabytes of buffers, and removes
 * it in any case. As root, the server runs as the user `postgres`, which must exist. A confirmed commit is on disk, as in production.
 */
export async function withDebianPostgres<T>(
  { binaries, buffersMb }: { binaries: string; buffersMb: number },
  use: (database: BenchDatabase) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'matchpoint-growth-'));
  const owner = process.getuid?.() === 0 ? await idsOf('postgres') : {};
  try {
    await chmod(dataDir, 0o755);
    const pgdata = await mkdtemp(join(dataDir, 'pgdata-'));
    if (owner.uid !== undefined) await chown(pgdata, owner.uid, owner.gid!);
    await run(join(binaries, 'initdb'), ['-D', pgdata, '-U', 'matchpoint', '-A', 'trust', '-E', 'UTF8', '--locale=C'], owner);
    const port = await findFreePort();
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: '',
      max_connections: 100,
      shared_buffers: `${buffersMb}MB`,
      jit: 'off',
      max_wal_size: '2GB',
      TimeZone: 'UTC',
    };
    const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = spawn(join(binaries, 'postgres'), ['-D', pgdata, ...words], { stdio: 'ignore', ...owner });
    const ended = once(server, 'exit');
    try {
      const base = `postgres://matchpoint@127.0.0.1:${port}`;
      await createDatabase(`${base}/postgres`);
      return await use({ url: `${base}/matchpoint`, dataDir });
    } finally {
      server.kill('SIGINT');
      await ended;
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function idsOf(user: string): Promise<{ uid?: number; gid?: number }> {
  const id = async (which: string) => Number((await run('id', [which, user])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

/** Creates the database as soon as the server answers, for at most a minute. */
async function createDatabase(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.query('create database matchpoint');
      return;
    } catch (error) {
      if (tries === 300) throw error;
      await sleep(200);
    } finally {
      await client.end();
    }
  }
}
