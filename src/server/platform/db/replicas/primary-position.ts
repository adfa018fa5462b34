import type pg from 'pg';
import { sharedAnswer } from './shared-answer.ts';

/** How far the primary's log has been written. */
export interface PrimaryPosition {
  /** Bytes from the start of the log. A replica that has replayed as many has every transaction that was committed by then. */
  bytes: number;
  /** Identifies the cluster that the primary and its replicas are copies of. */
  system: string;
}

/**
 * Returns a function that asks the primary for its position. A commit returns once its log is on disk, so the position on disk covers every
 * finished commit. Without `synchronous_commit` it does not, and then the position counts that has been reserved in memory. The function
 * throws while the primary is away, and if this server is itself a replica.
 */
export const primaryPosition = (pool: pg.Pool): (() => Promise<PrimaryPosition>) =>
  sharedAnswer(async () => {
    const { rows } = await pool.query<PrimaryPosition>({ name: 'primary_position', text: POSITION });
    return rows[0]!;
  });

const POSITION = `
  select (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end
      - '0/0')::bigint as bytes,
    (select system_identifier::text from pg_control_system()) as system`;
