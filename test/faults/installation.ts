import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { createDb, createPool, type Db } from '#server/db/pool.ts';
import type { Deps } from '#server/deps.ts';
import { findHeldLeases, type LeaseName } from '#server/leader/leases.ts';
import type { Role } from '#server/roles.ts';
import { type AppProcess, startAppProcess } from '#test/app-process.ts';
import { startTcpProxy, type TcpProxy } from '#test/tcp-proxy.ts';

/** Many processes on one database, as an operator runs them. */
export interface Installation {
  db: Db;
  /** For what tests do themselves, by the real clock. */
  deps: Deps;
  /** Where people come in: a proxy in front of all that answer. Without a slash at the end. */
  url: string;
  /** Between the processes and the database: stopped, the database is away for all of them, and not for `db`. */
  database: TcpProxy;
  /** Starts one more: of a role, or of all roles in one (null), which then answers people, too, unless it is to be spare. */
  start: (role: Role | null, options?: { isSpare?: boolean; settings?: Record<string, string> }) => Promise<AppProcess>;
  /** The id of the process that holds a lease; null while none does. */
  holderOf: (name: LeaseName) => Promise<string | null>;
  stop: () => Promise<void>;
}

export async function startInstallation(settings: Record<string, string> = {}): Promise<Installation> {
  const serverKey = randomBytes(32);
  const dataDir = await mkdtemp(join(tmpdir(), 'matchpoint-many-'));
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const db = createDb(createPool(postgres.url));
  const database = await startTcpProxy(() => [Number(new URL(postgres.url).port)]);
  const through = new URL(postgres.url);
  through.port = String(database.port);
  const all: Record<string, string> = {
    ...{ DATABASE_URL: through.href, FEED: 'none', SERVER_KEY: serverKey.toString('hex'), RATE_LIMIT_PER_MINUTE: '1000000' },
    ...{ BETS_PER_MINUTE: '1000000', STAKE_CONTEST_MAX: '1000000000', LOG_LEVEL: 'silent', DRAIN_SECONDS: '1', ...settings },
  };
  const running = new Set<AppProcess>();
  const answering: number[] = [];
  const proxy = await startTcpProxy(() => answering);
  let started = 0;

  const start: Installation['start'] = async (role, { isSpare = false, settings: own = {} } = {}) => {
    // A folder each, as on machines of their own.
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
    ...{ db, database, start, url: `http://127.0.0.1:${proxy.port}` },
    deps: { db, serverKeys: [serverKey], now: () => new Date(), randomBytes } as unknown as Deps,
    holderOf: async (name) => (await findHeldLeases(db)).find((lease) => lease.name === name)?.holder ?? null,
    stop: async () => {
      await Promise.all([...running].map((app) => app.kill()));
      await Promise.all([proxy.stop(), database.stop()]);
      await db.destroy();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
