import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { approve as agreeTo } from '#contract/approvals.ts';
import {
  approveWithdrawal,
  getReview,
  markWithdrawalSent,
  type Review,
  rejectWithdrawal,
  returnWithdrawal,
} from '#contract/withdrawal-review.ts';
import { proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { AT_ONCE } from '#test/support/database.ts';
import type { TestUser } from '#test/support/factories.ts';
import { createRedeemer } from '#test/support/redeemer.ts';
import { createKnownRedeemer, createWithdrawal } from '#test/support/withdrawals.ts';

// With its own public address the app is not a demo, which records no payouts.
const test = useTestApp({ PUBLIC_URL: 'https://matchpoint.example' }, AT_ONCE);

beforeEach(() => test.current.clock.set(TEST_NOW));
const expectProven = async () => expect(await proveLedger(test.current.deps.db)).toEqual({ proven: true, sum: 0, faults: [] });
afterEach(expectProven);

type Options = { key?: string };
const by = ({ token }: TestAdmin, { key = randomUUID() }: Options = {}) => ({ token, key });
const approve = (admin: TestAdmin, id: string, more: { note?: string; tx_hash?: string } = {}, options?: Options) =>
  callApp(test.current.app, approveWithdrawal, { id, ...more }, by(admin, options));
const reject = (admin: TestAdmin, id: string, more: { note?: string } = {}, options?: Options) =>
  callApp(test.current.app, rejectWithdrawal, { id, reason_code: 'evidence', ...more }, by(admin, options));
const send = (admin: TestAdmin, id: string, tx_hash = txHash()) =>
  callApp(test.current.app, markWithdrawalSent, { id, tx_hash }, by(admin));
const giveBack = (admin: TestAdmin, id: string, more: { note?: string } = {}) =>
  callApp(test.current.app, returnWithdrawal, { id, reason: 'The exchange refused it', ...more }, by(admin));
/** Approves the pending approval about a withdrawal. */
async function agree(admin: TestAdmin, id: string) {
  const { db } = test.current.deps;
  const { id: approvalId } = await db
    .selectFrom('approvals')
    .select('id')
    .where('subject_id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return callApp(test.current.app, agreeTo, { id: approvalId }, by(admin));
}
const can = async (admin: TestAdmin, id: string): Promise<Review['can']> =>
  (await callApp(test.current.app, getReview, { id }, { token: admin.token })).reply.can;

const txHash = () => randomUUID().replaceAll('-', '') + randomUUID().replaceAll('-', '');
const admin = (role: TestAdmin['role'] = 'super') => createAdmin(test.current, role);
const outcome = ({ status, problem }: { status: number; problem: { code?: string } }) => (status === 200 ? 'done' : problem.code);

async function pointsOf({ id }: TestUser) {
  const rows = await test.current.deps.db.selectFrom('accounts').select(['kind', 'balance']).where('owner', '=', id).execute();
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
}

const logOf = (id: string) =>
  test.current.deps.db
    .selectFrom('audit_log')
    .select(['action', 'admin_id', 'reason', 'before', 'after'])
    .where('subject_kind', '=', 'withdrawal')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();

describe('approving a withdrawal', () => {
  it('takes one admin if nothing requires two, and is audited', async () => {
    const user = await createKnownRedeemer(test.current, 50_000);
    const [reviewer, id] = [await admin('reviewer'), await createWithdrawal(test.current, user, { points: 20_000 })];
    expect(await pointsOf(user)).toEqual({ balance: 29_000, held: 20_000 });
    const { status, reply } = await approve(reviewer, id, { note: 'Enjoy' });
    expect(status).toBe(200);
    expect(reply.withdrawal).toMatchObject({
      ...{ id, status: 'approved', stage: 'being_sent', points: 20_000, usdt: '20.00', note: 'Enjoy', waited_seconds: 0 },
      approvals: { given: 1, needed: 1, reasons: [], first: null },
      decided_by: { id: reviewer.id, email: reviewer.email },
    });
    expect(await pointsOf(user)).toEqual({ balance: 29_000, held: 0 });
    expect(await logOf(id)).toEqual([
      {
        ...{ action: 'withdrawal.approve', admin_id: reviewer.id, reason: null },
        before: { status: 'pending', first_approved_by: null, reason_code: null, note: null, tx_hash: null },
        after: expect.objectContaining({ status: 'approved', note: 'Enjoy', user_id: user.id, points: 20_000 }),
      },
    ]);
  });

  it('takes two different admins for a large or first withdrawal, or one to a new wallet', async () => {
    const known = await createKnownRedeemer(test.current);
    const cases = [
      [['large'], await createWithdrawal(test.current, known, { points: 21_000 })],
      [['first'], await createWithdrawal(test.current, await createRedeemer(test.current))],
      [['first', 'new_wallet'], await createWithdrawal(test.current, await createRedeemer(test.current), { walletDays: 6 })],
    ] as const;
    const [one, other] = [await admin('reviewer'), await admin('finance')];
    for (const [reasons, id] of cases) {
      const first = await approve(one, id, { note: 'Looks fine' });
      expect(first.reply.withdrawal).toMatchObject({
        ...{ status: 'pending', note: null, decided_by: null },
        approvals: { given: 1, needed: 2, reasons, first: { id: one.id, at: TEST_NOW } },
      });
      expect(outcome(await approve(one, id))).toBe('same_reviewer');
      expect((await approve(other, id)).reply.withdrawal).toMatchObject({
        status: 'approved',
        approvals: { given: 2, needed: 2, first: { id: one.id } },
        decided_by: { id: other.id },
      });
      expect((await logOf(id)).map(({ action }) => action)).toEqual(['withdrawal.approve_first', 'withdrawal.approve']);
    }
    expect(await pointsOf(known)).toMatchObject({ balance: 78_000, held: 0 });
  });

  it('accepts the transaction only from roles that may record payouts, and of two admins only from the last', async () => {
    const id = await createWithdrawal(test.current, await createRedeemer(test.current));
    const [reviewer, finance] = [await admin('reviewer'), await admin('finance')];
    const hash = txHash();
    expect(outcome(await approve(reviewer, id, { tx_hash: hash }))).toBe('forbidden');
    expect((await approve(finance, id, { tx_hash: hash })).problem).toMatchObject({
      code: 'invalid_payload',
      params: { field: 'tx_hash' },
    });
    await approve(reviewer, id);
    expect(outcome(await approve(finance, id, { tx_hash: 'no hash' }))).toBe('invalid_tx_hash');
    expect((await approve(finance, id, { tx_hash: ` 0X${hash.toUpperCase()} ` })).reply.withdrawal).toMatchObject({
      ...{ stage: 'sent', tx_hash: hash, sent_by: { id: finance.id }, sent_at: TEST_NOW },
    });
  });

  it('is refused while the owner is on hold or disabled, and the reviewer sees that beforehand', async () => {
    const user = await createKnownRedeemer(test.current);
    const [reviewer, id] = [await admin('reviewer'), await createWithdrawal(test.current, user)];
    const change = (values: object) => test.current.deps.db.updateTable('users').set(values).where('id', '=', user.id).execute();
    const until = new Date(Date.parse(TEST_NOW) + 1_000);
    await change({ redeem_held_until: until });
    expect((await approve(reviewer, id)).problem).toMatchObject({ code: 'withdrawal_on_hold', params: { until: until.toISOString() } });
    expect((await can(reviewer, id)).approve).toBe('withdrawal_on_hold');
    await change({ redeem_held_until: null, status: 'disabled' });
    expect(outcome(await approve(reviewer, id))).toBe('account_disabled');
    expect(await can(reviewer, id)).toMatchObject({ approve: 'account_disabled', reject: null });
    expect(outcome(await reject(reviewer, id))).toBe('done');
  });

  it('does not count a first approval while the owner is on hold', async () => {
    const user = await createRedeemer(test.current);
    const id = await createWithdrawal(test.current, user);
    await test.current.deps.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', user.id).execute();
    expect(outcome(await approve(await admin(), id))).toBe('account_disabled');
    expect(
      (await test.current.deps.db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()).first_approved_by,
    ).toBe(null);
  });
});

describe('an admin’s token', () => {
  it('never decides on a withdrawal of their own', async () => {
    const user = await createKnownRedeemer(test.current);
    const id = await createWithdrawal(test.current, user);
    const self = await admin();
    await test.current.deps.db.updateTable('admins').set({ email: 'me+console@gmail.com' }).where('id', '=', self.id).execute();
    await test.current.deps.db
      .updateTable('users')
      .set({ email: 'm.e@gmail.com', email_identity: 'me@gmail.com' })
      .where('id', '=', user.id)
      .execute();
    expect(await can(self, id)).toMatchObject({ approve: 'same_reviewer', reject: 'same_reviewer' });
    expect(outcome(await approve(self, id))).toBe('same_reviewer');
    expect(outcome(await reject(self, id))).toBe('same_reviewer');
    expect(outcome(await approve(await admin(), id))).toBe('done');
    expect(outcome(await send(self, id))).toBe('same_reviewer');
    expect(outcome(await giveBack(self, id))).toBe('same_reviewer');
  });

  it('needs the role for each decision', async () => {
    const id = await createWithdrawal(test.current, await createKnownRedeemer(test.current));
    for (const role of ['viewer', 'support'] as const) {
      const looker = await admin(role);
      expect(Object.values(await can(looker, id))).toEqual(['forbidden', 'forbidden', 'forbidden', 'forbidden', 'forbidden']);
      expect(outcome(await approve(looker, id))).toBe('forbidden');
      expect(outcome(await reject(looker, id))).toBe('forbidden');
    }
    const reviewer = await admin('reviewer');
    expect(await can(reviewer, id)).toEqual({ approve: null, reject: null, send: 'forbidden', return: 'forbidden', correct: 'forbidden' });
    expect(outcome(await send(reviewer, id))).toBe('forbidden');
    expect(outcome(await giveBack(reviewer, id))).toBe('forbidden');
    const without = await createAdmin(test.current, 'super', { hasTotp: false });
    expect(outcome(await approve(without, id))).toBe('totp_setup_required');
  });

  it('gets the first reply to the same idempotency key again, and decides once', async () => {
    const user = await createKnownRedeemer(test.current, 10_000);
    const [reviewer, id, key] = [await admin(), await createWithdrawal(test.current, user), randomUUID()];
    const first = await approve(reviewer, id, {}, { key });
    const again = await approve(reviewer, id, {}, { key });
    expect(again.reply).toEqual(first.reply);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(outcome(await approve(reviewer, id, { note: 'another' }, { key }))).toBe('idempotency_mismatch');
    expect(outcome(await callApp(test.current.app, approveWithdrawal, { id }, { token: reviewer.token }))).toBe('idempotency_key_required');
    expect(await logOf(id)).toHaveLength(1);
    expect(await pointsOf(user)).toEqual({ balance: 8_000, held: 0 });
  });
});

describe('rejecting a withdrawal', () => {
  it('returns the points with the reason, also after the first of two approvals', async () => {
    const user = await createRedeemer(test.current, 5_000);
    const [one, other, id] = [await admin('reviewer'), await admin('reviewer'), await createWithdrawal(test.current, user)];
    await approve(one, id);
    const { reply } = await reject(other, id, { note: 'Please write to us' });
    expect(reply.withdrawal).toMatchObject({
      status: 'rejected',
      reason_code: 'evidence',
      note: 'Please write to us',
      decided_by: { id: other.id },
    });
    expect(await pointsOf(user)).toEqual({ balance: 5_000, held: 0 });
    expect((await logOf(id)).at(-1)).toMatchObject({
      action: 'withdrawal.reject',
      reason: 'evidence',
      before: { first_approved_by: one.id },
    });
  });

  it('requires a reason that admins may choose', async () => {
    const [reviewer, id] = [await admin(), await createWithdrawal(test.current, await createRedeemer(test.current))];
    const ask = (more: object) => callApp(test.current.app, rejectWithdrawal, { id, ...more }, by(reviewer));
    expect(outcome(await ask({}))).toBe('reason_required');
    expect(outcome(await ask({ reason_code: 'payout_failed' }))).toBe('invalid_payload');
    expect(outcome(await ask({ reason_code: 'correction' }))).toBe('invalid_payload');
    expect(await logOf(id)).toEqual([]);
  });
});

describe('after an approval', () => {
  it('the transaction is recorded once and belongs to one withdrawal', async () => {
    const finance = await admin('finance');
    const [one, other] = [
      await createWithdrawal(test.current, await createKnownRedeemer(test.current)),
      await createWithdrawal(test.current, await createKnownRedeemer(test.current)),
    ];
    const hash = txHash();
    expect(outcome(await send(finance, one, hash))).toBe('withdrawal_pending');
    await approve(finance, one);
    await approve(finance, other);
    expect(outcome(await send(finance, one, hash.slice(1)))).toBe('invalid_tx_hash');
    expect((await send(finance, one, `0x${hash}`)).reply.withdrawal).toMatchObject({ stage: 'sent', tx_hash: hash });
    expect(outcome(await send(finance, one))).toBe('already_decided');
    expect(outcome(await send(finance, other, hash.toUpperCase()))).toBe('invalid_tx_hash');
    expect((await logOf(one)).map(({ action }) => action)).toEqual(['withdrawal.approve', 'withdrawal.sent']);
  });

  it('another admin returns the points if the payout failed', async () => {
    const user = await createKnownRedeemer(test.current, 10_000);
    const [finance, other] = [await admin('finance'), await admin('finance')];
    const id = await createWithdrawal(test.current, user, { points: 4_000 });
    expect(outcome(await giveBack(other, id))).toBe('withdrawal_pending');
    await approve(finance, id);
    expect(await pointsOf(user)).toEqual({ balance: 5_000, held: 0 });
    expect(await can(finance, id)).toMatchObject({ return: 'same_reviewer', send: null });
    expect(outcome(await giveBack(finance, id))).toBe('same_reviewer');
    expect(outcome(await callApp(test.current.app, returnWithdrawal, { id, reason: ' ' }, by(other)))).toBe('reason_required');
    const { reply } = await giveBack(other, id, { note: 'Please check your wallet' });
    expect(reply.withdrawal).toMatchObject({ status: 'rejected', reason_code: 'payout_failed', note: 'Please check your wallet' });
    expect(await pointsOf(user)).toEqual({ balance: 9_000, held: 0 });
    expect((await logOf(id)).at(-1)).toMatchObject({ action: 'withdrawal.return', reason: 'The exchange refused it' });
    expect(outcome(await giveBack(other, id))).toBe('already_decided');
  });

  it('a returned withdrawal does not count as an earlier one: the next takes two admins again', async () => {
    const user = await createRedeemer(test.current);
    const [one, two, three] = [await admin(), await admin(), await admin()];
    const id = await createWithdrawal(test.current, user);
    await approve(one, id);
    await approve(two, id);
    await giveBack(three, id);
    const next = await createWithdrawal(test.current, user);
    expect((await approve(one, next)).reply.withdrawal.approvals).toMatchObject({ given: 1, needed: 2, reasons: ['first'] });
  });
});

it('the ledger proves itself after each step from a request to its payout, its return, and the next request', async () => {
  const user = await createRedeemer(test.current, 5_000);
  const [one, other] = [await admin(), await admin()];
  const turnedDown = await createWithdrawal(test.current, user);
  const steps: [(id: string) => Promise<unknown>, Record<string, number>][] = [
    [(id) => approve(one, id), { balance: 4_000, held: 1_000 }],
    [(id) => approve(other, id), { balance: 4_000, held: 0 }],
    [(id) => send(one, id), { balance: 4_000, held: 0 }],
    [(id) => giveBack(one, id), { balance: 4_000, held: 0 }],
    [(id) => agree(other, id), { balance: 5_000, held: 0 }],
  ];
  await expectProven();
  await reject(one, turnedDown);
  await expectProven();
  const id = await createWithdrawal(test.current, user);
  for (const [step, points] of steps) {
    await step(id);
    expect(await pointsOf(user)).toEqual(points);
    await expectProven();
  }
});

describe('the possible decisions', () => {
  const STATES = ['pending', 'first_approved', 'approved', 'sent', 'rejected', 'returned'] as const;
  const EXPECTED = {
    pending: { approve: 'done', reject: 'done', send: 'withdrawal_pending', return: 'withdrawal_pending' },
    first_approved: { approve: 'done', reject: 'done', send: 'withdrawal_pending', return: 'withdrawal_pending' },
    approved: { approve: 'already_decided', reject: 'already_decided', send: 'done', return: 'done' },
    sent: { approve: 'already_decided', reject: 'already_decided', send: 'already_decided', return: 'done' },
    rejected: { approve: 'already_decided', reject: 'already_decided', send: 'already_decided', return: 'already_decided' },
    returned: { approve: 'already_decided', reject: 'already_decided', send: 'already_decided', return: 'already_decided' },
  } as const;
  const ACTIONS = { approve, reject, send, return: giveBack };

  async function bring(state: (typeof STATES)[number]): Promise<string> {
    const user = await (state === 'first_approved' ? createRedeemer : createKnownRedeemer)(test.current);
    const id = await createWithdrawal(test.current, user);
    if (state === 'pending') return id;
    const decider = await admin();
    if (state === 'rejected') await reject(decider, id);
    else await approve(decider, id);
    if (state === 'sent') await send(decider, id);
    if (state === 'returned') await giveBack(await admin(), id);
    return id;
  }

  it.each(STATES)('on a withdrawal in state %s are as expected and as announced in `can`', async (state) => {
    for (const deed of ['approve', 'reject', 'send', 'return'] as const) {
      const [id, somebody] = [await bring(state), await admin()];
      const promised = (await can(somebody, id))[deed];
      expect(promised ?? 'done').toBe(EXPECTED[state][deed]);
      expect(outcome(await ACTIONS[deed](somebody, id))).toBe(EXPECTED[state][deed]);
    }
  });
});

describe('concurrent decisions', () => {
  it('count twenty approvals as one', async () => {
    const user = await createKnownRedeemer(test.current, 20_000);
    const id = await createWithdrawal(test.current, user, { points: 5_000 });
    const admins = await Promise.all(Array.from({ length: 20 }, () => admin('reviewer')));
    const outcomes = (await Promise.all(admins.map((one) => approve(one, id)))).map(outcome);
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(1);
    expect(outcomes.filter((one) => one === 'already_decided')).toHaveLength(19);
    expect(await pointsOf(user)).toEqual({ balance: 14_000, held: 0 });
    expect(await logOf(id)).toHaveLength(1);
  });

  it('of two admins count as two approvals, and repeated ones of one admin as one', async () => {
    const user = await createRedeemer(test.current, 10_000);
    const id = await createWithdrawal(test.current, user);
    const [one, other] = [await admin(), await admin()];
    const alone = (await Promise.all(Array.from({ length: 10 }, () => approve(one, id)))).map(outcome);
    expect(alone.filter((what) => what === 'done')).toHaveLength(1);
    expect(await pointsOf(user)).toEqual({ balance: 9_000, held: 1_000 });
    const next = await createWithdrawal(test.current, await createRedeemer(test.current));
    const both = (await Promise.all([approve(one, next), approve(other, next)])).map(({ reply }) => reply.withdrawal.status);
    expect(both.sort()).toEqual(['approved', 'pending']);
  });

  it('to approve and to reject result in one decision', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await createKnownRedeemer(test.current, 10_000);
      const id = await createWithdrawal(test.current, user);
      const admins = await Promise.all(Array.from({ length: 8 }, () => admin()));
      const done = await Promise.all(admins.map((one, i) => (i % 2 === 0 ? approve : reject)(one, id)));
      expect(done.map(outcome).filter((what) => what === 'done')).toHaveLength(1);
      const { status } = await test.current.deps.db
        .selectFrom('withdrawals')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(await pointsOf(user)).toEqual({ balance: status === 'approved' ? 8_000 : 9_000, held: 0 });
    }
  });

  it('give one transaction to one withdrawal only', async () => {
    const finance = await admin();
    const users = await Promise.all(Array.from({ length: 4 }, () => createKnownRedeemer(test.current)));
    const ids = await Promise.all(users.map((user) => createWithdrawal(test.current, user)));
    for (const id of ids) await approve(finance, id);
    const hash = txHash();
    const outcomes = (await Promise.all(ids.map((id) => send(finance, id, hash)))).map(outcome);
    expect(outcomes.sort()).toEqual(['done', 'invalid_tx_hash', 'invalid_tx_hash', 'invalid_tx_hash']);
  });
});
