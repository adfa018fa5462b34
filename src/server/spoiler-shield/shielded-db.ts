import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import type pg from 'pg';
import { SHIELD_DELAYS, type Shield } from '#domain/notifications/shield.ts';
import type { Deps } from '#server/deps.ts';
import { connect } from '#server/platform/db/connect.ts';
import { createPool, type Db, preparing } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** Few users have a shield, and delayed reads are cached. */
const CONNECTIONS_MAX = 4;

/** Connections to the views of the schema `shield` instead of the tables they stand for; nothing can be written through them. */
const SHIELD_POOL = {
  max: CONNECTIONS_MAX,
  settings: { search_path: 'shield,public', default_transaction_read_only: 'on', 'matchpoint.shield': 'reveal' },
};

/** Creates the pool without connecting. */
export const createShieldPool = (url: string, onIdleError: (error: Error) => void): pg.Pool =>
  createPool(url, { ...SHIELD_POOL, onIdleError });

/** Creates the pool after checking that connections get its settings: a pooler that ignores them would show every score. */
export const connectShieldPool = (url: string, onIdleError: (error: Error) => void): Promise<pg.Pool> =>
  connect(url, { ...SHIELD_POOL, onIdleError });

/** Returns the database as seen with the shield that `current` returns when a connection is taken. */
export function shieldedDb(pool: pg.Pool, current: () => Shield): Db {
  const prepared = preparing(pool);
  const shielded: PostgresPool = {
    connect: async () => {
      const client = await prepared.connect();
      const shield = current();
      const values = 'delaySeconds' in shield ? [String(shield.delaySeconds), ''] : ['reveal', shield.revealed.join(',')];
      await client.query(
        "/* wear_shield */ select set_config('matchpoint.shield', $1, false), set_config('matchpoint.revealed', $2, false)",
        values,
      );
      return client;
    },
    end: () => prepared.end(),
    options: prepared.options,
  };
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: shielded }) });
}

/** Longer than any shield delay, with a margin for when this job runs late. */
const RETENTION_SECONDS = Math.max(...SHIELD_DELAYS) + 60;

/** Deletes past values that are older than any shield delay; returns how many rows. */
export async function purgePast({ db }: Pick<Deps, 'db'>): Promise<number> {
  const { numAffectedRows = 0n } =
    await sql`delete from shield.past where changed_at < clock_timestamp() - make_interval(secs => ${RETENTION_SECONDS})`.execute(db);
  return Number(numAffectedRows);
}
