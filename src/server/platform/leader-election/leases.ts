import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '#server/platform/db/pool.ts';

/** A process not seen for this long is considered dead. */
export const SILENT_MS = 20_000;

/** The tasks of one process at a time: following the feeds, and everything that runs by the clock. */
const LEASE_NAMES = ['feed', 'worker'] as const;
export type LeaseName = (typeof LEASE_NAMES)[number];

/** Thrown when a process that lost its lease tries to write something. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/**
 * Takes or renews a lease for `forMs` milliseconds of the database's clock; false while another process holds it. The time counts from when
 * the statement began, so that it is never later than the holder believes.
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
 * Shortens a lease that was taken before the database's clock was set back: it ends later than a lease taken now, and if its holder has
 * died, no process could take it until then. It keeps its full time from now, so that a live holder loses nothing. The clock is read under
 * the row's lock, after any concurrent renewal, which would otherwise look too long.
 */
async function shortenLease(pool: pg.Pool, name: string, toMs: number): Promise<void> {
  await pool.query(
    `update leases set expires_at = clock_timestamp() + $2 * interval '1 millisecond'
     where name = $1 and expires_at > clock_timestamp() + $2 * interval '1 millisecond'`,
    [name, toMs],
  );
}

/**
 * Releases a lease, so that others need not wait for its end; the row keeps the time of release. Leases of other holders are left alone.
 */
export async function releaseLease(pool: pg.Pool, name: string, holder: string): Promise<void> {
  await pool.query('update leases set expires_at = least(expires_at, now()) where name = $1 and holder = $2', [name, holder]);
}

/** Throws LeaseLost unless the lease is still the holder's. Until the caller's transaction ends, no other process can take it. */
export async function confirmLease(db: Db, name: string, holder: string): Promise<void> {
  const { rows } = await sql`
    select from leases where name = ${name} and holder = ${holder} and expires_at > clock_timestamp() for share`.execute(db);
  if (rows.length === 0) throw new LeaseLost(`the lease "${name}" is not ours any more`);
}

export interface LeaseState {
  name: LeaseName;
  /** The process that holds it; null if none does. */
  holder: string | null;
  /**
   * How long no process has held it, counted at most from the start of the oldest running process: 0 while it is held, null if no process
   * runs.
   */
  freeMs: number | null;
}

/** Returns the state of each lease, by the database's clock. Processes count as running if they recently updated `processes`. */
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
