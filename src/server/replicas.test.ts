import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { getOverview } from '#contract/account.ts';
import { listUsers, setUserStatus } from '#contract/admin-users.ts';
import { listAudit } from '#contract/audit.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { LiveChange } from '#contract/live.ts';
import type { MatchDetail } from '#contract/matches.ts';
import { getHealth } from '#contract/meta.ts';
import { createApp } from '#server/app.ts';
import type { Deps } from '#server/deps.ts';
import { metricsListener } from '#server/modules/console/public.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createDb, createPool } from '#server/platform/db/pool.ts';
import { openReadDatabase, type ReadDatabase } from '#server/platform/db/replicas/read-database.ts';
import { listen } from '#server/platform/http/listen.ts';
import { mountedOn } from '#server/platform/http/mount.ts';
import { isForOpenApi } from '#server/platform/http/mount-open.ts';
import { repliesFromReplicas } from '#server/platform/http/replies-from-replicas.ts';
import { createMetrics, watchReplicas } from '#server/platform/observability/metrics.ts';
import { createAdmin } from '#test/support/admins.ts';
import { callApp, createTestApp, type TestApp } from '#test/support/app.ts';
import { guessInput } from '#test/support/example-input.ts';
import { createMatch, createUser } from '#test/support/factories.ts';
import { type Process, startProcess } from '#test/support/fan-out.ts';
import { describeWithRedis, type RedisServer, startRedis } from '#test/support/redis-server.ts';
import {
  type DatabaseServer,
  describeWithReplicas,
  type ReplicatedDatabase,
  startReplicatedDatabase,
} from '#test/support/replicated-database.ts';

let cluster: ReplicatedDatabase;
let replicas: DatabaseServer[];
let test: TestApp;
let reads: ReadDatabase;
let nowMs = 0;
const opened: ReadDatabase[] = [];

/** Opens the replicas as one more process does. */
async function openReads(): Promise<ReadDatabase> {
  const { url } = cluster.primary;
  const of = { primary: createPool(url), primaryUrl: url, log: test.deps.log, nowMs: () => nowMs };
  const one = openReadDatabase({ ...of, replicaUrls: replicas.map((replica) => replica.url) });
  opened.push(one);
  await until(() => one.replicas().every(({ out }) => out === null));
  return one;
}

