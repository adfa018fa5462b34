import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '#server/db/pool.ts';

/** What one process at a time does: following the feeds, and all that the clock starts. */
export const LEASE_NAMES = ['feed', 'worker'] as const;
export type LeaseName = (typeof LEASE_NAMES)[number];

/** What the holder of a lease finds out when it wants to write something and holds it no more. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/**
 * Takes a lease, or renews it, for so many milliseconds of the database's clock; false while it is somebody else's. The time counts from when the
 * statement began, so that it is never later than the holder believes.
 */
export async function takeLease(pool: pg.Pool, name: string, holder: string, forMs: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into leases as l (name, holder, expires_at) values ($1, $2, now() + $3 * interval '1 millisecond')
     on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
     where l.holder = excluded.holder or l.expires_at <= now()`,
    [name, holder, forMs],
  );
  return rowCount === 1;
}

/** Gives a lease back, so that nobody waits for its end. One that is somebody else's stays theirs. */
export async function releaseLease(pool: pg.Pool, name: string, holder: string): Promise<void> {
  await pool.query('delete from leases where name = $1 and holder = $2', [name, holder]);
}

/** Throws LeaseLost unless the lease is still the holder's; then nobody can take it before the caller's transaction ends. */
export async function confirmLease(db: Db, name: string, holder: string): Promise<void> {
  const { rows } = await sql`
    select from leases where name = ${name} and holder = ${holder} and expires_at > clock_timestamp() for share`.execute(db);
  if (rows.length === 0) throw new LeaseLost(`the lease "${name}" is not ours any more`);
}

/** Which leases somebody holds just now. */
export async function findHeldLeases(db: Db): Promise<{ name: string; holder: string }[]> {
  const { rows } = await sql<{ name: string; holder: string }>`
    select name, holder from leases where expires_at > clock_timestamp() order by name`.execute(db);
  return rows;
}
