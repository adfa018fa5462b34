import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { placeBet } from '#server/modules/betting/bets/service.ts';
import { advanceContest } from '#server/modules/betting/contests/advance.ts';
import { evidenceFlagsOf } from '#server/modules/withdrawals/fraud-signals/assess.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { createContest, createCrowd, createMatch } from '#test/support/factories.ts';
import { median, percentile, timed } from '#test/support/measuring.ts';
import type { BenchApp } from './app.ts';
import type { serviceDeps } from './bets.ts';
import { createBenchClient } from './client.ts';
import { consoleQuestions } from './console-questions.ts';
import { benchAdminToken } from './file.ts';
import { processorMs, SERVER_PROCESSES, serverProcessorMs } from './processor-time.ts';

type Deps = ReturnType<typeof serviceDeps>;

/** The app's jobs rest when the database touches fewer pages than this in the 3 seconds of two readings. */
const CALM_PAGES = 3_000;
const REST_MS_MAX = 60 * 60_000;

/**
 * What was done: processor time of the database and of the process that asks it, in milliseconds (NaN where the system does not
 * tell); pages that were touched, pages of them that were not in the buffers, and the database's log in KB, with copies of pages.
 */
interface Work {
  cpuMs: number;
  pages: number;
  read: number;
  logKb: number;
}

/** What one action costs: milliseconds, and the work on average; null where it was not counted. */
export interface Measure {
  name: string;
  /** Whether users wait for it. */
  isOfUsers: boolean;
  p50: number;
  p99: number;
  work: Work | null;
}

const measureOf = (name: string, isOfUsers: boolean, took: readonly number[], work: Work | null = null): Measure => ({
  name,
  isOfUsers,
  p50: percentile(took, 50),
  p99: percentile(took, 99),
  work,
});

/** Returns the work of the database and of the process `pid` so far. A session reports its share once it has rested for a second. */
async function workSoFar(database: pg.Client, pid = process.pid): Promise<Work> {
  await sleep(1_500);
  const { rows: sessions } = await database.query<{ pid: number }>(SERVER_PROCESSES);
  const cpuMs = (processorMs(pid) ?? Number.NaN) + (serverProcessorMs(sessions.map((session) => session.pid)) ?? Number.NaN);
  const { rows } = await database.query<Omit<Work, 'cpuMs'>>(
    `select (blks_hit + blks_read)::float8 as pages, blks_read::float8 as read, (wal_bytes / 1e3)::float8 as "logKb"
     from pg_stat_database, pg_stat_wal where datname = current_database()`,
  );
  return { cpuMs, ...rows[0]! };
}

/** Returns the work since `before` for each of `count` actions. */
async function workSince(database: pg.Client, before: Work, count: number, pid = process.pid): Promise<Work> {
  const now = await workSoFar(database, pid);
  const share = (name: keyof Work) => (now[name] - before[name]) / count;
  return { cpuMs: share('cpuMs'), pages: share('pages'), read: share('read'), logKb: share('logKb') };
}

/** Returns users in random order: their pages are in memory by chance only. */
async function randomUsers(database: pg.Client, count: number, pointsMin: number): Promise<{ id: string; email: string }[]> {
  const { rows } = await database.query<{ id: string; email: string }>(
    `select u.id, u.email from accounts a join users u on u.id = a.owner join sessions s on s.id = u.id
     where a.kind = 'balance' and a.balance >= $1 and u.status = 'normal' order by random() limit $2`,
    [pointsMin, count],
  );
  return rows;
}

/** Stakes of random users on a day's matches, one after the other. */
export async function measureStakes(deps: Deps, database: pg.Client, count: number): Promise<Measure> {
  const kickoffAt = new Date(deps.now().getTime() + 86_400_000);
  const matches: number[] = [];
  for (let n = 0; n < 20; n++) {
    const match = await createMatch(deps.db, { kickoffAt });
    await createContest(deps.db, match, deps.now());
    matches.push(match);
  }
  const users = await randomUsers(database, count, 10);
  const before = await workSoFar(database);
  const took: number[] = [];
  for (const [n, { id }] of users.entries()) {
    const request = { market: 'wdl', match_id: matches[n % matches.length]!, pick: 'home', stake: 10 } as const;
    const idempotency = { userId: id, endpoint: 'placeBet', key: randomUUID(), bodyHash: Buffer.alloc(32, n % 256), replayed: false };
    took.push(await timed(() => placeBet(deps, id, request, idempotency)));
  }
  return measureOf('stake', true, took, await workSince(database, before, took.length));
}

