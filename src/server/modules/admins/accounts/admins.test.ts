import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { adminMe, changeAdminPassword } from '#contract/admin-auth.ts';
import { changeAdminRole, changeAdminStatus, endAdminSessions, inviteAdmin, listAdmins, resetAdmin } from '#contract/admins.ts';
import { approve } from '#contract/approvals.ts';
import { listAudit } from '#contract/audit.ts';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import { createAdmin, createOperator, OPERATOR_PASSWORD, openConsole, type TestAdmin, turnOnFactor } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { shownBy } from '#test/support/second-factor.ts';

const test = useTestApp({ LOGIN_PER_15_MINUTES: '100000', LOGIN_PER_IP_15_MINUTES: '100000' });
const reason = 'left the company';

afterEach(() => test.current.clock.set(TEST_NOW));

const call = <E extends Endpoint>(by: TestAdmin, endpoint: E, input: InputOf<E>) =>
  callApp(test.current.app, endpoint, input, { token: by.token });

async function outcome<E extends Endpoint>(by: TestAdmin, endpoint: E, input: InputOf<E>): Promise<string> {
  const { status, problem } = await call(by, endpoint, input);
  return status < 300 ? 'done' : problem.code;
}

const rowOf = (id: string) => test.current.deps.db.selectFrom('admins').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const lastAudit = () => test.current.deps.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();

/** Requests a change as one super, and approves it at once as another. */
async function agreed(asked: ReturnType<typeof call<typeof inviteAdmin>> | ReturnType<typeof call<typeof resetAdmin>>) {
  const { reply, status } = await asked;
  const second = await createAdmin(test.current, 'super');
  const answer = await callApp(test.current.app, approve, { id: reply.approval.id }, { token: second.token, key: randomUUID() });
  const oneTime = answer.reply.one_time!;
  return { status, oneTime, admin: await rowOf((await byEmail(oneTime.email)).id) };
}
const byEmail = (email: string) =>
  test.current.deps.db.selectFrom('admins').select('id').where('email', '=', email).executeTakeFirstOrThrow();

/** Counts active supers. */
const supers = async () =>
  (await test.current.deps.db.selectFrom('admins').select('id').where('role', '=', 'super').where('status', '=', 'normal').execute())
    .length;

describe('inviting an admin', () => {
  it('creates a one-time password, valid for a day and only for choosing another', async () => {
    const boss = await createAdmin(test.current, 'super');
    const { status, oneTime, admin } = await agreed(call(boss, inviteAdmin, { email: ' New.Hand@Ops.example ', role: 'reviewer' }));
    expect(status).toBe(201);
    expect(oneTime).toEqual({
      email: 'new.hand@ops.example',
      password: expect.stringMatching(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/),
      password_until: new Date(Date.parse(TEST_NOW) + DAY_MS).toISOString(),
    });
    expect(admin).toMatchObject({ role: 'reviewer', status: 'normal', created_by: boss.id });
    const browser = openConsole(test.current, admin.email);
    expect(await browser.signIn({ password: oneTime.password })).toBe('done');
    expect((await browser.send(adminMe, {})).reply.admin.must_change_password).toBe(true);
    expect(await browser.asked(listAudit, {})).toBe('forbidden');
    const chosen = { current: oneTime.password, password: OPERATOR_PASSWORD, password_confirm: OPERATOR_PASSWORD };
    expect(await browser.asked(changeAdminPassword, chosen)).toBe('done');
    expect((await rowOf(admin.id)).one_time_until).toBeNull();
    expect(await browser.signIn({ password: oneTime.password })).toBe('invalid_credentials');
    expect(await browser.signIn()).toBe('done');
  });

  it('allows nothing else before the admin has chosen a password', async () => {
    const boss = await createAdmin(test.current, 'super');
    const { oneTime } = await agreed(call(boss, inviteAdmin, { email: 'fresh@ops.example', role: 'finance' }));
    const browser = openConsole(test.current, 'fresh@ops.example');
    await browser.signIn({ password: oneTime.password });
    expect(await browser.asked(listAudit, {})).toBe('password_change_required');
  });

  it('accepts each address once, and valid addresses only', async () => {
    const boss = await createAdmin(test.current, 'super');
    const input = { email: 'twice@ops.example', role: 'viewer' } as const;
    const both = await Promise.all([outcome(boss, inviteAdmin, input), outcome(boss, inviteAdmin, input)]);
    expect(both.sort()).toEqual(['done', 'request_in_progress']);
    await agreed(call(boss, inviteAdmin, { email: 'thrice@ops.example', role: 'viewer' }));
    expect(await outcome(boss, inviteAdmin, { ...input, email: 'thrice@ops.example' })).toBe('email_taken');
    expect(await outcome(boss, inviteAdmin, { ...input, email: 'TWICE@ops.example' })).toBe('request_in_progress');
    expect(await outcome(boss, inviteAdmin, { ...input, email: 'no address' })).toBe('invalid_email');
  });

  it('requires a second factor', async () => {
    const boss = await createAdmin(test.current, 'super', { hasTotp: false });
    expect(await outcome(boss, inviteAdmin, { email: 'x@ops.example', role: 'viewer' })).toBe('totp_setup_required');
    expect(await outcome(boss, listAdmins, {})).toBe('done');
  });
});

