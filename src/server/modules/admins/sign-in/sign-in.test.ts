import { afterEach, describe, expect, it } from 'vitest';
import { adminLogin, adminMe } from '#contract/admin-auth.ts';
import { me as userMe } from '#contract/auth.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import { createOperator, OPERATOR_PASSWORD, openConsole, turnOnFactor } from '#test/support/admins.ts';
import { callApp, createTestApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { solveCaptcha } from '#test/support/captcha.ts';
import { createUser } from '#test/support/factories.ts';
import { createOwner, OWNER_PASSWORD, trySignIn } from '#test/support/owner.ts';
import { shownBy } from '#test/support/second-factor.ts';

const test = useTestApp({ LOGIN_PER_15_MINUTES: '100000', LOGIN_PER_IP_15_MINUTES: '100000' });

afterEach(async () => {
  test.current.clock.set(TEST_NOW);
  await test.current.deps.db.deleteFrom('rate_limits').execute();
});

/** Creates an operator with an authenticator app, and a browser that is signed in. */
async function withApp() {
  const operator = await createOperator(test.current, 'finance');
  const browser = openConsole(test.current, operator.email);
  await browser.login();
  const authenticator = await turnOnFactor(test.current, browser);
  test.current.clock.advance(MINUTE_MS);
  return { ...operator, ...authenticator, browser, shown: () => shownBy(authenticator, test.current.clock.now()) };
}

describe('signing in to the console', () => {
  it('returns the admin, and a token that is valid in the console only', async () => {
    const operator = await createOperator(test.current, 'reviewer');
    const browser = openConsole(test.current, operator.email);
    expect(await browser.login({ email: ` ${operator.email.toUpperCase()} ` })).toBe('done');
    expect((await browser.send(adminMe, {})).reply).toEqual({
      admin: { ...operator, totp_enabled: false, must_change_password: false },
    });
    expect((await callApp(test.current.app, userMe, {}, { token: browser.token() })).problem.code).toBe('unauthorized');
    const user = await createUser(test.current, 0);
    expect((await callApp(test.current.app, adminMe, {}, { token: user.token })).problem.code).toBe('admin_unauthorized');
    const row = await test.current.deps.db.selectFrom('admins').selectAll().where('id', '=', operator.id).executeTakeFirstOrThrow();
    expect(row.last_login_at).toEqual(test.current.clock.now());
  });

  it('sets a cookie for the console’s path only, which ends with the browser', async () => {
    const { email } = await createOperator(test.current, 'viewer');
    const { headers } = await openConsole(test.current, email).send(adminLogin, {
      email,
      password: OPERATOR_PASSWORD,
    });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^admin_refresh=[\w-]{43}; Path=\/api\/admin\/auth; HttpOnly; SameSite=Strict$/),
      // The device cookie is set for both paths: a user who signs in with an operator's browser is recognised by it.
      expect.stringMatching(/^device=[\w-]{36}; Max-Age=31536000; Path=\/api\/auth; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^device=[\w-]{36}; Max-Age=31536000; Path=\/api\/admin\/auth; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it('answers a wrong password and an unknown address alike', async () => {
    const { email } = await createOperator(test.current, 'viewer');
    expect(await openConsole(test.current, email).login({ password: 'Wrong7Horse' })).toBe('invalid_credentials');
    expect(await openConsole(test.current, 'nobody@ops.example').login()).toBe('invalid_credentials');
  });

  it('refuses users, as users’ sign-in refuses admins', async () => {
    const { email } = await createOwner(test.current);
    expect(await openConsole(test.current, email).login({ password: OWNER_PASSWORD })).toBe('invalid_credentials');
    const operator = await createOperator(test.current, 'super');
    expect((await trySignIn(test.current, operator.email, OPERATOR_PASSWORD)).code).toBe('invalid_credentials');
  });

  it('reveals that an account is disabled only after the right password', async () => {
    const { id, email } = await createOperator(test.current, 'support');
    await test.current.deps.db.updateTable('admins').set({ status: 'disabled' }).where('id', '=', id).execute();
    expect(await openConsole(test.current, email).login({ password: 'Wrong7Horse' })).toBe('invalid_credentials');
    expect(await openConsole(test.current, email).login()).toBe('account_disabled');
  });

  it('writes one row to the audit log', async () => {
    const { id, email } = await createOperator(test.current, 'viewer');
    await openConsole(test.current, email).login();
    await openConsole(test.current, email).login({ password: 'Wrong7Horse' });
    const rows = await test.current.deps.db.selectFrom('audit_log').selectAll().where('admin_id', '=', id).execute();
    expect(rows).toMatchObject([{ action: 'admin.sign_in', subject_kind: 'admin', subject_id: id, admin_email: email, ip: '127.0.0.1' }]);
  });
});

describe('tries to sign in to the console', () => {
  it('are limited to ten in 15 minutes per address and place, require a captcha after three, and never lock the owner out elsewhere', async () => {
    const current = await createTestApp({ TRUST_PROXY: '127.0.0.1' });
    try {
      const { email } = await createOperator(current, 'super');
      const browser = openConsole(current, email);
      const from = (address: string) => ({ 'X-Forwarded-For': address });
      const guess = { password: 'Wrong7Horse' };
      for (let n = 0; n < 3; n++) expect(await browser.login(guess, from('203.0.113.1'))).toBe('invalid_credentials');
      expect(await browser.login(guess, from('203.0.113.1'))).toBe('captcha_required');
      const solved = async () => ({ captcha: await solveCaptcha(current.app, 'admin_login') });
      for (let n = 3; n < 10; n++)
        expect(await browser.login({ ...guess, ...(await solved()) }, from('203.0.113.1'))).toBe('invalid_credentials');
      expect(await browser.login(await solved(), from('203.0.113.1'))).toBe('rate_limited');
      expect(await browser.login({}, from('198.51.100.1'))).toBe('captcha_required');
      expect(await browser.login(await solved(), from('198.51.100.1'))).toBe('done');
    } finally {
      await current.database.drop();
    }
  });

  it('with a wrong code are limited to ten, from any address', async () => {
    const { email, shown } = await withApp();
    const browser = openConsole(test.current, email);
    for (let n = 0; n < 10; n++) expect(await browser.login({ totp: '000000' })).toBe('invalid_totp');
    expect(await browser.login({ totp: shown() })).toBe('rate_limited');
  });
});

describe('the second factor of the console', () => {
  it('is required after the right password, and each code is accepted once', async () => {
    const { email, shown, recoveryCodes } = await withApp();
    const browser = openConsole(test.current, email);
    expect(await browser.login({ password: 'Wrong7Horse', totp: shown() })).toBe('invalid_credentials');
    expect(await browser.login()).toBe('totp_required');
    expect(await browser.login({ totp: '000000' })).toBe('invalid_totp');
    const [first, second] = await Promise.all([browser.login({ totp: shown() }), browser.login({ totp: shown() })]);
    expect([first, second].sort()).toEqual(['done', 'invalid_totp']);
    expect(await browser.login({ totp: recoveryCodes[0]! })).toBe('done');
    expect(await browser.login({ totp: recoveryCodes[0]! })).toBe('invalid_totp');
  });

  it('is not required on a remembered device, for 30 days and for this admin only', async () => {
    const { email, shown } = await withApp();
    const laptop = openConsole(test.current, email);
    expect(await laptop.login({ totp: shown(), remember: true })).toBe('done');
    expect(await laptop.login()).toBe('done');
    expect(await openConsole(test.current, email).login()).toBe('totp_required');
    const other = await withApp();
    expect(await laptop.login({ email: other.email })).toBe('totp_required');
    test.current.clock.set(new Date(Date.parse(TEST_NOW) + MINUTE_MS + 30 * DAY_MS - 1));
    expect(await laptop.login({ remember: true })).toBe('done');
    test.current.clock.advance(1);
    expect(await laptop.login()).toBe('totp_required');
  });

  it('is required again on a device that was not remembered', async () => {
    const { email, shown } = await withApp();
    const browser = openConsole(test.current, email);
    expect(await browser.login({ totp: shown() })).toBe('done');
    expect(await browser.login()).toBe('totp_required');
  });

  it('is skipped by a device cookie of 30 days, of which only a hash is stored', async () => {
    const { email, shown } = await withApp();
    const browser = openConsole(test.current, email);
    await browser.login({ totp: shown(), remember: true });
    const token = browser.jar.get('admin_device')!;
    expect(token).toMatch(/^[\w-]{43}$/);
    const devices = await test.current.deps.db.selectFrom('admin_devices').selectAll().execute();
    expect(devices.every(({ token_hash }) => !token_hash.equals(Buffer.from(token, 'base64url')))).toBe(true);
  });
});

describe('a one-time password', () => {
  it('allows signing in for 24 hours, to choose another password', async () => {
    const until = new Date(Date.parse(TEST_NOW) + DAY_MS);
    const { email } = await createOperator(test.current, 'super', { oneTimeUntil: until });
    const browser = openConsole(test.current, email);
    test.current.clock.set(new Date(until.getTime() - 1));
    expect(await browser.login()).toBe('done');
    expect((await browser.send(adminMe, {})).reply.admin.must_change_password).toBe(true);
    test.current.clock.set(until);
    expect(await browser.login()).toBe('password_expired');
    expect(await browser.login({ password: 'Wrong7Horse' })).toBe('invalid_credentials');
  });
});
