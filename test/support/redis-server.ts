import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe } from 'vitest';

/** REDIS_PATH, or the installed program (scripts/redis.mjs installs it). */
const PROGRAM = process.env.REDIS_PATH || 'redis-server';

export interface RedisServer {
  url: string;
  port: number;
  /** Kills it with SIGKILL, which drops all connections at once. */
  kill: () => Promise<void>;
  /** Restarts it on the same port, empty. */
  start: () => Promise<void>;
  /** Stops replying but keeps connections open, until `wake`. */
  freeze: () => void;
  wake: () => void;
  /** Stops it, and deletes its files. */
  remove: () => Promise<void>;
}

/** Returns whether this machine has Redis. */
export const hasRedis = (): boolean => spawnSync(PROGRAM, ['--version']).status === 0;

/** Declares tests that need Redis; reports them as skipped on a machine without it. */
export const describeWithRedis = (name: string, tests: () => void): void => {
  const isThere = hasRedis();
  describe.skipIf(!isThere)(isThere ? name : `${name} (skipped: there is no Redis, set REDIS_PATH)`, tests);
};

/** Starts a server on a free port, without persistence; `settings` are command-line options. */
export async function startRedis(...settings: string[]): Promise<RedisServer> {
  const dir = await mkdtemp(join(tmpdir(), 'matchpoint-redis-'));
  const port = await freePort();
  let child = await run(port, dir, settings);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill,
    start: async () => {
      child = await run(port, dir, settings);
    },
    freeze: () => void child.kill('SIGSTOP'),
    wake: () => void child.kill('SIGCONT'),
    remove: async () => {
      await kill();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function run(port: number, dir: string, settings: readonly string[]): Promise<ChildProcess> {
  const bound = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', '', '--appendonly', 'no'];
  const child = spawn(PROGRAM, [...bound, ...settings], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said: string[] = [];
  for await (const line of createInterface(child.stdout!)) {
    said.push(line);
    if (line.includes('Ready to accept connections')) break;
  }
  if (!said.at(-1)?.includes('Ready')) throw new Error(`Redis did not start:\n${said.join('\n')}`);
  child.stdout!.resume();
  return child;
}

/** Returns a port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
