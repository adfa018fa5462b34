import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createPool } from '#server/platform/db/pool.ts';
import { createLog } from '#server/platform/observability/log.ts';
import {
  type DatabaseServer,
  describeWithReplicas,
  type ReplicatedDatabase,
  startReplicatedDatabase,
} from '#test/support/replicated-database.ts';
import { openReadDatabase, type ReadDatabase } from './read-database.ts';

const log = createLog('silent');
const opened: ReadDatabase[] = [];
let cluster: ReplicatedDatabase;
let replicas: DatabaseServer[];
let nowMs = 0;

/** Opens one on these replicas, and waits until it reads from all of them unless they are expected to be out. */
async function open(
  from: readonly DatabaseServer[],
  // Without privileges for watching the server.
  { primary = cluster.primary, isReady = true, role = 'plain' } = {},
): Promise<ReadDatabase> {
  const urlOf = ({ url }: DatabaseServer): string => url.replace('//matchpoint@', `//${role}@`);
  const reads = openReadDatabase({
    ...{ primary: createPool(urlOf(primary)), primaryUrl: urlOf(primary), log, nowMs: () => nowMs },
    replicaUrls: from.map(urlOf),
  });
  opened.push(reads);
  if (isReady) await until(() => reads.replicas().every(({ out }) => out === null));
  return reads;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(5);
}

async function query<T extends pg.QueryResultRow>({ url }: DatabaseServer, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<T>(text).finally(() => client.end());
  return rows;
}

const write = ({ db }: ReadDatabase, value: number) => sql`update things set value = ${value}`.execute(db);
const currentValue = async ({ db }: ReadDatabase): Promise<number> =>
  (await sql<{ value: number }>`select value from things`.execute(db)).rows[0]!.value;
const isOnReplica = async ({ db }: ReadDatabase): Promise<boolean> =>
  (await sql<{ is_so: boolean }>`select pg_is_in_recovery() as is_so`.execute(db)).rows[0]!.is_so;
/** What a read sees, and where it is made. */
const seenOn = async (reads: ReadDatabase): Promise<unknown[]> => [
  await currentValue(reads),
  (await isOnReplica(reads)) ? 'a replica' : 'the primary',
  reads.isAlone() ? 'alone' : 'after the primary',
];
const outs = (reads: ReadDatabase) => reads.replicas().map(({ out }) => out);

