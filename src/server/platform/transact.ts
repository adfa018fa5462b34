import type { Transaction } from 'kysely';
import type { LiveChange } from '#contract/live.ts';
import type { Deps } from '#server/deps.ts';
import * as pool from './db/pool.ts';
import type { DB } from './db/schema.ts';

/** Publishes to a topic once the transaction is committed. */
export type Announce = (topic: string, change: LiveChange) => void;

/**
 * Runs `fn` in one transaction, retries on conflicts, and publishes its announcements only after the commit: a rolled back change is never
 * announced.
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
