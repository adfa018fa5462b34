import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { listReviews } from '#contract/withdrawal-queue.ts';
import { approveWithdrawal, getReview, rejectWithdrawal } from '#contract/withdrawal-review.ts';
import { listWithdrawals } from '#contract/withdrawals.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createUser } from '#test/support/factories.ts';
import { createRedeemer, type Redeemer } from '#test/support/redeemer.ts';
import { freshWallet } from '#test/support/wallets.ts';
import { createKnownRedeemer, createWithdrawal, eraseWithdrawals, txHashOf } from '#test/support/withdrawals.ts';

const test = useTestApp();
const ago = (ms: number) => new Date(Date.parse(TEST_NOW) - ms);

let admin: TestAdmin;
beforeEach(async () => {
  test.current.clock.set(TEST_NOW);
  await test.current.deps.db.deleteFrom('news').execute();
  await eraseWithdrawals(test.current);
  admin = await createAdmin(test.current, 'super');
});

const list = (input: InputOf<typeof listReviews> = {}) => callApp(test.current.app, listReviews, input, { token: admin.token });
const idsOf = async (input: InputOf<typeof listReviews>) => (await list(input)).reply.items.map(({ id }) => id);
const review = (id: string, { token } = admin) => callApp(test.current.app, getReview, { id }, { token });
const decide = (endpoint: typeof approveWithdrawal | typeof rejectWithdrawal, id: string) =>
  callApp(
    test.current.app,
    endpoint,
    { id, ...(endpoint === rejectWithdrawal && { reason_code: 'rules' as const }) },
    { token: admin.token, key: randomUUID() },
  );
const change = ({ id }: { id: string }, values: object) =>
  test.current.deps.db.updateTable('users').set(values).where('id', '=', id).execute();

