import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { isDatabaseAway } from '#server/platform/db/connect.ts';
import { createPool, type Db, preparing } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Log } from '#server/platform/observability/log.ts';
import { type LagHistory, lagHistory } from './lag-history.ts';
import { createReference, primaryPosition, type ReferencePosition } from './reference-position.ts';
import { createReplica, type OutReason, type Replica, ReplicaLost } from './replica.ts';

/** What a replica is at present, as this process sees it. */
export interface ReplicaState {
  /** Host and port. */
  name: string;
  /** Why no read is sent to it; null while reads are. */
  out: OutReason | null;
  /** How long no read has been sent to it, in milliseconds; 0 while reads are. */
  outMs: number;
  /** How far it is behind the primary, in milliseconds; null if it does not answer, or is not compared with the primary. */
  lagMs: number | null;
}

/** Reads from replicas of the database (docs/decisions/068). */
export interface ReadDatabase {
  /** The database: the primary, except for what `read` runs. */
  db: Db;
  /**
   * Runs `make` on a replica that has everything that was committed before this call, or else on the primary. `make` may run twice, the
   * second time on the primary, so it must only read. It is not given another database: the queries of `db` that it makes go to the replica.
   */
  read: <T>(make: () => Promise<T>) => Promise<T>;
  /** Runs `make` on the primary, also within `read`: for values that outlive the read. */
  readPrimary: <T>(make: () => Promise<T>) => Promise<T>;
  /**
   * Runs `make` on the primary, or on a replica while the primary is away. `make` may run twice. What it writes fails while the primary is
   * away, with the error that it has then.
   */
  readOwn: <T>(make: () => Promise<T>) => Promise<T>;
  /** Whether the present read is made while the primary is away. */
  isAlone: () => boolean;
  replicas: () => ReplicaState[];
  /** How many reads each replica answered, and how many calls of `read` the `primary` answered because no replica could. */
  counts: () => Readonly<Record<string, number>>;
  close: () => Promise<void>;
}

interface Needs {
  /** Connections to the primary, through a pooler if there is one. */
  primary: pg.Pool;
  /** The primary itself: a position is asked for by a connection of its own. */
  primaryUrl: string;
  replicaUrls: readonly string[];
  log: Log;
  /** The clock that says how long a replica is left out, and how far it is behind; it need not be the time of day. */
  nowMs?: () => number;
}

/** How often it is checked whether each replica may be read. With two answers of a replica it is less than a second. */
const CHECK_MS = 250;
/** How long a read waits for a replica to catch up. */
const WAIT_MS_MAX = 100;
const POSITION_MS_MAX = 1_000;
const PRIMARY = 'primary';

/** Which connections the queries of a read use; null for the primary, as after the read has ended. */
interface Source {
  pool: PostgresPool | null;
  isAlone: boolean;
}

/** Where a read is made. */
interface Choice {
  replica: Replica;
  isAlone: boolean;
}

export function openReadDatabase({ primary, primaryUrl, replicaUrls, log, nowMs = () => performance.now() }: Needs): ReadDatabase {
  const onPrimary = preparing(primary);
  const source = new AsyncLocalStorage<Source>();
  const routed: PostgresPool = { ...onPrimary, connect: () => (source.getStore()?.pool ?? onPrimary).connect() };
  const positions = createPool(primaryUrl, { max: 1, answerMs: POSITION_MS_MAX });
  const askPosition = primaryPosition(positions);
  const replicas = replicaUrls.map((url) => createReplica(url, { log, nowMs }));
  const reference = createReference(askPosition, replicas);
  const history = lagHistory(nowMs);
  const counts: Record<string, number> = Object.fromEntries([...replicas.map(({ name }) => name), PRIMARY].map((name) => [name, 0]));
  const choose = createChoice(replicas, reference.now);

  const readPrimary: ReadDatabase['readPrimary'] = (make) => source.run({ pool: null, isAlone: false }, make);

  const read: ReadDatabase['read'] = async (make) => {
    const choice = await choose();
    const answer = choice && (await readFrom(choice, source, make));
    count(counts, answer ? choice!.replica.name : PRIMARY);
    return answer ? answer.value() : readPrimary(make);
  };

  const readAlone = async <T>(make: () => Promise<T>): Promise<Answer<T> | null> => {
    const choice = await choose();
    const answer = choice?.isAlone ? await readFrom(choice, source, make) : null;
    if (answer) count(counts, choice!.replica.name);
    return answer;
  };

  const readOwn: ReadDatabase['readOwn'] = async (make) => {
    const early = reference.isAway() ? await readAlone(make) : null;
    if (early) return early.value();
    try {
      return await make();
    } catch (error) {
      const answer = isDatabaseAway(error) ? await readAlone(make) : null;
      if (answer) return answer.value();
      throw error;
    }
  };

  const closing = new AbortController();
  const checking = checkRegularly(replicas, reference, { history, log }, closing.signal);
  return {
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool: routed }) }),
    read,
    readPrimary,
    readOwn,
    isAlone: () => source.getStore()?.isAlone ?? false,
    replicas: () => replicas.map((replica) => stateOf(replica, history)),
    counts: () => counts,
    close: async () => {
      closing.abort();
      await checking;
      await Promise.all([positions.end(), ...replicas.map(({ close }) => close())]);
    },
  };
}

