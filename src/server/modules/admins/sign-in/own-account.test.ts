import { afterEach, describe, expect, it } from 'vitest';
import {
  adminMe,
  beginAdminTwoFactor,
  changeAdminPassword,
  confirmAdminTwoFactor,
  endAdminTwoFactor,
  getAdminTwoFactor,
  renewAdminRecoveryCodes,
} from '#contract/admin-auth.ts';
import { listAudit } from '#contract/audit.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { createApp } from '#server/app.ts';
import { generateOneTimePassword } from '#server/modules/admins/accounts/one-time-accounts.ts';
import { type Console, createOperator, OPERATOR_PASSWORD, openConsole, turnOnFactor } from '#test/support/admins.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { runJob } from '#test/support/run-job.ts';
import { shownBy } from '#test/support/second-factor.ts';

const test = useTestApp({ LOGIN_PER_15_MINUTES: '100000', LOGIN_PER_IP_15_MINUTES: '100000' });
const password = OPERATOR_PASSWORD;

afterEach(async () => {
  test.current.clock.set(TEST_NOW);
  await test.current.deps.db.deleteFrom('rate_limits').execute();
});

async function signedIn(values: { password?: string; oneTimeUntil?: Date } = {}) {
  const operator = await createOperator(test.current, 'finance', values);
  const browser = openConsole(test.current, operator.email);
  await browser.login({ password: values.password ?? password });
  return { ...operator, browser };
}

/** Creates an operator whose app was confirmed a minute ago. */
async function withApp() {
  const operator = await signedIn();
  const authenticator = await turnOnFactor(test.current, operator.browser);
  test.current.clock.advance(MINUTE_MS);
  return { ...operator, ...authenticator, shown: () => shownBy(authenticator, test.current.clock.now()) };
}

const change = (browser: Console, current: string, next: string, again = next) =>
  browser.asked(changeAdminPassword, { current, password: next, password_confirm: again });

describe('changing an admin’s password', () => {
  it('ends the other sessions, keeps this one, and invalidates the old password', async () => {
    const { email, browser } = await signedIn();
    const phone = openConsole(test.current, email);
    await phone.login();
    expect(await change(browser, password, 'Another7Horse')).toBe('done');
    expect([await browser.asked(adminMe, {}), await browser.refresh()]).toEqual(['done', 'done']);
    expect([await phone.asked(adminMe, {}), await phone.refresh()]).toEqual(['session_expired', 'session_expired']);
    expect(await phone.login()).toBe('invalid_credentials');
    expect(await phone.login({ password: 'Another7Horse' })).toBe('done');
  });

  it('makes every remembered device ask for a code again', async () => {
    const { email, browser, shown } = await withApp();
    const laptop = openConsole(test.current, email);
    await laptop.login({ totp: shown(), remember: true });
    expect(await change(browser, password, 'Another7Horse')).toBe('done');
    expect(await laptop.login({ password: 'Another7Horse' })).toBe('totp_required');
  });

  it.each([
    ['Short7', 'Short7', 'password_min'],
    ['nouppercase7', 'nouppercase7', 'password_upper'],
    ['NOLOWERCASE7', 'NOLOWERCASE7', 'password_lower'],
    ['Password1', 'Password1', 'password_common'],
    ['Another7Horse', 'Another7House', 'password_mismatch'],
  ])('follows the rules of users’ passwords: %s, %s', async (next, again, code) => {
    const { browser } = await signedIn();
    expect(await change(browser, password, next, again)).toBe(code);
  });

  it('requires the present password', async () => {
    const { browser } = await signedIn();
    for (let n = 0; n < 2; n++) expect(await change(browser, 'Wrong7Horse', 'Another7Horse')).toBe('invalid_credentials');
    expect(await change(browser, password, 'Another7Horse')).toBe('done');
  });

  it('succeeds for one of two simultaneous changes', async () => {
    const { email, browser } = await signedIn();
    const answers = await Promise.all([change(browser, password, 'First7Horse'), change(browser, password, 'Second7Horse')]);
    expect([...answers].sort()).toEqual(['done', 'invalid_credentials']);
    const chosen = answers[0] === 'done' ? 'First7Horse' : 'Second7Horse';
    expect(await openConsole(test.current, email).login({ password: chosen })).toBe('done');
  });

  it('is required before anything else after a one-time password, which cannot be chosen again', async () => {
    const given = generateOneTimePassword(test.current.deps);
    const { browser } = await signedIn({ password: given, oneTimeUntil: new Date(Date.parse(TEST_NOW) + 60 * MINUTE_MS) });
    expect(await browser.asked(listAudit, {})).toBe('password_change_required');
    expect(await change(browser, given, given)).toBe('password_lower');
    expect(await change(browser, given, 'Another7Horse')).toBe('done');
    expect(await browser.asked(listAudit, {})).toBe('done');
  });
});

