import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { getRedeemable, listWithdrawals, sendRedeemCode } from '#contract/withdrawals.ts';
import { HOUR_MS } from '#domain/time.ts';
import { shortWallet } from '#domain/withdrawals/payout-text.ts';
import { proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { transact } from '#server/platform/transact.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';
import { takeMessages } from '#test/support/messages.ts';
import { askToRedeem, createRedeemer, forgetCodesSent, redeem, redeemCodeOf } from '#test/support/redeemer.ts';
import { freshWallet } from '#test/support/wallets.ts';
import { lockWithdrawal, rejectWithin } from './end.ts';

const test = useTestApp();

beforeEach(() => test.current.clock.set(TEST_NOW));
afterEach(async () => {
  await test.current.deps.db.deleteFrom('messages').execute();
  await forgetCodesSent(test.current);
  expect(await proveLedger(test.current.deps.db)).toEqual({ proven: true, sum: 0, faults: [] });
});

const shown = async ({ token }: Pick<TestUser, 'token'>, headers: Record<string, string> = {}) =>
  (await callApp(test.current.app, getRedeemable, {}, { token, headers })).reply;
const listed = ({ token }: Pick<TestUser, 'token'>, input: InputOf<typeof listWithdrawals> = {}) =>
  callApp(test.current.app, listWithdrawals, input, { token });
const sendCode = ({ token }: Pick<TestUser, 'token'>, channel: 'email' | 'telegram' = 'email', headers: Record<string, string> = {}) =>
  callApp(test.current.app, sendRedeemCode, { channel }, { token, headers });
const change = (user: TestUser, values: object) =>
  test.current.deps.db.updateTable('users').set(values).where('id', '=', user.id).execute();
/** Returns the user with a token that is fresh by the clock, as the browser would have. */
const signedIn = async <User extends TestUser>(user: User): Promise<User> => {
  const { serverKeys, now } = test.current.deps;
  return { ...user, token: await signAccessToken(serverKeys, { ...user, sessionId: randomUUID() }, now()) };
};
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const reject = (id: string) =>
  transact(test.current.deps, async (db, announce) =>
    rejectWithin(test.current.deps, db, announce, await lockWithdrawal(db, id), { by: null, reason: 'other', note: null }),
  );
const bindTelegram = (user: TestUser) =>
  test.current.deps.db
    .insertInto('linked_accounts')
    .values({
      ...{ id: randomUUID(), user_id: user.id, type: 'telegram', subject: user.id, identifier: '@redeemer', reachable: true },
      ...{ created_at: test.current.deps.now(), verified_at: test.current.deps.now() },
    })
    .execute();

describe('the withdrawal form', () => {
  it('gets everything it needs', async () => {
    const user = await createRedeemer(test.current, 12_345);
    await bindTelegram(user);
    expect(await shown(user)).toEqual({
      ...{ balance: 12_345, held: 0, points_per_usdt: 1_000, step: 1_000, min: 1_000 },
      ...{ day_max: 50_000, days_30_max: 200_000, day_left: 50_000, days_30_left: 200_000, day_ends_at: '2026-11-21T00:00:00.000Z' },
      ...{ max: 12_000, bound: 'balance', redeemable: 12_345, redeemable_from: null, to_be_played: 0 },
      wallet: { address: user.wallet, short: shortWallet(user.wallet), since: '2026-11-10T12:00:00.000Z' },
      contacts: [
        { channel: 'email', masked: 'u***@example.com' },
        { channel: 'telegram', masked: '@r***' },
      ],
      ...{ on_hold_until: null, pending: null, refusal: null },
    });
  });

  it('shows what is missing in the reader’s language, and nothing about other users', async () => {
    const poor = await createUser(test.current, 999, { confirmed: false });
    expect(await shown(poor)).toMatchObject({ max: 0, wallet: null, contacts: [], refusal: { code: 'contact_unconfirmed' } });
    expect((await shown(poor, { 'Accept-Language': 'zh-CN' })).refusal).toMatchObject({ detail: /邮箱/ });
    await change(poor, { email_verified_at: test.current.deps.now() });
    expect(await shown(poor)).toMatchObject({ refusal: { code: 'wallet_required' } });
    await change(poor, { wallet_address: freshWallet() });
    expect((await shown(poor)).refusal).toMatchObject({ code: 'insufficient_points', params: { balance: 999 } });
    const until = new Date(Date.parse(TEST_NOW) + HOUR_MS);
    await change(poor, { redeem_held_until: until });
    expect(await shown(poor)).toMatchObject({
      on_hold_until: until.toISOString(),
      refusal: { code: 'withdrawal_on_hold', params: { until: until.toISOString() } },
    });
    test.current.clock.advance(HOUR_MS);
    expect(await shown(await signedIn(poor))).toMatchObject({ on_hold_until: null, refusal: { code: 'insufficient_points' } });
  });
});

describe('the code of a withdrawal', () => {
  it('is sent to the chosen contact and names the wallet', async () => {
    const user = await createRedeemer(test.current);
    await bindTelegram(user);
    expect(await sendCode(user, 'email', { 'Accept-Language': 'vi' })).toMatchObject({
      status: 200,
      reply: { channel: 'email', sent_to: 'u***@example.com', resend_seconds: 60, expires_seconds: 600 },
    });
    expect(await sendCode(user, 'telegram')).toMatchObject({ status: 200, reply: { channel: 'telegram', sent_to: '@r***' } });
    const sent = await takeMessages(test.current);
    expect(sent.map(({ to, locale, content }) => [to, locale, content])).toEqual(
      expect.arrayContaining([
        [user.email, 'vi', { kind: 'redeem', code: expect.stringMatching(/^\d{6}$/), minutes: 10, wallet: shortWallet(user.wallet) }],
        [user.id, 'en', expect.objectContaining({ kind: 'redeem' })],
      ]),
    );
    expect(await sendCode(user)).toMatchObject({ status: 429, problem: { code: 'rate_limited' } });
  });

  it('is not sent to a user who could redeem nothing', async () => {
    const user = await createUser(test.current, 5_000, { confirmed: false });
    expect((await sendCode(user)).problem.code).toBe('contact_unconfirmed');
    await change(user, { email_verified_at: test.current.deps.now() });
    expect((await sendCode(user)).problem.code).toBe('wallet_required');
    await change(user, { wallet_address: freshWallet() });
    expect((await sendCode(user, 'telegram')).problem.code).toBe('no_contact');
    expect(await takeMessages(test.current)).toEqual([]);
  });

  it('is invalid with another wallet or channel, and after it was used', async () => {
    const user = await createRedeemer(test.current);
    await bindTelegram(user);
    const code = await redeemCodeOf(test.current, user);
    expect((await askToRedeem(test.current, user, { points: 1_000, code, channel: 'telegram' })).problem.code).toBe('invalid_code');
    await change(user, { wallet_address: freshWallet() });
    expect((await askToRedeem(test.current, user, { points: 1_000, code })).problem.code).toBe('invalid_code');
    await change(user, { wallet_address: user.wallet });
    const taken = await askToRedeem(test.current, user, { points: 1_000, code });
    expect(taken.status).toBe(201);
    await reject(taken.reply.withdrawal.id);
    expect((await askToRedeem(test.current, user, { points: 1_000, code })).problem.code).toBe('invalid_code');
  });

  it('has five tries, however they are sent, and stays valid after a refusal for another reason', async () => {
    const user = await createRedeemer(test.current);
    const code = await redeemCodeOf(test.current, user);
    expect((await askToRedeem(test.current, user, { points: 999_000, code })).problem.code).toBe('invalid_points');
    const key = randomUUID();
    const codes = [];
    for (let n = 0; n < 5; n++)
      codes.push((await askToRedeem(test.current, user, { points: 1_000, code: otherThan(code), key })).problem.code);
    expect(codes).toEqual(Array(5).fill('invalid_code'));
    expect((await askToRedeem(test.current, user, { points: 1_000, code })).problem.code).toBe('too_many_tries');
    const next = await redeemCodeOf(test.current, user);
    test.current.clock.advance(10 * 60_000);
    expect(await askToRedeem(test.current, user, { points: 1_000, code: next })).toMatchObject({
      status: 410,
      problem: { code: 'code_expired' },
    });
  });

  it('allows five tries in total when a hundred are made at once', async () => {
    const user = await createRedeemer(test.current);
    const code = await redeemCodeOf(test.current, user);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => askToRedeem(test.current, user, { points: 1_000, code: otherThan(code) })),
    );
    const told = answers.map(({ problem }) => problem.code);
    expect(told.filter((code) => code === 'invalid_code')).toHaveLength(5);
    expect(told.filter((code) => code === 'too_many_tries')).toHaveLength(95);
  });
});

