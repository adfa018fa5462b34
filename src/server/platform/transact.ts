import type { Transaction } from 'kysely';
import type { LiveChange } from '#contract/live.ts';
import type { Deps } from '#server/deps.ts';
import * as pool from './db/pool.ts';
import type { DB } from './db/schema.ts';

/** Says something to a topic once the transaction is committed. */
export type Announce = (topic: string, change: LiveChange) => void;

/**
 * Runs `fn` in one transaction, again when another one was in its way, and publishes what it announced only after
 * the commit: nobody hears of what did not happen.
 */
export async function transact<T>(deps: Deps, fn: (db: Transaction<DB>, announce: Announce, last: pool.Last) => Promise<T>): Promise<T> {
  let announced: [string, LiveChange][] = [];
  const result = await pool.transact(deps.db, (db, last) => {
    announced = [];
    return fn(db, (topic, change) => announced.push([topic, change]), last);
  });
  for (const [topic, change] of announced) deps.publish(topic, change);
  return result;
}
