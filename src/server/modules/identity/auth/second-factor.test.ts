import { afterEach, describe, expect, it } from 'vitest';
import { forgotPassword, login, resetPassword } from '#contract/auth.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { callApp, createTestApp, TEST_NOW, type TestApp, useTestApp } from '#test/support/app.ts';
import { solveCaptcha } from '#test/support/captcha.ts';
import { takeCode } from '#test/support/messages.ts';
import { createOwner, OWNER_PASSWORD, signIn } from '#test/support/owner.ts';
import { shownBy, turnOnSecondFactor } from '#test/support/second-factor.ts';

const test = useTestApp({ LOGIN_PER_15_MINUTES: '100000', LOGIN_PER_IP_15_MINUTES: '100000' });

afterEach(async () => {
  test.current.clock.set(TEST_NOW);
  await test.current.deps.db.deleteFrom('rate_limits').execute();
});

/** Creates a user with an authenticator app; returns functions to try to sign in. */
async function withApp(on: TestApp = test.current) {
  const owner = await createOwner(on);
  const authenticator = await turnOnSecondFactor(on, (await signIn(on, owner)).token);
  on.clock.advance(5 * MINUTE_MS);
  const shown = () => shownBy(authenticator, on.clock.now());
  const enter = async (input: { password?: string; totp?: string; captcha?: string }, address = '203.0.113.1') => {
    const captcha = input.captcha ?? (await solveCaptcha(on.app, 'login'));
    const values = { email: owner.email, password: OWNER_PASSWORD, ...input, captcha };
    const { status, problem } = await callApp(on.app, login, values, { headers: { 'X-Forwarded-For': address } });
    return status === 200 ? 'in' : problem.code;
  };
  return { ...owner, ...authenticator, shown, enter };
}

describe('signing in with a second factor', () => {
  it('asks for the second factor only after the right password', async () => {
    const owner = await withApp();
    expect(await owner.enter({ password: 'Wrong7Horse' })).toBe('invalid_credentials');
    expect(await owner.enter({ password: 'Wrong7Horse', totp: owner.shown() })).toBe('invalid_credentials');
    expect(await owner.enter({})).toBe('totp_required');
    expect(await owner.enter({ totp: '000000' })).toBe('invalid_totp');
    expect(await owner.enter({ totp: owner.shown() })).toBe('in');
    expect(await owner.enter({ totp: owner.shown() })).toBe('invalid_totp');
    expect(await owner.enter({ totp: owner.recoveryCodes[0]! })).toBe('in');
    expect(await owner.enter({ totp: owner.recoveryCodes[0]! })).toBe('invalid_totp');
  });

  it('leaves the captcha valid for the one repeat that carries the code', async () => {
    const owner = await withApp();
    const captcha = await solveCaptcha(test.current.app, 'login');
    expect(await owner.enter({ captcha })).toBe('totp_required');
    expect(await owner.enter({ captcha, totp: owner.shown() })).toBe('in');
    expect(await owner.enter({ captcha })).toBe('captcha_failed');
  });

  it.each([{ password: 'Wrong7Horse' }, { totp: '000000' }])('uses up the captcha after a guess: %o', async (guess) => {
    const owner = await withApp();
    const captcha = await solveCaptcha(test.current.app, 'login');
    expect(await owner.enter({ captcha, ...guess })).toMatch(/^invalid_/);
    expect(await owner.enter({ captcha, totp: owner.shown() })).toBe('captcha_failed');
  });

  it('accepts one captcha only once from simultaneous requests', async () => {
    const [owner, other] = [await withApp(), await withApp()];
    const captcha = await solveCaptcha(test.current.app, 'login');
    const guess = () => other.enter({ captcha, password: 'Wrong7Horse' });
    await Promise.all([owner.enter({ captcha }), guess(), owner.enter({ captcha }), guess()]);
    // The captcha is used up by the second guess at the latest.
    await guess();
    expect(await guess()).toBe('captcha_failed');
    expect(await owner.enter({ captcha })).toBe('captcha_failed');
  });

  it('is required after a password reset, too', async () => {
    const owner = await withApp();
    await test.current.deps.db.deleteFrom('messages').execute();
    const captcha = await solveCaptcha(test.current.app, 'forgot');
    const browser = { headers: { Cookie: `code_browser=${'b'.repeat(43)}` } };
    await callApp(test.current.app, forgotPassword, { email: owner.email, captcha }, browser);
    const code = await takeCode(test.current, owner.email);
    const password = 'Another7Horse';
    const reset = { email: owner.email, code, password, password_confirm: password };
    expect((await callApp(test.current.app, resetPassword, reset, browser)).status).toBe(200);
    expect(await owner.enter({ password })).toBe('totp_required');
    expect(await owner.enter({ password, totp: owner.shown() })).toBe('in');
  });
});

describe('guesses at the second factor with the right password', () => {
  it('are limited to ten, from any address', async () => {
    const app = await createTestApp({ TRUST_PROXY: '127.0.0.1', LOGIN_PER_15_MINUTES: '5' });
    try {
      const owner = await withApp(app);
      for (let tries = 1; tries <= 10; tries++) {
        expect(await owner.enter({ totp: '000000' }, `203.0.113.${tries}`)).toBe('invalid_totp');
      }
      expect(await owner.enter({ totp: owner.shown() }, '203.0.113.77')).toBe('rate_limited');
    } finally {
      await app.database.drop();
    }
  });

  it('count for their account at one place, and for no other account there', async () => {
    const app = await createTestApp({ LOGIN_PER_15_MINUTES: '4', LOGIN_PER_IP_15_MINUTES: '2' });
    try {
      const [owner, neighbour] = [await withApp(app), await withApp(app)];
      const captcha = await solveCaptcha(app.app, 'login');
      for (let tries = 1; tries <= 3; tries++) expect(await owner.enter({ captcha })).toBe('totp_required');
      expect(await owner.enter({ totp: '000000' })).toBe('invalid_totp');
      expect(await owner.enter({ captcha })).toBe('rate_limited');
      expect(await neighbour.enter({ totp: neighbour.shown() })).toBe('in');
    } finally {
      await app.database.drop();
    }
  });
});
