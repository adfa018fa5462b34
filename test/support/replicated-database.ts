import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, chmod, chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { describe } from 'vitest';
import { findFreePort } from './free-port.ts';

const run = promisify(execFile);

/** Where Debian installs the server's programs; the packaged PostgreSQL has no pg_basebackup. */
const DEBIAN = '/usr/lib/postgresql';
const NOBODY = 65_534;
const asRoot = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** A server of a replicated cluster. */
export interface DatabaseServer {
  url: string;
  /** Ends it with SIGQUIT, as a crash would: all connections break at once. */
  kill: () => Promise<void>;
  /** Starts it again on the same port. */
  start: () => Promise<void>;
  /** Stops it from answering while its connections stay open, until `wake`. */
  freeze: () => Promise<void>;
  wake: () => Promise<void>;
  /** The process ids of the server and of all its connections. */
  processes: () => Promise<number[]>;
}

export interface ReplicatedDatabase {
  primary: DatabaseServer;
  /** Adds a streaming replica of the primary. `settings` are lines of postgresql.conf, such as `recovery_min_apply_delay=30s`. */
  addReplica: (...settings: string[]) => Promise<DatabaseServer>;
  /** Ends all servers, and removes their files. */
  remove: () => Promise<void>;
}

/** Returns the folder of the newest installed server of version 15 or later; null if there is none. */
async function findPrograms(): Promise<string | null> {
  const versions = await readdir(DEBIAN).catch(() => []);
  const folders = versions
    .map(Number)
    .filter((version) => version >= 15)
    .toSorted((a, b) => b - a)
    .map((version) => join(DEBIAN, String(version), 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'pg_basebackup'))) ?? null;
}

const programs = await findPrograms();

/** Declares tests that need replicas; reports them as skipped on a machine without Debian's PostgreSQL server. */
export const describeWithReplicas = (name: string, tests: () => void): void =>
  void describe.skipIf(programs === null)(
    programs === null ? `${name} (skipped: there is no PostgreSQL server in ${DEBIAN}, install the package postgresql)` : name,
    tests,
  );

/** Starts an empty primary. With `isDurable`, commits wait for the disk, as in production. */
export async function startReplicatedDatabase({ isDurable = false } = {}): Promise<ReplicatedDatabase> {
  if (programs === null) throw new Error(`there is no PostgreSQL server in ${DEBIAN}`);
  const folder = await mkdtemp(join(tmpdir(), 'matchpoint-replicas-'));
  await chmod(folder, 0o755);
  if (asRoot.uid !== undefined) await chown(folder, NOBODY, NOBODY);
  const servers: DatabaseServer[] = [];
  const use = async (data: string, settings: readonly string[]): Promise<DatabaseServer> => {
    const port = await findFreePort();
    // Of a setting that is given twice, the last counts: a copy has those of its primary.
    await appendFile(join(data, 'postgresql.conf'), `\n${[...settings, `port=${port}`].join('\n')}\n`);
    const server = running(data, port);
    servers.push(server);
    await server.start();
    return server;
  };
  const data = join(folder, 'primary');
  await tell('initdb', '--pgdata', data, '--username=matchpoint', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync');
  const primary = await use(data, [...SETTINGS, ...(isDurable ? [] : ['fsync=off'])]);
  await administer(primary.url, 'create database matchpoint');
  return {
    primary,
    addReplica: async (...settings) => {
      const copy = join(folder, `replica-${servers.length}`);
      await tell(
        'pg_basebackup',
        '--pgdata',
        copy,
        '--dbname',
        adminUrl(primary.url),
        '--write-recovery-conf',
        '--checkpoint=fast',
        '--no-sync',
      );
      return use(copy, settings);
    },
    remove: async () => {
      for (const server of servers.toReversed()) await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Without vacuum, which would write while a test wants silence. A replica follows a primary that was started again soon, not after 5 s. */
const SETTINGS = [
  "listen_addresses='127.0.0.1'",
  "unix_socket_directories=''",
  'max_connections=100',
  'shared_buffers=64MB',
  'autovacuum=off',
  'TimeZone=UTC',
  'max_wal_senders=8',
  "wal_retrieve_retry_interval='100ms'",
];

function running(data: string, port: number): DatabaseServer {
  const url = `postgres://matchpoint@127.0.0.1:${port}/matchpoint`;
  let child: ChildProcess | null = null;
  const start = async () => {
    const started = spawn(join(programs!, 'postgres'), ['-D', data], {
      ...asRoot,
      cwd: data,
      env: { LC_ALL: 'C.UTF-8', TZ: 'UTC' },
      stdio: 'ignore',
    });
    child = started;
    // A test run that is aborted leaves no server behind.
    const stop = () => started.kill('SIGQUIT');
    process.once('exit', stop);
    started.once('exit', () => process.off('exit', stop));
    while (!(await isReady(data, started))) await sleep(10);
  };
  const processes = async (): Promise<number[]> => {
    const postmaster = child?.pid;
    if (postmaster === undefined) return [];
    const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
    return [postmaster, ...children.trim().split(' ').filter(Boolean).map(Number)];
  };
  const signalAll = async (signal: NodeJS.Signals) => {
    for (const pid of await processes()) sendTo(pid, signal);
  };
  return {
    url,
    start,
    processes,
    kill: async () => {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      await signalAll('SIGCONT');
      child.kill('SIGQUIT');
      await ended;
    },
    freeze: () => signalAll('SIGSTOP'),
    wake: () => signalAll('SIGCONT'),
  };
}

/** Connections may end meanwhile. */
function sendTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The last line of this file says whether the server accepts connections; a replica accepts them once it is consistent. */
async function isReady(data: string, child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the server in ${data} has ended`);
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  return Number(lines[0]) === child.pid && ['ready', 'standby'].includes(lines[7]?.trim() ?? '') && (await answers(Number(lines[3])));
}

const answers = (port: number): Promise<boolean> =>
  administer(adminUrl(`postgres://matchpoint@127.0.0.1:${port}/`), 'select 1').then(
    () => true,
    () => false,
  );

function adminUrl(url: string): string {
  const admin = new URL(url);
  admin.pathname = '/postgres';
  return admin.href;
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl(url) });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

const tell = (program: string, ...options: string[]) =>
  run(join(programs!, program), options, { ...asRoot, cwd: '/', env: { LC_ALL: 'C.UTF-8', TZ: 'UTC' } });
