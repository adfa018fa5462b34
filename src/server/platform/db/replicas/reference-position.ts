import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Replica } from './replica.ts';
import { sharedAnswer } from './shared-answer.ts';

/** How far the primary's log has been written. */
export interface PrimaryPosition {
  /** Bytes from the start of the log. A replica that has replayed as many has every transaction that was committed by then. */
  bytes: number;
  /** Identifies the cluster that the primary and its replicas are copies of. */
  system: string;
  /** When the server started, which tells it from every other one. */
  started: string;
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
    (select system_identifier::text from pg_control_system()) as system, pg_postmaster_start_time()::text as started`;

/** The position that a replica must have replayed to be read now. */
export type ReferencePosition = (PrimaryPosition & { isAlone: false }) | FromReplicas;

/** What the replicas have received, while the primary does not answer. */
interface FromReplicas {
  isAlone: true;
  bytes: number;
  system: string;
}

/** How many of the replicas may be silent while they stand in for the primary: the primary is usually one of the servers in the list. */
const SILENT_MAX = 1;
/** How long a read waits for a primary that did not answer before. A connection that is refused says so at once; a frozen server never does. */
const AWAY_ANSWER_MS_MAX = 100;

/**
 * Tells the position that a read needs: the primary's, or while the primary is away the furthest that any replica has received, up to the
 * last whole record. With synchronous replication that covers every commit that was confirmed, because one replica has it on its disk. Null if neither is known: too
 * few replicas answer, or one of the servers accepts writes, so that it may confirm commits that the others lack.
 */
export function createReference(askPrimary: () => Promise<PrimaryPosition>, replicas: readonly Replica[]) {
  let isAway = false;
  /** The cluster of the last primary that answered. */
  let system: string | null = null;

  const ofPrimary = async (): Promise<ReferencePosition | null> => {
    const position = await askPrimary().catch(() => null);
    isAway = position === null;
    system = position?.system ?? system;
    return position && { ...position, isAlone: false };
  };

  const ofReplicas = async (): Promise<ReferencePosition | null> => {
    // The regular check also asks those that did not answer, which takes its time.
    const asked = replicas.filter(({ answers }) => answers());
    const states = await Promise.all(asked.map(({ lookWithoutPart }) => lookWithoutPart()));
    if (asked.some(({ acceptsWrites }) => acceptsWrites())) return null;
    const received = states.flatMap((state) => (state !== null && state.system === system ? state.received : []));
    if (received.length === 0 || received.length < replicas.length - SILENT_MAX) return null;
    return { bytes: Math.max(...received), system: system!, isAlone: true };
  };

  return {
    /** Whether the primary did not answer when it was last asked. */
    isAway: () => isAway,
    ofPrimary,
    /** Asks the primary, and the replicas if it does not answer: within a moment, if it did not answer before. */
    now: async (): Promise<ReferencePosition | null> => {
      const asked = ofPrimary();
      const position = await (isAway ? Promise.race([asked, sleep(AWAY_ANSWER_MS_MAX, null, { ref: false })]) : asked);
      return position ?? (await ofReplicas());
    },
    ofReplicas,
  };
}
