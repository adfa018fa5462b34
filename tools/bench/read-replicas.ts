// Pages that no kept reply answers (match lists, tables, matches, the console's list of users), read by an app with two replicas and by one
// without, in turn, while matches are changed. Says how many reads a second each reaches, and how much processor time of the primary a
// thousand reads cost, less what the changes alone cost. All servers share the machine, so that on two cores the second figure is the claim.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '#server/platform/db/migrate.ts';
import { createDb, createPool } from '#server/platform/db/pool.ts';
import { inTurn, median } from '#test/support/measuring.ts';
import { type DatabaseServer, startReplicatedDatabase } from '#test/support/replicated-database.ts';
import { type BenchApp, withAppOn } from '#tools/bench/support/app.ts';
import { createBenchClient } from '#tools/bench/support/client.ts';
import { fillConsole } from '#tools/bench/support/console-fill.ts';
import { benchAdminToken } from '#tools/bench/support/file.ts';
import { fillMatches, type PageKind, pageKinds } from '#tools/bench/support/read-rows.ts';

const ROUND_SECONDS = Number(process.env.ROUND_SECONDS ?? 4);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const USERS = Number(process.env.USERS ?? 20_000);
const CHANGES_A_SECOND = Number(process.env.CHANGES ?? 50);
const CONNECTIONS = 8;
/** With two replicas, a read may cost the primary at most this share of what it costs without. */
const SHARE_MAX = 0.3;
const METRICS_PORT = 39_741;
/** The kernel counts processor time in this many units a second. */
const TICKS = 100;

const cluster = await startReplicatedDatabase({ isDurable: true });
const dataDir = await mkdtemp(join(tmpdir(), 'matchpoint-bench-'));
let isMet = false;
try {
  isMet = await measure(cluster.primary);
} finally {
  await cluster.remove();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(isMet ? 0 : 1);

async function measure(primary: DatabaseServer): Promise<boolean> {
  await fill(primary.url);
  const replicas = [await cluster.addReplica(), await cluster.addReplica()];
  const read = { DATABASE_READ_URL: replicas.map(({ url }) => url).join(), METRICS_PORT: String(METRICS_PORT) };
  // Processes of one site share a key.
  const serverKey = randomBytes(32);
  const shared = { SERVER_KEY: serverKey.toString('hex') };
  const on = (name: string) => ({ url: primary.url, dataDir: join(dataDir, name) });
  return withAppOn(on('without'), shared, (without) =>
    withAppOn(on('with'), { ...shared, ...read }, (withReplicas) =>
      compare(primary, { ...withReplicas, serverKey }, { ...without, serverKey }),
    ),
  );
}

async function fill(url: string): Promise<void> {
  const db = createDb(createPool(url));
  await migrate(db).finally(() => db.destroy());
  await fillConsole(url, { users: USERS, transfers: 10 * USERS, days: 30, until: new Date() });
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  await fillMatches(database).finally(() => database.end());
}

interface Round {
  perSecond: number;
  /** Processor time of the primary for a thousand reads, in milliseconds, with the share of the changes. */
  primaryMs: number;
  reads: number;
}

async function compare(primary: DatabaseServer, withReplicas: BenchApp, without: BenchApp): Promise<boolean> {
  const kinds = await pageKinds(without.database);
  const stop = changeMatches(primary.url);
  try {
    // What the changes cost, and the checks of the replicas.
    const idle: number[] = [];
    for (let round = 0; round < ROUNDS; round++) idle.push((await processorMs(primary, () => sleep(ROUND_SECONDS * 1_000)))[0]);
    const idleMs = median(idle) / ROUND_SECONDS;
    console.log(`the primary without reads, with ${CHANGES_A_SECOND} changes a second: ${idleMs.toFixed(0)} ms of processor time a second`);
    const shares: number[] = [];
    const speeds: number[] = [];
    for (const kind of kinds) {
      const ask = [await asking(withReplicas, kind), await asking(without, kind)] as const;
      await ask[0](1);
      await ask[1](1);
      const round = (one: (seconds: number) => Promise<number>) => () => measureRound(primary, () => one(ROUND_SECONDS), idleMs);
      const [replicated, alone] = await inTurn(ROUNDS, round(ask[0]), round(ask[1]));
      const of = (rounds: Round[], what: keyof Round) => median(rounds.map((one) => one[what]));
      const [speed, share] = [of(replicated, 'perSecond') / of(alone, 'perSecond'), of(replicated, 'primaryMs') / of(alone, 'primaryMs')];
      console.log(
        `${kind.name}: ${of(replicated, 'perSecond').toFixed(0)} reads/s with two replicas, ${of(alone, 'perSecond').toFixed(0)} without (ratio ${speed.toFixed(2)}); ` +
          `the primary spends ${of(replicated, 'primaryMs').toFixed(0)} ms on 1,000 reads, ${of(alone, 'primaryMs').toFixed(0)} without (ratio ${share.toFixed(2)})`,
      );
      speeds.push(speed);
      shares.push(share);
    }
    console.log(`reads by database: ${await countsOf()}`);
    const [speed, share] = [median(speeds), Math.max(...shares)];
    console.log(`read-replicas-reads-vs-none ${speed.toFixed(2)}`);
    console.log(`read-replicas-primary-load-vs-none ${share.toFixed(2)}`);
    return share <= SHARE_MAX;
  } finally {
    await stop();
  }
}

/** Returns a function that asks for the addresses in turn for some seconds, and returns how many were answered. */
async function asking(app: BenchApp, { paths, isConsole }: PageKind): Promise<(seconds: number) => Promise<number>> {
  const { ask } = createBenchClient(app.url, { connections: CONNECTIONS });
  const headers: Record<string, string> = isConsole ? { Authorization: `Bearer ${await benchAdminToken(app)}` } : {};
  let next = 0;
  return async (seconds) => {
    const [until, before] = [performance.now() + seconds * 1_000, next];
    const one = async () => {
      while (performance.now() < until) await ask(paths[next++ % paths.length]!, { headers });
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, one));
    return next - before;
  };
}