const count = (counts: Record<string, number>, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1;
};

/**
 * Returns a function that chooses a replica which has everything that was committed before the call; null if there is none. Replicas take
 * turns, and one that need not be waited for is preferred.
 */
function createChoice(replicas: readonly Replica[], reference: () => Promise<ReferencePosition | null>): () => Promise<Choice | null> {
  let turn = 0;
  return async () => {
    const known = replicas.filter(({ out }) => out() === null).map((replica) => ({ replica, before: replica.replayed() }));
    if (known.length === 0) return null;
    const position = await reference();
    if (position === null) return null;
    const { bytes, isAlone } = position;
    for (const { replica, before } of known) if (before > bytes) replica.leave('foreign');
    turn += 1;
    const order = known.map((_, i) => known[(i + turn) % known.length]!.replica).filter(({ out }) => out() === null);
    const ready = order.find((replica) => replica.replayed() >= bytes);
    if (ready) return { replica: ready, isAlone };
    const untilMs = performance.now() + WAIT_MS_MAX;
    for (const replica of order) if (await replica.reaches(bytes, untilMs)) return { replica, isAlone };
    return null;
  };
}

/** What a read on a replica returned or threw. */
interface Answer<T> {
  value: () => T;
}

/**
 * Returns what `make` returned or threw on a replica; null if the primary must be asked: the replica was lost, could not answer, or had
 * been promoted by the end of the read.
 */
async function readFrom<T>(
  { replica, isAlone }: Choice,
  source: AsyncLocalStorage<Source>,
  make: () => Promise<T>,
): Promise<Answer<T> | null> {
  const from: Source = { pool: replica.pool(), isAlone };
  try {
    const made = await replica.during(() => source.run(from, make));
    return (await replica.look()) && { value: () => made };
  } catch (error) {
    const isAnswer = !isOfDatabase(error) && (await replica.look()) !== null;
    if (!isAnswer) return null;
    return {
      value: () => {
        throw error;
      },
    };
  } finally {
    // What `make` has started and does not wait for continues on the primary.
    from.pool = null;
  }
}

/** Also errors of one replica alone: a query that conflicts with what it replays, or a write that it refuses. */
const isOfDatabase = (error: unknown): boolean =>
  error instanceof pg.DatabaseError || error instanceof ReplicaLost || isDatabaseAway(error);

async function checkRegularly(
  replicas: readonly Replica[],
  { ofPrimary, ofReplicas, isAway }: ReturnType<typeof createReference>,
  { history, log }: { history: LagHistory; log: Log },
  signal: AbortSignal,
): Promise<void> {
  let wasAway = false;
  const reference = async (): Promise<ReferencePosition | null> => {
    const position = await ofPrimary();
    if (position) history.note(position.bytes);
    return position ?? (await ofReplicas());
  };
  while (!signal.aborted) {
    await Promise.all(replicas.map(({ check }) => check(reference, WAIT_MS_MAX)));
    if (isAway() && !wasAway) log.warn({}, 'the primary does not answer: replicas are read without it');
    if (!isAway() && wasAway) log.info({}, 'the primary answers again');
    wasAway = isAway();
    await sleep(CHECK_MS, undefined, { signal, ref: false }).catch(() => {});
  }
}

function stateOf(replica: Replica, history: LagHistory): ReplicaState {
  const out = replica.out();
  const isCompared = out === null || out === 'behind';
  return { name: replica.name, out, outMs: replica.outMs(), lagMs: isCompared ? history.lagMs(replica.replayed()) : null };
}