describeWithReplicas('a read', () => {
  beforeAll(async () => {
    cluster = await startReplicatedDatabase();
    await query(
      cluster.primary,
      'create table things (value integer not null); insert into things values (0); create role plain login; grant all on things to plain',
    );
    replicas = [await cluster.addReplica(), await cluster.addReplica()];
  });
  afterEach(async () => {
    for (const reads of opened.splice(0)) {
      await reads.close();
      await reads.db.destroy();
    }
  });
  afterAll(() => cluster?.remove());

  it('is made by the replicas in turn, and everything else by the primary', async () => {
    const reads = await open(replicas);
    expect(await isOnReplica(reads)).toBe(false);
    const answers = () => reads.replicas().map(({ name }) => reads.counts()[name]!);
    // A replica that hangs for a moment is passed over, and the primary answers if both do.
    for (let made = 1; answers().some((count) => count < 2); made++) {
      const before = answeredByReplicas(reads);
      const wasOnReplica = await reads.read(() => isOnReplica(reads));
      expect([answeredByReplicas(reads) - before, answeredByReplicas(reads) + reads.counts().primary!]).toEqual([
        Number(wasOnReplica),
        made,
      ]);
    }
    expect(await reads.read(() => reads.readPrimary(() => isOnReplica(reads)))).toBe(false);
    expect(await isOnReplica(reads)).toBe(false);
  });

  it('shows what was committed before it, while one replica and then the other stands still', async () => {
    const reads = await open(replicas);
    for (let n = 1; n <= 120; n++) {
      if (n % 40 === 20) await query(replicas[n > 40 ? 1 : 0]!, 'select pg_wal_replay_pause()');
      if (n % 40 === 0) for (const replica of replicas) await query(replica, 'select pg_wal_replay_resume()');
      await write(reads, n);
      const seen = await Promise.all([1, 2, 3].map(() => reads.read(() => currentValue(reads))));
      expect(seen).toEqual([n, n, n]);
    }
    const { primary: _, ...fromReplicas } = reads.counts();
    expect(Object.values(fromReplicas).every((count) => count > 0)).toBe(true);
  });

  it('is made by the primary while the only replica is 30 s behind, and by the replica when it has caught up', async () => {
    const late = await cluster.addReplica('recovery_min_apply_delay=30s');
    const reads = await open([late], { isReady: false });
    for (let n = 1_001; n <= 1_005; n++) {
      await write(reads, n);
      expect(await reads.read(async () => [await currentValue(reads), await isOnReplica(reads)])).toEqual([n, false]);
    }
    await until(() => outs(reads)[0] === 'behind');
    nowMs += 30_000;
    // The next check notes where the primary is, unless an earlier one found it further than the replica.
    await until(() => reads.replicas()[0]!.lagMs! >= 30_000);
    await query(late, 'alter system set recovery_min_apply_delay = 0');
    await query(late, 'select pg_reload_conf()');
    await until(() => outs(reads)[0] === null);
    expect(await reads.read(async () => [await currentValue(reads), await isOnReplica(reads)])).toEqual([1_005, true]);
    expect(reads.replicas()[0]).toMatchObject({ out: null, outMs: 0, lagMs: 0 });
    await late.kill();
  });

  it('is made by another server when its replica ends, and by the replica again when that is back', async () => {
    const reads = await open([replicas[0]!]);
    await write(reads, 2_001);
    const pending = Array.from({ length: 5 }, () =>
      reads.read(async () => {
        if (await isOnReplica(reads)) await sql`select pg_sleep(60)`.execute(reads.db);
        return currentValue(reads);
      }),
    );
    await until(() => outs(reads)[0] === null);
    await sleepers(replicas[0]!, 5);
    await replicas[0]!.kill();
    expect(await Promise.all(pending)).toEqual(Array(5).fill(2_001));
    await until(() => outs(reads)[0] === 'gone');
    expect(await reads.read(() => isOnReplica(reads))).toBe(false);
    await replicas[0]!.start();
    await until(() => outs(reads)[0] === null);
    expect(await reads.read(async () => [await currentValue(reads), await isOnReplica(reads)])).toEqual([2_001, true]);
  });

  it('does not wait for a replica that no longer answers', async () => {
    const reads = await open([replicas[0]!]);
    const pending = reads.read(async () => {
      const isThere = await isOnReplica(reads);
      if (isThere) await sql`select pg_sleep(60)`.execute(reads.db);
      return isThere;
    });
    await sleepers(replicas[0]!, 1);
    await replicas[0]!.freeze();
    expect(await pending).toBe(false);
    expect(outs(reads)).toEqual(['gone']);
    await replicas[0]!.wake();
    await until(() => outs(reads)[0] === null);
  });

  it('has the error of the primary, or what it throws itself, and is made once if a replica answered', async () => {
    const reads = await open(replicas);
    await expect(reads.read(() => sql`select 1 / 0`.execute(reads.db))).rejects.toThrow('division by zero');
    let times = 0;
    const refused = reads.read(async () => {
      times += 1;
      throw new RangeError(String(await isOnReplica(reads)));
    });
    await expect(refused).rejects.toThrow('true');
    expect(times).toBe(1);
  });

  it('never writes on a replica: what it writes is written on the primary', async () => {
    const reads = await open(replicas);
    await reads.read(() => write(reads, 3_001));
    expect(await query(cluster.primary, 'select value from things')).toEqual([{ value: 3_001 }]);
  });

  it('leaves what it has started, and does not wait for, to the primary', async () => {
    const reads = await open(replicas);
    let goOn = () => {};
    let later: Promise<boolean> | undefined;
    await reads.read(async () => {
      later = new Promise<void>((resolve) => (goOn = resolve)).then(() => isOnReplica(reads));
    });
    goOn();
    expect(await later).toBe(false);
  });

  it('is made by the replicas while the primary is away, and sees all that was confirmed', async () => {
    const reads = await open(replicas);
    await write(reads, 3_101);
    await seenByAll(3_101);
    await withoutPrimary(async () => {
      for (let n = 0; n < 4; n++) expect(await answered(() => reads.read(() => seenOn(reads)))).toEqual([3_101, 'a replica', 'alone']);
      const before = answeredByReplicas(reads);
      expect(await answered(() => reads.readOwn(() => seenOn(reads)))).toEqual([3_101, 'a replica', 'alone']);
      expect(answeredByReplicas(reads)).toBe(before + 1);
      expect(reads.isAlone()).toBe(false);
    });
    await until(() => outs(reads).every((out) => out === null));
    await writeAgain(reads, 3_102);
    expect(await reads.read(() => seenOn(reads))).toEqual([3_102, 'a replica', 'after the primary']);
    expect(await reads.readOwn(() => seenOn(reads))).toEqual([3_102, 'the primary', 'after the primary']);
  });

  it('writes nothing while the primary is away, and then fails as it would without replicas', async () => {
    const reads = await open(replicas);
    const refused = { code: expect.stringMatching(/^(ECONNREFUSED|ECONNRESET|57P01)$/) };
    await withoutPrimary(async () => {
      await expect(reads.readOwn(() => write(reads, 3_201))).rejects.toMatchObject(refused);
      await expect(reads.read(() => write(reads, 3_201))).rejects.toMatchObject(refused);
    });
    await writeAgain(reads, 3_202);
  });

  it('fails rather than miss what a replica has received and not yet replayed', async () => {
    const reads = await open(replicas);
    for (const replica of replicas) await query(replica, 'select pg_wal_replay_pause()');
    await write(reads, 3_301);
    for (const replica of replicas) await received(replica, cluster.primary);
    await withoutPrimary(async () => {
      await expect(reads.read(() => currentValue(reads))).rejects.toThrow();
      await query(replicas[0]!, 'select pg_wal_replay_resume()');
      await until(() => outs(reads)[0] === null);
      expect(await answered(() => reads.read(() => seenOn(reads)))).toEqual([3_301, 'a replica', 'alone']);
      await query(replicas[1]!, 'select pg_wal_replay_resume()');
    });
    await writeAgain(reads, 3_302);
  });

  it('is made by replicas that wait for the rest of a record, if it may know that they wait', async () => {
    const torn = await startReplicatedDatabase();
    try {
      await query(torn.primary, 'create table things (value integer not null); insert into things values (1); create role plain login');
      await query(torn.primary, 'create role observer login; grant pg_read_all_stats to observer; grant all on things to plain, observer');
      const both = [await torn.addReplica(), await torn.addReplica()];
      const plain = await open(both, { primary: torn.primary });
      const observer = await open(both, { primary: torn.primary, role: 'observer' });
      await killInRecord(torn.primary, both);
      await expect(plain.read(() => currentValue(plain))).rejects.toThrow();
      expect(await answered(() => observer.read(() => seenOn(observer)))).toEqual([1, 'a replica', 'alone']);
      expect(await answered(() => observer.readOwn(() => seenOn(observer)))).toEqual([1, 'a replica', 'alone']);
    } finally {
      await torn.remove();
    }
  });

  it('is not made without the primary by fewer than all replicas but one', async () => {
    const reads = await open([cluster.primary, ...replicas], { isReady: false });
    await until(() => `${outs(reads)}` === 'primary,,');
    await write(reads, 3_401);
    await seenByAll(3_401);
    await withoutPrimary(async () => {
      await until(() => outs(reads)[0] === 'gone');
      expect(await answered(() => reads.read(() => seenOn(reads)))).toEqual([3_401, 'a replica', 'alone']);
      await replicas[1]!.kill();
      await until(() => outs(reads)[2] === 'gone');
      await expect(reads.read(() => currentValue(reads))).rejects.toThrow();
      await replicas[1]!.start();
      await until(() => outs(reads)[2] === null);
      expect(await answered(() => reads.read(() => seenOn(reads)))).toEqual([3_401, 'a replica', 'alone']);
    });
    await until(() => `${outs(reads)}` === 'primary,,');
  });

  it('is not made without the primary once another server was promoted', async () => {
    const split = await startReplicatedDatabase();
    try {
      await query(split.primary, 'create table things (value integer not null); insert into things values (1); create role plain login');
      await query(split.primary, 'grant all on things to plain');
      const [stays, promoted] = [await split.addReplica(), await split.addReplica()];
      const reads = await open([stays, promoted], { primary: split.primary });
      await split.primary.kill();
      expect(await answered(() => reads.read(() => seenOn(reads)))).toEqual([1, 'a replica', 'alone']);
      await query(promoted, 'select pg_promote()');
      await query(promoted, 'update things set value = 2');
      await expect(reads.read(() => currentValue(reads))).rejects.toThrow();
    } finally {
      await split.remove();
    }
  });

  it('is not made by a server that was promoted, even in the middle of the read, nor by one that follows another primary', async () => {
    const [promoted, other] = replicas as [DatabaseServer, DatabaseServer];
    const reads = await open([promoted]);
    await write(reads, 4_001);
    let isFirst = true;
    const value = await reads.read(async () => {
      if (isFirst) {
        isFirst = false;
        await query(promoted, 'select pg_promote()');
        await query(promoted, 'update things set value = -1');
      }
      return currentValue(reads);
    });
    expect([value, await currentValue(reads)]).toEqual([4_001, 4_001]);
    await until(() => outs(reads)[0] === 'promoted');
    for (let n = 4_002; n < 4_010; n++) {
      await write(reads, n);
      expect(await reads.read(() => currentValue(reads))).toBe(n);
    }
    await query(cluster.primary, 'create table more as select n from generate_series(1, 100000) n');
    const split = await open([other], { primary: promoted, isReady: false });
    await until(() => outs(split)[0] === 'foreign');
    expect(await split.read(() => currentValue(split))).toBe(-1);
  });

  it('is made by the primary alone while no replica was ever there', async () => {
    const nowhere = { ...replicas[1]!, url: 'postgres://matchpoint@127.0.0.1:1/matchpoint' };
    const reads = await open([nowhere], { isReady: false });
    expect(await reads.read(() => isOnReplica(reads))).toBe(false);
    await until(() => outs(reads)[0] === 'gone');
    nowMs += 61_000;
    expect(reads.replicas()).toEqual([{ name: '127.0.0.1:1', out: 'gone', outMs: 61_000, lagMs: null }]);
  });
});