describe('changing a role', () => {
  it('takes effect at once for a lower role', async () => {
    const [boss, hand] = [await createAdmin(test.current, 'super'), await createAdmin(test.current, 'super')];
    expect(await outcome(hand, listAdmins, {})).toBe('done');
    expect((await call(boss, changeAdminRole, { id: hand.id, role: 'viewer', reason })).reply).toMatchObject({
      admin: { role: 'viewer' },
      approval: null,
    });
    expect(await lastAudit()).toMatchObject({ action: 'admin.role', before: { role: 'super' }, after: { role: 'viewer' }, reason });
    expect(await outcome(hand, listAdmins, {})).toBe('forbidden');
  });

  it('requires a reason, another admin than oneself, and a different role', async () => {
    const [boss, hand] = [await createAdmin(test.current, 'super'), await createAdmin(test.current, 'viewer')];
    expect(await outcome(boss, changeAdminRole, { id: hand.id, role: 'super', reason: '  ' })).toBe('reason_required');
    expect(await outcome(boss, changeAdminRole, { id: boss.id, role: 'viewer', reason })).toBe('forbidden');
    expect(await outcome(boss, changeAdminRole, { id: hand.id, role: 'viewer', reason })).toBe('already_decided');
  });
});

describe('disabling an admin', () => {
  it('ends sessions at once and deletes remembered devices; enabling allows signing in again', async () => {
    const boss = await createAdmin(test.current, 'super');
    const operator = await createOperator(test.current, 'finance');
    const browser = openConsole(test.current, operator.email);
    await browser.signIn();
    const authenticator = await turnOnFactor(test.current, browser);
    test.current.clock.advance(MINUTE_MS);
    await browser.signIn({ totp: shownBy(authenticator, test.current.clock.now()), remember: true });
    expect(await browser.signIn()).toBe('done');
    const { reply } = await call(boss, changeAdminStatus, { id: operator.id, status: 'disabled', reason });
    expect(reply.admin).toMatchObject({ status: 'disabled', sessions: 0 });
    expect(await browser.asked(adminMe, {})).toBe('session_expired');
    expect(await browser.refresh()).toBe('session_expired');
    expect(await browser.signIn()).toBe('account_disabled');
    expect(await outcome(boss, changeAdminStatus, { id: operator.id, status: 'disabled', reason })).toBe('already_decided');
    const asked = (await call(boss, changeAdminStatus, { id: operator.id, status: 'normal', reason })).reply.approval!;
    expect(await browser.signIn()).toBe('account_disabled');
    const second = await createAdmin(test.current, 'super');
    await callApp(test.current.app, approve, asked, { token: second.token, key: randomUUID() });
    expect(await browser.asked(adminMe, {})).toBe('session_expired');
    expect(await browser.signIn()).toBe('totp_required');
  });

  it('is refused for oneself, and without a reason', async () => {
    const [boss, hand] = [await createAdmin(test.current, 'super'), await createAdmin(test.current, 'viewer')];
    expect(await outcome(boss, changeAdminStatus, { id: boss.id, status: 'disabled', reason })).toBe('forbidden');
    expect(await outcome(boss, changeAdminStatus, { id: hand.id, status: 'disabled', reason: '' })).toBe('reason_required');
  });
});