const withReads = (one: ReadDatabase): Deps => ({
  ...test.deps,
  db: one.db,
  reads: one,
  replies: repliesFromReplicas(test.deps.replies, one),
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(5);
}

const areRead = () => reads.replicas().every(({ out }) => out === null);
const total = () => Object.values(reads.counts()).reduce((sum, count) => sum + count, 0);
const onReplica = async (replica: DatabaseServer, statement: string) => {
  const pool = createPool(replica.url, { max: 1 });
  await pool.query(statement).finally(() => pool.end());
};
const pause = (replica: DatabaseServer) => onReplica(replica, 'select pg_wal_replay_pause()');
const resume = (replica: DatabaseServer) => onReplica(replica, 'select pg_wal_replay_resume()');
const resumeAll = () => Promise.all(replicas.map(resume));

describeWithReplicas('a site with two replicas', () => {
  beforeAll(async () => {
    cluster = await startReplicatedDatabase();
    const pool = createPool(cluster.primary.url);
    const db = createDb(pool);
    await migrate(db);
    test = await createTestApp({ FEED: 'none' }, { url: cluster.primary.url, pool, mainPool: pool, db, drop: () => db.destroy() });
    replicas = [await cluster.addReplica(), await cluster.addReplica()];
    reads = await openReads();
    test = { ...test, deps: withReads(reads), app: createApp(withReads(reads)) };
  });
  afterEach(async () => void (await resumeAll()));
  afterAll(async () => {
    for (const one of opened) {
      await one.close();
      await one.db.destroy();
    }
    await test?.database.drop();
    await cluster?.remove();
  });

  /** Asks each endpoint of some access once, and returns those whose answer changed what `what` returns. */
  async function changing(access: (endpoint: Endpoint) => boolean, token: string | undefined, what: () => number): Promise<string[]> {
    const changed: string[] = [];
    for (const endpoint of mountedOn(test.app).filter((one) => one.method === 'GET' && access(one))) {
      const before = what();
      const { status } = await callApp(test.app, endpoint, guessInput(endpoint) as never, {
        // The open API takes keys, and refuses a session's token.
        token: isForOpenApi(endpoint.path) ? undefined : token,
      });
      expect(status, endpoint.path).toBeLessThan(500);
      if (what() !== before) changed.push(endpoint.path);
    }
    return changed;
  }

  it('answers public pages and lists of the console from them, none of which writes', async () => {
    const { token } = await createAdmin(test, 'super');
    const isShared = ({ access }: Endpoint) => access === 'public' || access === 'open' || typeof access !== 'string';
    const read = await changing(isShared, token, total);
    expect(read).toEqual(
      expect.arrayContaining([
        ...['/api/matches', '/api/matches/:id', '/api/leagues', '/api/leagues/:id/standings', '/api/teams/:id'],
        ...[
          '/api/forecasts/track-record',
          '/api/v1/leagues',
          '/api/admin/users',
          '/api/admin/withdrawals',
          '/api/admin/audit',
          '/api/admin/contests',
        ],
      ]),
    );
    // Of a moment in which a replica was late, the next one knows nothing.
    const again = async () => {
      test.deps.replies.dropAll();
      return changing(isShared, token, () => reads.counts().primary!);
    };
    const byPrimary = await again();
    if (byPrimary.length > 0) expect((await again()).filter((path) => byPrimary.includes(path))).toEqual([]);
  });

  it('answers users about themselves from the primary', async () => {
    const { token } = await createUser(test, 100);
    expect((await callApp(test.app, getOverview, {}, { token })).reply).toMatchObject({ profile: expect.anything() });
    expect(await changing(({ access }) => access === 'user', token, total)).toEqual([]);
  });

  it('shows admins what they have just done, while one replica stands still, then the other, then both', async () => {
    const { token } = await createAdmin(test, 'super');
    const { id } = await createUser(test);
    for (const still of [[], [replicas[0]!], [replicas[1]!], replicas]) {
      await Promise.all(still.map(pause));
      for (const status of ['disabled', 'normal'] as const) {
        expect((await callApp(test.app, setUserStatus, { id, status, reason: 'as tested' }, { token })).status).toBe(200);
        const { reply: users } = await callApp(test.app, listUsers, { q: id }, { token });
        expect(users.items.map((user) => user.status)).toEqual([status]);
        const { reply: audit } = await callApp(test.app, listAudit, {}, { token });
        expect(audit.items[0]).toMatchObject({ action: status === 'disabled' ? 'user.disable' : 'user.enable' });
      }
      await resumeAll();
      await until(areRead);
    }
  });

  describeWithRedis('and two processes', () => {
    let redis: RedisServer;
    let one: Process;
    let other: Process;
    let onHeard: (topic: string, change: LiveChange) => void = () => {};

    beforeAll(async () => {
      redis = await startRedis();
      const ears = [{ wants: () => true, hear: (topic: string, change: LiveChange) => onHeard(topic, change) }];
      one = await startProcess(withReads(await openReads()), { redisUrls: [redis.url] });
      other = await startProcess(withReads(await openReads()), { redisUrls: [redis.url], ears });
      await until(() => !one.hub.isDegraded() && !other.hub.isDegraded());
    });
    afterAll(async () => {
      await one?.stop();
      await other?.stop();
      await redis?.remove();
    });

    it('never shows what was before the change that dropped its kept reply', async () => {
      const { deps } = one;
      const id = await createMatch(deps.db, { kickoffAt: deps.now(), status: 'h1', score: [0, 0] });
      const scoreAt = async (url: string) => ((await (await fetch(new URL(`/api/matches/${id}`, url))).json()) as MatchDetail).score!.home!;
      await scoreAt(other.url);
      const answers: Promise<[heard: number, seen: number]>[] = [];
      onHeard = (topic, change) => {
        if (topic !== `match:${id}` || change.t !== 'market') return;
        answers.push(scoreAt(other.url).then((seen) => [change.match_id, seen]));
      };
      for (let score = 1; score <= 90; score++) {
        if (score % 30 === 10) await pause(replicas[score > 60 ? 1 : 0]!);
        if (score % 30 === 20) await resumeAll();
        await sql`update matches set home_score = ${score} where id = ${id}`.execute(deps.db);
        deps.publish(`match:${id}`, { t: 'market', match_id: score, market: null, offer: null });
        expect(await scoreAt(one.url)).toBe(score);
      }
      await until(() => answers.length === 90);
      const stale = (await Promise.all(answers)).filter(([heard, seen]) => seen < heard);
      expect(stale).toEqual([]);
      const { primary: _, ...fromReplicas } = other.deps.reads!.counts();
      expect(Object.values(fromReplicas).every((count) => count > 0)).toBe(true);
    });
  });

  it('shows every page to visitors and users while the primary is away', async () => {
    const { token } = await createUser(test, 100);
    await until(areRead);
    const isShown = ({ method, access, produces }: Endpoint) => method === 'GET' && typeof access === 'string' && produces === undefined;
    const shown = mountedOn(test.app).filter(isShown);
    const answer = async (endpoint: Endpoint) => {
      const as = isForOpenApi(endpoint.path) ? {} : { token };
      return (await callApp(test.app, endpoint, guessInput(endpoint) as never, as)).status;
    };
    const answers = async () => {
      const statuses: number[] = [];
      for (const endpoint of shown) statuses.push(await answer(endpoint));
      return statuses;
    };
    const before = await answers();
    expect((await callApp(test.app, getHealth, {})).reply).toEqual({ status: 'ok' });
    await cluster.primary.kill();
    try {
      test.deps.replies.dropAll();
      const after = await answers();
      expect((await callApp(test.app, getHealth, {})).reply).toEqual({ status: 'degraded' });
      // These count who asks, so that nobody asks too often: they write.
      const counting = ['/api/auth/captcha', '/api/tipping/invitations/:code', '/api/v1/search'];
      expect(shown.flatMap(({ path }, n) => (after[n] === before[n] ? [] : [`${path} ${after[n]}`])).sort()).toEqual(
        counting.map((path) => `${path} 503`),
      );
    } finally {
      await cluster.primary.start();
      await until(areRead);
    }
  });

  it('tells in metrics and health that a replica is left out, and reads from the other', async () => {
    const metrics = createMetrics({ ofProcess: false });
    watchReplicas(metrics, reads);
    const { server, url, close } = await listen(metricsListener({ ...test.deps, metrics }), { host: '127.0.0.1', port: 0 });
    expect(server.listening).toBe(true);
    const measured = async (name: string) => {
      const lines = (await (await fetch(new URL('/api/metrics', url))).text())
        .split('\n')
        .filter((line) => line.startsWith(`matchpoint_${name}{`));
      return lines.map((line) => Number(line.split(' ')[1]));
    };
    const health = async () => (await callApp(test.app, getHealth, {})).reply.status;
    const state = async () => [await measured('replica_read'), (await measured('replica_lag_seconds')).length];
    await expect.poll(state).toEqual([[1, 1], 2]);
    expect(await health()).toBe('ok');
    await replicas[0]!.kill();
    await expect.poll(state).toEqual([[0, 1], 1]);
    expect(await health()).toBe('ok');
    nowMs += 61_000;
    expect(await health()).toBe('degraded');
    const [one, other] = await measured('replica_reads_total');
    const readAgain = async () => {
      test.deps.replies.dropAll();
      expect((await test.app.request('/api/leagues')).status).toBe(200);
      return measured('replica_reads_total');
    };
    await expect.poll(readAgain).toEqual([one, expect.toSatisfy((count) => count > other!), expect.any(Number)]);
    await replicas[0]!.start();
    await expect.poll(health).toBe('ok');
    await close();
  });
});
