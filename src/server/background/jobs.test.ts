import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#domain/time.ts';
import { createDb, createPool } from '#server/platform/db/pool.ts';
import { type Job, startJobs } from '#server/platform/jobs/runner.ts';
import { createLog } from '#server/platform/observability/log.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createMatch, createUser } from '#test/support/factories.ts';
import { sealAll } from '#test/support/ledger.ts';
import { runJob } from '#test/support/run-job.ts';
import { ensureAllContests, followContests, JOBS, proveLedger, reportContestAlarms, walkOldLedger } from './jobs.ts';

const test = useTestApp({ FEED: 'none' });
const after = (ms: number) => new Date(Date.parse(TEST_NOW) + ms);

/** A log whose lines can be read. */
function heard() {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('silent');
  const hear = (level: string) => (fields: unknown, text?: string) => {
    lines.push({ level, text: text ?? fields, ...(typeof fields === 'object' && fields) });
  };
  return { lines, log: Object.assign(Object.create(log) as typeof log, { info: hear('info'), warn: hear('warn'), error: hear('error') }) };
}

/** Resolves when a job that is started now has run this many times: jobs at the same interval would have run, too. */
async function othersRun(times: number): Promise<void> {
  let runs = 0;
  const other = startJobs(test.current.deps, [{ name: 'another', everyMs: 1, run: async () => void runs++ }]);
  await expect.poll(() => runs).toBeGreaterThan(times);
  await other.stop();
}