/** Kills the primary for the duration of `act`, also if that fails: the tests that follow need it. */
async function withoutPrimary(act: () => Promise<void>): Promise<void> {
  await cluster.primary.kill();
  await act().finally(() => cluster.primary.start());
}

/** What a read without the primary returns once one succeeds: it fails while the replicas hang for a moment. */
async function answered<T>(read: () => Promise<T>): Promise<T> {
  for (;;) {
    const value = await read().catch(() => null);
    if (value !== null) return value;
    await sleep(5);
  }
}

function answeredByReplicas(reads: ReadDatabase): number {
  const { primary: _, ...fromReplicas } = reads.counts();
  return Object.values(fromReplicas).reduce((sum, count) => sum + count, 0);
}

/** Writes once a primary that was started again can be reached. */
async function writeAgain(reads: ReadDatabase, value: number): Promise<void> {
  for (;;) {
    const isDone = await write(reads, value).then(
      () => true,
      () => false,
    );
    if (isDone) return;
    await sleep(5);
  }
}

async function seenByAll(value: number): Promise<void> {
  for (const replica of replicas)
    while ((await query<{ value: number }>(replica, 'select value from things'))[0]!.value !== value) await sleep(5);
}

/** Waits until a replica has on its disk what the primary has. */
async function received(replica: DatabaseServer, primary: DatabaseServer): Promise<void> {
  const position = async (server: DatabaseServer, of: string) =>
    (await query<{ bytes: string }>(server, `select (${of} - '0/0')::bigint as bytes`))[0]!.bytes;
  const wanted = BigInt(await position(primary, 'pg_current_wal_flush_lsn()'));
  while (BigInt(await position(replica, 'pg_last_wal_receive_lsn()')) < wanted) await sleep(5);
}

/** Waits until so many reads sleep on a server. */
async function sleepers(server: DatabaseServer, count: number): Promise<void> {
  const asleep = "select count(*)::integer as count from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'";
  while ((await query<{ count: number }>(server, asleep))[0]!.count < count) await sleep(5);
}

/** Kills a primary while its replicas have a part of a record, which they cannot replay. */
async function killInRecord(primary: DatabaseServer, from: readonly DatabaseServer[]): Promise<void> {
  const haveParts = async () => {
    const isBehind = 'select pg_last_wal_receive_lsn() > pg_last_wal_replay_lsn() as is_so';
    const answers = await Promise.all(from.map((replica) => query<{ is_so: boolean }>(replica, isBehind)));
    return answers.every(([row]) => row!.is_so);
  };
  for (;;) {
    // No commit waits for this record: the primary writes its whole pages to disk, and the rest when it pleases.
    await query(primary, "select pg_logical_emit_message(false, 'test', repeat('x', 20000))");
    for (let n = 0; n < 50 && !(await haveParts()); n++) await sleep(10);
    await primary.kill();
    if (await haveParts()) return;
    await primary.start();
  }
}
