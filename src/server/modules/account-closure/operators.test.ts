import { randomUUID } from 'node:crypto';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { deleteAccount } from '#contract/account-closure.ts';
import { addUserNote, adjustUser, setUserStatus } from '#contract/admin-users.ts';
import { approve } from '#contract/approvals.ts';
import { stepUp } from '#contract/auth.ts';
import { saveListView } from '#contract/list-views.ts';
import { approveWithdrawal, rejectWithdrawal } from '#contract/withdrawal-review.ts';
import { DAY_MS } from '#domain/time.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createOwner, OWNER_PASSWORD, signIn } from '#test/support/owner.ts';
import { createWithdrawal } from '#test/support/withdrawals.ts';
import { eraseAccounts } from './deletion.ts';

const test = useTestApp();

async function ownerHere() {
  const owner = await createOwner(test.current);
  const { token } = await signIn(test.current, owner);
  await callApp(test.current.app, stepUp, { password: OWNER_PASSWORD }, { token });
  return { ...owner, token };
}

/** Creates notes about a user, and an adjustment that was made, one that was approved, and one that waits. */
async function treat(userId: string): Promise<TestAdmin> {
  const [one, other] = [await createAdmin(test.current, 'finance'), await createAdmin(test.current, 'super')];
  const adjust = (delta: number, reason: string) =>
    callApp(
      test.current.app,
      adjustUser,
      { id: userId, delta, source: 'manual_adjust', reason, note: 'a gift' },
      { token: one.token, key: randomUUID() },
    );
  await callApp(test.current.app, addUserNote, { id: userId, text: 'Mr Smith called' }, { token: one.token });
  await adjust(5, 'Mr Smith is angry');
  test.current.clock.advance(1_000);
  const large = await adjust(50_000, 'Mr Smith won a prize');
  await callApp(
    test.current.app,
    approve,
    { id: large.reply.approval!.id, note: 'Smith it is' },
    { token: other.token, key: randomUUID() },
  );
  test.current.clock.advance(1_000);
  await adjust(60_000, 'Mr Smith wants more');
  // The approver of an adjustment may not approve the user's withdrawal.
  const reviewer = await createAdmin(test.current, 'reviewer');
  const withdrawal = await createWithdrawal(test.current, { id: userId, email: 'smith@example.com' }, { walletDays: 1 });
  await callApp(
    test.current.app,
    approveWithdrawal,
    { id: withdrawal, note: 'Mr Smith called' },
    { token: reviewer.token, key: randomUUID() },
  );
  await callApp(test.current.app, rejectWithdrawal, { id: withdrawal, reason_code: 'other' }, { token: other.token, key: randomUUID() });
  return other;
}

it('exports operators’ notes and adjustments to the user without the operators’ names', async () => {
  const [owner, bystander] = [await ownerHere(), await ownerHere()];
  const admin = await treat(owner.id);
  await treat(bystander.id);
  const response = await test.current.app.request('/api/account/export', {
    method: 'POST',
    headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
    body: '{}',
  });
  const text = Buffer.from(unzipSync(new Uint8Array(await response.arrayBuffer()))['operators.json']!).toString('utf8');
  const at = expect.any(String);
  expect(JSON.parse(text)).toEqual({
    notes: [{ text: 'Mr Smith called', created_at: at }],
    adjustments: [
      { delta: 5, source: 'manual_adjust', reason: 'Mr Smith is angry', created_at: at },
      { delta: 50_000, source: 'manual_adjust', reason: 'Mr Smith won a prize', created_at: at },
    ],
    requests: [
      {
        delta: 50_000,
        source: 'manual_adjust',
        reason: 'Mr Smith won a prize',
        state: 'approved',
        decision_note: 'Smith it is',
        created_at: at,
      },
      { delta: 60_000, source: 'manual_adjust', reason: 'Mr Smith wants more', state: 'waiting', decision_note: null, created_at: at },
    ],
    payouts: [{ withdrawal_id: expect.any(String), kind: 'approved_first', note: 'Mr Smith called', created_at: at }],
  });
  expect(text).not.toContain(admin.id);
});

it('deletes operators’ notes with the user, and keeps the points that were moved', async () => {
  const owner = await ownerHere();
  await treat(owner.id);
  await callApp(test.current.app, deleteAccount, {}, { token: owner.token });
  test.current.clock.advance(8 * DAY_MS);
  expect(await eraseAccounts(test.current.deps)).toBe(1);
  const { db } = test.current.deps;
  const kept = {
    notes: await db.selectFrom('user_notes').selectAll().where('user_id', '=', owner.id).execute(),
    adjustments: await db.selectFrom('adjustments').selectAll().where('user_id', '=', owner.id).orderBy('delta').execute(),
    requests: await db.selectFrom('approvals').selectAll().where('subject_id', '=', owner.id).execute(),
    payouts: await db
      .selectFrom('withdrawal_events')
      .selectAll()
      .where('withdrawal_id', 'in', (w) => w.selectFrom('withdrawals').select('withdrawals.id').where('user_id', '=', owner.id))
      .execute(),
  };
  expect(kept.adjustments.map(({ delta, reason }) => [delta, reason])).toEqual([
    [5, ''],
    [50_000, ''],
  ]);
  expect(kept.requests).toHaveLength(2);
  expect(kept.payouts.map(({ kind }) => kind)).toEqual(['approved_first', 'rejected']);
  expect(JSON.stringify(kept)).not.toMatch(/Smith|gift/);
});

it('erases users who were disabled after their request, and the users due after them', async () => {
  const [owner, next] = [await ownerHere(), await ownerHere()];
  const support = await createAdmin(test.current, 'support');
  await callApp(test.current.app, deleteAccount, {}, { token: owner.token });
  test.current.clock.advance(1);
  await callApp(test.current.app, deleteAccount, {}, { token: next.token });
  await callApp(test.current.app, setUserStatus, { id: owner.id, status: 'disabled', reason: 'many accounts' }, { token: support.token });
  test.current.clock.advance(8 * DAY_MS);
  expect(await eraseAccounts(test.current.deps)).toBe(2);
});

it('erases the user’s address from what operators saved to search for, and leaves the rest of it', async () => {
  const [owner, bystander] = [await ownerHere(), await ownerHere()];
  const { token } = await createAdmin(test.current, 'support');
  const save = (name: string, q: string) =>
    callApp(test.current.app, saveListView, { list: 'users', name, values: { q, status: 'normal' } }, { token });
  await save('the owner', ` ${owner.email.toUpperCase()}`);
  await save('another', bystander.email);
  await callApp(test.current.app, deleteAccount, {}, { token: owner.token });
  test.current.clock.advance(8 * DAY_MS);
  expect(await eraseAccounts(test.current.deps)).toBe(1);
  const views = await test.current.deps.db.selectFrom('admin_list_views').select(['name', 'values']).orderBy('name').execute();
  expect(views.map(({ name, values }) => [name, values])).toEqual([
    ['another', { q: bystander.email, status: 'normal' }],
    ['the owner', { status: 'normal' }],
  ]);
});
