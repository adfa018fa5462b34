import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgotPassword, refresh, resetPassword } from '#contract/auth.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { ARMINGS, CARE, register, userRow } from '#test/support/armings.ts';
import { solveCaptcha } from '#test/support/captcha.ts';
import { takeCode, takeMessages } from '#test/support/messages.ts';
import { type OpenIdProvider, startOpenIdProvider, walkThrough } from '#test/support/openid-provider.ts';
import { trySignIn } from '#test/support/owner.ts';
import { PASSWORD } from '#test/support/sign-in.ts';
import { HOME, type Visitor, visitor } from '#test/support/visitor.ts';

/*
 * A stranger registers somebody else's address and sets things up before its owner comes. Runs against a real OpenID provider, on the
 * machine's clock.
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

/** A way in which the owner proves the address in this browser; returns their sign-in, if any. */
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
  expect((await browser.call(refresh, {})).reply.access).not.toBe('');
};

const PROOFS: [string, Proof][] = [
  ['a password reset', reset],
  ['Google', google],
];
const EVERY_ARMING = Object.entries({ ...ARMINGS, ...CARE });

describe('a stranger who registered first', () => {
  it.each(EVERY_ARMING)('has %s while nobody has proven the address: this test can fail', async (_, { arm, isArmed }) => {
    const attacker = await register(site);
    await arm(site, attacker);
    expect(await isArmed(site, attacker)).toBe(true);
  });

  it.each(PROOFS.flatMap(([way, prove]) => EVERY_ARMING.map(([arm, arming]) => [arm, way, prove, arming] as const)))(
    'has lost %s after the owner came by %s',
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

describe('a stranger who registered another spelling of the owner’s mailbox', () => {
  it('does not hinder the owner, who resets the password with the spelling they know and gets the account', async () => {
    const attacker = await register(site, 'v.ic.tim+first@googlemail.com');
    await prove('victim@gmail.com');
    expect(await userRow(site, attacker.id)).toMatchObject({ email: 'victim@gmail.com', email_verified_at: expect.any(Date) });
    expect((await trySignIn(site, 'victim@gmail.com', NEW_PASSWORD)).status).toBe(200);
    expect((await trySignIn(site, attacker.email, PASSWORD)).code).toBe('invalid_credentials');
    expect((await attacker.browser.call(refresh, {})).status).toBe(401);
  });

  it('gets no mails by other spellings once the address is proven, and the owner’s spelling stays', async () => {
    const owner = await register(site, 'jane.doe@gmail.com');
    await prove(owner.email);
    const browser = visitor(site.app);
    await browser.call(forgotPassword, { email: 'janedoe@gmail.com', captcha: await solveCaptcha(site.app, 'forgot') });
    expect((await takeMessages(site)).flatMap(({ to, content }) => (content.kind === 'reset_password' ? [to] : []))).not.toContain(
      'janedoe@gmail.com',
    );
    expect(await userRow(site, owner.id)).toMatchObject({ email: owner.email });
  });

  it('gets no additional mails or attempts by additional spellings', async () => {
    await register(site, 's.quatter@gmail.com');
    const spellings = Array.from({ length: 9 }, (_, n) => `squatter+${n}@gmail.com`);
    let wrong = 0;
    for (const email of spellings) {
      const browser = visitor(site.app);
      await browser.call(forgotPassword, { email, captcha: await solveCaptcha(site.app, 'forgot') });
      for (let n = 0; n < 3; n++) {
        const tried = { email, code: '000000', password: NEW_PASSWORD, password_confirm: NEW_PASSWORD };
        if ((await browser.call(resetPassword, tried)).problem.code === 'code_link_required') wrong += 1;
      }
    }
    const sent = (await takeMessages(site)).filter(({ content }) => content.kind === 'reset_password');
    expect(sent.length).toBeLessThanOrEqual(site.deps.config.rates.codesPerHour + 1);
    expect(wrong).toBeGreaterThan(0);
  });

  const prove = (email: string) => reset(email, visitor(site.app));
});
