import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgotPassword, refresh, resetPassword } from '#contract/auth.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { ARMINGS, CARE, register, userRow } from '#test/armings.ts';
import { solveCaptcha } from '#test/captcha.ts';
import { takeCode, takeMessages } from '#test/messages.ts';
import { type OpenIdProvider, startOpenIdProvider, walkThrough } from '#test/openid-provider.ts';
import { trySignIn } from '#test/owner.ts';
import { PASSWORD } from '#test/sign-in.ts';
import { HOME, type Visitor, visitor } from '#test/visitor.ts';

/*
 * A stranger registers the address of somebody else and sets things up before its owner comes. Against a real OpenID provider, with the machine's
 * clock.
 */

let provider: OpenIdProvider;
let site: TestApp;

beforeAll(async () => {
  provider = await startOpenIdProvider([`${HOME}/api/auth/google/callback`]);
  site = await createTestApp({ FEED: 'none', ...provider.settings });
});
afterAll(async () => {
  await site.database.drop();
  await provider.close();
});
beforeEach(async () => {
  site.clock.set(new Date());
  await site.deps.db.deleteFrom('rate_limits').execute();
  await site.deps.db.deleteFrom('messages').execute();
});

let people = 0;
const NEW_PASSWORD = 'Another8Horse';

/** How the owner of an address proves it, in this browser; returns what they are signed in with, where they are. */
type Proof = (email: string, browser: Visitor) => Promise<void>;

const reset: Proof = async (email, browser) => {
  const asked = await browser.call(forgotPassword, { email, captcha: await solveCaptcha(site.app, 'forgot') });
  expect(asked.status).toBe(200);
  const code = await takeCode(site, email);
  const done = await browser.call(resetPassword, { email, code, password: NEW_PASSWORD, password_confirm: NEW_PASSWORD });
  expect(done.status).toBe(200);
};

const google: Proof = async (email, browser) => {
  const login = `person${++people}`;
  provider.people.set(login, { email, email_verified: true, name: 'Pat Person' });
  const { location } = await browser.open('/api/auth/google/start?next=%2F');
  const landed = (await browser.open(await walkThrough(location.href, login))).location;
  expect(landed.searchParams.get('error')).toBeNull();
  expect((await browser.call(refresh, {})).status).toBe(200);
};

const PROOFS: [string, Proof][] = [
  ['a password reset', reset],
  ['Google', google],
];
const EVERY_ARMING = Object.entries({ ...ARMINGS, ...CARE });

describe('a stranger who registered first', () => {
  it.each(EVERY_ARMING)('has %s while nobody has proven the address: the test can fail', async (_, { arm, isArmed }) => {
    const attacker = await register(site);
    await arm(site, attacker);
    expect(await isArmed(site, attacker)).toBe(true);
  });

  it.each(PROOFS.flatMap(([way, prove]) => EVERY_ARMING.map(([arm, arming]) => [arm, way, prove, arming] as const)))(
    'has nothing of %s any more after the owner came by %s',
    async (_, __, prove, { arm, isArmed }) => {
      const attacker = await register(site);
      await arm(site, attacker);
      await prove(attacker.email, visitor(site.app));
      const owner = await userRow(site, attacker.id);
      expect(owner).toMatchObject({ email: attacker.email, status: 'normal' });
      expect(owner.email_verified_at).not.toBeNull();
      const told = (await takeMessages(site)).filter(({ content }) => content.kind === 'account_cleared');
      expect(told.map(({ to }) => to)).toEqual([attacker.email]);
      expect(await isArmed(site, attacker)).toBe(false);
      expect((await trySignIn(site, attacker.email, PASSWORD)).code).toBe('invalid_credentials');
    },
  );
});
