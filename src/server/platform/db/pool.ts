import { setTimeout as sleep } from 'node:timers/promises';
import { isAbortedTransactionError, Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from './schema.ts';

export type Db = Kysely<DB>;
export type Isolation = 'read committed' | 'repeatable read' | 'serializable';

const CONNECTION_MS_MAX = 5_000;
const IDLE_IN_TRANSACTION_MS_MAX = 10_000;

/**
 * UTC, so that days do not depend on the setup of the server; no JIT, as compiling a query of 2 ms for 100 ms does not pay. A process that
 * is suspended or cut off during a transaction must not keep its locks from others.
 */
const SETTINGS = { TimeZone: 'UTC', jit: 'off', idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS_MAX) };

/**
 * Creates a pool that opens connections when needed. `onIdleError` receives errors of idle connections; the next query opens a new one.
 * Without `waitsForDisk`, a crash of the server may lose the last half second of writes: for counts, never for points. With `answerMs`, a
 * query without an answer by then fails, and its connection is closed, as a server may be cut off silently. Concurrent queries are sent at
 * once, without waiting for earlier answers; COPY needs a pool without `pipeline`. `settings` apply to each connection, by PostgreSQL's
 * names and without spaces. `isPooled` is for the address of a pooler in transaction mode: connections are opened without settings, which
 * the pooler has to make itself, and statements have no names, because the next one may run on another connection of the server.
 */
export function createPool(
  url: string,
  {
    max = 10,
    waitsForDisk = true,
    answerMs = 0,
    onIdleError = (_: Error): void => {},
    pipeline = true,
    settings = {} as Record<string, string>,
    isPooled = false,
  } = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types: { getTypeParser },
    application_name: 'matchpoint',
    ...(!isPooled && { options: startupOptions(settingsOf({ waitsForDisk, settings })) }),
    isPooled,
    // Requests wait no longer than this for a connection; then the client is asked to retry.
    connectionTimeoutMillis: answerMs || CONNECTION_MS_MAX,
    query_timeout: answerMs,
    keepAlive: true,
    idleTimeoutMillis: 60_000,
    allowExitOnIdle: false,
    pipeline,
  } as pg.PoolConfig);
  // Listens to each connection for as long as it lives: the pool only handles errors of idle ones, and a connection that breaks between two
  // queries of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', onIdleError));
  pool.on('error', () => {});
  return pool;
}

/** Returns the settings of the connections of a pool with these options. */
export const settingsOf = ({ waitsForDisk = true, settings = {} as Record<string, string> } = {}): Record<string, string> => ({
  ...SETTINGS,
  ...(!waitsForDisk && { synchronous_commit: 'off' }),
  ...settings,
});

/** Returns settings in the form in which a connection asks for them at its start. */
export const startupOptions = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

export const createDb = (pool: pg.Pool): Db => new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });

/**
 * Prepares statements that begin with their name in a comment, once per connection, so that frequent ones are not parsed and planned each
 * time; a pool with `isPooled` sends them without a name. A name must belong to one text, without parts that vary. The begin of a
 * transaction is sent together with its first statement: it fails only with its connection, and so does what follows.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  // Kysely remembers each object that it receives: reusing one per connection avoids one per transaction.
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const { isPooled } = pool.options as { isPooled?: boolean };
  return {
    connect: async () => {
      const client = await pool.connect();
      const wrapped = known.get(client) ?? preparingClient(client, !isPooled);
      known.set(client, wrapped);
      return wrapped;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

function preparingClient(client: pg.PoolClient, mayName: boolean): PostgresPoolClient {
  let isWritable = true;
  const query = (text: string, values: readonly unknown[]) => {
    const [, name] = (mayName && /^\s*\/\* (\w+) \*\//.exec(text)) || [];
    const answer = client.query(name === undefined ? { text, values: [...values] } : { name, text, values: [...values] });
    answer.catch((error: { code?: string }) => {
      if (error.code === READ_ONLY) isWritable = false;
    });
    return BEGIN.test(text) ? NOTHING_READ : answer;
  };
  // A server that became read-only has lost its place to another one, which only a new connection can find.
  return { query, release: () => client.release(!isWritable) } as unknown as PostgresPoolClient;
}

const READ_ONLY = '25006';

const BEGIN = /^(begin|start transaction)\b/;
const NOTHING_READ = { command: 'BEGIN', rowCount: 0, rows: [] };

/** Registers the last write of a transaction, so that it is sent together with the commit. */
export type Last = (write: Promise<unknown>) => void;

/**
 * Runs `fn` in a transaction, and again if the server ended it only because of a conflict with another one. So `fn` must do nothing that
 * cannot be repeated: publish changes after the commit.
 */
export async function transact<T>(
  db: Db,
  fn: (db: Transaction<DB>, last: Last) => Promise<T>,
  { isolation = 'read committed' as Isolation } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    // If one fails, the commit has become a rollback.
    const lastWrites: Promise<unknown>[] = [];
    const last: Last = (write) => {
      write.catch(() => {});
      lastWrites.push(write);
    };
    try {
      const result = await db
        .transaction()
        .setIsolationLevel(isolation)
        .execute((trx) => fn(trx, last));
      await Promise.all(lastWrites);
      return result;
    } catch (thrown) {
      const error = isAbortedTransactionError(thrown) ? await firstFailure(lastWrites, thrown) : thrown;
      if (attempt === ATTEMPTS_MAX || !isCollision(error)) throw error;
      await sleep(Math.random() * RETRY_MS * 2 ** attempt);
    }
  }
}

/** Returns why a commit became a rollback: the error of the last write that failed, or else the commit's own. */
const firstFailure = (writes: Promise<unknown>[], otherwise: unknown): Promise<unknown> =>
  Promise.all(writes).then(
    () => otherwise,
    (error: unknown) => error,
  );

const ATTEMPTS_MAX = 6;
const RETRY_MS = 5;

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const isCollision = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK_DETECTED);

/** Points and counts are `bigint`, and far below 2^53. A larger value would be rounded silently, so it is refused. */
function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit into a safe integer`);
  return value;
}

const OID = { bigint: 20, date: 1082, bigintArray: 1016, textArray: 1009, dateArray: 1182 };
const parseTextArray = pg.types.getTypeParser(OID.textArray) as (text: string) => (string | null)[];

/** `timestamptz` stays a Date and `numeric` a string, as in pg. A `date` stays text: a Date would be midnight in some time zone. */
const parsers: Record<number, (text: string) => unknown> = {
  [OID.bigint]: parseBigint,
  [OID.bigintArray]: (text) => parseTextArray(text).map((item) => (item === null ? null : parseBigint(item))),
  [OID.date]: (text) => text,
  [OID.dateArray]: parseTextArray,
};

const getTypeParser: typeof pg.types.getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser;
