import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { adjustUser } from '#contract/admin-users.ts';
import { approve, listApprovals, reject, withdrawApproval } from '#contract/approvals.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createUser } from '#test/support/factories.ts';

const test = useTestApp();

/** Requests an adjustment above what one admin may do alone; returns the approval's id. */
async function askFor(admin: TestAdmin, userId: string, delta = 20_000): Promise<string> {
  const source = delta > 0 ? 'manual_adjust' : 'admin_adjust';
  const wish = { id: userId, delta, source, reason: 'a prize that was promised', note: 'Your prize' } as const;
  const { reply } = await callApp(test.current.app, adjustUser, wish, { token: admin.token, key: randomUUID() });
  return reply.approval!.id;
}

const decide = (admin: TestAdmin, id: string, deed: typeof approve | typeof reject = approve, note?: string, key = randomUUID()) =>
  callApp(test.current.app, deed, { id, ...(note !== undefined && { note }) }, { token: admin.token, key });

const list = async (admin: TestAdmin, state: 'waiting' | 'all' = 'waiting') =>
  (await callApp(test.current.app, listApprovals, { state, page_size: 100 }, { token: admin.token })).reply;

const balanceOf = async (userId: string): Promise<number> =>
  (
    await test.current.deps.db
      .selectFrom('accounts')
      .select('balance')
      .where('owner', '=', userId)
      .where('kind', '=', 'balance')
      .executeTakeFirstOrThrow()
  ).balance;

const auditOf = (subjectId: string) =>
  test.current.deps.db.selectFrom('audit_log').selectAll().where('subject_id', '=', subjectId).orderBy('id').execute();

const pair = async () => [await createAdmin(test.current, 'finance'), await createAdmin(test.current, 'finance')] as const;

describe('the list of approvals', () => {
  it('shows what each would do, and whether the reader may decide', async () => {
    const [[one, other], viewer, reviewer, user] = [
      await pair(),
      await createAdmin(test.current, 'viewer'),
      await createAdmin(test.current, 'reviewer'),
      await createUser(test.current),
    ];
    const id = await askFor(one, user.id);
    const found = async (admin: TestAdmin) => (await list(admin)).items.find((item) => item.id === id)!;
    expect(await found(other)).toEqual({
      id,
      deed: {
        ...{ kind: 'adjust', delta: 20_000, source: 'manual_adjust', note: 'Your prize' },
        user: { id: user.id, display_name: expect.any(String), public_handle: expect.any(String), email: user.email },
      },
      points: 20_000,
      reason: 'a prize that was promised',
      state: 'waiting',
      requested_by: { id: one.id, email: one.email },
      created_at: test.current.clock.now().toISOString(),
      decided_by: null,
      decided_at: null,
      decision_note: null,
      refusal: null,
      may_reject: true,
      may_withdraw: false,
      alone_at: null,
    });
    expect((await found(one)).refusal).toBe('same_reviewer');
    expect((await found(viewer)).refusal).toBe('forbidden');
    expect((await found(reviewer)).refusal).toBe('forbidden');
  });

  it('shows decided approvals among all, and no longer among the waiting', async () => {
    const [[one, other], user] = [await pair(), await createUser(test.current)];
    const id = await askFor(one, user.id);
    await decide(other, id, reject, 'nobody promised it');
    expect((await list(other)).items.map((item) => item.id)).not.toContain(id);
    expect((await list(other, 'all')).items.find((item) => item.id === id)).toMatchObject({
      ...{ state: 'rejected', decision_note: 'nobody promised it', decided_by: { id: other.id, email: other.email } },
      refusal: 'already_decided',
    });
  });

  it('counts withdrawals that one admin has approved', async () => {
    const [finance, user] = [await createAdmin(test.current, 'finance'), await createUser(test.current)];
    const { withdrawals_waiting } = await list(finance);
    const now = test.current.clock.now();
    await test.current.deps.db
      .insertInto('withdrawals')
      .values({
        ...{ id: randomUUID(), user_id: user.id, points: 1_000, amount: '1.00', wallet_address: 'T', wallet_since: now, created_at: now },
        ...{ contact_channel: 'email', contact: user.email, first_approved_by: finance.id, first_approved_at: now },
      })
      .execute();
    expect((await list(finance)).withdrawals_waiting).toBe(withdrawals_waiting + 1);
  });
});

