import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getRedeemable, requestRedeem, sendRedeemCode } from '#contract/withdrawals.ts';
import { HOUR_MS } from '#domain/time.ts';
import { noticeSiteSettings } from '#server/modules/console/feature-flags/service.ts';
import { proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { transact } from '#server/platform/transact.ts';
import { createAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, type TestApp, useTestApp } from '#test/support/app.ts';
import { AT_ONCE } from '#test/support/database.ts';
import { createContest, createMatch, type TestUser } from '#test/support/factories.ts';
import { priceMatch, stakeOn, tellMatch, waitUntil } from '#test/support/match-course.ts';
import { askToRedeem, createRedeemer, type Redeemer, redeem, redeemCodeOf } from '#test/support/redeemer.ts';
import { lockWithdrawal, rejectWithin } from './end.ts';

const test = useTestApp({}, AT_ONCE);

beforeEach(() => test.current.clock.set(TEST_NOW));
afterEach(async () => {
  await test.current.deps.db.deleteFrom('messages').execute();
  expect(await proveLedger(test.current.deps.db)).toEqual({ proven: true, sum: 0, faults: [] });
});

const shown = async ({ token }: Pick<TestUser, 'token'>, { app }: TestApp = test.current, headers: Record<string, string> = {}) =>
  (await callApp(app, getRedeemable, {}, { token, headers })).reply;
/** Returns the user with a token that is fresh by the clock, as the browser would have. */
const signedIn = async <User extends TestUser>(user: User, { deps }: TestApp = test.current): Promise<User> => ({
  ...user,
  token: await signAccessToken(deps.serverKeys, { ...user, sessionId: randomUUID() }, deps.now()),
});
const reject = (id: string) =>
  transact(test.current.deps, async (db, announce) =>
    rejectWithin(test.current.deps, db, announce, await lockWithdrawal(db, id), { by: null, reason: 'other', note: null }),
  );

describe('the limits of withdrawals', () => {
  /** Inserts a request decided on an earlier day. */
  const decided = async (user: Redeemer, points: number, daysAgo: number, status: 'approved' | 'rejected' = 'approved') => {
    const at = new Date(Date.parse(TEST_NOW) - daysAgo * 24 * HOUR_MS);
    await test.current.deps.db
      .insertInto('withdrawals')
      .values({
        ...{
          id: randomUUID(),
          user_id: user.id,
          points,
          amount: (points / 1_000).toFixed(2),
          wallet_address: user.wallet,
          wallet_since: at,
        },
        ...{ contact_channel: 'email', contact: user.email, status, decided_at: at, created_at: at },
        reason_code: status === 'rejected' ? 'other' : null,
      })
      .execute();
  };

  it('of a UTC day and of 30 days count all requests except rejected ones', async () => {
    let user = await createRedeemer(test.current, 300_000);
    await decided(user, 50_000, 0.4);
    await decided(user, 50_000, 0.3, 'rejected');
    expect(await shown(user)).toMatchObject({
      day_left: 0,
      days_30_left: 150_000,
      max: 0,
      bound: 'day',
      refusal: { code: 'invalid_points' },
    });
    test.current.clock.set('2026-11-21T00:00:00.000Z');
    user = await signedIn(user);
    expect(await shown(user)).toMatchObject({ day_left: 50_000, max: 50_000, refusal: null });
    for (const daysAgo of [5, 20, 29]) await decided(user, 45_000, daysAgo);
    expect(await shown(user)).toMatchObject({ days_30_left: 15_000, max: 15_000, bound: '30_days' });
    const code = await redeemCodeOf(test.current, user);
    const over = await askToRedeem(test.current, user, { points: 16_000, code });
    expect(over.problem).toMatchObject({ code: 'invalid_points', params: { min: 1_000, step: 1_000, max: 15_000 } });
    expect((await askToRedeem(test.current, user, { points: 15_000, code })).status).toBe(201);
  });

  it('hold for a hundred concurrent requests: one is accepted, and its points are held', async () => {
    const user = await createRedeemer(test.current, 70_000);
    await decided(user, 20_000, 0.1);
    const code = await redeemCodeOf(test.current, user);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => askToRedeem(test.current, user, { points: 1_000 * (20 + (n % 15)), code })),
    );
    const taken = answers.filter(({ status }) => status === 201);
    expect(taken).toHaveLength(1);
    const told = new Set(answers.map(({ status, problem }) => (status === 201 ? 'taken' : problem.code)));
    expect([...told].filter((code) => !['taken', 'withdrawal_pending', 'invalid_points'].includes(code))).toEqual([]);
    const { points } = taken[0]!.reply.withdrawal;
    expect(points).toBeLessThanOrEqual(30_000);
    expect(await shown(user)).toMatchObject({ balance: 70_000 - points, held: points, day_left: 30_000 - points });
  });

  it('hold while requests are rejected as fast as they are made', async () => {
    const user = await createRedeemer(test.current, 60_000);
    let made = 0;
    for (let round = 0; round < 5; round++) {
      const code = await redeemCodeOf(test.current, user);
      const pending = (await shown(user)).pending;
      const [answer] = await Promise.all([
        askToRedeem(test.current, user, { points: 40_000, code }),
        ...Array.from({ length: 10 }, () => (pending ? reject(pending.id).catch(() => null) : null)),
      ]);
      if (answer.status === 201) made += 1;
      const { balance, held } = await shown(user);
      expect(balance + held).toBe(60_000);
      expect([0, 40_000]).toContain(held);
      if (held > 0) await reject((await shown(user)).pending!.id);
    }
    expect(made).toBe(5);
  });
});

