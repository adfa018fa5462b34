import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { pointsHistory } from '#contract/account.ts';
import { adjustUser } from '#contract/admin-users.ts';
import { approve } from '#contract/approvals.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { AT_ONCE } from '#test/support/database.ts';
import { createUser } from '#test/support/factories.ts';

const test = useTestApp({}, AT_ONCE);

type Wish = Partial<InputOf<typeof adjustUser>>;

const adjust = (admin: TestAdmin, userId: string, wish: Wish = {}, key = randomUUID()) =>
  callApp(
    test.current.app,
    adjustUser,
    { id: userId, delta: 100, source: 'manual_adjust', reason: 'he asked for it', ...wish },
    { token: admin.token, key },
  );

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
  test.current.deps.db
    .selectFrom('audit_log')
    .select(['action', 'admin_id', 'subject_kind', 'before', 'after', 'reason'])
    .where('subject_id', '=', subjectId)
    .orderBy('id')
    .execute();

describe('adjusting points', () => {
  it('adds points, which the user sees at once and in their history, and logs it', async () => {
    const [finance, user] = [await createAdmin(test.current, 'finance'), await createUser(test.current, 40)];
    const { status, reply } = await adjust(finance, user.id, { delta: 100, note: 'For your patience' });
    expect([status, reply]).toEqual([200, { approval: null, balance: 140 }]);
    expect(test.current.published.at(-1)).toEqual({ topic: `me:${user.id}`, change: { t: 'balance', balance: 140 } });
    const history = await callApp(test.current.app, pointsHistory, {}, { token: user.token });
    expect(history.reply.items[0]).toMatchObject({ source: 'manual_adjust', delta: 100, balance: 140, note: 'For your patience' });
    expect(await auditOf(user.id)).toEqual([
      {
        ...{ action: 'user.adjust', admin_id: finance.id, subject_kind: 'user', reason: 'he asked for it' },
        ...{ before: { balance: 40 }, after: { balance: 140, delta: 100, source: 'manual_adjust', note: 'For your patience' } },
      },
    ]);
  });

  it('hides the reason from the user, as it is for admins only', async () => {
    const [finance, user] = [await createAdmin(test.current, 'finance'), await createUser(test.current)];
    await adjust(finance, user.id, { reason: 'he threatened us' });
    const history = await callApp(test.current.app, pointsHistory, {}, { token: user.token });
    expect(history.reply.items[0]!.note).toBeNull();
    expect(JSON.stringify(history.reply)).not.toContain('threatened');
  });

  it('takes points up to the balance, also from disabled users', async () => {
    const [finance, user] = [await createAdmin(test.current, 'finance'), await createUser(test.current, 500)];
    await test.current.deps.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', user.id).execute();
    expect((await adjust(finance, user.id, { delta: -501, source: 'admin_adjust' })).problem.code).toBe('insufficient_points');
    expect((await adjust(finance, user.id, { delta: -500, source: 'admin_adjust' })).reply.balance).toBe(0);
    expect(await balanceOf(user.id)).toBe(0);
  });

  it.each<[Wish, string]>([
    [{ delta: 0 }, 'invalid_payload'],
    [{ delta: -1 }, 'invalid_payload'],
    [{ reason: '  ' }, 'reason_required'],
    [{ delta: 1.5 }, 'invalid_payload'],
    [{ delta: 2_000_000_000 }, 'invalid_payload'],
    [{ id: randomUUID() }, 'not_found'],
  ])('refuses %o with %s, and changes nothing', async (wish, code) => {
    const [finance, user] = [await createAdmin(test.current, 'finance'), await createUser(test.current, 10)];
    expect((await adjust(finance, user.id, wish)).problem.code).toBe(code);
    expect(await balanceOf(user.id)).toBe(10);
    expect(await auditOf(user.id)).toEqual([]);
  });

  it('is refused for a deleted user', async () => {
    const [finance, user] = [await createAdmin(test.current, 'finance'), await createUser(test.current)];
    await test.current.deps.db.updateTable('users').set({ status: 'deleted' }).where('id', '=', user.id).execute();
    expect((await adjust(finance, user.id)).problem.code).toBe('not_found');
  });

  it.each(['viewer', 'support', 'reviewer'] as const)('is not allowed for the role %s', async (role) => {
    const [admin, user] = [await createAdmin(test.current, role), await createUser(test.current)];
    expect((await adjust(admin, user.id)).problem.code).toBe('forbidden');
  });

  it('is refused for the admin’s own account in any spelling of the address', async () => {
    const [finance, user] = [await createAdmin(test.current, 'finance'), await createUser(test.current)];
    await test.current.deps.db.updateTable('admins').set({ email: 'boss.of.all@gmail.com' }).where('id', '=', finance.id).execute();
    await test.current.deps.db.updateTable('users').set({ email: 'bossofall+play@gmail.com' }).where('id', '=', user.id).execute();
    expect((await adjust(finance, user.id)).problem.code).toBe('same_reviewer');
    expect(await balanceOf(user.id)).toBe(0);
  });

  it('requires a second factor and an idempotency key', async () => {
    const [finance, user] = [await createAdmin(test.current, 'finance', { hasTotp: false }), await createUser(test.current)];
    expect((await adjust(finance, user.id)).problem.code).toBe('totp_setup_required');
    const other = await createAdmin(test.current, 'super');
    const wish = { id: user.id, delta: 1, source: 'manual_adjust', reason: 'no key' } as const;
    expect((await callApp(test.current.app, adjustUser, wish, { token: other.token })).problem.code).toBe('idempotency_key_required');
  });

  it('happens once per key, however often it is sent', async () => {
    const [finance, user, key] = [await createAdmin(test.current, 'finance'), await createUser(test.current), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 10 }, () => adjust(finance, user.id, {}, key)));
    expect(answers.every(({ status, problem }) => status === 200 || problem.code === 'request_in_progress')).toBe(true);
    expect((await adjust(finance, user.id, {}, key)).reply.balance).toBe(100);
    expect(await balanceOf(user.id)).toBe(100);
    expect(await auditOf(user.id)).toHaveLength(1);
  });
});

