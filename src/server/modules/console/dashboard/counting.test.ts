import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { adjustTransfer } from '#domain/ledger/ledger.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import { postTransfers } from '#server/modules/ledger/points.ts';
import { transact } from '#server/platform/transact.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createContest, createMatch, createUser } from '#test/support/factories.ts';
import { plansOf } from '#test/support/query-plans.ts';
import { writeActivity } from './activity.ts';
import { countDay, countDays, countedDays, countSite, type DayCounts, daysFrom, findFirstDay, siteCounts } from './counting.ts';

const test = useTestApp();
/** Before the first counted day; users whose registration is not part of the test registered then. */
const LONG_AGO = '2026-11-06T12:00:00Z';
const [FIRST, LAST] = ['2026-11-08', '2026-11-19'];
const DEEDS_MAX = 40;

let contests: string[] = [];
beforeAll(async () => {
  const { db } = test.current.deps;
  const matchId = await createMatch(db, { kickoffAt: new Date(TEST_NOW) });
  contests = [];
  for (let n = 0; n < DEEDS_MAX; n++)
    contests.push(
      await createContest(db, n === 0 ? matchId : await createMatch(db, { kickoffAt: new Date(TEST_NOW) }), new Date(LONG_AGO)),
    );
});

const forget = async () => {
  const { db } = test.current.deps;
  for (const table of ['active_days', 'daily_stats', 'site_counts', 'bets'] as const) await db.deleteFrom(table).execute();
  await sql`update users set created_at = ${LONG_AGO}, status = 'normal'`.execute(db);
};
afterEach(async () => {
  test.current.clock.set(TEST_NOW);
  await forget();
});

interface Action {
  kind: 'registers' | 'visits' | 'bets' | 'recharges';
  user: number;
  at: number;
  points: number;
}
const USERS = 5;

/** Any number of users who do anything at any time of twelve days, including the first and the last moment of a day. */
const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.record({
    kind: fc.constantFrom<Action['kind'][]>('registers', 'visits', 'bets', 'recharges'),
    user: fc.nat({ max: USERS - 1 }),
    at: fc
      .tuple(fc.nat({ max: 11 }), fc.oneof(fc.constantFrom(0, 1, DAY_MS - 1), fc.nat({ max: DAY_MS - 1 })))
      .map(([day, ms]) => Date.parse(FIRST) + day * DAY_MS + ms),
    points: fc.integer({ min: 1, max: 10_000 }),
  }),
  { maxLength: DEEDS_MAX },
);

async function doAll(all: readonly Action[]): Promise<void> {
  const { deps } = test.current;
  const users: string[] = [];
  for (let n = 0; n < USERS; n++) users.push((await createUser(test.current)).id);
  await sql`update users set created_at = ${LONG_AGO}`.execute(deps.db);
  for (const [index, { kind, user, at, points }] of all.entries()) {
    const userId = users[user]!;
    const when = new Date(at);
    const post = (source: 'manual_adjust' | 'admin_adjust') =>
      transact(deps, (db) => postTransfers(db, [adjustTransfer(randomUUID(), userId, points, source, null)], when));
    if (kind === 'visits') deps.activity.note(userId, when);
    if (kind === 'registers') await deps.db.updateTable('users').set({ created_at: when }).where('id', '=', userId).execute();
    if (kind === 'recharges') await post('manual_adjust');
    // A correction is no recharge.
    if (kind === 'recharges') await post('admin_adjust');
    const bet = { id: randomUUID(), user_id: userId, contest_id: contests[index]!, pick: 'home', stake: 10, placed_at: when };
    if (kind === 'bets') await deps.db.insertInto('bets').values(bet).execute();
  }
  await writeActivity(deps);
}

const dayOf = ({ at }: Action) => new Date(at).toISOString().slice(0, 10);