describe('the list of withdrawals for review', () => {
  it('starts with the longest waiting ones, followed by the latest decisions', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => createKnownRedeemer(test.current)));
    await eraseWithdrawals(test.current);
    const ids: string[] = [];
    for (const [i, user] of users.entries()) ids.push(await createWithdrawal(test.current, user, { at: ago((30 - i) * HOUR_MS) }));
    const [oldest, second, third, fourth, fifth, last] = ids;
    // Two admins approve, because these are first withdrawals.
    const approveTwice = async (id: string) => {
      await decide(approveWithdrawal, id);
      admin = await createAdmin(test.current, 'super');
      expect((await decide(approveWithdrawal, id)).status).toBe(200);
    };
    await approveTwice(third!);
    test.current.clock.advance(1_000);
    await decide(rejectWithdrawal, second!);
    test.current.clock.advance(1_000);
    await approveTwice(last!);
    expect(await idsOf({})).toEqual([oldest, fourth, fifth]);
    expect(await idsOf({ status: 'approved' })).toEqual([last, third]);
    expect(await idsOf({ status: 'rejected' })).toEqual([second]);
    expect(await idsOf({ status: 'all' })).toEqual([oldest, fourth, fifth, last, second, third]);
    const paged = await Promise.all([1, 2, 3, 4].map((page) => idsOf({ status: 'all', page, page_size: 2 })));
    expect(paged).toEqual([[oldest, fourth], [fifth, last], [second, third], []]);
    expect((await list({ status: 'all', page_size: 1 })).reply).toMatchObject({ total: 6, page: 1, page_size: 1 });
    expect((await list({ page: 101, page_size: 100 })).problem.code).toBe('invalid_query');
    expect((await review(oldest!)).reply.next_id).toBe(fourth);
    expect((await review(third!)).reply.next_id).toBe(fourth);
    expect((await review(fifth!)).reply.next_id).toBe(null);
  });

  it('shows how long each waits, how old its wallet was, where the points come from, and the flags against it', async () => {
    const user = await createRedeemer(test.current, 30_000);
    const device = randomUUID();
    await change(user, { registration_device_id: device });
    await change(await createUser(test.current), { registration_device_id: device });
    const id = await createWithdrawal(test.current, user, { points: 21_000, walletDays: 3, at: ago(25 * HOUR_MS) });
    await change(user, { wallet_address: freshWallet(), redeem_held_until: new Date(Date.parse(TEST_NOW) + HOUR_MS) });
    expect((await list()).reply.items).toEqual([
      {
        ...{
          id,
          status: 'pending',
          stage: 'in_review',
          frozen: null,
          points: 21_000,
          usdt: '21.00',
          wallet_address: user.wallet,
          wallet_days: 3,
        },
        ...{ submitted_at: ago(25 * HOUR_MS).toISOString(), wallet_since: ago(25 * HOUR_MS + 3 * DAY_MS).toISOString() },
        ...{ waited_seconds: 25 * 3_600, is_overdue: true, decided_at: null, reason_code: null, note: null, tx_hash: null, sent_at: null },
        ...{ payout: null, payouts_verified: false },
        ...{ decided_by: null, sent_by: null, contact: { channel: 'email', address: user.email } },
        user: expect.objectContaining({ id: user.id, email: user.email, status: 'normal' }),
        approvals: { given: 0, needed: 2, reasons: ['large', 'first', 'new_wallet'], first: null },
        origins: expect.arrayContaining([{ origin: 'top_ups', points: 30_000, share: 1 }]),
        flags: ['unplayed_top_ups', 'wallet_replaced', 'on_hold'],
        ...{ assignee: null, notes: 0 },
      },
    ]);
  });

  it('shows the flags found when it was requested; its own page looks again', async () => {
    const user = await createRedeemer(test.current, 30_000);
    const id = await createWithdrawal(test.current, user, { points: 21_000 });
    await test.current.deps.db
      .insertInto('withdrawal_evidence')
      .values({ withdrawal_id: id, step: 'requested', at: ago(0), flags: [], score: 0, reasons: '[]', accounts: [] })
      .execute();
    const flagsOf = (items: readonly { id: string; flags: readonly string[] }[]) => items.find((item) => item.id === id)!.flags;
    expect(flagsOf((await list({ q: user.email })).reply.items)).toEqual([]);
    expect((await review(id)).reply.withdrawal.flags).toEqual(['unplayed_top_ups']);
  });

  it('can be searched by anything that identifies a user or a payout', async () => {
    const [one, other] = [await createRedeemer(test.current), await createRedeemer(test.current)];
    await change(one, { public_handle: 'ann_lee', email: 'ann.lee@example.org' });
    await change(other, { public_handle: 'annxlee', email: 'bob@example.org' });
    const [mine, theirs] = [
      await createWithdrawal(test.current, one, { at: ago(2) }),
      await createWithdrawal(test.current, other, { at: ago(1) }),
    ];
    await decide(approveWithdrawal, theirs);
    for (const q of [
      'ann_',
      '@ANN_lee',
      'Ann.L',
      one.wallet,
      ` ${one.wallet.slice(0, 9)} ${one.wallet.slice(9)}`,
      mine,
      one.id.toUpperCase(),
    ])
      expect(await idsOf({ q }), q).toEqual([mine]);
    expect(await idsOf({ q: 'ann' })).toEqual([mine, theirs]);
    expect(await idsOf({ q: 'ann', status: 'approved' })).toEqual([]);
    for (const q of ['%', '_nn', 'lee', '\\', "' or true --", one.wallet.toLowerCase()])
      expect(await idsOf({ q, status: 'all' }), q).toEqual([]);
  });
});

