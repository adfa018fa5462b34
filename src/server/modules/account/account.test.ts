import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkIn, getOverview, pointsHistory, recalculatePoints } from '#contract/account.ts';
import type { InputOf } from '#contract/endpoint.ts';
import {
  adjustTransfer,
  type BetRef,
  payoutTransfer,
  redeemRefundTransfer,
  redeemTransfer,
  refundTransfer,
  stakeTransfer,
  type TransferDraft,
} from '#domain/ledger/ledger.ts';
import { postTransfers } from '#server/modules/ledger/points.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { transact } from '#server/platform/transact.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createContest, createMatch, createUser, type TestUser } from '#test/support/factories.ts';
import { markRanks } from './rank-marks.ts';

const test = useTestApp();

const post = (drafts: TransferDraft[], at: Date | string = TEST_NOW) =>
  transact(test.current.deps, (db) => postTransfers(db, drafts, new Date(at)));
const give = (user: TestUser, delta: number, at?: string) =>
  post([adjustTransfer(randomUUID(), user.id, delta, delta > 0 ? 'manual_adjust' : 'admin_adjust', 'a note')], at);

/** Opens a pool on a new match; returns a function that gives a user's bet, so that transfers move points as those of a real bet. */
async function openPool(): Promise<{ matchId: number; betOf: (user: TestUser) => BetRef }> {
  const { deps } = test.current;
  const matchId = await createMatch(deps.db, { kickoffAt: new Date('2026-11-21T18:00:00Z') });
  const contestId = await createContest(deps.db, matchId, deps.now());
  return { matchId, betOf: (user) => ({ id: randomUUID(), userId: user.id, contestId, market: 'wdl' }) };
}

const setStats = (user: TestUser, values: { played?: number; hits?: number; net_won?: number; experience?: number }) =>
  test.current.deps.db.updateTable('user_stats').set(values).where('user_id', '=', user.id).execute();

const overviewOf = async (user: TestUser) => (await callApp(test.current.app, getOverview, {}, { token: user.token })).reply;
const historyOf = (user: TestUser, input: InputOf<typeof pointsHistory> = {}) =>
  callApp(test.current.app, pointsHistory, input, { token: user.token });

