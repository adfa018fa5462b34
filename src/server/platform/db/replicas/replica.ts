import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import type pg from 'pg';
import { createPool, preparing } from '#server/platform/db/pool.ts';
import type { Log } from '#server/platform/observability/log.ts';
import type { ReferencePosition } from './reference-position.ts';
import { sharedAnswer } from './shared-answer.ts';

/**
 * Why a replica is not read: it was not asked yet (`new`), it does not answer (`gone`), it has not replayed what the primary has (`behind`),
 * it is the primary itself (`primary`), it accepts writes without being the primary (`promoted`), or it follows another primary (`foreign`).
 */
export type OutReason = 'new' | 'gone' | 'behind' | 'primary' | 'promoted' | 'foreign';

/** A read whose replica was lost while it ran. */
export class ReplicaLost extends Error {}

export type Replica = ReturnType<typeof createReplica>;

/** How long a replica may take to say how far it is. It is asked twice, as this process may itself have been busy meanwhile. */
const ANSWER_MS_MAX = 300;
/** How often a replica is asked while a read waits for it. */
const WAITING_MS = 3;
/** A read without an answer by then is made on the primary. */
const READ_MS_MAX = 10_000;

const STATE = `
  select pg_is_in_recovery() as is_replica, coalesce((pg_last_wal_replay_lsn() - '0/0')::bigint, 0) as replayed,
    coalesce((greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()) - '0/0')::bigint, 0) as received,
    (select system_identifier::text from pg_control_system()) as system, pg_postmaster_start_time()::text as started`;

/**
 * Returns a row if the process that replays the log waits for more of it: it has replayed every whole record. Roles without
 * `pg_read_all_stats` never get a row.
 */
const WAITING = `
  select from pg_stat_activity
  where backend_type = 'startup' and wait_event in ('RecoveryWalStream', 'RecoveryRetrieveRetryInterval')`;
/** By then a process that is woken no longer says that it waits. */
const WOKEN_MS = 100;

interface State {
  is_replica: boolean;
  /** Positions in the log, in bytes: what reads on this server see, and what is on its disk. */
  replayed: number;
  received: number;
  system: string;
  started: string;
}

/**
 * Creates what is known of one replica, and its connections. It is read once a check has found that it follows the primary; what it says of
 * itself is asked on a connection of its own, so that long reads do not make it look gone.
 */
export function createReplica(url: string, { log, nowMs }: { log: Log; nowMs: () => number }) {
  const name = new URL(url).host || 'local';
  // A server that restarts may have replayed less than before, so it is out from the moment its connection breaks.
  const watching = createPool(url, { max: 1, answerMs: ANSWER_MS_MAX, onIdleError: () => leave('gone') });
  let reading = openReading(url);
  let out: OutReason | null = 'new';
  let outSinceMs = nowMs();
  let replayed = 0;
  const inProgress = new Set<(lost: Error) => void>();

  const leave = (reason: OutReason): void => {
    if (out === reason) return;
    if (out === null) outSinceMs = nowMs();
    out = reason;
    log[reason === 'primary' ? 'info' : 'warn']({ replica: name, reason }, 'a replica is not read');
    if (reason === 'behind') return;
    // Connections that were open may be dead without a sign of it.
    const before = reading;
    reading = openReading(url);
    before.pool.end().catch(() => {});
    for (const abandon of inProgress) abandon(new ReplicaLost());
  };

  const enter = (): void => {
    if (out === null) return;
    log.info({ replica: name }, 'a replica is read');
    out = null;
  };

  /** What the server said last; null if it did not answer. */
  let said: State | null = null;

  /** Asks how far the replica is; null if it does not answer, or is no replica. */
  const look = sharedAnswer(async (): Promise<State | null> => {
    const ask = () => watching.query<State>({ name: 'replica_state', text: STATE });
    const answer = await ask().catch(() => ask().catch(() => null));
    said = answer?.rows[0] ?? null;
    if (said === null) leave('gone');
    else if (said.is_replica) replayed = said.replayed;
    else if (out !== 'primary') leave('promoted');
    return said?.is_replica ? said : null;
  });

  /** Since when the log has ended in the same place, while what replays it waited whenever it was asked; null if that is not so. */
  let ending: { received: number; sinceMs: number } | null = null;

  /**
   * Asks like `look`, without counting a record that the primary has not finished as received: no server can replay it, and a transaction
   * is not confirmed before its record is whole. A primary that dies or fills its disk often leaves a part of one.
   */
  const lookWithoutPart = sharedAnswer(async (): Promise<State | null> => {
    const waiting = await watching.query({ name: 'replica_waiting', text: WAITING }).catch(() => null);
    const state = await look();
    if (state === null || !waiting?.rowCount) {
      ending = null;
      return state;
    }
    if (ending?.received !== state.received) ending = { received: state.received, sinceMs: performance.now() };
    return performance.now() - ending.sinceMs < WOKEN_MS ? state : { ...state, received: state.replayed };
  });

  /** Waits until the replica has replayed a position, at most until a time of `performance`; leaves it out if it has not. */
  const reaches = async (bytes: number, untilMs: number): Promise<boolean> => {
    while (replayed < bytes) {
      if ((await look()) === null) return false;
      if (replayed >= bytes) break;
      if (performance.now() >= untilMs) {
        leave('behind');
        return false;
      }
      await sleep(WAITING_MS);
    }
    return true;
  };

  /**
   * Decides whether the replica may be read. `reference` tells the position that a read needs, and is called after the replica told its own:
   * no replica of this primary can have replayed more.
   */
  const check = async (reference: () => Promise<ReferencePosition | null>, waitMs: number): Promise<void> => {
    const state = await look();
    const position = await reference();
    if (position === null) return;
    if (said && !said.is_replica && !position.isAlone) leave(said.started === position.started ? 'primary' : 'promoted');
    if (state === null) return;
    if (state.system !== position.system || state.replayed > position.bytes) leave('foreign');
    else if (await reaches(position.bytes, performance.now() + waitMs)) enter();
  };

  /** Runs a read on this replica. Throws as soon as the replica is lost, whatever the read still waits for. */
  const during = <T>(read: () => Promise<T>): Promise<T> => {
    let abandon: (lost: Error) => void = () => {};
    const lost = new Promise<never>((_, reject) => (abandon = reject));
    inProgress.add(abandon);
    return Promise.race([read(), lost]).finally(() => inProgress.delete(abandon));
  };

  return {
    name,
    /** Why it is not read; null while it is. */
    out: () => out,
    /** How long it has not been read, in milliseconds; 0 while it is. */
    outMs: () => (out === null ? 0 : nowMs() - outSinceMs),
    replayed: () => replayed,
    /** Whether it answered when it was last asked. */
    answers: () => said !== null,
    /** Whether it said that it accepts writes. */
    acceptsWrites: () => said !== null && !said.is_replica,
    pool: (): PostgresPool => reading.prepared,
    look,
    lookWithoutPart,
    reaches,
    check,
    during,
    leave,
    close: async (): Promise<void> => {
      await Promise.all([watching.end(), reading.pool.end()]);
    },
  };
}

/** Connections that cannot write, whatever the server has become. */
function openReading(url: string): { pool: pg.Pool; prepared: PostgresPool } {
  const pool = createPool(url, { answerMs: READ_MS_MAX, settings: { default_transaction_read_only: 'on' } });
  return { pool, prepared: preparing(pool) };
}
