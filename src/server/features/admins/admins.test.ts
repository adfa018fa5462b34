import { afterEach, describe, expect, it } from 'vitest';
import { adminMe, changeAdminPassword } from '#contract/admin-auth.ts';
import { changeAdminRole, changeAdminStatus, endAdminSessions, inviteAdmin, listAdmins, resetAdmin } from '#contract/admins.ts';
import { listAudit } from '#contract/audit.ts';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import { createAdmin, createOperator, OPERATOR_PASSWORD, openConsole, type TestAdmin, turnOnFactor } from '#test/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/app.ts';
import { shownBy } from '#test/second-factor.ts';

const test = useTestApp({ LOGIN_PER_15_MINUTES: '100000', LOGIN_PER_IP_15_MINUTES: '100000' });
const DAY = 86_400_000;
const MINUTE = 60_000;
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

/** Supers who are not disabled. */
const supers = async () =>
  (await test.current.deps.db.selectFrom('admins').select('id').where('role', '=', 'super').where('status', '=', 'normal').execute())
    .length;

describe('inviting an admin', () => {
  it('gives a one-time password, good for a day and for choosing another', async () => {
    const boss = await createAdmin(test.current, 'super');
    const { status, reply } = await call(boss, inviteAdmin, { email: ' New.Hand@Ops.example ', role: 'reviewer' });
    expect(status).toBe(201);
    expect(reply).toMatchObject({
      password: expect.stringMatching(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/),
      password_until: new Date(Date.parse(TEST_NOW) + DAY).toISOString(),
      admin: {
        email: 'new.hand@ops.example',
        role: 'reviewer',
        status: 'normal',
        created_by: { id: boss.id, email: boss.email },
        sessions: 0,
      },
    });
    const browser = openConsole(test.current, reply.admin.email);
    expect(await browser.login({ password: reply.password })).toBe('done');
    expect((await browser.send(adminMe, {})).reply.admin.must_change_password).toBe(true);
    expect(await browser.asked(listAudit, {})).toBe('forbidden');
    const chosen = { current: reply.password, password: OPERATOR_PASSWORD, password_confirm: OPERATOR_PASSWORD };
    expect(await browser.asked(changeAdminPassword, chosen)).toBe('done');
    expect((await rowOf(reply.admin.id)).one_time_until).toBeNull();
    expect(await browser.login({ password: reply.password })).toBe('invalid_credentials');
    expect(await browser.login()).toBe('done');
  });

  it('keeps who has not chosen a password out of everything else', async () => {
    const boss = await createAdmin(test.current, 'super');
    const { reply } = await call(boss, inviteAdmin, { email: 'fresh@ops.example', role: 'finance' });
    const browser = openConsole(test.current, 'fresh@ops.example');
    await browser.login({ password: reply.password });
    expect(await browser.asked(listAudit, {})).toBe('password_change_required');
  });

  it('takes an address once, and only one that is one', async () => {
    const boss = await createAdmin(test.current, 'super');
    const input = { email: 'twice@ops.example', role: 'viewer' } as const;
    const both = await Promise.all([outcome(boss, inviteAdmin, input), outcome(boss, inviteAdmin, input)]);
    expect(both.sort()).toEqual(['done', 'email_taken']);
    expect(await outcome(boss, inviteAdmin, { ...input, email: 'TWICE@ops.example' })).toBe('email_taken');
    expect(await outcome(boss, inviteAdmin, { ...input, email: 'no address' })).toBe('invalid_email');
  });

  it('takes a second factor', async () => {
    const boss = await createAdmin(test.current, 'super', { hasTotp: false });
    expect(await outcome(boss, inviteAdmin, { email: 'x@ops.example', role: 'viewer' })).toBe('totp_setup_required');
    expect(await outcome(boss, listAdmins, {})).toBe('done');
  });
});

describe('another role', () => {
  it('counts at once', async () => {
    const [boss, hand] = [await createAdmin(test.current, 'super'), await createAdmin(test.current, 'viewer')];
    expect(await outcome(hand, listAdmins, {})).toBe('forbidden');
    expect((await call(boss, changeAdminRole, { id: hand.id, role: 'super', reason })).reply.admin.role).toBe('super');
    expect(await outcome(hand, listAdmins, {})).toBe('done');
    expect(await lastAudit()).toMatchObject({ action: 'admin.role', before: { role: 'viewer' }, after: { role: 'super' }, reason });
    expect(await outcome(boss, changeAdminRole, { id: hand.id, role: 'support', reason })).toBe('done');
    expect(await outcome(hand, listAdmins, {})).toBe('forbidden');
  });

  it('takes a reason, somebody else, and another role than before', async () => {
    const [boss, hand] = [await createAdmin(test.current, 'super'), await createAdmin(test.current, 'viewer')];
    expect(await outcome(boss, changeAdminRole, { id: hand.id, role: 'super', reason: '  ' })).toBe('reason_required');
    expect(await outcome(boss, changeAdminRole, { id: boss.id, role: 'viewer', reason })).toBe('forbidden');
    expect(await outcome(boss, changeAdminRole, { id: hand.id, role: 'viewer', reason })).toBe('already_decided');
  });
});

