import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts';
import type { Role } from '#server/roles.ts';
import { type AppProcess, startAppProcess } from './app-process.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** Processes on one database, run as by an operator. */
export interface ProcessGroup {
  /** The database without the proxy. */
  databaseUrl: string;
  /** One of the keys that all of them share. */
  serverKey: Buffer;
  /** Address of a proxy in front of all processes that serve HTTP. Without a trailing slash. */
  url: string;
  /** Proxy between the processes and the database: stopping it makes the database unreachable for all of them. */
  database: TcpProxy;
  /** Starts another process: of one role, or of all roles (null), which then also serves visitors unless it is a spare. */
  start: (role: Role | null, options?: { isSpare?: boolean; settings?: Record<string, string> }) => Promise<AppProcess>;
  stop: () => Promise<void>;
}

/** Starts a database without processes; `settings` apply to all processes started later. */
export async function startProcessGroup(settings: Record<string, string>): Promise<ProcessGroup> {
  const serverKey = randomBytes(32);
  const dataDir = await mkdtemp(join(tmpdir(), 'matchpoint-many-'));
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const database = await startTcpProxy(() => [Number(new URL(postgres.url).port)]);
  const through = new URL(postgres.url);
  through.port = String(database.port);
  const all = { DATABASE_URL: through.href, FEED: 'none', SERVER_KEY: serverKey.toString('hex'), ...settings };
  const running = new Set<AppProcess>();
  const answering: number[] = [];
  const proxy = await startTcpProxy(() => answering);
  let started = 0;

  const start: ProcessGroup['start'] = async (role, { isSpare = false, settings: own = {} } = {}) => {
    // A separate folder each, as on separate machines.
    const env = { ...all, DATA_DIR: join(dataDir, `process-${++started}`), ...own };
    const app = await startAppProcess(env, role === null ? [] : ['--role', role]);
    const port = app.url && !isSpare ? Number(new URL(app.url).port) : null;
    running.add(app);
    if (port !== null) answering.push(port);
    app.child.once('exit', () => {
      running.delete(app);
      if (port !== null) answering.splice(answering.indexOf(port), 1);
    });
    return app;
  };

  return {
    ...{ databaseUrl: postgres.url, serverKey, url: `http://127.0.0.1:${proxy.port}`, database, start },
    stop: async () => {
      await Promise.all([...running].map((app) => app.kill()));
      await Promise.all([proxy.stop(), database.stop()]);
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