describe('the second factor of an admin', () => {
  it('is turned on with the password and the first code of the latest secret', async () => {
    const { email, browser } = await signedIn();
    expect(await browser.asked(beginAdminTwoFactor, { password: 'Wrong7Horse' })).toBe('invalid_credentials');
    expect(await browser.asked(confirmAdminTwoFactor, { totp: '123456' })).toBe('invalid_totp');
    const first = (await browser.send(beginAdminTwoFactor, { password })).reply;
    const second = (await browser.send(beginAdminTwoFactor, { password })).reply;
    expect(second.uri).toContain(`otpauth://totp/Matchpoint%20operations:${encodeURIComponent(email)}`);
    const now = test.current.clock.now();
    expect(await browser.asked(confirmAdminTwoFactor, { totp: shownBy(first, now) })).toBe('invalid_totp');
    const { reply } = await browser.send(confirmAdminTwoFactor, { totp: shownBy(second, now) });
    expect(reply.admin.totp_enabled).toBe(true);
    expect(new Set(reply.recovery_codes).size).toBe(10);
    expect((await browser.send(getAdminTwoFactor, {})).reply).toEqual({ enabled_at: TEST_NOW, recovery_codes_left: 10 });
    // The confirming code is used up.
    expect(await openConsole(test.current, email).login({ totp: shownBy(second, now) })).toBe('invalid_totp');
  });

  it('can be used for a step-up by the admin’s other sessions', async () => {
    const { email, browser } = await signedIn();
    const phone = openConsole(test.current, email);
    await phone.login();
    await turnOnFactor(test.current, browser);
    expect([await browser.asked(adminMe, {}), await phone.asked(adminMe, {})]).toEqual(['done', 'session_expired']);
  });

  it('is replaced and turned off only with the password and a code', async () => {
    const { email, browser, shown, recoveryCodes } = await withApp();
    expect(await browser.asked(beginAdminTwoFactor, { password })).toBe('totp_required');
    expect(await browser.asked(endAdminTwoFactor, { password })).toBe('totp_required');
    expect(await browser.asked(endAdminTwoFactor, { password: 'Wrong7Horse', totp: shown() })).toBe('invalid_credentials');
    expect(await browser.asked(endAdminTwoFactor, { password, totp: '000000' })).toBe('invalid_totp');
    const laptop = openConsole(test.current, email);
    await laptop.login({ totp: recoveryCodes[1]!, remember: true });
    expect((await browser.send(endAdminTwoFactor, { password, totp: shown() })).reply.admin.totp_enabled).toBe(false);
    expect(await laptop.refresh()).toBe('session_expired');
    expect(await openConsole(test.current, email).login()).toBe('done');
    expect(await test.current.deps.db.selectFrom('admin_devices').selectAll().execute()).toEqual([]);
  });

  it('renews recovery codes, which invalidates the old ones', async () => {
    const { email, browser, shown, recoveryCodes } = await withApp();
    const { reply } = await browser.send(renewAdminRecoveryCodes, { password, totp: shown() });
    expect(reply.recovery_codes).toHaveLength(10);
    const elsewhere = openConsole(test.current, email);
    expect(await elsewhere.login({ totp: recoveryCodes[0]! })).toBe('invalid_totp');
    expect(await elsewhere.login({ totp: reply.recovery_codes[0]! })).toBe('done');
    expect((await browser.send(getAdminTwoFactor, {})).reply.recovery_codes_left).toBe(9);
    const without = await signedIn();
    expect(await without.browser.asked(renewAdminRecoveryCodes, { password })).toBe('not_found');
  });

  it('is stored sealed, and stays valid across a key rotation once it was sealed again', async () => {
    const { email, secret, shown, recoveryCodes } = await withApp();
    const { deps } = test.current;
    const row = await deps.db.selectFrom('admins').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
    expect(row.totp_secret!.toString('utf8')).not.toContain(secret);
    const NEW = new Uint8Array(32).fill(8);
    await runJob({ ...deps, serverKeys: [NEW, ...deps.serverKeys] }, 'sealed secrets');
    const browser = openConsole({ app: createApp({ ...deps, serverKeys: [NEW] }) }, email);
    expect(await browser.login({ totp: shown() })).toBe('done');
    expect(await browser.login({ totp: recoveryCodes[0]! })).toBe('done');
    // Restores the key of the other tests.
    await runJob({ ...deps, serverKeys: [...deps.serverKeys, NEW] }, 'sealed secrets');
  });

  it('writes no secret to the audit log', async () => {
    const { id, secret, recoveryCodes } = await withApp();
    const rows = await test.current.deps.db.selectFrom('audit_log').selectAll().where('admin_id', '=', id).orderBy('id').execute();
    expect(rows.map(({ action }) => action)).toEqual(['admin.sign_in', 'admin.two_factor_begin', 'admin.two_factor_on']);
    for (const hidden of [secret, ...recoveryCodes]) expect(JSON.stringify(rows)).not.toContain(hidden);
  });
});