describe('the page of a withdrawal', () => {
  it('contains everything a reviewer needs', async () => {
    const user = await createKnownRedeemer(test.current, 50_000);
    const earlier = await createWithdrawal(test.current, user, { points: 3_000, at: ago(5 * DAY_MS) });
    await decide(rejectWithdrawal, earlier);
    const id = await createWithdrawal(test.current, user, { points: 2_000 });
    await change(user, { wallet_address: freshWallet(), wallet_changed_at: ago(HOUR_MS) });
    await test.current.deps.db
      .insertInto('user_notes')
      .values({ id: randomUUID(), user_id: user.id, admin_id: admin.id, text: 'Wrote to us', created_at: ago(HOUR_MS) })
      .execute();
    const { reply } = await review(id);
    expect(reply.account).toMatchObject({ balance: 47_000, held: 2_000, notes: 1, two_factor: false, predictions_played: 0 });
    expect(reply.wallet).toMatchObject({ current_since: ago(HOUR_MS).toISOString(), past: [user.wallet] });
    expect(reply.earlier).toMatchObject({ approved_count: 1, approved_points: 1_000 });
    expect(reply.earlier.items.map(({ points, status }) => [points, status])).toEqual([
      [3_000, 'rejected'],
      [1_000, 'approved'],
    ]);
    expect(reply.ledger.map(({ source, delta }) => [source, delta])).toContainEqual(['redeem', -2_000]);
    expect(reply.provenance.redeemed).toBe(3_000);
    expect(reply.winnings).toEqual({ won: 0, from_house: 0, traced: 0, losers: [], few_share: 0, is_concentrated: false });
    expect(reply.can).toEqual({
      approve: null,
      reject: null,
      send: 'withdrawal_pending',
      return: 'withdrawal_pending',
      correct: 'withdrawal_pending',
    });
  });

  it('is available for a disabled or erased user', async () => {
    const user = await createKnownRedeemer(test.current);
    const id = await createWithdrawal(test.current, user);
    await decide(rejectWithdrawal, id);
    await change(user, { status: 'deleted', email: null, email_identity: null, wallet_address: null });
    await test.current.deps.db.updateTable('withdrawals').set({ wallet_address: null, contact: null }).where('id', '=', id).execute();
    expect((await review(id)).reply.withdrawal).toMatchObject({
      wallet_address: null,
      contact: null,
      user: { email: null, status: 'deleted' },
    });
    expect(await idsOf({ status: 'rejected' })).toEqual([id]);
  });

  it('is for admins only, and returns 404 for an unknown withdrawal', async () => {
    const user: Redeemer = await createRedeemer(test.current);
    const id = await createWithdrawal(test.current, user);
    expect((await review(randomUUID())).problem.code).toBe('not_found');
    for (const endpoint of [approveWithdrawal, rejectWithdrawal])
      expect((await decide(endpoint, randomUUID())).problem.code).toBe('not_found');
    for (const token of [user.token, ''])
      expect((await callApp(test.current.app, getReview, { id }, { token })).problem.code).toBe('admin_unauthorized');
    expect((await callApp(test.current.app, listReviews, {}, { token: user.token })).status).toBe(401);
    expect((await callApp(test.current.app, listWithdrawals, {}, { token: admin.token })).status).toBe(401);
  });
});

describe('a withdrawal in the demo', () => {
  let id: string;
  beforeAll(() => expect(test.current.deps.config.demo).toBe(true));
  beforeEach(async () => {
    id = await createWithdrawal(test.current, await createKnownRedeemer(test.current));
  });

  it('can be approved, but no transaction is recorded', async () => {
    const withHash = await callApp(
      test.current.app,
      approveWithdrawal,
      { id, tx_hash: txHashOf('paid') },
      { token: admin.token, key: randomUUID() },
    );
    expect(withHash.problem.code).toBe('demo_payout');
    expect((await decide(approveWithdrawal, id)).status).toBe(200);
    expect((await review(id)).reply.can).toMatchObject({ send: 'demo_payout', return: 'same_reviewer' });
    expect((await sql`select from audit_log where subject_id = ${id}`.execute(test.current.deps.db)).rows).toHaveLength(1);
  });
});
