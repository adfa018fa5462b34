import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe } from 'vitest';

/** REDIS_PATH, or what is installed (scripts/redis.mjs installs it). */
const PROGRAM = process.env.REDIS_PATH || 'redis-server';

export interface RedisServer {
  url: string;
  port: number;
  /** kill -9: whoever is connected is cut off at once. */
  kill: () => Promise<void>;
  /** Begins again on the same port, empty. */
  start: () => Promise<void>;
  /** Answers nobody from now on, though it hangs up on nobody; `wake` ends it. */
  freeze: () => void;
  wake: () => void;
  /** Ends it, and leaves nothing. */
  remove: () => Promise<void>;
}

/** Whether this machine has one. */
export const hasRedis = (): boolean => spawnSync(PROGRAM, ['--version']).status === 0;

/** Tests that need Redis: they are skipped, and say so, on a machine that has none. */
export const describeWithRedis = (name: string, tests: () => void): void => {
  const isThere = hasRedis();
  describe.skipIf(!isThere)(isThere ? name : `${name} (skipped: there is no Redis, set REDIS_PATH)`, tests);
};

/** A server of one's own on a free port, which keeps nothing; `settings` as on its command line. */
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
