import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '#server/platform/db/pool.ts';

/** A process that has not been seen for this long does not run any more. */
export const SILENT_MS = 20_000;

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
  if (rowCount === 1) return true;
  await shortenLease(pool, name, forMs);
  return false;
}

/**
 * A lease that ends later than one that is taken now was taken before the database's clock was set back: where its holder has died, nobody could take
 * it for as long as that. It is left with its full time from now, so that a holder who lives has lost nothing. The clock is read under the row's
 * lock, after whoever renewed meanwhile: otherwise their lease would look too long.
 */
async function shortenLease(pool: pg.Pool, name: string, toMs: number): Promise<void> {
  await pool.query(
    `update leases set expires_at = clock_timestamp() + $2 * interval '1 millisecond'
     where name = $1 and expires_at > clock_timestamp() + $2 * interval '1 millisecond'`,
    [name, toMs],
  );
}

/** Gives a lease back, so that nobody waits for its end; the row keeps when that was. One that is somebody else's stays theirs. */
export async function releaseLease(pool: pg.Pool, name: string, holder: string): Promise<void> {
  await pool.query('update leases set expires_at = least(expires_at, now()) where name = $1 and holder = $2', [name, holder]);
}

/** Throws LeaseLost unless the lease is still the holder's; then nobody can take it before the caller's transaction ends. */
export async function confirmLease(db: Db, name: string, holder: string): Promise<void> {
  const { rows } = await sql`
    select from leases where name = ${name} and holder = ${holder} and expires_at > clock_timestamp() for share`.execute(db);
  if (rows.length === 0) throw new LeaseLost(`the lease "${name}" is not ours any more`);
}

export interface LeaseState {
  name: LeaseName;
  /** The process that holds it; null where none does. */
  holder: string | null;
  /** For how long none has, counted at most from when the first of the processes that run now began: 0 while it is held, null where none runs. */
  freeMs: number | null;
}

/** How it stands with each lease, by the database's clock. A process runs that has lately said so in `processes`. */
export async function findLeaseStates(db: Db): Promise<LeaseState[]> {
  const { rows } = await sql<LeaseState>`
    select n.name, case when l.expires_at > clock_timestamp() then l.holder end as holder,
      case when p.began_at is not null
        then greatest(extract(epoch from clock_timestamp() - greatest(l.expires_at, p.began_at)) * 1000, 0)::double precision end as "freeMs"
    from unnest(${[...LEASE_NAMES]}::text[]) as n (name)
    cross join (select min(started_at) as began_at from processes where seen_at > now() - ${SILENT_MS} * interval '1 millisecond') as p
    left join leases l on l.name = n.name
    order by n.name`.execute(db);
  return rows;
}
