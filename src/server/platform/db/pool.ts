import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from './schema.ts';

export type Db = Kysely<DB>;
export type Isolation = 'read committed' | 'repeatable read' | 'serializable';

const CONNECTION_MS_MAX = 5_000;
const IDLE_IN_TRANSACTION_MS_MAX = 10_000;

/**
 * What a day is must not depend on how the server was set up; and compiling a query of 2 ms for 100 ms does not pay. A process that is
 * stopped or cut off in the middle of a transaction must not keep its locks from those who go on.
 */
const SETTINGS = { TimeZone: 'UTC', jit: 'off', idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS_MAX) };

/**
 * Connections are opened when needed. `onIdleError` hears of those that broke while no query was under way: the next one opens a new one.
 * Without `waitsForDisk` a crash of the server may lose the last half second of what was written: for counts, never for points.
 * With `answerMs` a question that has no answer by then fails, and its connection is given up: a server may be cut off without a word.
 * What is asked at once goes to the server at once, without waiting for the answer to what was asked before; COPY needs a `pipeline` of its own: none.
 * `settings` are of the connections themselves, by PostgreSQL's names and without spaces.
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
  } = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types: { getTypeParser },
    application_name: 'matchpoint',
    options: Object.entries({ ...SETTINGS, ...(!waitsForDisk && { synchronous_commit: 'off' }), ...settings })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    // Whoever asks for something waits no longer for a connection: then they are told to come again.
    connectionTimeoutMillis: answerMs || CONNECTION_MS_MAX,
    query_timeout: answerMs,
    keepAlive: true,
    idleTimeoutMillis: 60_000,
    allowExitOnIdle: false,
    pipeline,
  } as pg.PoolConfig);
  // Each connection is listened to for as long as it lives: the pool itself hears only those that nobody has taken,
  // and one that breaks between two queries of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', onIdleError));
  pool.on('error', () => {});
  return pool;
}

export const createDb = (pool: pg.Pool): Db => new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });

/**
 * A statement that begins with its name in a comment is prepared, once a connection: where a request must be quick, it is not
 * parsed and planned each time. The name must belong to one text, without parts that vary.
 * A transaction's begin goes to the server together with its first statement: it fails with its connection alone, and so does what follows.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  // Kysely remembers each that it is given: one a connection, or it would remember one a transaction.
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    connect: async () => {
      const client = await pool.connect();
      const wrapped = known.get(client) ?? preparingClient(client);
      known.set(client, wrapped);
      return wrapped;
    },
    end: () => pool.end(),
  };
}

function preparingClient(client: pg.PoolClient): PostgresPoolClient {
  const query = (text: string, values: readonly unknown[]) => {
    const [, name] = /^\s*\/\* (\w+) \*\//.exec(text) ?? [];
    const answer = client.query(name === undefined ? { text, values: [...values] } : { name, text, values: [...values] });
    if (!BEGIN.test(text)) return answer;
    answer.catch(() => {});
    return NOTHING_READ;
  };
  return { query, release: () => client.release() } as unknown as PostgresPoolClient;
}

const BEGIN = /^(begin|start transaction)\b/;
const NOTHING_READ = { command: 'BEGIN', rowCount: 0, rows: [] };

/** Takes what a transaction writes last, so that it goes to the server together with the commit. */
export type Last = (write: Promise<unknown>) => void;

/**
 * Runs `fn` in a transaction, and again when the server ended it only because another one was in the way.
 * So `fn` must do nothing that cannot be repeated: what the world shall hear of is told after the commit.
 */
export async function transact<T>(
  db: Db,
  fn: (db: Transaction<DB>, last: Last) => Promise<T>,
  { isolation = 'read committed' as Isolation } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    // One that fails has made the commit a rollback.
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
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !isCollision(error)) throw error;
      await sleep(Math.random() * RETRY_MS * 2 ** attempt);
    }
  }
}

const ATTEMPTS_MAX = 6;
const RETRY_MS = 5;

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const isCollision = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK_DETECTED);

/** Points and counts are `bigint`, and far below 2^53. One that is not would be rounded without a word, so it is refused. */
function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit into a safe integer`);
  return value;
}

const OID = { bigint: 20, date: 1082, bigintArray: 1016, textArray: 1009, dateArray: 1182 };
const parseTextArray = pg.types.getTypeParser(OID.textArray) as (text: string) => (string | null)[];

/** `timestamptz` stays a Date and `numeric` a string, as pg has it. A `date` stays text: as a Date it would be midnight somewhere. */
const parsers: Record<number, (text: string) => unknown> = {
  [OID.bigint]: parseBigint,
  [OID.bigintArray]: (text) => parseTextArray(text).map((item) => (item === null ? null : parseBigint(item))),
  [OID.date]: (text) => text,
  [OID.dateArray]: parseTextArray,
};

const getTypeParser: typeof pg.types.getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser;
