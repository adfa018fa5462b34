import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { adminLogin, adminRefresh, adminStepUp } from '#contract/admin-auth.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { purgeAdminSessions } from '#server/modules/admins/sign-in/sessions.ts';
import { createOperator, openConsole, turnOnFactor } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { solveCaptcha } from '#test/support/captcha.ts';
import { shownBy } from '#test/support/second-factor.ts';

/* Failed sign-ins to the console are recorded, and cannot flood the audit log. */

const test = useTestApp({ LOGIN_PER_15_MINUTES: '100000', LOGIN_PER_IP_15_MINUTES: '100000' });
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const from = { 'User-Agent': CHROME };

beforeEach(() => test.current.clock.set(TEST_NOW));
afterEach(async () => {
  await test.current.deps.db.deleteFrom('rate_limits').execute();
});

const logOf = (action: string) =>
  test.current.deps.db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('id').execute();
const failuresOf = async (subjectId: string) => (await logOf('admin.sign_in_failed')).filter((row) => row.subject_id === subjectId);

describe('a failed sign-in to the console', () => {
  it('with a wrong password is recorded with address and device, but without what was typed', async () => {
    const { id, email } = await createOperator(test.current, 'super');
    await openConsole(test.current, email).login({ password: 'Guess7Horse' }, from);
    const rows = await failuresOf(id);
    expect(rows).toMatchObject([
      {
        ...{ admin_id: null, admin_role: 'nobody', subject_kind: 'admin', ip: '127.0.0.1' },
        after: { why: 'wrong_password', email, count_this_hour: 1, device: 'Chrome, Windows' },
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain('Guess7Horse');
  });

  it('to an unknown address is counted without storing the address, which may be a password in the wrong field', async () => {
    const typed = 'my-secret-passw0rd@ops.example';
    expect(await openConsole(test.current, typed).login({}, from)).toBe('invalid_credentials');
    const rows = await failuresOf('unknown_address');
    expect(rows.at(-1)).toMatchObject({ subject_kind: 'sign_in', after: { why: 'unknown_address', device: 'Chrome, Windows' } });
    expect(JSON.stringify(rows)).not.toContain('passw0rd');
    const counted = await test.current.deps.db.selectFrom('admin_sign_in_failures').selectAll().where('subject', '=', '').execute();
    expect(JSON.stringify(counted)).not.toContain('passw0rd');
  });

  it('with a wrong code is recorded, and the request for a code is not', async () => {
    const operator = await createOperator(test.current, 'finance');
    const browser = openConsole(test.current, operator.email);
    await browser.login();
    const authenticator = await turnOnFactor(test.current, browser);
    const stranger = openConsole(test.current, operator.email);
    expect(await stranger.login()).toBe('totp_required');
    expect(await stranger.login({ totp: '000000' })).toBe('invalid_totp');
    expect(await browser.asked(adminStepUp, { totp: '000000' })).toBe('invalid_totp');
    expect((await failuresOf(operator.id)).map(({ after }) => (after as { why: string }).why)).toEqual(['wrong_code', 'wrong_code']);
    test.current.clock.advance(MINUTE_MS);
    expect(await stranger.login({ totp: shownBy(authenticator, test.current.clock.now()) })).toBe('done');
  });

  it('of a disabled admin, or with an expired password, is recorded', async () => {
    const [gone, late] = [
      await createOperator(test.current, 'support'),
      await createOperator(test.current, 'support', { oneTimeUntil: new Date(Date.parse(TEST_NOW) - 1) }),
    ];
    await test.current.deps.db.updateTable('admins').set({ status: 'disabled' }).where('id', '=', gone.id).execute();
    expect(await openConsole(test.current, gone.email).login()).toBe('account_disabled');
    expect(await openConsole(test.current, late.email).login()).toBe('password_expired');
    expect([await failuresOf(gone.id), await failuresOf(late.id)]).toMatchObject([
      [{ after: { why: 'disabled' } }],
      [{ after: { why: 'password_expired' } }],
    ]);
  });

  it('does not flood the log: 200 in an hour become seven rows, and the next hour starts over', async () => {
    const { id } = await createOperator(test.current, 'viewer');
    const { email } = await test.current.deps.db.selectFrom('admins').select('email').where('id', '=', id).executeTakeFirstOrThrow();
    test.current.clock.advance(60 * MINUTE_MS);
    const before = (await failuresOf('unknown_address')).length;
    for (let round = 0; round < 10; round += 1)
      await Promise.all(
        Array.from({ length: 20 }, async (_, n) =>
          callApp(test.current.app, adminLogin, {
            ...{ email: n % 2 ? email : `nobody${round}-${n}@ops.example`, password: 'Guess7Horse' },
            captcha: await solveCaptcha(test.current.app, 'admin_login'),
          }),
        ),
      );
    const told = (await failuresOf(id)).map(({ after }) => (after as { count_this_hour: number }).count_this_hour);
    expect(told.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 10, 100]);
    expect((await failuresOf('unknown_address')).length - before).toBe(7);
    test.current.clock.advance(60 * MINUTE_MS);
    await openConsole(test.current, email).signIn({ password: 'Guess7Horse' });
    expect((await failuresOf(id)).at(-1)).toMatchObject({ after: { count_this_hour: 1 } });
  });

  it('is deleted after 30 days if it was only counted', async () => {
    const { email } = await createOperator(test.current, 'viewer');
    await openConsole(test.current, email).login({ password: 'Guess7Horse' });
    test.current.clock.advance(31 * 24 * 60 * MINUTE_MS);
    await purgeAdminSessions(test.current.deps);
    expect(await test.current.deps.db.selectFrom('admin_sign_in_failures').selectAll().execute()).toEqual([]);
  });
});

describe('a session of the console', () => {
  it('is recorded at its start and end with address and device', async () => {
    const { id, email } = await createOperator(test.current, 'viewer');
    const browser = openConsole(test.current, email);
    await browser.login({}, from);
    expect((await logOf('admin.sign_in')).at(-1)).toMatchObject({ admin_id: id, ip: '127.0.0.1', after: { device: 'Chrome, Windows' } });
    await browser.logout();
    expect((await logOf('admin.sign_out')).filter((row) => row.admin_id === id)).toMatchObject([{ subject_id: id, ip: '127.0.0.1' }]);
    await browser.logout();
    await callApp(test.current.app, adminLogin, { email: 'x', password: 'y' });
    expect((await logOf('admin.sign_out')).filter((row) => row.admin_id === id)).toHaveLength(1);
  });

  it('that ends because its token was reused is recorded so, once', async () => {
    const { id, email } = await createOperator(test.current, 'viewer');
    const browser = openConsole(test.current, email);
    await browser.login();
    const stolen = browser.jar.get('admin_refresh')!;
    await browser.refresh();
    await browser.refresh();
    test.current.clock.advance(MINUTE_MS);
    const present = () => callApp(test.current.app, adminRefresh, {}, { headers: { Cookie: `admin_refresh=${stolen}`, ...from } });
    for (let n = 0; n < 3; n += 1) expect((await present()).problem.code).toBe('refresh_reused');
    const rows = (await logOf('admin.refresh_reused')).filter((row) => row.subject_id === id);
    expect(rows).toMatchObject([{ admin_id: null, admin_role: 'nobody', ip: '127.0.0.1', after: { email, device: 'Chrome, Windows' } }]);
  });
});