describe('the account overview', () => {
  it('of a new user is all zero, and shows the points of the first check-in', async () => {
    const user = await createUser(test.current, 0, { confirmed: false });
    expect(await overviewOf(user)).toEqual({
      profile: {
        email: user.email,
        email_verified: false,
        verified_at: null,
        has_password: false,
        display_name: expect.stringMatching(/^User \d+$/),
        public_handle: expect.stringMatching(/^user\d+$/),
        avatar_url: null,
        wallet_address: null,
        phone: null,
        phone_verified: false,
        country: null,
        time_zone: 'UTC',
        locale: 'en',
        named_in_receipts: false,
        created_at: TEST_NOW,
        last_login_at: null,
      },
      stats: {
        points_balance: 0,
        held: 0,
        usdt: '0.00',
        rank: null,
        next_rank: null,
        level: 'bronze_i',
        experience: 0,
        level_from: 0,
        level_to: 100,
        predictions_played: 0,
        hits: 0,
        win_rate: null,
        check_in_streak: 0,
        lifetime_earned: 0,
        spent: 0,
        updated_at: TEST_NOW,
      },
      check_in: { checked_in_today: false, streak: 0, points_today: 10, resets_at: '2026-11-21T00:00:00.000Z' },
      referral_code: expect.stringMatching(/^[A-Z2-9]{8}$/),
      telegram_bound: false,
      linked_accounts: [],
      two_factor: false,
      exclusion: null,
      deletion_due_at: null,
      medals: { first: 0, second: 0, third: 0, promoted: 0 },
    });
  });

  it('counts earned and spent points net of refunds, so that their difference is the balance', async () => {
    const user = await createUser(test.current);
    await give(user, 12_489);
    const [won, refunded] = [(await openPool()).betOf(user), (await openPool()).betOf(user)];
    const [hold, returned] = [randomUUID(), randomUUID()];
    await post([
      stakeTransfer(won, randomUUID(), 300),
      payoutTransfer(won, 300),
      stakeTransfer(refunded, randomUUID(), 500),
      refundTransfer(refunded, 500),
      redeemTransfer(hold, user.id, 2000),
      redeemTransfer(returned, user.id, 1000),
      redeemRefundTransfer(returned, user.id, 1000, false, 'no'),
    ]);
    await give(user, -89);
    const { stats } = await overviewOf(user);
    expect(stats).toMatchObject({ points_balance: 10_400, held: 2000, usdt: '10.40', lifetime_earned: 12_700, spent: 2300 });
  });

  it('shows level, win rate, and the rank by net points among users who have played', async () => {
    const [first, second, third] = [await createUser(test.current), await createUser(test.current), await createUser(test.current)];
    await setStats(first, { played: 8, hits: 6, net_won: 900, experience: 1050 });
    await setStats(second, { played: 1, hits: 0, net_won: -10, experience: 20_000 });
    await setStats(third, { net_won: 5000 });
    expect((await overviewOf(first)).stats).toMatchObject({
      rank: 1,
      win_rate: 0.75,
      level: 'silver_ii',
      level_from: 1050,
      level_to: 1500,
      predictions_played: 8,
      hits: 6,
    });
    expect((await overviewOf(second)).stats).toMatchObject({ rank: 2, win_rate: 0, level: 'master_i', level_to: null });
    expect((await overviewOf(third)).stats.rank).toBeNull();
  });

  it('shows the net points missing for the next better place, which several users may share', async () => {
    const nets = [400, 400, 250, 100, -30];
    const players = await Promise.all(nets.map(() => createUser(test.current)));
    // Places these players far below those of other tests.
    for (const [index, net_won] of nets.entries()) await setStats(players[index]!, { played: 1, net_won: net_won - 10_000 });
    await setStats(await createUser(test.current), { net_won: 200 - 10_000 });
    const all = await Promise.all(players.map(async (player) => (await overviewOf(player)).stats));
    const [top] = all;
    expect(all.map(({ rank }) => rank! - top!.rank!)).toEqual([0, 0, 2, 3, 4]);
    expect(all.slice(2).map(({ next_rank }) => next_rank)).toEqual([
      { rank: top!.rank, points_missing: 150 },
      { rank: top!.rank! + 2, points_missing: 150 },
      { rank: top!.rank! + 3, points_missing: 130 },
    ]);
  });

  it('computes the same ranks with and without marks, including ties, and updates a rank between two marks at once', async () => {
    const { deps } = test.current;
    const nets = [70, 60, 60, 60, 60, 50, 40, 40, 30, 20].map((net) => net - 100_000);
    const players = await Promise.all(nets.map(() => createUser(test.current)));
    for (const [index, net_won] of nets.entries()) await setStats(players[index]!, { played: 1, net_won });
    const standings = () =>
      Promise.all(players.map(async (player) => (await overviewOf(player)).stats)).then((all) =>
        all.map(({ rank, next_rank }) => ({ rank, next_rank })),
      );
    const counted = await standings();
    expect(counted.map(({ rank }) => rank! - counted[0]!.rank!)).toEqual([0, 1, 1, 1, 1, 5, 6, 6, 8, 9]);
    for (const playersAMark of [1, 2, 3, 4, 100]) {
      await markRanks(deps, playersAMark);
      expect(await standings()).toEqual(counted);
    }
    await markRanks(deps, 3);
    const marks = await deps.db.selectFrom('rank_marks').select('net_won').orderBy('net_won').execute();
    expect(marks.length).toBeGreaterThan(1);
    // The last player passes the one before, which no mark has to know.
    await setStats(players[9]!, { played: 1, net_won: 35 - 100_000 });
    expect((await overviewOf(players[9]!)).stats.rank).toBe(counted[8]!.rank);
    await markRanks(deps);
    expect(await deps.db.selectFrom('rank_marks').selectAll().execute()).toEqual([]);
  });

  it('has no next place at the top', async () => {
    const best = await createUser(test.current);
    await setStats(best, { played: 1, net_won: 1_000_000 });
    expect((await overviewOf(best)).stats).toMatchObject({ rank: 1, next_rank: null });
    await setStats(best, { played: 0, net_won: 0 });
  });

  it('follows the check-in from day to day', async () => {
    const { app, clock, deps } = test.current;
    const user = await createUser(test.current);
    const renewed = async () => ({
      ...user,
      token: await signAccessToken(deps.serverKeys, { id: user.id, email: user.email, sessionId: randomUUID() }, deps.now()),
    });
    await callApp(app, checkIn, {}, { token: user.token });
    expect((await overviewOf(user)).check_in).toMatchObject({ checked_in_today: true, streak: 1, points_today: 10 });
    clock.set('2026-11-22T00:00:00.000Z');
    expect((await overviewOf(await renewed())).check_in).toEqual({
      checked_in_today: false,
      streak: 0,
      points_today: 10,
      resets_at: '2026-11-23T00:00:00.000Z',
    });
    clock.set('2026-11-21T23:59:59.000Z');
    const { check_in, stats } = await overviewOf(await renewed());
    expect(check_in).toMatchObject({ checked_in_today: false, streak: 1, points_today: 10, resets_at: '2026-11-22T00:00:00.000Z' });
    expect(stats).toMatchObject({ check_in_streak: 1, experience: 5 });
    clock.set(TEST_NOW);
  });

  it('is refused to guests and disabled users', async () => {
    const { app, deps } = test.current;
    expect(await callApp(app, getOverview, {})).toMatchObject({ status: 401, problem: { code: 'token_missing' } });
    const nobody = await signAccessToken(
      deps.serverKeys,
      { id: randomUUID(), email: 'x@example.com', sessionId: randomUUID() },
      deps.now(),
    );
    expect(await callApp(app, getOverview, {}, { token: nobody })).toMatchObject({ status: 401, problem: { code: 'unauthorized' } });
    const user = await createUser(test.current);
    await deps.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', user.id).execute();
    expect(await callApp(app, getOverview, {}, { token: user.token })).toMatchObject({
      status: 403,
      problem: { code: 'account_disabled' },
    });
  });
});