describe('the operator’s withdrawal rules', () => {
  const strict = useTestApp({ REDEEM_PLAYTHROUGH: 'on', REDEEM_WON_HOURS_MIN: '24', STAKE_MAX: '50000', STAKE_CONTEST_MAX: '50000' });
  const kickoff = new Date(Date.parse(TEST_NOW) + HOUR_MS);

  it('withhold given points until they were at risk, and won points until the waiting time is over', async () => {
    const { current } = strict;
    current.clock.set(TEST_NOW);
    let user = await createRedeemer(current, 10_000);
    expect(await shown(user, current)).toMatchObject({
      ...{ balance: 10_000, redeemable: 0, to_be_played: 10_000, redeemable_from: null, max: 0, bound: 'not_redeemable' },
      refusal: { code: 'not_redeemable', params: { redeemable: 0 } },
    });
    const matchId = await createMatch(current.deps.db, { kickoffAt: kickoff });
    await priceMatch(current.deps.db, matchId, kickoff);
    await createContest(current.deps.db, matchId, current.clock.now());
    await stakeOn(current, matchId, 'wdl', 'home', 6_000, user);
    expect(await shown(user, current)).toMatchObject({ balance: 4_000, to_be_played: 10_000, redeemable: 0 });
    await stakeOn(current, matchId, 'wdl', 'away', 3_000, await createRedeemer(current, 3_000));
    await tellMatch(current, matchId, 'live');
    current.clock.set(new Date(kickoff.getTime() + 2 * HOUR_MS));
    await tellMatch(current, matchId, 'ft', [1, 0]);
    const paidAt = new Date(kickoff.getTime() + 2 * HOUR_MS + 60_000);
    await waitUntil(current, paidAt);

    // 13,000: of the 10,000 given points 3,000 could have been lost to the other player, and 3,000 were won just now.
    const from = new Date(paidAt.getTime() + 24 * HOUR_MS).toISOString();
    user = await signedIn(user, current);
    expect(await shown(user, current)).toMatchObject({
      ...{
        balance: 13_000,
        to_be_played: 7_000,
        redeemable: 3_000,
        redeemable_from: from,
        max: 3_000,
        bound: 'not_redeemable',
        refusal: null,
      },
    });
    const code = await redeemCodeOf(current, user);
    expect((await askToRedeem(current, user, { points: 5_000, code })).problem).toMatchObject({
      status: 403,
      code: 'not_redeemable',
      params: { redeemable: 3_000, from },
    });
    const tooMany = (await askToRedeem(current, user, { points: 10_000, code })).problem;
    expect(tooMany).toMatchObject({ code: 'not_redeemable', params: { redeemable: 3_000 } });
    expect(tooMany.params).not.toHaveProperty('from');
    current.clock.set(from);
    user = await signedIn(user, current);
    expect(await shown(user, current)).toMatchObject({ redeemable: 6_000, redeemable_from: null });
    expect(await redeem(current, user, 6_000)).toMatchObject({ points: 6_000 });
    expect(await proveLedger(current.deps.db)).toMatchObject({ proven: true });
  });
});

describe('a withdrawal is refused', () => {
  const blocked = useTestApp({ REDEEM_BLOCKED_COUNTRIES: 'FR', TRUST_PROXY: '127.0.0.1' });
  const mute = useTestApp({ FEED: 'none' });

  it('in blocked countries only; other and unknown countries are allowed', async () => {
    const { current } = blocked;
    const user = await createRedeemer(current);
    const from = (ip: string) => ({ 'X-Forwarded-For': ip });
    expect((await shown(user, current, from('212.27.48.10'))).refusal).toMatchObject({ code: 'region_blocked' });
    const code = await redeemCodeOf(current, user);
    const send = (ip: string) =>
      callApp(
        current.app,
        requestRedeem,
        { points: 1_000, channel: 'email', code },
        { token: user.token, key: randomUUID(), headers: from(ip) },
      );
    expect(await send('212.27.48.10')).toMatchObject({ status: 403, problem: { code: 'region_blocked' } });
    for (const ip of ['8.8.8.8', '192.168.1.1']) expect((await shown(user, current, from(ip))).refusal).toBeNull();
    expect((await send('8.8.8.8')).status).toBe(201);
  });

  it('while operators have closed withdrawals', async () => {
    const { deps, app } = test.current;
    const user = await createRedeemer(test.current);
    const code = await redeemCodeOf(test.current, user);
    const { id: changed_by } = await createAdmin(test.current, 'super');
    await deps.db.insertInto('switches').values({ name: 'redeem', is_on: false, changed_by, changed_at: deps.now() }).execute();
    await noticeSiteSettings(deps);
    expect((await shown(user)).refusal).toMatchObject({ code: 'switched_off', params: { what: 'redeem' } });
    expect(await askToRedeem(test.current, user, { points: 1_000, code })).toMatchObject({
      status: 503,
      problem: { code: 'switched_off' },
    });
    expect((await callApp(app, sendRedeemCode, { channel: 'email' }, { token: user.token })).problem.code).toBe('switched_off');
    await deps.db.deleteFrom('switches').execute();
    await noticeSiteSettings(deps);
    expect((await askToRedeem(test.current, user, { points: 1_000, code })).status).toBe(201);
  });

  it('by a code whose channel has no configured service', async () => {
    const { current } = mute;
    const user = await createRedeemer(current);
    expect(await callApp(current.app, sendRedeemCode, { channel: 'email' }, { token: user.token })).toMatchObject({
      status: 502,
      problem: { code: 'send_failed' },
    });
    expect(await current.deps.db.selectFrom('messages').select('id').execute()).toEqual([]);
  });
});
