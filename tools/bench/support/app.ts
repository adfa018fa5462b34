import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts';
import { startAppProcess } from '#test/support/app-process.ts';

export interface BenchDatabase {
  url: string;
  /** A temporary data folder, removed afterwards. */
  dataDir: string;
}

export interface BenchApp {
  /** URL of the app without a trailing slash. */
  url: string;
  /** A connection to the migrated database. */
  database: pg.Client;
  databaseUrl: string;
  dataDir: string;
  /** The app's signing key. */
  serverKey: Buffer;
  /** Process id of the app. */
  pid: number;
}

/** Runs `use` with an empty database, durable unless `throwaway`, and removes it in any case. */
export async function withDatabase<T>(use: (database: BenchDatabase) => Promise<T>, { throwaway = false } = {}): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'matchpoint-bench-'));
  try {
    // When run as root, the database server is an unprivileged user who must be able to enter the folder.
    await chmod(dataDir, 0o755);
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, throwaway });
    return await use({ url: postgres.url, dataDir }).finally(postgres.stop);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * Runs `use` with the app as a separate process on an empty database. `environment` is added to the defaults of a silent feed and no
 * general rate limit.
 */
export function withApp<T>(environment: Record<string, string>, use: (app: BenchApp) => Promise<T>): Promise<T> {
  return withDatabase((database) => withAppOn(database, environment, use));
}

/** Like `withApp`, on a database that may have been used before. `words` are the app's command-line arguments. */
export async function withAppOn<T>(
  { url: databaseUrl, dataDir }: BenchDatabase,
  environment: Record<string, string>,
  use: (app: BenchApp) => Promise<T>,
  words: readonly string[] = [],
): Promise<T> {
  const serverKey = randomBytes(32);
  const settings = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(dataDir, 'app'),
    FEED: 'none',
    SERVER_KEY: serverKey.toString('hex'),
    RATE_LIMIT_PER_MINUTE: '1000000000',
    CONNECTIONS_PER_ADDRESS: '1000000',
    REQUESTS_PER_ADDRESS: '1000000',
    ...environment,
  };
  // Runs the production build: the source loader names every function each time it is created, which costs a tenth of a request.
  const app = await startAppProcess(settings, words);
  const database = new pg.Client({ connectionString: databaseUrl });
  try {
    await database.connect();
    return await use({ url: app.url, database, databaseUrl, dataDir, serverKey, pid: app.child.pid! });
  } finally {
    await database.end().finally(app.stop);
  }
}