describe('the last super', () => {
  it.each([
    ['demote', (one: TestAdmin, other: TestAdmin) => outcome(one, changeAdminRole, { id: other.id, role: 'viewer', reason })],
    ['disable', (one: TestAdmin, other: TestAdmin) => outcome(one, changeAdminStatus, { id: other.id, status: 'disabled', reason })],
  ])('remains when all supers %s each other at once', async (_, change) => {
    for (let round = 0; round < 5; round++) {
      await test.current.deps.db.updateTable('admins').set({ status: 'disabled' }).where('role', '=', 'super').execute();
      const [a, b, c] = [
        await createAdmin(test.current, 'super'),
        await createAdmin(test.current, 'super'),
        await createAdmin(test.current, 'super'),
      ];
      const answers = await Promise.all([change(a, b), change(b, c), change(c, a), change(b, a), change(a, c), change(c, b)]);
      expect(answers.filter((answer) => answer === 'done')).toHaveLength(2);
      expect(await supers()).toBe(1);
    }
  });
});

describe('signing an admin out', () => {
  it('ends their sessions, and allows signing in again', async () => {
    const boss = await createAdmin(test.current, 'super');
    const { id, email } = await createOperator(test.current, 'support');
    const [laptop, phone] = [openConsole(test.current, email), openConsole(test.current, email)];
    await Promise.all([laptop.signIn(), phone.signIn()]);
    expect((await call(boss, endAdminSessions, { id })).reply).toMatchObject({ ended: 2, admin: { sessions: 0 } });
    expect([await laptop.refresh(), await phone.asked(adminMe, {})]).toEqual(['session_expired', 'session_expired']);
    expect(await laptop.signIn()).toBe('done');
  });
});

describe('resetting an admin', () => {
  it('creates a one-time password, removes the second factor, and ends sessions', async () => {
    const boss = await createAdmin(test.current, 'super');
    const { id, email } = await createOperator(test.current, 'finance');
    const browser = openConsole(test.current, email);
    await browser.signIn();
    const { recoveryCodes } = await turnOnFactor(test.current, browser);
    const { oneTime, admin } = await agreed(call(boss, resetAdmin, { id, reason: 'lost the phone' }));
    expect(admin).toMatchObject({ totp_enabled_at: null, one_time_until: new Date(oneTime.password_until) });
    expect(await browser.refresh()).toBe('session_expired');
    expect(await browser.signIn()).toBe('invalid_credentials');
    expect(await browser.signIn({ password: oneTime.password })).toBe('done');
    const codes = await test.current.deps.db.selectFrom('admin_recovery_codes').selectAll().where('admin_id', '=', id).execute();
    expect([recoveryCodes.length, codes.length]).toEqual([10, 0]);
    expect(await lastAudit()).toMatchObject({ action: 'admin.sign_in' });
  });

  it('is logged without the password', async () => {
    const [boss, hand] = [await createAdmin(test.current, 'super'), await createAdmin(test.current, 'viewer')];
    const { oneTime } = await agreed(call(boss, resetAdmin, { id: hand.id, reason }));
    const row = await lastAudit();
    expect(row).toMatchObject({ action: 'approval.approve', subject_id: hand.id, reason, after: { kind: 'admin_reset' } });
    expect(JSON.stringify(row)).not.toContain(oneTime.password);
    expect(JSON.stringify(row)).not.toContain('argon2');
  });
});

describe('the list of admins', () => {
  it('is paged, ordered by address, and counts active sessions', async () => {
    const boss = await createAdmin(test.current, 'super');
    const { email } = await createOperator(test.current, 'viewer');
    await openConsole(test.current, email).signIn();
    const { reply } = await call(boss, listAdmins, { page_size: 100 });
    const emails = reply.items.map((admin) => admin.email);
    expect(emails).toEqual([...emails].sort());
    expect(reply.total).toBe(reply.items.length);
    expect(reply.items.find((admin) => admin.email === email)).toMatchObject({ sessions: 1, created_by: null, last_login_at: TEST_NOW });
    const second = (await call(boss, listAdmins, { page: 2, page_size: 1 })).reply;
    expect(second.items.map((admin) => admin.email)).toEqual([emails[1]]);
    expect(JSON.stringify(reply)).not.toMatch(/argon2|password_hash|secret/);
  });

  it('does not count idle sessions', async () => {
    const { id, email } = await createOperator(test.current, 'viewer');
    await openConsole(test.current, email).signIn();
    test.current.clock.advance(30 * MINUTE_MS);
    const boss = await createAdmin(test.current, 'super');
    const { reply } = await call(boss, listAdmins, { page_size: 100 });
    expect(reply.items.find((admin) => admin.id === id)?.sessions).toBe(0);
  });
});