describe('disabling an admin', () => {
  it('signs them out at once and forgets their devices; enabling lets them in again', async () => {
    const boss = await createAdmin(test.current, 'super');
    const operator = await createOperator(test.current, 'finance');
    const browser = openConsole(test.current, operator.email);
    await browser.login();
    const authenticator = await turnOnFactor(test.current, browser);
    test.current.clock.advance(MINUTE);
    await browser.login({ totp: shownBy(authenticator, test.current.clock.now()), remember: true });
    expect(await browser.login()).toBe('done');
    const { reply } = await call(boss, changeAdminStatus, { id: operator.id, status: 'disabled', reason });
    expect(reply.admin).toMatchObject({ status: 'disabled', sessions: 0 });
    expect(await browser.asked(adminMe, {})).toBe('session_expired');
    expect(await browser.refresh()).toBe('session_expired');
    expect(await browser.login()).toBe('account_disabled');
    expect(await outcome(boss, changeAdminStatus, { id: operator.id, status: 'disabled', reason })).toBe('already_decided');
    expect(await outcome(boss, changeAdminStatus, { id: operator.id, status: 'normal', reason })).toBe('done');
    expect(await browser.asked(adminMe, {})).toBe('session_expired');
    expect(await browser.login()).toBe('totp_required');
  });

  it('is not for oneself, and not without a reason', async () => {
    const [boss, hand] = [await createAdmin(test.current, 'super'), await createAdmin(test.current, 'viewer')];
    expect(await outcome(boss, changeAdminStatus, { id: boss.id, status: 'disabled', reason })).toBe('forbidden');
    expect(await outcome(boss, changeAdminStatus, { id: hand.id, status: 'disabled', reason: '' })).toBe('reason_required');
  });
});

describe('the last super', () => {
  it.each([
    ['demote', (one: TestAdmin, other: TestAdmin) => outcome(one, changeAdminRole, { id: other.id, role: 'viewer', reason })],
    ['disable', (one: TestAdmin, other: TestAdmin) => outcome(one, changeAdminStatus, { id: other.id, status: 'disabled', reason })],
  ])('stays when all supers %s each other at once', async (_, change) => {
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
  it('ends their sessions, and lets them sign in again', async () => {
    const boss = await createAdmin(test.current, 'super');
    const { id, email } = await createOperator(test.current, 'support');
    const [laptop, phone] = [openConsole(test.current, email), openConsole(test.current, email)];
    await Promise.all([laptop.login(), phone.login()]);
    expect((await call(boss, endAdminSessions, { id })).reply).toMatchObject({ ended: 2, admin: { sessions: 0 } });
    expect([await laptop.refresh(), await phone.asked(adminMe, {})]).toEqual(['session_expired', 'session_expired']);
    expect(await laptop.login()).toBe('done');
  });
});

describe('a reset', () => {
  it('gives another one-time password, takes the second factor away, and signs out', async () => {
    const boss = await createAdmin(test.current, 'super');
    const { id, email } = await createOperator(test.current, 'finance');
    const browser = openConsole(test.current, email);
    await browser.login();
    const { recoveryCodes } = await turnOnFactor(test.current, browser);
    const { reply } = await call(boss, resetAdmin, { id, reason: 'lost the phone' });
    expect(reply.admin).toMatchObject({ totp_enabled: false, one_time_until: reply.password_until });
    expect(await browser.refresh()).toBe('session_expired');
    expect(await browser.login()).toBe('invalid_credentials');
    expect(await browser.login({ password: reply.password })).toBe('done');
    const codes = await test.current.deps.db.selectFrom('admin_recovery_codes').selectAll().where('admin_id', '=', id).execute();
    expect([recoveryCodes.length, codes.length]).toEqual([10, 0]);
    expect(await lastAudit()).toMatchObject({ action: 'admin.sign_in' });
  });

  it('is written down without the password', async () => {
    const [boss, hand] = [await createAdmin(test.current, 'super'), await createAdmin(test.current, 'viewer')];
    const { reply } = await call(boss, resetAdmin, { id: hand.id, reason });
    const row = await lastAudit();
    expect(row).toMatchObject({ action: 'admin.reset', subject_id: hand.id, reason });
    expect(JSON.stringify(row)).not.toContain(reply.password);
    expect(JSON.stringify(row)).not.toContain('argon2');
  });
});

describe('the list', () => {
  it('is paged, by address, with whose sessions go on', async () => {
    const boss = await createAdmin(test.current, 'super');
    const { email } = await createOperator(test.current, 'viewer');
    await openConsole(test.current, email).login();
    const { reply } = await call(boss, listAdmins, { page_size: 100 });
    const emails = reply.items.map((admin) => admin.email);
    expect(emails).toEqual([...emails].sort());
    expect(reply.total).toBe(reply.items.length);
    expect(reply.items.find((admin) => admin.email === email)).toMatchObject({ sessions: 1, created_by: null, last_login_at: TEST_NOW });
    const second = (await call(boss, listAdmins, { page: 2, page_size: 1 })).reply;
    expect(second.items.map((admin) => admin.email)).toEqual([emails[1]]);
    expect(JSON.stringify(reply)).not.toMatch(/argon2|password_hash|secret/);
  });

  it('counts no session whose owner has gone', async () => {
    const { id, email } = await createOperator(test.current, 'viewer');
    await openConsole(test.current, email).login();
    test.current.clock.advance(30 * MINUTE);
    const boss = await createAdmin(test.current, 'super');
    const { reply } = await call(boss, listAdmins, { page_size: 100 });
    expect(reply.items.find((admin) => admin.id === id)?.sessions).toBe(0);
  });
});