describe('startJobs', () => {
  it('goes on after a failure, and stops only when the running one is done', async () => {
    const { lines, log } = heard();
    const done: string[] = [];
    const finish: (() => void)[] = [];
    const jobs: Job[] = [
      {
        name: 'fails at first',
        everyMs: 1,
        run: async () => {
          done.push('try');
          if (done.length === 1) throw new Error('no luck');
        },
      },
      {
        name: 'takes long',
        everyMs: HOUR_MS,
        run: () =>
          new Promise((resolve) => {
            finish.push(() => resolve());
          }),
      },
    ];
    const running = startJobs({ ...test.current.deps, log }, jobs);
    await expect.poll(() => done.length > 2 && finish.length === 1).toBe(true);
    expect(lines).toMatchObject([{ level: 'error', job: 'fails at first' }]);
    let isStopped = false;
    const stopped = running.stop().then(() => {
      isStopped = true;
    });
    const tries = done.length;
    await othersRun(20);
    expect([isStopped, done.length - tries <= 1]).toEqual([false, true]);
    finish[0]!();
    await stopped;
    expect(isStopped).toBe(true);
  });

  it('logs briefly that a job waits while the database is unavailable, and retries', async () => {
    const { lines, log } = heard();
    const db = createDb(createPool('postgres://127.0.0.1:1/nowhere', { max: 1 }));
    let tries = 0;
    const job: Job = {
      name: 'asks',
      everyMs: 1,
      run: async (deps) => {
        tries++;
        await runJob(deps, 'idempotency keys');
      },
    };
    const running = startJobs({ ...test.current.deps, db, log }, [job]);
    await expect.poll(() => tries).toBeGreaterThan(1);
    await running.stop();
    await db.destroy();
    expect(new Set(lines.map(({ level, text }) => `${level}: ${text}`))).toEqual(new Set(['warn: a job waits for the database']));
  });

  it('signals a long job when to end', async () => {
    let [begun, ended, mayLead] = [0, 0, true];
    const job: Job = {
      name: 'takes long',
      everyMs: 1,
      run: async (_, mayGoOn) => {
        begun++;
        while (mayGoOn?.()) await new Promise(setImmediate);
        ended++;
      },
    };
    const running = startJobs(test.current.deps, [job], () => mayLead);
    await expect.poll(() => begun).toBe(1);
    mayLead = false;
    await expect.poll(() => ended).toBe(1);
    mayLead = true;
    await expect.poll(() => begun).toBeGreaterThan(1);
    await running.stop();
  });

  it('runs every job of the house once at the start without an error', async () => {
    const { lines, log } = heard();
    const running = startJobs({ ...test.current.deps, log }, JOBS);
    // The last job: each starts slightly after the one before.
    await expect.poll(() => lines.some(({ text }) => text === 'the ledger adds up')).toBe(true);
    await running.stop();
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

it('contests are opened and advanced by the clock alone, after any restart', async () => {
  const { deps, clock } = test.current;
  const matchId = await createMatch(deps.db, { kickoffAt: after(HOUR_MS) });
  const stateOf = async () =>
    (await deps.db.selectFrom('contests').select('state').where('match_id', '=', matchId).executeTakeFirst())?.state;
  await ensureAllContests(deps);
  expect(await stateOf()).toBe('open');
  clock.set(after(HOUR_MS));
  await followContests(deps);
  expect(await stateOf()).toBe('locked');
});

it('several processes at once advance a contest once', async () => {
  const { deps, clock, published } = test.current;
  clock.set(TEST_NOW);
  const matchId = await createMatch(deps.db, { kickoffAt: after(HOUR_MS) });
  await ensureAllContests(deps);
  clock.set(after(HOUR_MS));
  published.length = 0;
  await Promise.all(Array.from({ length: 5 }, () => followContests(deps)));
  const told = published
    .filter(({ topic }) => topic === `match:${matchId}`)
    .map(({ change }) => change.t === 'contest' && change.contest.market);
  expect(told.sort()).toEqual(['1x2', 'wdl']);
});

it('alarms are logged while their cause exists', async () => {
  const { deps, clock } = test.current;
  clock.set(after(2 * HOUR_MS));
  await deps.db
    .updateTable('matches')
    .set({ status: 'h1', confirmed_at: after(0) })
    .execute();
  await followContests(deps);
  const { lines, log } = heard();
  await reportContestAlarms({ ...deps, log });
  // Two matches, each with a contest for either market.
  expect(lines).toMatchObject([{ level: 'warn', unresolved: 0, blind: 4, corrected: 0 }]);
  await deps.db
    .updateTable('matches')
    .set({ confirmed_at: after(2 * HOUR_MS) })
    .execute();
  lines.length = 0;
  await reportContestAlarms({ ...deps, log });
  expect(lines).toEqual([]);
});

it('keys are deleted after 24 hours, not before', async () => {
  const { deps, clock } = test.current;
  clock.set(TEST_NOW);
  const user = await createUser(test.current);
  const keyed = (at: Date) => ({
    user_id: user.id,
    endpoint: 'POST /api/bets',
    key: randomUUID(),
    body_hash: Buffer.alloc(32),
    created_at: at,
  });
  await deps.db
    .insertInto('idempotency_keys')
    .values([keyed(after(-24 * HOUR_MS - 1)), keyed(after(-24 * HOUR_MS)), keyed(after(0))])
    .execute();
  await runJob(deps, 'idempotency keys');
  expect((await deps.db.selectFrom('idempotency_keys').select('created_at').execute()).map(({ created_at }) => created_at)).toEqual([
    after(-24 * HOUR_MS),
    after(0),
  ]);
});

it('from which address somebody registered is forgotten after 90 days; the country stays', async () => {
  const { deps, clock } = test.current;
  clock.set(TEST_NOW);
  const users = [await createUser(test.current), await createUser(test.current)].map(({ id }) => id);
  const registered = [after(-90 * 24 * HOUR_MS - 1), after(-90 * 24 * HOUR_MS)];
  for (const [index, id] of users.entries()) {
    const values = { registration_ip: '203.0.113.7', registration_country: 'VN', created_at: registered[index]! };
    await deps.db.updateTable('users').set(values).where('id', '=', id).execute();
  }
  await runJob(deps, 'registration addresses');
  const rows = await deps.db.selectFrom('users').selectAll().where('id', 'in', users).orderBy('created_at').execute();
  expect(rows.map(({ registration_ip, registration_country }) => [registration_ip, registration_country])).toEqual([
    [null, 'VN'],
    ['203.0.113.7', 'VN'],
  ]);
});

it('rejected feed updates are deleted if not repeated for 30 days', async () => {
  const { deps, clock } = test.current;
  clock.set(TEST_NOW);
  const refused = (feed_id: string, last: Date) => ({
    ...{ feed: 'f', kind: 'status', feed_id, reason: 'r', payload: '{}', first_seen_at: after(-90 * 24 * HOUR_MS), last_seen_at: last },
  });
  await deps.db
    .insertInto('quarantine')
    .values([refused('old', after(-30 * 24 * HOUR_MS - 1)), refused('kept', after(-30 * 24 * HOUR_MS))])
    .execute();
  await runJob(deps, 'quarantine');
  expect(await deps.db.selectFrom('quarantine').select('feed_id').execute()).toEqual([{ feed_id: 'kept' }]);
});

it('a ledger that does not add up is an error', async () => {
  const { deps } = test.current;
  const { id } = await createUser(test.current, 100);
  const { lines, log } = heard();
  const add = (points: number) =>
    sql`update accounts set balance = balance + ${points} where kind = 'balance' and owner = ${id}`.execute(deps.db);
  // Jobs of another test may have begun the day's round.
  await sql`update ledger_walks set started_at = null, under_way = false`.execute(deps.db);
  await add(1);
  await sealAll(deps);
  await proveLedger({ ...deps, log });
  await walkOldLedger({ ...deps, log });
  await add(-1);
  const first = [{ kind: 'balance', owner: id, balance: 101, posted: 100 }];
  expect(lines).toMatchObject([
    { level: 'error', faults: { balances: { count: 1, first }, blocks: { count: 0 } } },
    { level: 'error', faults: { balances: { count: 1, first } } },
  ]);
});

describe('a failure with one contest', () => {
  /** Follows two contests that are due, and that the database refuses to change. Returns what is logged, and how it ends. */
  async function followRefused(isStopping: boolean) {
    const { deps, clock } = test.current;
    clock.set(TEST_NOW);
    await createMatch(deps.db, { kickoffAt: after(HOUR_MS) });
    await ensureAllContests(deps);
    clock.set(after(HOUR_MS));
    const { lines, log } = heard();
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(deps.db);
    await sql`create trigger refuse before update on contests execute function refuse()`.execute(deps.db);
    const ended = await followContests({ ...deps, log, isStopping: () => isStopping }).then(
      () => 'goes on',
      (error: Error) => error.message,
    );
    await sql`drop function refuse cascade`.execute(deps.db);
    return { lines, ended };
  }

  it('is logged, and does not hold up the others', async () => {
    const { lines, ended } = await followRefused(false);
    expect(ended).toBe('goes on');
    expect(lines.filter(({ text }) => text === 'contest could not be advanced').length).toBeGreaterThan(1);
  });

  it('ends the job, without an error in the log, while the app stops', async () => {
    expect(await followRefused(true)).toEqual({ lines: [], ended: 'refused' });
  });
});