/** Counts a day from the actions alone. */
function plainCount(all: readonly Action[], day: string) {
  const of = (kind: Action['kind'], from = day) =>
    all.filter((action) => action.kind === kind && dayOf(action) >= from && dayOf(action) <= day);
  const users = (some: readonly Action[]) => new Set(some.map(({ user }) => user)).size;
  // Each user registers once: the last action counts.
  const last = new Map(all.filter(({ kind }) => kind === 'registers').map((action) => [action.user, dayOf(action)]));
  return {
    day,
    registrations: [...last.values()].filter((registered) => registered === day).length,
    daily_actives: users(of('visits')),
    weekly_actives: users(of('visits', new Date(Date.parse(day) - 6 * DAY_MS).toISOString().slice(0, 10))),
    bets: of('bets').length,
    bet_participants: users(of('bets')),
    recharge_amount: of('recharges').reduce((sum, { points }) => sum + points, 0),
    recharge_users: users(of('recharges')),
  };
}

const withoutTime = ({ counted_at, ...counts }: DayCounts) => counts;
const kept = async () => {
  const rows = await test.current.deps.db.selectFrom('daily_stats').selectAll().orderBy('day').execute();
  return rows.filter(({ day }) => day >= FIRST && day <= LAST).map(withoutTime);
};

