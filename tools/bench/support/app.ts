import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts';
import { startAppProcess } from '#test/support/app-process.ts';

export interface BenchDatabase {
  url: string;
  /** A temporary folder, the database's and anybody's; gone afterwards. */
  dataDir: string;
}

export interface BenchApp {
  /** Of the app, without a slash at the end. */
  url: string;
  /** A connection to its database, migrated. */
  database: pg.Client;
  databaseUrl: string;
  dataDir: string;
  /** What the app signs with. */
  serverKey: Buffer;
  /** Of its process. */
  pid: number;
}

/** An empty database for as long as `use` takes, as durable as a real one unless its speed is not what is measured; nothing is left of it, whatever happens. */
export async function withDatabase<T>(use: (database: BenchDatabase) => Promise<T>, { throwaway = false } = {}): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'matchpoint-bench-'));
  try {
    // Run as root, the server is an unprivileged user, who has to enter the folder.
    await chmod(dataDir, 0o755);
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, throwaway });
    return await use({ url: postgres.url, dataDir }).finally(postgres.stop);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The app as a process of its own on an empty database, for as long as `use` takes. `environment` comes on top of a silent feed and no general limit. */
export function withApp<T>(environment: Record<string, string>, use: (app: BenchApp) => Promise<T>): Promise<T> {
  return withDatabase((database) => withAppOn(database, environment, use));
}

/** As `withApp`, on a database that may have been used before. */
export async function withAppOn<T>(
  { url: databaseUrl, dataDir }: BenchDatabase,
  environment: Record<string, string>,
  use: (app: BenchApp) => Promise<T>,
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
  // As it is shipped: the loader of the sources gives its name to each function each time that it is made, which costs a request a tenth.
  const app = await startAppProcess(settings, [], 'built');
  const database = new pg.Client({ connectionString: databaseUrl });
  try {
    await database.connect();
    return await use({ url: app.url, database, databaseUrl, dataDir, serverKey, pid: app.child.pid! });
  } finally {
    await database.end().finally(app.stop);
  }
}
