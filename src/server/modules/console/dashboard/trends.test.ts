import { afterEach, describe, expect, it } from 'vitest';
import { exportTrends, getTrends, type TrendDay } from '#contract/overview.ts';
import { adjustTransfer } from '#domain/ledger/ledger.ts';
import { DAY_MS } from '#domain/time.ts';
import { postTransfers } from '#server/modules/ledger/points.ts';
import { transact } from '#server/platform/transact.ts';
import { createAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createUser } from '#test/support/factories.ts';
import { countDays } from './counting.ts';

const test = useTestApp();
const daysAgo = (days: number) => new Date(Date.parse(TEST_NOW) - days * DAY_MS);

afterEach(() => test.current.clock.set(TEST_NOW));

const token = async () => (await createAdmin(test.current, 'viewer')).token;
const ask = async (window?: '7' | '14' | '30') => {
  const { status, reply } = await callApp(test.current.app, getTrends, window ? { window } : {}, { token: await token() });
  expect(status).toBe(200);
  return reply;
};

async function registered(at: Date) {
  const { deps } = test.current;
  const user = await createUser(test.current);
  await deps.db.updateTable('users').set({ created_at: at }).where('id', '=', user.id).execute();
  return user;
}

const recharge = (userId: string, id: string, points: number, at: Date) =>
  transact(test.current.deps, (db) => postTransfers(db, [adjustTransfer(id, userId, points, 'manual_adjust', null)], at));

const NOTHING = {
  ...{ registrations: 0, daily_actives: 0, weekly_actives: 0, bets: 0, bet_participants: 0 },
  ...{ recharge_amount: 0, recharge_users: 0, average_recharge: null },
};

describe('trends', () => {
  it('contain the requested number of days up to today, which is marked as partial, and as many days before them', async () => {
    const { days, before, window, counted_at } = await ask();
    const shown = (some: readonly TrendDay[]) => some.map(({ day, is_partial, ...series }) => ({ day, is_partial, series }));
    const nothing = (day: string, is_partial = false) => ({ day, is_partial, series: NOTHING });
    expect([window, counted_at]).toEqual([7, TEST_NOW]);
    expect(shown(days)).toEqual([14, 15, 16, 17, 18, 19, 20].map((day) => nothing(`2026-11-${day}`, day === 20)));
    expect(shown(before).map(({ day }) => day)).toEqual(['07', '08', '09', '10', '11', '12', '13'].map((day) => `2026-11-${day}`));
    for (const window of ['14', '30'] as const) {
      const reply = await ask(window);
      expect([reply.days.length, reply.before.length, reply.before[0]!.day]).toEqual([
        Number(window),
        Number(window),
        daysAgo(2 * Number(window) - 1)
          .toISOString()
          .slice(0, 10),
      ]);
    }
  });

  it('contain eight series per day, whether or not the job has counted it', async () => {
    const { deps } = test.current;
    const [one, other] = [await registered(daysAgo(9)), await registered(daysAgo(2))];
    await recharge(one.id, 'a', 100, daysAgo(2));
    await recharge(one.id, 'b', 100, daysAgo(2));
    await recharge(other.id, 'c', 5, daysAgo(2));
    await recharge(other.id, 'd', 1, daysAgo(10));
    for (const [userId, days] of [
      [one.id, 0],
      [one.id, 2],
      [other.id, 2],
      [other.id, 8],
    ] as const)
      await deps.db
        .insertInto('active_days')
        .values({ day: daysAgo(days).toISOString().slice(0, 10), user_id: userId, first_at: daysAgo(days), last_at: daysAgo(days) })
        .execute();
    const uncounted = await ask();
    const dayOf = (ago: number) => [...uncounted.before, ...uncounted.days].at(-1 - ago)!;
    expect(dayOf(2)).toEqual({
      ...{ day: '2026-11-18', is_partial: false, registrations: 1, daily_actives: 2, weekly_actives: 2, bets: 0, bet_participants: 0 },
      ...{ recharge_amount: 205, recharge_users: 2, average_recharge: 102.5 },
    });
    expect([dayOf(0).weekly_actives, dayOf(1).weekly_actives, dayOf(2).weekly_actives, dayOf(9).registrations]).toEqual([2, 2, 2, 1]);
    // Nothing is counted before the first registration.
    expect(dayOf(10).recharge_amount).toBe(0);
    await countDays(deps);
    expect(await ask()).toEqual(uncounted);
  });

  it('reject a window of 8 days', async () => {
    const answer = await callApp(test.current.app, getTrends, { window: '8' as '7' }, { token: await token() });
    expect(answer).toMatchObject({ status: 400, problem: { code: 'invalid_query', params: { field: 'window' } } });
  });
});