describe('an adjustment above the limit for one admin', () => {
  it('waits when all admins together pass the limit for one user in 24 hours, and is made once another admin approves', async () => {
    const [one, other, user] = [
      await createAdmin(test.current, 'finance'),
      await createAdmin(test.current, 'super'),
      await createUser(test.current),
    ];
    expect((await adjust(one, user.id, { delta: 10_000 })).reply).toEqual({ approval: null, balance: 10_000 });
    const { reply } = await adjust(other, user.id, { delta: -1, source: 'admin_adjust' });
    expect(reply).toEqual({ approval: { id: expect.any(String) }, balance: 10_000 });
    expect(await balanceOf(user.id)).toBe(10_000);
    const agreed = await callApp(test.current.app, approve, { id: reply.approval!.id }, { token: one.token, key: randomUUID() });
    expect(agreed.reply.approval.state).toBe('approved');
    expect(await balanceOf(user.id)).toBe(9_999);
    expect((await auditOf(user.id)).map(({ action, admin_id }) => [action, admin_id])).toEqual([
      ['user.adjust', one.id],
      ['approval.request', other.id],
      ['approval.approve', one.id],
    ]);
    test.current.clock.advance(24 * 3_600_000 + 1);
    const later = await createAdmin(test.current, 'finance');
    expect((await adjust(later, user.id, { delta: 1 })).reply.approval).toBeNull();
  });

  it('never passes the limit by a hundred simultaneous requests of one admin for many users', async () => {
    const finance = await createAdmin(test.current, 'finance');
    const users = await Promise.all(Array.from({ length: 100 }, () => createUser(test.current)));
    const answers = await Promise.all(users.map(({ id }) => adjust(finance, id, { delta: 900 })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter(({ reply }) => reply.approval === null)).toHaveLength(11);
    const balances = await Promise.all(users.map(({ id }) => balanceOf(id)));
    expect(balances.reduce((sum, balance) => sum + balance)).toBe(9_900);
    expect(await proveLedger(test.current.deps.db)).toMatchObject({ proven: true });
  });

  it('never passes the limit by simultaneous requests of many admins for one user', async () => {
    const user = await createUser(test.current);
    const admins = await Promise.all(Array.from({ length: 12 }, () => createAdmin(test.current, 'finance')));
    const answers = await Promise.all(admins.map((admin) => adjust(admin, user.id, { delta: 3_000 })));
    expect(answers.filter(({ reply }) => reply.approval === null)).toHaveLength(3);
    expect(await balanceOf(user.id)).toBe(9_000);
  });
});
