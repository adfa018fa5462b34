import { setImmediate as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type pg from 'pg';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';

const BEGIN = /^(begin|start transaction)\b/;
const SAVEPOINT = 'within_past';

/**
 * Runs `fn` in one transaction of a connection. Transactions that `fn` begins become savepoints of it, one after the other, so code that
 * commits in several steps can be run unseen: others see nothing of it, or all.
 */
export async function inOneTransaction<T>(pool: pg.Pool, fn: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await fn(new Kysely<DB>({ dialect: new PostgresDialect({ pool: savepointsOf(client) }) }));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** A pool whose connections are all the given one. */
function savepointsOf(client: pg.PoolClient): PostgresPool {
  let isTaken = false;
  const query = async (text: string, values: readonly unknown[]) => {
    if (BEGIN.test(text)) {
      while (isTaken) await pause();
      isTaken = true;
      return client.query(`savepoint ${SAVEPOINT}`);
    }
    if (text !== 'commit' && text !== 'rollback') return client.query({ text, values: [...values] });
    if (text === 'rollback') await client.query(`rollback to savepoint ${SAVEPOINT}`);
    const released = await client.query(`release savepoint ${SAVEPOINT}`);
    isTaken = false;
    // Kysely tells by the command whether a commit has become a rollback.
    return { ...released, command: text.toUpperCase() };
  };
  const connection = { query, release: () => {} };
  return { connect: async () => connection, end: async () => {}, options: {} } as unknown as PostgresPool;
}