describe('a withdrawal request', () => {
  it('holds its points, copies wallet and contact, and notifies its owner on pages and by message', async () => {
    const user = await createRedeemer(test.current, 12_345);
    const code = await redeemCodeOf(test.current, user);
    const before = test.current.published.length;
    const { status, reply } = await askToRedeem(test.current, user, { points: 12_000, code });
    const withdrawal = {
      ...{ id: expect.any(String), status: 'pending', stage: 'in_review', points: 12_000, usdt: '12.00', wallet_address: user.wallet },
      contact: { channel: 'email', masked: 'u***@example.com' },
      ...{ submitted_at: TEST_NOW, review_due_at: '2026-11-21T12:00:00.000Z', decided_at: null },
      ...{ reason_code: null, note: null, tx_hash: null, sent_at: null, payout: null },
    };
    expect({ status, reply }).toEqual({ status: 201, reply: { withdrawal, balance: 345 } });
    expect(await shown(user)).toMatchObject({
      ...{ balance: 345, held: 12_000, day_left: 38_000, days_30_left: 188_000, pending: withdrawal },
      refusal: { code: 'withdrawal_pending' },
    });
    expect(test.current.published.slice(before)).toEqual([
      { topic: `me:${user.id}`, change: { t: 'balance', balance: 345 } },
      { topic: `me:${user.id}`, change: { t: 'withdrawal', withdrawal } },
    ]);
    // The owner learns of a thief's request by a message with a link that stops it.
    expect((await takeMessages(test.current)).map(({ to, content }) => [to, content.kind])).toEqual([[user.email, 'redeem_requested']]);
    const row = await test.current.deps.db.selectFrom('withdrawals').selectAll().where('id', '=', reply.withdrawal.id).executeTakeFirst();
    expect(row).toMatchObject({ contact: user.email, wallet_since: new Date('2026-11-10T12:00:00.000Z') });
  });

  it('is made once, however often it is sent with its key', async () => {
    const user = await createRedeemer(test.current);
    const code = await redeemCodeOf(test.current, user);
    const key = randomUUID();
    const first = await askToRedeem(test.current, user, { points: 2_000, code, key });
    const again = await askToRedeem(test.current, user, { points: 2_000, code, key });
    expect(again.reply).toEqual(first.reply);
    expect([first, again].map(({ headers }) => headers.get('idempotent-replay'))).toEqual([null, 'true']);
    expect((await askToRedeem(test.current, user, { points: 3_000, code, key })).problem.code).toBe('idempotency_mismatch');
    expect(await shown(user)).toMatchObject({ balance: 18_000, held: 2_000 });
  });

  it.each<[string, object, string]>([
    ['is of a disabled account', { status: 'disabled' }, 'account_disabled'],
    ['comes while withdrawals are on hold', { redeem_held_until: new Date(Date.parse(TEST_NOW) + 1) }, 'withdrawal_on_hold'],
    ['has no wallet', { wallet_address: null, wallet_changed_at: null }, 'wallet_required'],
    ['has no confirmed address', { email_verified_at: null }, 'contact_unconfirmed'],
  ])('is refused and moves nothing: %s', async (_, values, code) => {
    const user = await createRedeemer(test.current);
    const given = await redeemCodeOf(test.current, user);
    await change(user, values);
    expect((await askToRedeem(test.current, user, { points: 1_000, code: given })).problem.code).toBe(code);
    expect(await test.current.deps.db.selectFrom('withdrawals').select('id').where('user_id', '=', user.id).execute()).toEqual([]);
  });

  it('is allowed for a self-excluded user', async () => {
    const user = await createRedeemer(test.current);
    await test.current.deps.db
      .insertInto('exclusions')
      .values({
        ...{ id: randomUUID(), user_id: user.id, kind: 'self_exclusion', began_at: new Date(TEST_NOW), until: new Date('2027-11-20') },
      })
      .execute();
    expect(await redeem(test.current, user, 5_000)).toMatchObject({ status: 'pending', points: 5_000 });
  });

  it('requires a signed-in user, an idempotency key, and valid fields', async () => {
    const user = await createRedeemer(test.current);
    const send = (body: object, headers: Record<string, string>) =>
      test.current.app.request('/api/points/redeem', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${user.token}`, ...headers },
        body: JSON.stringify(body),
      });
    const key = { 'Idempotency-Key': randomUUID() };
    const good = { points: 1_000, channel: 'email', code: '123456' };
    expect((await send(good, { Authorization: '', ...key })).status).toBe(401);
    expect(await (await send(good, {})).json()).toMatchObject({ code: 'idempotency_key_required' });
    expect(await (await send({ ...good, code: undefined }, key)).json()).toMatchObject({
      code: 'missing_fields',
      params: { field: 'code' },
    });
    for (const bad of [{ points: 1_000.5 }, { points: '1000' }, { channel: 'sms' }, { wallet_address: freshWallet() }])
      expect(await (await send({ ...good, ...bad }, key)).json()).toMatchObject({ code: 'invalid_payload' });
    expect(await (await send({ ...good, points: 1e15 }, key)).json()).toMatchObject({ code: 'invalid_points' });
  });
});

describe('the list of withdrawal requests', () => {
  it('contains the owner’s requests, latest first, by status and page', async () => {
    let user = await createRedeemer(test.current);
    const made = [];
    for (let n = 1; n <= 3; n++) {
      made.push(await redeem(test.current, await signedIn(user), n * 1_000));
      if (n < 3) await reject(made.at(-1)!.id);
      test.current.clock.advance(HOUR_MS);
    }
    user = await signedIn(user);
    const all = await listed(user);
    expect(all.reply).toMatchObject({ limit: 20, offset: 0, total: 3 });
    expect(all.reply.items.map(({ points, stage }) => [points, stage])).toEqual([
      [3_000, 'in_review'],
      [2_000, 'rejected'],
      [1_000, 'rejected'],
    ]);
    expect((await listed(user, { status: 'rejected', limit: 1, offset: 1 })).reply).toMatchObject({
      items: [{ id: made[0]!.id }],
      ...{ limit: 1, offset: 1, total: 2 },
    });
    expect((await listed(user, { status: 'approved' })).reply).toMatchObject({ items: [], total: 0 });
    const other = await createRedeemer(test.current);
    expect((await listed(other)).reply).toMatchObject({ items: [], total: 0 });
    for (const bad of [{ status: 'paid' }, { limit: 101 }, { limit: 0 }, { offset: -1 }])
      expect((await listed(user, bad as never)).problem.code).toBe('invalid_query');
  });
});
