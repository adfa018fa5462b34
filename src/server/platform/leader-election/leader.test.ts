import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { HOUR_MS } from '#domain/time.ts';
import { createPool } from '#server/platform/db/pool.ts';
import { createLog } from '#server/platform/observability/log.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import { type Leader, type LeaderDeps, type Term, whileLeading } from './leader.ts';
import { confirmLease, findLeaseStates, LeaseLost, takeLease } from './leases.ts';

const QUICK = { leaseMs: 400, fenceMs: 250, renewMs: 50, tryMs: 20 };
const LONG = { leaseMs: 60_000, fenceMs: 50_000, renewMs: 20, tryMs: 20 };

let database: TestDatabase;
const started: Leader[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map(({ stop }) => stop()));
  await database.db.deleteFrom('leases').execute();
});
afterAll(() => database.drop());

/** A candidate process, and all its terms. */
function candidate(more: Partial<LeaderDeps> = {}, onTerm: (term: Term) => Promise<unknown> = ended) {
  const terms: Term[] = [];
  const deps: LeaderDeps = { pool: database.pool, holder: randomUUID(), log: createLog('silent'), times: QUICK, ...more };
  const leader = whileLeading(deps, 'worker', async (term) => {
    terms.push(term);
    await onTerm(term);
  });
  started.push(leader);
  return { ...leader, terms, holder: deps.holder };
}

const ended = async ({ signal }: Term) => {
  if (!signal.aborted) await once(signal, 'abort');
};

const holder = async () => (await findLeaseStates(database.db)).find(({ name }) => name === 'worker')!.holder;

/** Waits until the lease has been renewed once more. */
async function isRenewed(): Promise<void> {
  const end = async () => (await database.db.selectFrom('leases').select('expires_at').executeTakeFirst())?.expires_at.getTime();
  const before = await end();
  await expect.poll(end).toBeGreaterThan(before!);
}

describe('several candidates', () => {
  it('elect one leader, and another one as soon as it stops', async () => {
    const [first, ...others] = [candidate({ times: LONG }), candidate({ times: LONG }), candidate({ times: LONG })];
    const everybody = [first, ...others];
    expect((await Promise.all(everybody.map(({ firstTry }) => firstTry))).filter(Boolean)).toEqual([true]);
    const leading = everybody.find(({ isLeading }) => isLeading())!;
    await leading.stop();
    await expect.poll(() => everybody.filter(({ isLeading }) => isLeading()).length).toBe(1);
    expect(leading.isLeading()).toBe(false);
  });

  it('never have two overlapping terms, whatever happens to them', async () => {
    let running = 0;
    const together: number[] = [];
    const work = async (term: Term) => {
      together.push(++running);
      await ended(term);
      running--;
    };
    for (let round = 0; round < 6; round++) {
      const pair = [candidate({}, work), candidate({}, work)];
      await Promise.race(pair.map(({ firstTry }) => firstTry));
      await Promise.all(pair.map(({ stop }) => stop()));
    }
    expect(new Set(together)).toEqual(new Set([1]));
  });

  it('can each lead a different task', async () => {
    const deps: LeaderDeps = { pool: database.pool, holder: randomUUID(), log: createLog('silent'), times: LONG };
    const feed = whileLeading(deps, 'feed', ended);
    started.push(feed);
    expect(await Promise.all([feed.firstTry, candidate().firstTry])).toEqual([true, true]);
  });
});

describe('a term', () => {
  it('continues while it is renewed', async () => {
    const one = candidate({ times: LONG });
    await one.firstTry;
    await isRenewed();
    expect(one.terms).toHaveLength(1);
    expect([one.terms[0]!.isHeld(), await holder()]).toEqual([true, one.holder]);
  });

  it('ends by itself while the database is unavailable, and a new one begins when it is back', async () => {
    const lock = await database.pool.connect();
    const pool = createPool(database.url, { max: 1, answerMs: 500 });
    const one = candidate({ pool });
    await one.firstTry;
    // Renewals wait for this.
    await lock.query('begin');
    await lock.query('lock table leases in access exclusive mode');
    await expect.poll(() => one.terms[0]!.signal.aborted).toBe(true);
    expect(one.isLeading()).toBe(false);
    await lock.query('rollback');
    lock.release();
    await expect.poll(() => one.isLeading()).toBe(true);
    expect(one.terms).toHaveLength(2);
    await one.stop();
    await pool.end();
  });

  it('is over for a process that was suspended, before any timer can fire', async () => {
    let now = 0;
    const one = candidate({ times: LONG, clock: () => now });
    await one.firstTry;
    const [term] = one.terms;
    expect(term!.isHeld()).toBe(true);
    now += LONG.fenceMs;
    expect([term!.isHeld(), term!.signal.aborted, one.isLeading()]).toEqual([false, true, false]);
    await expect.poll(() => one.isLeading()).toBe(true);
  });

  it('is over when another process holds the lease, and then writes nothing more', async () => {
    const one = candidate();
    await one.firstTry;
    await sql`update leases set holder = gen_random_uuid(), expires_at = now() + interval '1 minute'`.execute(database.db);
    await expect(database.db.transaction().execute((db) => one.terms[0]!.confirm(db))).rejects.toThrow(LeaseLost);
    expect([one.terms[0]!.signal.aborted, one.isLeading()]).toEqual([true, false]);
  });

  it('cannot be taken by another process during a transaction that confirmed it', async () => {
    const [mine, other] = [randomUUID(), randomUUID()];
    expect(await takeLease(database.pool, 'worker', mine, 1)).toBe(true);
    expect(await takeLease(database.pool, 'worker', mine, 300)).toBe(true);
    const order: string[] = [];
    const writing = database.db.transaction().execute(async (db) => {
      await confirmLease(db, 'worker', mine);
      await sql`select pg_sleep(0.6)`.execute(db);
      order.push('written');
    });
    while (!(await takeLease(database.pool, 'worker', other, 1_000))) await sleep(10);
    order.push('taken');
    await writing;
    expect(order).toEqual(['written', 'taken']);
    await expect(database.db.transaction().execute((db) => confirmLease(db, 'worker', mine))).rejects.toThrow(LeaseLost);
  });
});