describe('deciding on an approval', () => {
  it('carries out an approved action at once, and logs the approver', async () => {
    const [[one, other], user] = [await pair(), await createUser(test.current)];
    const id = await askFor(one, user.id);
    const { status, reply } = await decide(other, id, approve, 'seen the mail');
    expect([status, reply.approval.state, reply.approval.decided_by?.id]).toEqual([200, 'approved', other.id]);
    expect(await balanceOf(user.id)).toBe(20_000);
    expect(test.current.published.at(-1)).toEqual({ topic: `me:${user.id}`, change: { t: 'balance', balance: 20_000 } });
    const made = await test.current.deps.db.selectFrom('adjustments').selectAll().where('user_id', '=', user.id).execute();
    expect(made).toMatchObject([{ delta: 20_000, admin_id: one.id, approval_id: id }]);
    expect(await auditOf(user.id)).toMatchObject([
      { action: 'approval.request', admin_id: one.id, after: { approval_id: id, kind: 'adjust', delta: 20_000 } },
      {
        ...{ action: 'approval.approve', admin_id: other.id, before: { state: 'waiting' } },
        after: { state: 'approved', approval_id: id, delta: 20_000, note: 'seen the mail' },
      },
    ]);
  });

  it('changes nothing when it is rejected', async () => {
    const [[one, other], user] = [await pair(), await createUser(test.current)];
    const id = await askFor(one, user.id);
    expect((await decide(other, id, reject)).reply.approval.state).toBe('rejected');
    expect(await balanceOf(user.id)).toBe(0);
    expect((await auditOf(user.id)).map(({ action }) => action)).toEqual(['approval.request', 'approval.reject']);
  });

  it('is refused to the requester, for approval as for rejection', async () => {
    const [[one], user] = [await pair(), await createUser(test.current)];
    const id = await askFor(one, user.id);
    expect((await decide(one, id, approve)).problem.code).toBe('same_reviewer');
    expect((await decide(one, id, reject)).problem.code).toBe('same_reviewer');
    expect(await balanceOf(user.id)).toBe(0);
  });

  it('is refused to the admin whose own points it is about', async () => {
    const [[one, other], user] = [await pair(), await createUser(test.current)];
    const id = await askFor(one, user.id);
    await test.current.deps.db.updateTable('users').set({ email: other.email }).where('id', '=', user.id).execute();
    expect((await list(other)).items.find((item) => item.id === id)?.refusal).toBe('same_reviewer');
    expect((await decide(other, id)).problem.code).toBe('same_reviewer');
  });

  it.each(['viewer', 'support', 'reviewer'] as const)('on an adjustment is not allowed for the role %s', async (role) => {
    const [[one], admin, user] = [await pair(), await createAdmin(test.current, role), await createUser(test.current)];
    const id = await askFor(one, user.id);
    expect((await decide(admin, id)).problem.code).toBe('forbidden');
  });

  it('fails with the reason when the action is no longer possible, and keeps the approval waiting', async () => {
    const [[one, other], user] = [await pair(), await createUser(test.current, 15_000)];
    const id = await askFor(one, user.id, -15_000);
    const third = await createAdmin(test.current, 'finance');
    const wish = { id: user.id, delta: -1, source: 'admin_adjust', reason: 'too much' } as const;
    await callApp(test.current.app, adjustUser, wish, { token: third.token, key: randomUUID() });
    expect((await decide(other, id)).problem.code).toBe('insufficient_points');
    expect((await list(other)).items.find((item) => item.id === id)).toMatchObject({ state: 'waiting', refusal: null });
    expect((await auditOf(user.id)).map(({ action }) => action)).toEqual(['approval.request', 'user.adjust']);
    expect((await decide(other, id, reject)).status).toBe(200);
  });

  it('happens once, however many admins decide at once', async () => {
    const [[one], user] = [await pair(), await createUser(test.current)];
    const id = await askFor(one, user.id);
    const others = await Promise.all(Array.from({ length: 20 }, () => createAdmin(test.current, 'finance')));
    const answers = await Promise.all(others.map((admin, i) => decide(admin, id, i % 2 === 0 ? approve : reject)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.flatMap(({ status, problem }) => (status === 200 ? [] : problem.code)))).toEqual(new Set(['already_decided']));
    const isApproved = answers.find(({ status }) => status === 200)!.reply.approval.state === 'approved';
    expect(await balanceOf(user.id)).toBe(isApproved ? 20_000 : 0);
    expect(await auditOf(user.id)).toHaveLength(2);
  });

  it('gives the same answer for the same idempotency key', async () => {
    const [[one, other], user, key] = [await pair(), await createUser(test.current), randomUUID()];
    const id = await askFor(one, user.id);
    const [first, again] = [await decide(other, id, approve, undefined, key), await decide(other, id, approve, undefined, key)];
    expect(again.reply).toEqual(first.reply);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(await balanceOf(user.id)).toBe(20_000);
  });

  it('returns not_found for an unknown approval', async () => {
    const [one] = await pair();
    expect((await decide(one, randomUUID())).problem.code).toBe('not_found');
  });
});

describe('taking back a request', () => {
  const takeBack = (admin: TestAdmin, id: string) => callApp(test.current.app, withdrawApproval, { id }, { token: admin.token });

  it('is for its requester alone, while it waits, audited, and another one can be made', async () => {
    const [[one, other], user] = [await pair(), await createUser(test.current)];
    const id = await askFor(one, user.id);
    expect((await list(one)).items.find((item) => item.id === id)).toMatchObject({ may_reject: false, may_withdraw: true });
    expect((await takeBack(other, id)).problem.code).toBe('forbidden');
    expect((await takeBack(one, randomUUID())).problem.code).toBe('not_found');
    const { status, reply } = await takeBack(one, id);
    expect([status, reply.approval.state, reply.approval.may_withdraw]).toEqual([200, 'withdrawn', false]);
    expect((await auditOf(user.id)).at(-1)).toMatchObject({ action: 'approval.withdraw', admin_id: one.id, after: { state: 'withdrawn' } });
    expect((await takeBack(one, id)).problem.code).toBe('already_decided');
    expect((await decide(other, id, approve)).problem.code).toBe('already_decided');
    expect(await balanceOf(user.id)).toBe(0);
    expect(await askFor(one, user.id)).not.toBe(id);
  });

  it('and approving it at the same time: one of the two happens', async () => {
    const [[one, other], user] = [await pair(), await createUser(test.current)];
    const id = await askFor(one, user.id);
    const [back, agreed] = await Promise.all([takeBack(one, id), decide(other, id, approve)]);
    expect([back.status, agreed.status].filter((status) => status === 200)).toHaveLength(1);
    expect(await balanceOf(user.id)).toBe(agreed.status === 200 ? 20_000 : 0);
  });
});
