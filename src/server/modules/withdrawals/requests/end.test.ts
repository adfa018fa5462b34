import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notMe } from '#contract/auth.ts';
import { getRedeemable, listWithdrawals, type Withdrawal } from '#contract/withdrawals.ts';
import { shortWallet } from '#domain/withdrawals/payout-text.ts';
import { proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import { type Announce, transact } from '#server/platform/transact.ts';
import { createAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, type TestApp, useTestApp } from '#test/support/app.ts';
import type { TestUser } from '#test/support/factories.ts';
import { takeMessages } from '#test/support/messages.ts';
import { createRedeemer, type Redeemer, redeem } from '#test/support/redeemer.ts';
import { txHashOf } from '#test/support/withdrawals.ts';
import { approveWithin, lockWithdrawal, rejectWithin, returnWithin, sentWithin } from './end.ts';
import type { WithdrawalRow } from './queries.ts';

// Tests of the console's side, with the admins' permissions, are in modules/withdrawals/review.
const test = useTestApp();
/** With its own public address the app is not a demo, which records no payouts. */
const real = useTestApp({ PUBLIC_URL: 'https://matchpoint.example', SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'ops@matchpoint.example' });
const HASH = txHashOf('one');

beforeEach(() => {
  for (const { current } of [test, real]) current.clock.set(TEST_NOW);
});
afterEach(async () => {
  for (const { deps } of [test.current, real.current]) {
    await deps.db.deleteFrom('messages').execute();
    expect(await proveLedger(deps.db)).toEqual({ proven: true, sum: 0, faults: [] });
  }
});

type Action = (
  app: TestApp,
  db: Parameters<typeof lockWithdrawal>[0],
  announce: Announce,
  row: WithdrawalRow,
  by: string,
) => Promise<unknown>;
/** Performs an action on a request in its own transaction, as a new admin. */
async function decide(app: TestApp, { id }: Withdrawal, action: Action): Promise<void> {
  const { id: by } = await createAdmin(app, 'finance');
  await transact(app.deps, async (db, announce) => action(app, db, announce, await lockWithdrawal(db, id), by));
}

const approve = (app: TestApp, withdrawal: Withdrawal, { txHash = null as string | null, note = null as string | null } = {}) =>
  decide(app, withdrawal, ({ deps }, db, announce, row, by) => approveWithin(deps, db, announce, row, { by, note, txHash }));
const reject = (app: TestApp, withdrawal: Withdrawal, note: string | null = null) =>
  decide(app, withdrawal, ({ deps }, db, announce, row, by) => rejectWithin(deps, db, announce, row, { by, reason: 'wallet', note }));
const sent = (app: TestApp, withdrawal: Withdrawal, txHash = HASH) =>
  decide(app, withdrawal, ({ deps }, db, announce, row, by) => sentWithin(deps, db, announce, row, { by, txHash }));
const takeBack = (app: TestApp, withdrawal: Withdrawal) =>
  decide(app, withdrawal, ({ deps }, db, announce, row, by) =>
    returnWithin(deps, db, announce, row, { by, reason: 'It came back.', note: 'The exchange was closed.' }),
  );

const shown = async ({ token }: TestUser, { app }: TestApp) => {
  const { reply } = await callApp(app, getRedeemable, {}, { token });
  const [last] = (await callApp(app, listWithdrawals, {}, { token })).reply.items;
  return { points: [reply.balance, reply.held], left: reply.day_left, last };
};
const issued = async ({ deps }: TestApp) => {
  const { balance } = await deps.db.selectFrom('accounts').select('balance').where('kind', '=', 'issuance').executeTakeFirstOrThrow();
  return -balance;
};
const asked = async (app: TestApp, points = 5_000): Promise<{ user: Redeemer; withdrawal: Withdrawal }> => {
  const user = await createRedeemer(app, 8_000);
  const withdrawal = await redeem(app, user, points);
  await takeMessages(app);
  return { user, withdrawal };
};

describe('a withdrawal request ends', () => {
  it('approved and paid later: its points leave the game, and the owner is notified of each step', async () => {
    const { current } = real;
    const { user, withdrawal } = await asked(current);
    const before = await issued(current);
    current.published.length = 0;
    await approve(current, withdrawal, { note: 'Thank you for your patience.' });
    expect(await shown(user, current)).toMatchObject({
      ...{ points: [3_000, 0], left: 45_000 },
      last: { stage: 'being_sent', decided_at: TEST_NOW, note: 'Thank you for your patience.', tx_hash: null },
    });
    expect(await issued(current)).toBe(before - 5_000);
    await sent(current, withdrawal, `0x${HASH.toUpperCase()}`);
    expect((await shown(user, current)).last).toMatchObject({ status: 'approved', stage: 'sent', tx_hash: HASH, sent_at: TEST_NOW });
    expect(await issued(current)).toBe(before - 5_000);
    expect(current.published.map(({ topic, change }) => [topic, change.t === 'withdrawal' && change.withdrawal.stage])).toEqual([
      [`me:${user.id}`, 'being_sent'],
      [`me:${user.id}`, 'sent'],
    ]);
    const about = { points: 5_000, usdt: '5.00', wallet: shortWallet(user.wallet), reason: null, note: 'Thank you for your patience.' };
    expect((await takeMessages(current)).map(({ to, content }) => [to, content])).toEqual([
      [user.email, { kind: 'redeem_approved', ...about, txHash: null }],
      [user.email, { kind: 'redeem_sent', ...about, txHash: HASH }],
    ]);
  });

  it('approved and paid at once: the owner is notified once', async () => {
    const { user, withdrawal } = await asked(real.current);
    await approve(real.current, withdrawal, { txHash: txHashOf('cd34') });
    expect((await shown(user, real.current)).last).toMatchObject({ stage: 'sent', sent_at: TEST_NOW });
    expect((await takeMessages(real.current)).map(({ content }) => content.kind)).toEqual(['redeem_sent']);
  });

  it('rejected: its points return, count towards no limit, and can be requested again', async () => {
    const { current } = test;
    const { user, withdrawal } = await asked(current);
    current.published.length = 0;
    await reject(current, withdrawal, 'Please check the wallet.');
    expect(await shown(user, current)).toMatchObject({
      ...{ points: [8_000, 0], left: 50_000 },
      last: { stage: 'rejected', reason_code: 'wallet', note: 'Please check the wallet.', decided_at: TEST_NOW },
    });
    expect(current.published.map(({ change }) => change)).toMatchObject([
      { t: 'balance', balance: 8_000 },
      { t: 'withdrawal', withdrawal: { id: withdrawal.id, stage: 'rejected' } },
    ]);
    expect((await takeMessages(current)).map(({ content }) => content)).toMatchObject([
      { kind: 'redeem_rejected', reason: 'wallet', note: 'Please check the wallet.' },
    ]);
    expect(await redeem(current, user, 5_000)).toMatchObject({ status: 'pending' });
  });

  it('returned after a payout that failed outside: the points come back from where they went', async () => {
    const { current } = real;
    const { user, withdrawal } = await asked(current);
    const before = await issued(current);
    await approve(current, withdrawal, { txHash: txHashOf('ef56') });
    await takeBack(current, withdrawal);
    expect(await shown(user, current)).toMatchObject({
      points: [8_000, 0],
      // The transaction that failed stays recorded.
      last: { status: 'rejected', stage: 'rejected', reason_code: 'payout_failed', tx_hash: txHashOf('ef56') },
    });
    expect(await issued(current)).toBe(before);
    expect((await takeMessages(current)).map(({ content }) => content.kind)).toEqual(['redeem_sent', 'redeem_returned']);
  });

  it('once: every further decision is rejected and moves nothing', async () => {
    const { current } = real;
    const [pending, approved, rejected] = [await asked(current), await asked(current), await asked(current)];
    await approve(current, approved.withdrawal, { txHash: txHashOf('1234') });
    await reject(current, rejected.withdrawal);
    for (const [action, { withdrawal }, code] of [
      [sent, pending, 'withdrawal_pending'],
      [takeBack, pending, 'withdrawal_pending'],
      [approve, approved, 'already_decided'],
      [reject, approved, 'already_decided'],
      [sent, approved, 'already_decided'],
      [approve, rejected, 'already_decided'],
      [reject, rejected, 'already_decided'],
      [sent, rejected, 'already_decided'],
      [takeBack, rejected, 'already_decided'],
    ] as const)
      await expect(action(current, withdrawal), `${action.name} ${withdrawal.id}`).rejects.toMatchObject({ code });
    for (const [{ user }, points] of [
      [pending, [3_000, 5_000]],
      [approved, [3_000, 0]],
      [rejected, [8_000, 0]],
    ] as const)
      expect((await shown(user, current)).points).toEqual(points);
  });
});

describe('a payout is refused', () => {
  it('while withdrawals are on hold, for example after the owner reported an action as not theirs', async () => {
    const { current } = test;
    const user = await createRedeemer(current, 8_000);
    const withdrawal = await redeem(current, user, 5_000);
    const [{ content } = expect.unreachable()] = await takeMessages(current);
    const token = 'link' in content ? content.link.split('#')[1]! : '';
    expect((await callApp(current.app, notMe, { token })).status).toBe(200);
    await expect(approve(current, withdrawal)).rejects.toMatchObject({
      code: 'withdrawal_on_hold',
      params: { until: '2026-11-23T12:00:00.000Z' },
    });
    expect(await pointsOf(user)).toEqual([3_000, 5_000]);
    // It may be rejected meanwhile, and approved afterwards.
    current.clock.set('2026-11-23T12:00:00.000Z');
    await approve(current, withdrawal);
    expect(await pointsOf(user)).toEqual([3_000, 0]);
  });

  it('for an account that was disabled since; the request can still be rejected', async () => {
    const { user, withdrawal } = await asked(test.current);
    await test.current.deps.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', user.id).execute();
    await expect(approve(test.current, withdrawal)).rejects.toMatchObject({ code: 'account_disabled' });
    await reject(test.current, withdrawal);
    expect(await pointsOf(user)).toEqual([8_000, 0]);
  });

  it('with a transaction in the demo, where approving without one works', async () => {
    const { user, withdrawal } = await asked(test.current);
    await expect(approve(test.current, withdrawal, { txHash: HASH })).rejects.toMatchObject({ code: 'demo_payout' });
    await approve(test.current, withdrawal);
    await expect(sent(test.current, withdrawal)).rejects.toMatchObject({ code: 'demo_payout' });
    expect((await shown(user, test.current)).last).toMatchObject({ stage: 'being_sent', tx_hash: null });
  });

  it('with a malformed transaction or one of another request', async () => {
    const [one, other] = [await asked(real.current), await asked(real.current)];
    await expect(approve(real.current, one.withdrawal, { txHash: 'abc' })).rejects.toMatchObject({ code: 'invalid_tx_hash' });
    await approve(real.current, one.withdrawal, { txHash: txHashOf('7890') });
    await approve(real.current, other.withdrawal);
    await expect(sent(real.current, other.withdrawal, txHashOf('7890'))).rejects.toMatchObject({ code: 'invalid_tx_hash' });
    expect((await shown(other.user, real.current)).last).toMatchObject({ stage: 'being_sent' });
  });

  const pointsOf = async ({ id }: TestUser) => {
    const rows = await test.current.deps.db.selectFrom('accounts').select('balance').where('owner', '=', id).orderBy('kind').execute();
    return rows.map(({ balance }) => balance);
  };
});

it('an owner who lost the chosen contact is notified by another; one without contacts only on open pages', async () => {
  const { current } = test;
  const { db } = current.deps;
  const { user, withdrawal } = await asked(current);
  await db.updateTable('withdrawals').set({ contact_channel: 'telegram', contact: '@gone' }).where('id', '=', withdrawal.id).execute();
  await approve(current, withdrawal);
  expect((await takeMessages(current)).map(({ to }) => to)).toEqual([user.email]);
  const next = await redeem(current, user, 1_000);
  await takeMessages(current);
  await db.updateTable('users').set({ email: null, email_identity: null, email_verified_at: null }).where('id', '=', user.id).execute();
  await approve(current, next);
  expect(await takeMessages(current)).toEqual([]);
});

describe('a connection that breaks during a decision', () => {
  const actions = { approve: approveWithin, reject: rejectWithin } as const;
  it.each(Object.keys(actions) as (keyof typeof actions)[])(
    'to %s leaves no partial changes, and the decision can be repeated',
    async (name) => {
      const { current } = test;
      const { user, withdrawal } = await asked(current);
      current.published.length = 0;
      const { id: by } = await createAdmin(current, 'finance');
      const broken = transact(current.deps, async (db, announce) => {
        const row = await lockWithdrawal(db, withdrawal.id);
        await actions[name](current.deps, db, announce, row, { by, note: null, txHash: null, reason: 'other' });
        // Everything is written and nothing committed.
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
        await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(current.deps.db);
        await sql`select 1`.execute(db);
      });
      await expect(broken).rejects.toThrow();
      expect(await shown(user, current)).toMatchObject({ points: [3_000, 5_000], last: { status: 'pending' } });
      expect([current.published, await takeMessages(current)]).toEqual([[], []]);
      await (name === 'approve' ? approve(current, withdrawal) : reject(current, withdrawal));
      expect((await shown(user, current)).points).toEqual(name === 'approve' ? [3_000, 0] : [8_000, 0]);
    },
  );
});