describe('what runs', () => {
  it('is repeated and logged after a failure', async () => {
    const told: unknown[] = [];
    const log = { info: () => {}, warn: () => {}, error: (fields: object) => void told.push(fields) };
    let tries = 0;
    const one = candidate({ log: log as unknown as LeaderDeps['log'], times: LONG }, async (term) => {
      if (++tries === 1) throw new Error('no luck');
      await ended(term);
    });
    await expect.poll(() => one.terms.length).toBe(2);
    expect(told).toMatchObject([{ lease: 'worker', err: { message: 'no luck' } }]);
  });

  it('is repeated, which is no error, if the database was away', async () => {
    const told: unknown[] = [];
    const note = (level: string) => (fields: object) => void told.push({ level, ...fields });
    const log = { info: () => {}, warn: note('warn'), error: note('error') };
    const away = 'timeout exceeded when trying to connect';
    let tries = 0;
    const one = candidate({ log: log as unknown as LeaderDeps['log'], times: LONG }, async (term) => {
      if (++tries === 1) throw new Error(away);
      await ended(term);
    });
    await expect.poll(() => one.terms.length).toBe(2);
    expect(told).toEqual([{ level: 'warn', lease: 'worker', reason: away }]);
  });

  it('is not repeated by any process after it ended by itself', async () => {
    const one = candidate({ times: LONG }, async () => {});
    await one.firstTry;
    const other = candidate({ times: LONG });
    expect(await other.firstTry).toBe(false);
    await isRenewed();
    expect([one.terms.length, one.isLeading(), other.terms.length]).toEqual([1, true, 0]);
  });

  it('has ended when `stop` resolves', async () => {
    let isDone = false;
    const one = candidate({}, async (term) => {
      await ended(term);
      await sleep(50);
      isDone = true;
    });
    await one.firstTry;
    await one.stop();
    expect([isDone, await holder()]).toEqual([true, null]);
  });
});

describe('a changed clock', () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  const setOwnClock = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: performance.timeOrigin + performance.now() + ms });
  /** Makes a lease look as if the database's clock had been set back by this much. */
  const setBackDatabase = (ms: number) =>
    sql`update leases set expires_at = expires_at + ${ms} * interval '1 millisecond'`.execute(database.db);
  const left = async () =>
    (
      await sql<{
        ms: number;
      }>`select extract(epoch from expires_at - clock_timestamp())::double precision * 1000 as ms from leases`.execute(database.db)
    ).rows[0]!.ms;

  it.each([HOUR_MS, -HOUR_MS])('in a process by %i ms changes nothing for the leader and those waiting', async (ms) => {
    const one = candidate({ times: LONG });
    await one.firstTry;
    setOwnClock(ms);
    const other = candidate({ times: LONG });
    expect(await other.firstTry).toBe(false);
    await isRenewed();
    await database.db.transaction().execute((db) => one.terms[0]!.confirm(db));
    expect([one.terms.length, one.isLeading(), other.terms.length]).toEqual([1, true, 0]);
    expect(await left()).toBeLessThanOrEqual(LONG.leaseMs);
  });

  it.each([HOUR_MS, -HOUR_MS])('in a process by %i ms does not change when it succeeds a dead leader', async (ms) => {
    expect(await takeLease(database.pool, 'worker', randomUUID(), 300)).toBe(true);
    setOwnClock(ms);
    const one = candidate();
    expect(await one.firstTry).toBe(false);
    await expect.poll(() => one.isLeading()).toBe(true);
  });

  it('forward in the database: another process leads at once, and the first writes nothing more though it believes it leads', async () => {
    const one = candidate({ times: { ...LONG, renewMs: LONG.fenceMs } });
    await one.firstTry;
    await setBackDatabase(-HOUR_MS);
    const other = candidate({ times: LONG });
    expect(await other.firstTry).toBe(true);
    expect(one.isLeading()).toBe(true);
    await expect(database.db.transaction().execute((db) => one.terms[0]!.confirm(db))).rejects.toThrow(LeaseLost);
    await database.db.transaction().execute((db) => other.terms[0]!.confirm(db));
    expect([one.isLeading(), other.isLeading()]).toEqual([false, true]);
  });

  it('forward in the database ends the old term with its next renewal', async () => {
    const one = candidate({ times: { ...LONG, renewMs: 300 } });
    await one.firstTry;
    await setBackDatabase(-HOUR_MS);
    const other = candidate({ times: LONG });
    expect(await other.firstTry).toBe(true);
    await expect.poll(() => one.terms[0]!.signal.aborted).toBe(true);
    expect([one.terms.length, other.isLeading()]).toEqual([1, true]);
  });

  it('back in the database leaves the leader its full time, and does not delay the successor of a dead one', async () => {
    await takeLease(database.pool, 'worker', randomUUID(), LONG.leaseMs);
    await setBackDatabase(HOUR_MS);
    const patient = candidate({ times: LONG });
    expect(await patient.firstTry).toBe(false);
    await expect.poll(left).toBeLessThanOrEqual(LONG.leaseMs);
    expect(await left()).toBeGreaterThan(LONG.fenceMs);
    await patient.stop();
    const quick = candidate();
    await expect.poll(() => quick.isLeading()).toBe(true);
  });
});