describe('the points history page', () => {
  it('shows every change, newest first, with the balance right after it and its match', async () => {
    const user = await createUser(test.current);
    const { matchId, betOf } = await openPool();
    const bet = betOf(user);
    await give(user, 500, '2026-11-18T10:00:00Z');
    await post([stakeTransfer(bet, randomUUID(), 200)], '2026-11-19T10:00:00Z');
    await post([payoutTransfer(bet, 200)], '2026-11-20T10:00:00Z');
    const { status, reply } = await historyOf(user);
    expect(status).toBe(200);
    expect(reply).toMatchObject({ page: 1, page_size: 20, total: 3 });
    expect(reply).not.toHaveProperty('total_exact');
    expect(reply.items.map(({ at, source, delta, balance, note }) => [at, source, delta, balance, note])).toEqual([
      ['2026-11-20T10:00:00.000Z', 'contest_reward', 200, 500, null],
      ['2026-11-19T10:00:00.000Z', 'bet_stake', -200, 300, null],
      ['2026-11-18T10:00:00.000Z', 'manual_adjust', 500, 500, 'a note'],
    ]);
    expect(reply.items.map(({ match }) => match?.id ?? null)).toEqual([matchId, matchId, null]);
    expect(reply.items[0]!.match!.home.name).toMatch(/^Team/);
    expect(reply.items.every(({ status }) => status === 'posted')).toBe(true);
  });

  it('shows no other user’s changes, and none of held points', async () => {
    const [user, other] = [await createUser(test.current, 2000), await createUser(test.current, 70)];
    await post([redeemTransfer(randomUUID(), user.id, 1000)]);
    expect((await historyOf(user)).reply.items.map(({ delta, balance }) => [delta, balance])).toEqual([
      [-1000, 1000],
      [2000, 2000],
    ]);
    expect((await historyOf(other)).reply.items.map(({ delta }) => delta)).toEqual([70]);
  });

  it('is filtered by kind and source, and paged', async () => {
    const user = await createUser(test.current);
    for (const delta of [100, 200, -30, 300, -40]) await give(user, delta);
    const deltas = async (input: InputOf<typeof pointsHistory>) => (await historyOf(user, input)).reply.items.map(({ delta }) => delta);
    expect(await deltas({ type: 'credit' })).toEqual([300, 200, 100]);
    expect(await deltas({ type: 'debit' })).toEqual([-40, -30]);
    expect(await deltas({ source: 'admin_adjust' })).toEqual([-40, -30]);
    expect(await deltas({ source: 'admin_adjust', type: 'credit' })).toEqual([]);
    expect(await deltas({ page: 2, page_size: 2 })).toEqual([-30, 200]);
    expect((await historyOf(user, { page: 3, page_size: 2 })).reply).toMatchObject({
      total: 5,
      page: 3,
      page_size: 2,
      items: [{ delta: 100 }],
    });
    expect((await historyOf(user, { page: 4, page_size: 2 })).reply).toMatchObject({ total: 5, items: [] });
  });

  it('interprets dates in the time zone of the profile, both inclusive', async () => {
    const user = await createUser(test.current);
    await test.current.deps.db.updateTable('users').set({ time_zone: 'Asia/Ho_Chi_Minh' }).where('id', '=', user.id).execute();
    // Midnight there is 17:00 UTC.
    await give(user, 1, '2026-11-17T16:59:59.999Z');
    await give(user, 2, '2026-11-17T17:00:00.000Z');
    await give(user, 3, '2026-11-18T16:59:59.999Z');
    await give(user, 4, '2026-11-18T17:00:00.000Z');
    const deltas = async (from?: string, to?: string) =>
      (await historyOf(user, { ...(from && { from }), ...(to && { to }) })).reply.items.map(({ delta }) => delta);
    expect(await deltas('2026-11-18', '2026-11-18')).toEqual([3, 2]);
    expect(await deltas('2026-11-18')).toEqual([4, 3, 2]);
    expect(await deltas(undefined, '2026-11-17')).toEqual([1]);
    expect(await deltas('2026-11-17', '2026-11-19')).toEqual([4, 3, 2, 1]);
    // A page in another zone counts its own days.
    const day = { from: '2026-11-17', to: '2026-11-17' };
    expect((await historyOf(user, { ...day, tz: 'UTC' })).reply.items.map(({ delta }) => delta)).toEqual([2, 1]);
  });

  it.each([
    ['from after to', { from: '2026-11-19', to: '2026-11-18' }, 'invalid_date'],
    ['a day that is not', { from: '2026-02-30' }, 'invalid_date'],
    ['no date', { to: 'yesterday' }, 'invalid_date'],
    ['the year 0', { from: '0000-01-01' }, 'invalid_date'],
    ['an unknown time zone', { tz: 'Mars/Olympus' }, 'invalid_time_zone'],
    ['an offset as a time zone', { tz: '+07:00' }, 'invalid_time_zone'],
    ['an unknown source', { source: 'theft' }, 'invalid_query'],
    ['an unknown type', { type: 'both' }, 'invalid_query'],
    ['page 0', { page: 0 }, 'invalid_query'],
    ['half a page', { page: 1.5 }, 'invalid_query'],
    ['too large a page', { page_size: 101 }, 'invalid_query'],
    ['too deep a page', { page: 101, page_size: 100 }, 'invalid_query'],
  ])('refuses %s', async (_, input, code) => {
    const user = await createUser(test.current);
    expect(await historyOf(user, input as never)).toMatchObject({ status: 400, problem: { code } });
  });

  it('ignores empty values', async () => {
    const user = await createUser(test.current, 5);
    expect((await historyOf(user, { type: '', from: '', to: '' } as never)).reply.total).toBe(1);
  });

  it('counts exactly up to 10,000, and reports that it stopped there', async () => {
    const user = await createUser(test.current);
    const many = (count: number) =>
      post(Array.from({ length: count }, () => adjustTransfer(randomUUID(), user.id, 1, 'manual_adjust', 'one')));
    await many(10_000);
    const exact = (await historyOf(user, { page: 100, page_size: 100 })).reply;
    expect(exact).toMatchObject({ total: 10_000 });
    expect(exact.total_exact).toBeUndefined();
    expect(exact.items.at(-1)).toMatchObject({ balance: 1 });
    await many(1);
    expect((await historyOf(user)).reply).toMatchObject({ total: 10_000, total_exact: false });
  });
});

describe('the request to recalculate', () => {
  const recalculate = (user: TestUser, input = {}) => callApp(test.current.app, recalculatePoints, input, { token: user.token });

  it('refuses unknown fields', async () => {
    const user = await createUser(test.current, 40);
    expect(await recalculate(user, { balance: 1_000_000 })).toMatchObject({ status: 400, problem: { code: 'invalid_payload' } });
    expect((await recalculate(user)).reply.balance).toBe(40);
  });
});
