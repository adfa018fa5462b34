import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Deps } from '#server/deps.ts';
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts';
import { createDb, createPool, type Db } from '#server/platform/db/pool.ts';
import { startAppProcess } from '#test/support/app-process.ts';

/** An app and its database as separate processes that can be killed and restarted. */
export interface Killable {
  db: Db;
  /** For changes that tests make in the database, by the real clock. */
  deps: Deps;
  /** Without a trailing slash; changes with each start. */
  url: () => string;
  /** Kills the app with SIGKILL and starts a new process. */
  killApp: () => Promise<void>;
  /** Kills the postmaster with SIGKILL; its supervisor restarts it. */
  killDatabase: () => Promise<void>;
  stop: () => Promise<void>;
}

/** `settings` are added to those of every such app: no feed, no rate limits. */
export async function startKillable(settings: Record<string, string>): Promise<Killable> {
  const serverKey = randomBytes(32);
  const dataDir = await mkdtemp(join(tmpdir(), 'matchpoint-kill-'));
  await chmod(dataDir, 0o755);
  // Unlike a throwaway server, this one writes confirmed transactions to disk.
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const db = createDb(createPool(postgres.url));
  const startApp = () =>
    startAppProcess({
      ...{ DATABASE_URL: postgres.url, DATA_DIR: join(dataDir, 'app'), FEED: 'none', SERVER_KEY: serverKey.toString('hex') },
      ...{
        RATE_LIMIT_PER_MINUTE: '1000000',
        CONNECTIONS_PER_ADDRESS: '1000000',
        REQUESTS_PER_ADDRESS: '1000000',
        LOG_LEVEL: 'silent',
        ...settings,
      },
    });
  let app = await startApp();
  return {
    db,
    deps: { db, serverKeys: [serverKey], now: () => new Date(), randomBytes } as unknown as Deps,
    url: () => app.url,
    killApp: async () => {
      await app.kill();
      app = await startApp();
    },
    killDatabase: () => killDatabase(db),
    stop: async () => {
      await app.kill();
      await db.destroy();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function killDatabase(db: Db): Promise<void> {
  const { rows } = await sql<{ folder: string }>`select current_setting('data_directory') as folder`.execute(db);
  const [pid] = (await readFile(join(rows[0]!.folder, 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
  const state = () =>
    sql`select 1`.execute(db).then(
      () => 'up',
      () => 'down',
    );
  await expect.poll(state).toBe('up');
}
