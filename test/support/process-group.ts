import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts';
import type { Role } from '#server/roles.ts';
import { type AppProcess, startAppProcess } from './app-process.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** Processes on one database, as an operator runs them. */
export interface ProcessGroup {
  /** The database itself, past the proxy. */
  databaseUrl: string;
  /** One of the keys of all of them. */
  serverKey: Buffer;
  /** Where people come in: a proxy in front of all that answer. Without a slash at the end. */
  url: string;
  /** Between the processes and the database: stopped, the database is away for all of them. */
  database: TcpProxy;
  /** Starts one more: of a role, or of all roles in one (null), which then answers people, too, unless it is to be spare. */
  start: (role: Role | null, options?: { isSpare?: boolean; settings?: Record<string, string> }) => Promise<AppProcess>;
  stop: () => Promise<void>;
}

/** A database and no process yet; `settings` are those of all that are started. */
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
    // A folder each, as on machines of their own.
    const env = { ...all, DATA_DIR: join(dataDir, `process-${++started}`), ...own };
    const app = await startAppProcess(env, role === null ? [] : ['--role', role], 'built');
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