describe('a chosen range', () => {
  const answer = async (input: { from?: string; to?: string }) => callApp(test.current.app, getTrends, input, { token: await token() });

  it('has its days, both included, and as many before it', async () => {
    const { reply } = await answer({ from: '2026-11-10', to: '2026-11-12' });
    const dates = (days: readonly TrendDay[]) => days.map(({ day, is_partial }) => [day, is_partial]);
    expect(reply.window).toBe(3);
    expect(dates(reply.days)).toEqual(['10', '11', '12'].map((day) => [`2026-11-${day}`, false]));
    expect(dates(reply.before)).toEqual(['07', '08', '09'].map((day) => [`2026-11-${day}`, false]));
  });

  it('counts the same as the window of the same days', async () => {
    const { reply } = await answer({ from: '2026-11-14', to: '2026-11-20' });
    expect(reply).toEqual(await ask('7'));
    expect(reply.days.at(-1)!.is_partial).toBe(true);
  });

  it.each([
    [{ from: '2026-11-12', to: '2026-11-11' }, 'from'],
    [{ from: '2026-11-12' }, 'to'],
    [{ to: '2026-11-12' }, 'from'],
    [{ from: '2026-11-12', to: '2026-11-21' }, 'to'],
    [{ from: '2025-11-19', to: '2026-11-20' }, 'from'],
    [{ from: '1999-12-31', to: '2000-01-02' }, 'from'],
    [{ from: '2026-02-30', to: '2026-03-01' }, 'from'],
    [{ from: 'yesterday', to: '2026-11-20' }, 'from'],
  ])('%j is refused', async (input, field) => {
    expect(await answer(input)).toMatchObject({ status: 400, problem: { code: 'invalid_date', params: { field } } });
  });

  it('may be a year, of which the time before the first registration is empty', async () => {
    const { reply } = await answer({ from: '2025-11-20', to: '2026-11-20' });
    expect([reply.days.length, reply.before.length, reply.before[0]!.day]).toEqual([366, 366, '2024-11-19']);
    expect(reply.before.every(({ registrations, bets }) => registrations === 0 && bets === 0)).toBe(true);
  });

  it('is that of the file', async () => {
    const { app } = test.current;
    const from = `${exportTrends.path}?from=2026-11-10&to=2026-11-12`;
    const headers = { Authorization: `Bearer ${await token()}` };
    const lines = (await (await app.request(from, { headers })).text()).trim().split('\r\n');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['2026-11-10', '2026-11-11', '2026-11-12']);
    expect((await app.request(`${exportTrends.path}?from=2026-11-10`, { headers })).status).toBe(400);
  });
});

describe('the CSV of the trends', () => {
  it('has a line per day and a column per series, and its download is audited', async () => {
    const { app, deps } = test.current;
    const admin = await createAdmin(test.current, 'viewer');
    const response = await app.request(`${exportTrends.path}?window=14`, { headers: { Authorization: `Bearer ${admin.token}` } });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="matchpoint-trends.csv"');
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
    const { days } = await ask('14');
    const lines = days.map((one) => Object.values({ ...one, average_recharge: one.average_recharge ?? '' }).join(','));
    expect(text).toBe(`\uFEFF${[Object.keys(days[0]!).join(','), ...lines].join('\r\n')}\r\n`);
    const entries = await deps.db.selectFrom('audit_log').selectAll().where('admin_id', '=', admin.id).execute();
    expect(entries).toMatchObject([
      {
        ...{ action: 'trends.export', subject_kind: 'trends', subject_id: '14', admin_role: 'viewer' },
        after: { first: '2026-11-07', last: '2026-11-20', days: 14 },
      },
    ]);
  });
});