async function measureRound(primary: DatabaseServer, ask: () => Promise<number>, idleMs: number): Promise<Round> {
  const startedAt = performance.now();
  const [ms, reads] = await processorMs(primary, ask);
  const seconds = (performance.now() - startedAt) / 1_000;
  return { reads, perSecond: reads / seconds, primaryMs: Math.max(0, ms - idleMs * seconds) / (reads / 1_000) };
}

/** Changes a match at a steady pace, until the returned function is called. */
function changeMatches(url: string): () => Promise<void> {
  const pool = createPool(url, { max: 1 });
  const change = "update matches set minute = 1 + (minute % 90) where id = (select id from matches where venue = 'Ground' limit 1)";
  const timer = setInterval(() => void pool.query(change).catch(() => {}), 1_000 / CHANGES_A_SECOND);
  return async () => {
    clearInterval(timer);
    await pool.end();
  };
}

/** Returns the processor time, in milliseconds, that a server spends while something runs, and what that returns. */
async function processorMs<T>(server: DatabaseServer, run: () => Promise<T>): Promise<[number, T]> {
  const before = await spentMs(server);
  const result = await run();
  const after = await spentMs(server);
  let sum = 0;
  for (const [pid, ms] of after) sum += ms - (before.get(pid) ?? 0);
  return [sum, result];
}

/** Returns the processor time of each of a server's processes so far. */
async function spentMs(server: DatabaseServer): Promise<Map<number, number>> {
  const spent = new Map<number, number>();
  for (const pid of await server.processes()) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields) spent.set(pid, ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS);
  }
  return spent;
}

async function countsOf(): Promise<string> {
  const text = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/api/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith('matchpoint_replica_reads_total{'));
  return lines.map((line) => line.replace(/^.*"(.*)"} /, '$1 ')).join(', ');
}