describe('days', () => {
  it('have the counts of a plain count over all rows, however often and by however many processes they are counted', async () => {
    const { deps } = test.current;
    await fc.assert(
      fc.asyncProperty(actions, async (all) => {
        await forget();
        // Postings stay in the ledger, so those of earlier runs are counted as well.
        const before = new Map((await countedDays(deps, FIRST, LAST)).map((row) => [row.day, row]));
        await doAll(all);
        const expected = daysFrom(FIRST, LAST).map((day) => {
          const { recharge_amount, recharge_users, ...plain } = plainCount(all, day);
          const earlier = before.get(day) ?? { recharge_amount: 0, recharge_users: 0 };
          return {
            ...plain,
            recharge_amount: recharge_amount + earlier.recharge_amount,
            recharge_users: recharge_users + earlier.recharge_users,
          };
        });
        expect((await countedDays(deps, FIRST, LAST)).map(withoutTime)).toEqual(expected);
        expect(await kept()).toEqual([]);
        await Promise.all([countDays(deps), countDays(deps)]);
        await countDays(deps);
        expect(await kept()).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });

  it('are counted until an hour after their end, and never again', async () => {
    const { deps, clock } = test.current;
    const { id } = await createUser(test.current);
    await deps.db
      .updateTable('users')
      .set({ created_at: new Date(LONG_AGO) })
      .where('id', '=', id)
      .execute();
    const visit = async (at: string) => {
      deps.activity.note(id, new Date(at));
      await writeActivity(deps);
    };
    const actives = async (day: string) =>
      (await deps.db.selectFrom('daily_stats').select('daily_actives').where('day', '=', sql<string>`${day}::date`).executeTakeFirst())
        ?.daily_actives;

    clock.set('2026-11-19T23:59:00Z');
    // Twelve days that were not counted yet, and today, which is not over.
    expect(await countDays(deps)).toBe(13);
    expect(await actives('2026-11-19')).toBe(0);
    clock.set('2026-11-20T00:59:59Z');
    await visit('2026-11-19T23:59:30Z');
    expect(await countDays(deps)).toBe(1);
    expect(await actives('2026-11-19')).toBe(1);
    clock.set('2026-11-20T01:00:00Z');
    expect(await countDays(deps)).toBe(1);
    await deps.db.deleteFrom('active_days').execute();
    expect(await countDays(deps)).toBe(0);
    expect(await actives('2026-11-19')).toBe(1);
  });

  it('keep the latest count, whichever process stores one last', async () => {
    const { deps, clock } = test.current;
    await createUser(test.current);
    const early = { ...deps, now: () => new Date('2026-11-20T11:59:00Z') };
    await countDays(deps);
    await createUser(test.current);
    await countDays(early);
    const today = async () => (await countedDays(deps, '2026-11-20', '2026-11-20'))[0]!;
    expect(await today()).toMatchObject({ registrations: 1, counted_at: new Date(TEST_NOW) });
    expect((await siteCounts(deps)).counted_at).toEqual(new Date(TEST_NOW));
    clock.advance(60_000);
    await countDays(deps);
    expect(await today()).toMatchObject({ registrations: 2 });
  });

  it('do not exist before the first registration', async () => {
    const { deps } = test.current;
    expect((await countedDays(deps, '2026-11-01', '2026-11-09')).map(({ day }) => day)).toEqual(daysFrom('2026-11-06', '2026-11-09'));
  });
});

describe('the counts of the site', () => {
  it('include users who are not erased, and those of them who existed a day ago', async () => {
    const { deps } = test.current;
    const before = await siteCounts(deps);
    await createUser(test.current);
    const [old, erased] = [await createUser(test.current), await createUser(test.current)];
    const at = (hours: number) => new Date(Date.parse(TEST_NOW) - hours * HOUR_MS);
    await deps.db
      .updateTable('users')
      .set({ created_at: at(24) })
      .where('id', '=', old.id)
      .execute();
    await deps.db.updateTable('users').set({ status: 'deleted' }).where('id', '=', erased.id).execute();
    const { users, users_before } = await siteCounts(deps);
    expect([users - before.users, users_before - before.users_before]).toEqual([2, 1]);
  });

  it('count as active who was seen within 24 hours, and within the 24 hours before, regardless of the day', async () => {
    const { deps } = test.current;
    const hoursAgo = (hours: number) => new Date(Date.parse(TEST_NOW) - hours * HOUR_MS);
    // At noon: 12 hours ago it was midnight, 24 hours ago noon of yesterday.
    const visits: [hours: number[], now: boolean, before: boolean][] = [
      [[0], true, false],
      [[11, 13], true, false],
      [[23.9], true, false],
      [[24], false, true],
      [[23, 25], true, true],
      [[30], false, true],
      [[37, 47.9], false, true],
      [[48], false, false],
      [[60, 1], true, false],
      [[49, 50], false, false],
    ];
    for (const [hours] of visits) {
      const { id } = await createUser(test.current);
      for (const ago of hours) deps.activity.note(id, hoursAgo(ago));
    }
    await writeActivity(deps);
    const { actives, actives_before } = await siteCounts(deps);
    expect(actives).toBe(visits.filter(([, now]) => now).length);
    expect(actives_before).toBe(visits.filter(([, , before]) => before).length);
  });
});

describe('the counting queries', () => {
  it('find a day by indexes and do not scan tables that grow', async () => {
    const { deps, database } = test.current;
    await createUser(test.current);
    // A year of days with twenty users each, and eight with bets.
    await deps.pool.query(`
      insert into users (id, email, email_identity, public_handle, invite_code, terms_version, created_at)
        select gen_random_uuid(), n || '@plan', n || '@plan', 'plan' || n, 'PLAN' || n, '1', timestamptz '${TEST_NOW}' - n * interval '72 minutes'
        from generate_series(1, 7300) n;
      insert into active_days (day, user_id, first_at, last_at)
        select (created_at + d * interval '1 day')::date, id, created_at + d * interval '1 day', created_at + d * interval '1 day'
        from users, generate_series(0, 4) d where email like '%@plan';
      insert into bets (id, user_id, contest_id, pick, stake, placed_at)
        select gen_random_uuid(), user_id, contest_id, 'home', 10, placed_at
        from (
          select u.id as user_id, c.id as contest_id, timestamptz '${TEST_NOW}' - row_number() over () * interval '1 hour' as placed_at
          from users u, (select id from contests limit 10) c where u.email like '%@plan'
        ) b order by placed_at;
      insert into transfers (key, source, from_kind, from_owner, to_kind, to_owner, amount, from_balance, to_balance, created_at)
        select 'plan:' || n, case when n % 20 = 0 then 'manual_adjust' else 'daily_login' end, 'issuance', i.owner, 'balance', b.owner, 1, 0, 0,
          timestamptz '${TEST_NOW}' - n * interval '72 minutes'
        from generate_series(1, 7300) n, (select owner from accounts where kind = 'issuance') i, (select owner from accounts where kind = 'balance' limit 1) b`);
    await deps.pool.query('vacuum analyze users, active_days, bets, transfers');
    const at = new Date(TEST_NOW);
    const plans = await plansOf(database, async (db) => {
      await countDay(db, '2026-11-19', at);
      await countSite(db, at);
      await findFirstDay(db);
    });
    const [day, site, first] = plans;
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (bets|transfers|active_days)/);
    for (const plan of [day, first]) expect(plan).not.toContain('Seq Scan on users');
    for (const index of ['users_registered', 'bets_placed', 'transfers_recharged', 'active_days_pkey']) expect(day).toContain(index);
    expect(site).toContain('users_deleted');
    expect(first).toContain('users_registered');
  });
});
