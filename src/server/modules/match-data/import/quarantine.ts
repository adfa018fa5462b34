import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { Log } from '#server/platform/observability/log.ts';

/** An impossible or unreadable update of a feed. */
export interface Refusal {
  /** The kind of update: `fixture`, `status`, `odds`, or a row of a file. */
  kind: string;
  /** The feed's id of the subject. */
  feed_id: string;
  reason: string;
  payload: unknown;
  /** Whether the update was applied anyway, and is quarantined only for review. */
  isNote?: boolean;
}

export type RefusalTold = Pick<Refusal, 'kind' | 'feed_id' | 'reason'>;

/** Time without a refusal after which the same refusal is logged again; without it, there would be one log line a second. */
const QUIET_MS = 60 * 60_000;

/**
 * Stores refusals, one row per match and reason. Returns those that are new or return after an hour without them. A refusal that was
 * accepted in review is open for review again; a dropped one stays dropped.
 */
export async function writeQuarantine(db: Db, feed: string, refusals: Refusal[], now: Date): Promise<RefusalTold[]> {
  if (refusals.length === 0) return [];
  const quietSince = new Date(now.getTime() - QUIET_MS);
  const { rows } = await sql<RefusalTold>`
    with kept as (
      insert into quarantine as q (feed, kind, feed_id, reason, payload, first_seen_at, last_seen_at)
      select distinct on (kind, feed_id, reason) ${feed}, kind, feed_id, reason, coalesce(payload, 'null'), ${now}::timestamptz, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(refusals)}::jsonb) as r (kind text, feed_id text, reason text, payload jsonb)
      on conflict (feed, kind, feed_id, reason) do update set times = q.times + 1, last_seen_at = excluded.last_seen_at,
        payload = case when q.decision = 'accepted' then excluded.payload else q.payload end,
        decided_at = case when q.decision = 'dropped' then q.decided_at end, decision = nullif(q.decision, 'accepted')
      returning id, kind, feed_id, reason
    )
    -- The table as it was before this statement.
    select kept.kind, kept.feed_id, kept.reason from kept left join quarantine earlier using (id)
    where earlier.id is null or earlier.last_seen_at < ${quietSince} order by kept.id`.execute(db);
  return rows;
}

/** Rows per delete statement, small enough to be fast, because feeds write to the table meanwhile. */
const PURGED_AT_ONCE = 5_000;

/** Deletes refusals that last occurred before a moment; returns their number. */
export async function purgeQuarantine(db: Db, before: Date, atOnce = PURGED_AT_ONCE): Promise<number> {
  let purged = 0;
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from quarantine where id in (select id from quarantine where last_seen_at < ${before} limit ${atOnce})`.execute(db);
    purged += Number(numAffectedRows ?? 0);
    if (Number(numAffectedRows ?? 0) < atOnce) return purged;
  }
}

/** Maximum number of log lines: a provider that changed its format sends as many odd rows as it has matches. The others are in the table. */
const LINES_MAX = 20;

/** Logs one line per refusal, at most twenty, and one for the rest. `problem` describes the problem of all of them. */
export function logRefusals(log: Pick<Log, 'warn'>, feed: string, told: readonly RefusalTold[], problem: string): void {
  for (const { kind, feed_id, reason } of told.slice(0, LINES_MAX)) log.warn({ feed, kind, feed_id, reason }, problem);
  if (told.length > LINES_MAX) log.warn({ feed, more: told.length - LINES_MAX }, `${problem}: further entries are in the quarantine`);
}
