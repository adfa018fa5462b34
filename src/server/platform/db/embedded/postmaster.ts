import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile, rename, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '#server/platform/lifetime.ts';
import { type Binaries, spawnOptions } from './cluster.ts';
import type { Place } from './place.ts';

export type Postmaster = { port: number; stop: () => Promise<void> };

type Options = { logFile: string; log: (line: string) => void; throwaway?: boolean; onLost?: () => void };
type Launch = (port: number) => Promise<ChildProcess>;

/** Starts the server on a free port, and restarts it on the same port if it ends by itself: the pool then simply reconnects. */
export async function launchPostmaster(place: Place, binaries: Binaries, options: Options): Promise<Postmaster> {
  await rotate(options.logFile);
  const launch: Launch = (port) => start(place, binaries, port, options);
  const port = await onFreePort(launch);
  let child = port.child;
  let isStopping = false;

  const watch = () =>
    child.once('exit', async () => {
      if (isStopping) return;
      options.log('PostgreSQL ended unexpectedly: starting it again.');
      try {
        child = await relaunch(launch, port.number);
      } catch {
        options.log(`PostgreSQL does not stay up: see ${options.logFile}.`);
        return options.onLost?.();
      }
      if (isStopping) await end(child);
      else watch();
    });
  watch();

  const stop = async () => {
    isStopping = true;
    await end(child);
  };
  return { port: port.number, stop };
}

const FAST = 'SIGINT';
const IMMEDIATE = 'SIGQUIT';
const STOP_MS_MAX = 1_000;

/**
 * A fast shutdown writes a checkpoint first. If the disk is too slow for that, an immediate one loses nothing: the log is replayed at the
 * next start.
 */
async function end(child: ChildProcess): Promise<void> {
  if (hasExited(child)) return;
  const exited = once(child, 'exit');
  child.kill(FAST);
  const impatience = setTimeout(() => child.kill(IMMEDIATE), STOP_MS_MAX);
  await exited;
  clearTimeout(impatience);
}

const hasExited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function onFreePort(launch: Launch): Promise<{ number: number; child: ChildProcess }> {
  for (let attempt = 1; ; attempt++) {
    const number = await findFreePort();
    try {
      return { number, child: await launch(number) };
    } catch (error) {
      // Another program was faster: between finding the port and binding it, any program can take it.
      if (attempt === 5 || !/could not bind/.test(String(error))) throw error;
    }
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}

async function relaunch(launch: Launch, port: number): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launch(port);
    } catch (error) {
      if (attempt === 5) throw error;
      await sleep(500 * attempt);
    }
  }
}

const START_MS_MAX = 60_000;

async function start(place: Place, binaries: Binaries, port: number, options: Options): Promise<ChildProcess> {
  for (const deadline = Date.now() + START_MS_MAX; ; ) {
    const logStart = await stat(options.logFile).then(
      (file) => file.size,
      () => 0,
    );
    const child = spawnServer(place, binaries, port, options);
    const outcome = await waitUntilReady(child, place, deadline);
    if (outcome === 'ready') return child;
    const said = (await readFile(options.logFile)).subarray(logStart).toString();
    // Backends notice the death of their postmaster only when they next wait for something.
    const isHeldByBackends = /shared memory block .* is still in use/.test(said);
    if (!isHeldByBackends || Date.now() > deadline)
      throw new StartError(`PostgreSQL did not start: ${reasonIn(said)} (see ${options.logFile})`);
    await sleep(250);
  }
}

const reasonIn = (said: string) =>
  /(?:FATAL|PANIC|could not bind.*|error while loading.*): .*/.exec(said)?.[0] ?? said.trim().split('\n').at(-1);

function spawnServer(place: Place, binaries: Binaries, port: number, options: Options): ChildProcess {
  const log = openSync(options.logFile, 'a', 0o600);
  const settings = { ...serverSettings, ...(options.throwaway && throwawaySettings), port };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(binaries.postgres, ['-D', place.pgdata, ...args], { ...spawnOptions(place), stdio: ['ignore', log, log] });
  closeSync(log);
  // If this process ends without calling stop, the server still ends with it.
  const stopAtExit = () => child.kill(FAST);
  process.once('exit', stopAtExit);
  child.once('exit', () => process.off('exit', stopAtExit));
  return child;
}

const MB = 2 ** 20;

/**
 * An eighth of the memory of the machine, or of its container, but no more than many bets need and no less than PostgreSQL's own default.
 */
function bufferMegabytes(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.round(Math.min(1024, Math.max(128, memory / 8 / MB)));
}

/**
 * Settings for a small machine that also runs the app. Everything that keeps a confirmed bet through a power cut stays on. A bet is written
 * into a dozen indexes at random places: with 128 MB and a checkpoint every 512 MB of log, most of its cost is fetching those pages,
 * evicting others and logging them whole (docs/decisions/026). The log uses disk space only under load.
 */
const serverSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 100,
  shared_buffers: `${bufferMegabytes()}MB`,
  jit: 'off',
  fsync: 'on',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  max_wal_size: '2GB',
};

const throwawaySettings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off', shared_buffers: '128MB' };

/** The server writes its state into the last line of postmaster.pid, which `pg_ctl --wait` reads, too. */
async function waitUntilReady(child: ChildProcess, place: Place, deadline: number): Promise<'ready' | 'exited'> {
  let failure: Error | null = null;
  child.once('error', (error) => (failure = error));
  while (!hasExited(child) && !failure) {
    const lines = (await readFile(join(place.pgdata, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return 'ready';
    if (Date.now() > deadline) {
      child.kill(IMMEDIATE);
      throw new StartError(`PostgreSQL was not ready after ${START_MS_MAX / 1000} s.`);
    }
    await sleep(10);
  }
  if (failure) throw new StartError(`PostgreSQL cannot be run: ${(failure as Error).message}`);
  return 'exited';
}

const LOG_BYTES_MAX = 10_000_000;

async function rotate(logFile: string): Promise<void> {
  const file = await stat(logFile).catch(() => null);
  if (file && file.size > LOG_BYTES_MAX) await rename(logFile, `${logFile}.1`);
}
