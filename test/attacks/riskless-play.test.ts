import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { pointsHistory } from '#contract/account.ts';
import { HOUR_MS } from '#domain/time.ts';
import { payInvites } from '#server/modules/account/referrals/rewards.ts';
import { proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';
import { heldBy, stakeOn, tellMatch, waitUntil } from '#test/support/match-course.ts';
import { countedOf, createRing, openMatch, playMatch, playPool, type RingStake, redeemableOf, statsOf, tie } from './ring.ts';

/** Bets that cannot lose, or can only lose to accounts of the same person, do not count for invites, levels or the win rate. */

const test = useTestApp();
const WALLET = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

beforeEach(() => test.current.clock.set(TEST_NOW));

/** Plays four pools on two days. */
async function playTwoDays(stakes: readonly RingStake[]): Promise<void> {
  for (let i = 0; i < 4; i++) {
    await playPool(test.current, stakes);
    test.current.clock.advance(8 * HOUR_MS);
  }
}

const allOn = (users: readonly TestUser[], pick: RingStake['pick'], points: number): RingStake[] =>
  users.map((by) => ({ by, pick, points }));

describe('a ring of eleven accounts', () => {
  it('that bets on one side only does not qualify, and has played nothing', async () => {
    const app = test.current;
    const ring = await createRing(app, 10);
    await playTwoDays(allOn(ring, 'home', 100));
    expect(await payInvites(app.deps)).toBe(0);
    for (const user of ring) {
      expect(await heldBy(app.deps.db, 'balance', user.id)).toBe(1_000);
      expect(await statsOf(app, user)).toMatchObject({ predictions_played: 0, hits: 0, win_rate: null, experience: 0, rank: null });
    }
    expect((await countedOf(app, ring[3]!))[0]).toEqual({ points: 0, of: 100, reason: 'others_staked' });
  });

  it('that bets on both sides against itself does not qualify, whoever wins', async () => {
    const app = test.current;
    const ring = await createRing(app, 10);
    await playTwoDays([...allOn(ring.slice(0, 6), 'home', 50), ...allOn(ring.slice(6), 'away', 50)]);
    expect(await payInvites(app.deps)).toBe(0);
    // Winning from each other moves no rank either.
    expect(await statsOf(app, ring[0]!)).toMatchObject({ predictions_played: 0, win_rate: null, rank: null });
    const { net_won } = await app.deps.db
      .selectFrom('user_stats')
      .select('net_won')
      .where('user_id', '=', ring[0]!.id)
      .executeTakeFirstOrThrow();
    expect(net_won).toBe(0);
  });

  it('shares what one stranger staked: ten points do not qualify ten accounts', async () => {
    const app = test.current;
    const ring = await createRing(app, 10);
    const stranger = await createUser(app, 1_000);
    await playTwoDays([...allOn(ring, 'home', 100), { by: stranger, pick: 'away', points: 10 }]);
    expect(await payInvites(app.deps)).toBe(0);
    const counted = await Promise.all(ring.map((user) => countedOf(app, user)));
    for (const [latest] of counted) expect(latest).toMatchObject({ of: 100, reason: 'connected' });
    expect(counted.reduce((sum, [latest]) => sum + latest!.points, 0)).toBeLessThanOrEqual(10);
    expect(await countedOf(app, stranger)).toContainEqual({ points: 10, of: 10, reason: 'full' });
  });

  it('is recognised by any tie: browsers, wallets, households and Google’s mailboxes, over several steps', async () => {
    const app = test.current;
    const users = await Promise.all(Array.from({ length: 6 }, () => createUser(app, 1_000)));
    const [a, b, c, d, e, f] = users as [TestUser, TestUser, TestUser, TestUser, TestUser, TestUser];
    const device = randomUUID();
    await tie(app, a, { registration_device_id: device });
    await app.deps.db.updateTable('sessions').set({ device_id: device, ip: '203.0.113.9' }).where('user_id', '=', b.id).execute();
    await tie(app, c, { registration_ip: '203.0.113.9', wallet_address: WALLET });
    await tie(app, c, { wallet_address: null });
    await tie(app, d, { wallet_address: WALLET });
    await tie(app, e, { email: 'ring.e@gmail.com', email_identity: 'ringe@gmail.com', invited_by: d.id });
    const google = { id: randomUUID(), user_id: f.id, type: 'google', subject: 'g-1', identifier: 'Ring.E+x@googlemail.com' };
    await app.deps.db
      .insertInto('linked_accounts')
      .values({ ...google, created_at: app.clock.now(), verified_at: app.clock.now() })
      .execute();
    await playPool(
      app,
      users.map((by, i) => ({ by, pick: i % 2 === 0 ? 'home' : 'away', points: 100 })),
    );
    for (const user of users) expect((await countedOf(app, user))[0]).toMatchObject({ points: 0 });
  });
});

it('the stakes of one person on every outcome among strangers do not count, because they lose nothing whoever wins', async () => {
  const app = test.current;
  const device = randomUUID();
  const hand = await Promise.all(Array.from({ length: 3 }, () => createUser(app, 1_000)));
  for (const user of hand) await tie(app, user, { registration_device_id: device });
  const strangers = await Promise.all(Array.from({ length: 3 }, () => createUser(app, 1_000)));
  const picks = ['home', 'draw', 'away'] as const;
  await playPool(
    app,
    [...hand, ...strangers].map((by, i) => ({ by, pick: picks[i % 3]!, points: 500 })),
  );
  for (const user of hand) expect(await countedOf(app, user)).toEqual([{ points: 0, of: 500, reason: 'hedged' }]);
  expect(await countedOf(app, strangers[0]!)).toEqual([{ points: 500, of: 500, reason: 'full' }]);
});

it('a stake at odds of 1.01 does not count', async () => {
  const app = test.current;
  const matchId = await openMatch(app, '1x2');
  const [home, draw, away] = [101, 2_500, 6_000];
  const until = new Date(app.clock.now().getTime() + HOUR_MS);
  await app.deps.db
    .insertInto('odds')
    .values({
      ...{ match_id: matchId, bookmaker: 'A', market: '1x2', home, draw, away, opening_home: home, opening_draw: draw, opening_away: away },
      ...{ changed_at: until, confirmed_at: until, cadence_seconds: 2 },
    })
    .execute();
  const user = await stakeOn(app, matchId, '1x2', 'home', 100);
  await playMatch(app, matchId, [1, 0]);
  expect(await countedOf(app, user)).toEqual([{ points: 0, of: 100, reason: 'low_odds' }]);
  expect(await statsOf(app, user)).toMatchObject({ predictions_played: 0, win_rate: null, experience: 0 });
});

describe('a corrected kick-off', () => {
  it('removes later stakes from what counts, and those they stood against', async () => {
    const app = test.current;
    const [late, honest] = [await createUser(app, 1_000), await createUser(app, 1_000)];
    const matchId = await openMatch(app);
    await stakeOn(app, matchId, 'wdl', 'home', 100, honest);
    app.clock.advance(HOUR_MS / 2);
    await stakeOn(app, matchId, 'wdl', 'away', 400, late);
    const start = app.clock.now().getTime() + HOUR_MS / 2;
    await waitUntil(app, new Date(start));
    await tellMatch(app, matchId, 'live');
    app.clock.set(new Date(start + 2 * HOUR_MS));
    await tellMatch(app, matchId, 'ft', [1, 0]);
    await waitUntil(app, new Date(start + 2 * HOUR_MS + 60_000));
    expect([await countedOf(app, late), await countedOf(app, honest)]).toEqual([
      [{ points: 100, of: 400, reason: 'others_staked' }],
      [{ points: 100, of: 100, reason: 'full' }],
    ]);
    expect(await statsOf(app, honest)).toMatchObject({ predictions_played: 1, hits: 1, win_rate: 1 });

    // The match turns out to have begun before the late stake: both stakes lose what counted.
    await tellMatch(app, matchId, 'ft', [1, 0], { started_at: new Date(start - HOUR_MS / 2 - 60_000) });
    await waitUntil(app, new Date(start + 3 * HOUR_MS));
    expect([await countedOf(app, late), await countedOf(app, honest)]).toEqual([
      [{ points: 0, of: 0, reason: 'refunded' }],
      [{ points: 0, of: 100, reason: 'others_staked' }],
    ]);
    expect(await statsOf(app, honest)).toMatchObject({ predictions_played: 0, hits: 0, win_rate: null });
    expect(await statsOf(app, late)).toMatchObject({ predictions_played: 0, win_rate: null });
    expect((await proveLedger(app.deps.db)).proven).toBe(true);
  });
});

describe('an invitee who really plays', () => {
  it('qualifies, sees in the history what counts, and both are paid', async () => {
    const app = test.current;
    const [inviter, invitee] = (await createRing(app, 1)) as [TestUser, TestUser];
    const strangers = await Promise.all(Array.from({ length: 3 }, () => createUser(app, 1_000)));
    await playTwoDays([{ by: invitee, pick: 'home', points: 60 }, ...allOn(strangers, 'away', 10)]);
    expect(await payInvites(app.deps)).toBe(1);
    expect(await heldBy(app.deps.db, 'balance', inviter.id)).toBe(1_100);
    expect(await statsOf(app, invitee)).toMatchObject({ predictions_played: 4, hits: 4, win_rate: 1, experience: 120 });
    const token = await signAccessToken(app.deps.serverKeys, { ...invitee, sessionId: randomUUID() }, app.clock.now());
    const { items } = (await callApp(app.app, pointsHistory, { source: 'bet_stake' }, { token })).reply;
    expect(items.map(({ at_risk }) => at_risk)).toEqual(Array.from({ length: 4 }, () => ({ points: 30, of: 60, reason: 'others_staked' })));
    expect((await callApp(app.app, pointsHistory, { source: 'contest_reward' }, { token })).reply.items[0]!.at_risk).toBeNull();
  });

  it('is not rewarded if a correction takes what they played before the payment', async () => {
    const app = test.current;
    const [inviter, invitee] = (await createRing(app, 1)) as [TestUser, TestUser];
    const stranger = await createUser(app, 1_000);
    // One shared browser: the reward waits for a review.
    const device = randomUUID();
    await tie(app, inviter, { registration_device_id: device });
    await tie(app, invitee, { registration_device_id: device });
    const stakes: RingStake[] = [
      { by: invitee, pick: 'home', points: 50 },
      { by: stranger, pick: 'away', points: 50 },
    ];
    await playPool(app, stakes);
    await playPool(app, stakes);
    app.clock.advance(24 * HOUR_MS);
    const last = await playPool(app, stakes);
    const rewards = () => app.deps.db.selectFrom('invite_rewards').select('state').where('invitee_id', '=', invitee.id).execute();
    expect(await payInvites(app.deps)).toBe(0);
    expect(await rewards()).toEqual([{ state: 'in_review' }]);
    // A draw, which nobody picked: everybody is refunded.
    await tellMatch(app, last, 'ft', [1, 1]);
    await waitUntil(app, new Date(app.clock.now().getTime() + HOUR_MS));
    expect((await countedOf(app, invitee))[0]).toEqual({ points: 0, of: 0, reason: 'refunded' });
    expect(await payInvites(app.deps)).toBe(0);
    expect(await rewards()).toEqual([]);
    expect(await redeemableOf(app, inviter)).toMatchObject({ balance: 1_000 });
  });
});
