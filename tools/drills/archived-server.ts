import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { appendFile, chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '#test/support/free-port.ts';
import { fillTemplate } from '#test/support/ops-template.ts';
import { must } from './must.ts';

/** Debian's PostgreSQL and pgBackRest, with the configuration of `ops/backup`, in a temporary folder. */
export interface ArchivedServer {
  folder: string;
  /** The data folder that is archived. */
  dataDir: string;
  /** Address of the site's database in the server that runs. */
  url: string;
  /** Starts a server on a data folder, in place of the one that runs, until it takes writes; throws what its log says if it does not. */
  start: (dataDir: string) => Promise<void>;
  stop: () => Promise<void>;
  /** Runs pgBackRest; `env` adds to its environment. */
  backrest: (words: readonly string[], env?: Record<string, string>) => Promise<Said>;
  /** Starts pgBackRest, to be killed. */
  startBackrest: (words: readonly string[]) => ChildProcess;
  /** Runs SQL as the server's superuser and returns what it printed. */
  administer: (sql: string, database?: string) => Promise<string>;
  /** Creates an empty folder for a restore. */
  makeFolder: (name: string) => Promise<string>;
  remove: () => Promise<void>;
}

export interface Said {
  said: string;
  isDone: boolean;
}

const STANZA = 'matchpoint';
const USER = 'postgres';

/** Returns what is missing on this machine, as a sentence; null if nothing is. */
export function whatIsMissing(): string | null {
  if (findBin() === null) return 'there is no PostgreSQL of Debian (apt-get install postgresql)';
  if (spawnSync('pgbackrest', ['version']).status !== 0) return 'there is no pgBackRest (apt-get install pgbackrest)';
  return null;
}

/** Returns the folder of the newest server that Debian has installed; null if there is none. */
const findBin = (): string | null =>
  globSync('/usr/lib/postgresql/*/bin')
    .filter((bin) => existsSync(join(bin, 'initdb')))
    .sort()
    .at(-1) ?? null;

/** Creates a server whose changes are archived from its first moment, and starts it. */
export async function startArchivedServer(): Promise<ArchivedServer> {
  const bin = findBin()!;
  // Neither program runs as root.
  const owner = process.getuid?.() === 0 ? idsOf(USER) : null;
  const folder = await mkdtemp(join(tmpdir(), 'matchpoint-pitr-'));
  await chmod(folder, 0o755);
  if (owner) await chown(folder, owner.uid, owner.gid);
  const [dataDir, socketDir, config, log] = ['first', 'socket', 'pgbackrest.conf', 'postgres.log'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  const port = await findFreePort();
  const password = randomBytes(16).toString('hex');
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' };
  const begin = (program: string, words: readonly string[], more: Record<string, string> = {}) =>
    spawn(program, words, { cwd: folder, env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'], ...owner });
  const run = async (program: string, words: readonly string[], more: Record<string, string> = {}): Promise<Said> => {
    const child = begin(program, words, more);
    const exited = once(child, 'exit') as Promise<[number | null]>;
    const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
    return { said: (out + errors).trim(), isDone: code === 0 };
  };
  const done = async (program: string, words: readonly string[]) => {
    const { said, isDone } = await run(program, words);
    must(isDone, `${program} failed: ${said}`);
    return said;
  };
  const withConfig = (words: readonly string[]) => [`--config=${config}`, `--stanza=${STANZA}`, ...words];

  const makeFolder = async (name: string) => {
    const path = join(folder, name);
    await mkdir(path, { mode: 0o700 });
    if (owner) await chown(path, owner.uid, owner.gid);
    return path;
  };
  for (const name of ['repository', 'logs', 'locks']) await makeFolder(name);
  // The site connects as another user.
  await chmod(await makeFolder('socket'), 0o755);
  await writeFile(
    config,
    await fillTemplate('ops/backup/pgbackrest.conf', {
      ...{ 'repo1-path': join(folder, 'repository'), 'repo1-cipher-pass': randomBytes(32).toString('base64') },
      ...{ 'log-path': join(folder, 'logs'), 'lock-path': join(folder, 'locks') },
      ...{ 'pg1-path': dataDir, 'pg1-port': port, 'pg1-socket-path': socketDir, 'pg1-user': USER },
    }),
    { mode: 0o600 },
  );
  if (owner) await chown(config, owner.uid, owner.gid);
  await done(join(bin, 'initdb'), [
    ...['--pgdata', dataDir, '--username', USER, '--auth-local=trust', '--auth-host=scram-sha-256'],
    ...['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
  ]);
  const archive = await fillTemplate('ops/backup/postgresql.conf', {
    archive_command: `'pgbackrest --config=${config} --stanza=${STANZA} archive-push %p'`,
  });
  const own = `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${socketDir}'\n`;
  await appendFile(join(dataDir, 'postgresql.conf'), `${own}${archive}`);

  const psql = (sql: string, database = USER) =>
    run(join(bin, 'psql'), ['--no-psqlrc', '-qAt', '-h', socketDir, '-p', `${port}`, '-U', USER, '-d', database, '-c', sql]);
  let running: string | null = null;
  const stop = async () => {
    if (running === null) return;
    await run(join(bin, 'pg_ctl'), ['--pgdata', running, '--mode=fast', '--wait', 'stop']);
    running = null;
  };
  const start = async (at: string) => {
    await stop();
    // Only what this start says.
    await rm(log, { force: true });
    const { said, isDone } = await run(join(bin, 'pg_ctl'), ['--pgdata', at, '--log', log, '--wait', '--timeout=60', 'start']);
    const reason = async () => reasonIn(`${said}\n${await readFile(log, 'utf8').catch(() => '')}`);
    if (!isDone) throw new Error(`PostgreSQL did not start: ${await reason()}`);
    running = at;
    // While it replays changes, it answers reads; if they end too early, it ends.
    for (;;) {
      const { said: isReplaying, isDone: isUp } = await psql('select pg_is_in_recovery()');
      if (!isUp) throw new Error(`PostgreSQL did not open: ${await reason()}`);
      if (isReplaying === 'f') return;
      await sleep(50);
    }
  };
  const administer = async (sql: string, database?: string) => {
    const { said, isDone } = await psql(sql, database);
    must(isDone, `${sql} failed: ${said}`);
    return said;
  };

  await start(dataDir);
  await administer(`create role matchpoint login password '${password}'`);
  await administer('create database matchpoint owner matchpoint');
  return {
    ...{ folder, dataDir, url: `postgres://matchpoint:${password}@127.0.0.1:${port}/matchpoint`, start, stop, administer, makeFolder },
    backrest: (words, more) => run('pgbackrest', withConfig(words), more),
    startBackrest: (words) => begin('pgbackrest', withConfig(words)),
    remove: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const idsOf = (user: string) => ({
  uid: Number(execFileSync('id', ['-u', user])),
  gid: Number(execFileSync('id', ['-g', user])),
});

/** Returns the last complaint of a server's log. */
const reasonIn = (log: string): string =>
  log
    .split('\n')
    .filter((line) => /FATAL|PANIC|could not|is not a database/.test(line))
    .at(-1) ?? log.trim().split('\n').slice(-2).join(' ');