/** A contest from its result to the last payout, by bet. */
export async function measureSettlement(deps: Deps, database: pg.Client, bets: number, rounds: number): Promise<Measure> {
  const took: number[] = [];
  const work: Work[] = [];
  for (let round = 0; round < rounds; round++) {
    const matchId = await createMatch(deps.db, { kickoffAt: new Date(deps.now().getTime() + 60_000) });
    const contestId = await createContest(deps.db, matchId, deps.now());
    for (let placed = 0; placed < bets; placed += 500) await createCrowd({ deps }, contestId, 500);
    await database.query(
      `update matches set status = 'ft', kickoff_at = now() - interval '3 hours', fulltime = '{1,0}', fulltime_since = now() - interval '1 hour',
         status_since = now() - interval '1 hour', confirmed_at = now() where id = $1`,
      [matchId],
    );
    const before = await workSoFar(database);
    took.push((await timed(() => advanceContest(deps, contestId))) / bets);
    work.push(await workSince(database, before, bets));
  }
  const middle = (name: keyof Work) => median(work.map((one) => one[name]));
  return measureOf('settle, per bet', true, took, {
    cpuMs: middle('cpuMs'),
    pages: middle('pages'),
    read: middle('read'),
    logKb: middle('logKb'),
  });
}

/** The evidence about users who ask for a withdrawal. */
export async function measureEvidence(deps: Deps, database: pg.Client, count: number): Promise<Measure> {
  const { rows } = await database.query<{ user_id: string }>(
    'select user_id from (select distinct user_id from withdrawals) w order by random() limit $1',
    [count],
  );
  const before = await workSoFar(database);
  const took: number[] = [];
  for (const { user_id } of rows) took.push(await timed(() => evidenceFlagsOf(deps.db, [user_id])));
  return measureOf('evidence', false, took, await workSince(database, before, took.length));
}

/**
 * Waits until the app's jobs rest: it has counted the days of a year, which it would otherwise have done day by day, and the database
 * touches few pages for fifteen seconds. Prints how long that took.
 */
export async function untilJobsRest(database: pg.Client): Promise<void> {
  const started = performance.now();
  for (let calm = 0; calm < 5; ) {
    const { rows } = await database.query<{ days: number }>('select count(*)::integer as days from daily_stats');
    const before = await workSoFar(database);
    const { pages } = await workSince(database, before, 1);
    calm = rows[0]!.days >= 365 && pages < CALM_PAGES ? calm + 1 : 0;
    if (performance.now() - started > REST_MS_MAX)
      throw new Error(`the jobs of the app still touch ${pages.toFixed(0)} pages in 3 seconds`);
  }
  console.log(`  the jobs of the app rested after ${((performance.now() - started) / 1_000).toFixed(0)} s`);
}

/** What random users and admins ask of the app, whose process should run no jobs: they would be counted as well. */
export async function measureAnswers(app: BenchApp, count: number): Promise<Measure[]> {
  const { ask, close } = createBenchClient(app.url);
  const users = await randomUsers(app.database, count, 0);
  const ofUser = async (name: string, path: string) => {
    const before = await workSoFar(app.database, app.pid);
    const took: number[] = [];
    for (const { id, email } of users) {
      const headers = { Authorization: `Bearer ${await signAccessToken([app.serverKey], { id, email, sessionId: id }, new Date())}` };
      took.push(await timed(() => ask(path, { headers })));
    }
    return measureOf(name, true, took, await workSince(app.database, before, took.length, app.pid));
  };
  const measures = [
    await ofUser('own history', '/api/account/points/history'),
    await ofUser('own bets', '/api/account/bets'),
    await ofUser('own overview', '/api/account/overview'),
  ];
  const { rows: contests } = await app.database.query<{ id: string }>(
    `select id from contests where state = 'settled' order by random() limit $1`,
    [count],
  );
  const before = await workSoFar(app.database, app.pid);
  const receipts: number[] = [];
  for (const { id } of contests) receipts.push(await timed(() => ask(`/api/contests/${id}/receipt`)));
  measures.push(measureOf('receipt', true, receipts, await workSince(app.database, before, receipts.length, app.pid)));
  for (const { name, paths } of await consoleQuestions(app.database)) {
    if (!['users', 'withdrawals', 'contests', 'search', 'overview'].includes(name)) continue;
    const headers = { Authorization: `Bearer ${await benchAdminToken(app)}` };
    const step = Math.max(1, Math.floor(paths.length / 60));
    const took: number[] = [];
    for (let n = 0; n < paths.length; n += step) took.push(await timed(() => ask(paths[n]!, { headers })));
    measures.push(measureOf(`console: ${name}`, false, took));
  }
  close();
  return measures;
}
