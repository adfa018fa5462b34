import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { identityOf } from './orphan.ts';

let parent: string;
let dataDir: string;
let running: EmbeddedPostgres | null = null;
let lines: string[] = [];

beforeAll(async () => {
  // A space and a quote, as in folders that people name.
  parent = await mkdtemp(join(tmpdir(), "matchpoint o'embedded "));
  await chmod(parent, 0o755);
  dataDir = join(parent, 'data');
});

afterEach(stopRunning);

afterAll(() => rm(parent, { recursive: true, force: true }));

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  lines = [];
  running = await startEmbeddedPostgres({ dataDir: folder, log: (line) => lines.push(line), throwaway: true });
  return running;
}

async function stopRunning(): Promise<void> {
  await running?.stop();
  running = null;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client.query({ text: sql, rowMode: 'array' }).then(
    ({ rows }) => client.end().then(() => rows.flat()),
    (error) => client.end().then(() => Promise.reject(error)),
  );
}

const postmasterPid = async () => Number((await readFile(join(dataDir, 'postgres/pgdata/postmaster.pid'), 'utf8')).split('\n')[0]);

/** Another app on the folder: a separate process, to be killed. */
async function startElsewhere(afterwards = 'setInterval(() => {}, 1000)'): Promise<ChildProcess> {
  const module = new URL('./embedded-postgres.ts', import.meta.url).href;
  const options = JSON.stringify({ dataDir, throwaway: true });
  const program = `const { startEmbeddedPostgres } = await import('${module}');
    await startEmbeddedPostgres({ ...${options}, log() {} }); console.log('up'); ${afterwards};`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout!, 'data');
  return child;
}

it('recovers from a first start that was interrupted', async () => {
  await start();
  await stopRunning();
  const inPostgres = (name: string) => join(dataDir, 'postgres', name);
  const [binaries = ''] = (await readdir(inPostgres(''))).filter((name) => name.startsWith('binaries-'));
  await rename(inPostgres('pgdata'), inPostgres('unfinished-1'));
  await rename(inPostgres(binaries), inPostgres('binaries-unfinished-1'));
  await start();
  expect((await readdir(inPostgres(''))).sort()).toEqual([binaries, 'password', 'pgdata']);
});

it('listens on loopback only, with a password, and knows the letters of all languages', async () => {
  const { url } = await start();
  expect(await query(url, 'show listen_addresses')).toEqual(['127.0.0.1']);
  expect(await query(url, "select lower('ÁĐ'), current_setting('timezone'), current_setting('server_encoding')")).toEqual([
    'áđ',
    'UTC',
    'UTF8',
  ]);
  await query(url, "create table kept as select 'yes' as answer");
  const wrong = new URL(url);
  wrong.password = 'wrong';
  await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
});

it('finds its data again', async () => {
  expect(await query((await start()).url, 'select answer from kept')).toEqual(['yes']);
});

it('keeps the data when the folder is moved', async () => {
  await rename(dataDir, `${dataDir} moved`);
  expect(await query((await start(`${dataDir} moved`)).url, 'select answer from kept')).toEqual(['yes']);
  await stopRunning();
  await rename(`${dataDir} moved`, dataDir);
});

it('refuses a second start on the same folder', async () => {
  await start();
  const second = startEmbeddedPostgres({ dataDir, log: () => {} });
  await expect(second).rejects.toThrow(`${dataDir} is in use by another Matchpoint (process ${process.pid})`);
});

it('restarts on the same address when it is killed', async () => {
  const { url } = await start();
  process.kill(await postmasterPid(), 'SIGKILL');
  await expect.poll(() => query(url, 'select answer from kept').catch(() => null)).toEqual(['yes']);
  expect(lines).toContain('PostgreSQL ended unexpectedly: starting it again.');
});

it('stops the server left by a killed app, and starts its own', async () => {
  const app = await startElsewhere();
  const orphan = await postmasterPid();
  await expect(start()).rejects.toThrow(`process ${app.pid}`);
  app.kill('SIGKILL');
  await once(app, 'exit');
  const { url } = await start();
  expect(lines).toEqual([`PostgreSQL still runs without its app (process ${orphan}): stopping it.`]);
  expect(await identityOf(orphan)).toBeNull();
  expect(await query(url, 'select answer from kept')).toEqual(['yes']);
});

it('ends its server when its process ends without stopping it', async () => {
  const app = await startElsewhere('setTimeout(() => process.exit(3), 200)');
  const pid = await postmasterPid();
  await once(app, 'exit');
  await expect.poll(() => identityOf(pid)).toBeNull();
});

it('starts despite what a crash of the machine leaves: a lock and a pid that another process has by now', async () => {
  const other = spawn('sleep', ['60']);
  const pidFile = join(dataDir, 'postgres/pgdata/postmaster.pid');
  await writeFile(pidFile, `${other.pid}\n${join(dataDir, 'postgres/pgdata')}\n1\n5432\n\n127.0.0.1\n  12345 1\nready\n`);
  await writeFile(join(dataDir, 'lock'), JSON.stringify({ pid: other.pid, identity: 'an earlier boot 1' }));
  expect(await query((await start()).url, 'select answer from kept')).toEqual(['yes']);
  expect(other.exitCode).toBeNull();
  other.kill();
});

it('does not touch the server of the original when started on a copy', async () => {
  const { url } = await start();
  const copy = join(parent, 'copy');
  await cp(dataDir, copy, { recursive: true, verbatimSymlinks: true });
  const started = startEmbeddedPostgres({ dataDir: copy, log: () => {}, throwaway: true });
  await started.then(
    ({ stop }) => stop(),
    () => {},
  );
  expect(await query(url, 'select answer from kept')).toEqual(['yes']);
});

it('stops without waiting for running queries', async () => {
  const { url, stop } = await start();
  const broken = query(url, 'select pg_sleep(600)').catch((error) => error.code);
  await expect
    .poll(() => query(url, "select count(*) from pg_stat_activity where query = 'select pg_sleep(600)'"), { timeout: 20_000 })
    .toEqual(['1']);
  await stop();
  running = null;
  expect(await broken).toBe('57P01');
});

it.runIf(process.getuid?.() === 0)('moves out of a folder that only root can enter, and says so', async () => {
  const closed = join(parent, 'closed');
  await mkdir(closed, { mode: 0o700 });
  await start(closed);
  const { folder } = JSON.parse(await readFile(join(closed, 'database-location.json'), 'utf8'));
  expect(folder).toMatch(/^\/var\/lib\/matchpoint\/[0-9a-f]{16}$/);
  expect(lines.join()).toContain(folder);
  expect(existsSync(join(folder, 'pgdata/PG_VERSION'))).toBe(true);
  await stopRunning();

  await cp(closed, `${closed} copy`, { recursive: true });
  await expect(start(`${closed} copy`)).rejects.toThrow(/is a copy of/);
  await rm(folder, { recursive: true });
});
