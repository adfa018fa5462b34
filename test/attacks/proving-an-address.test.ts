import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { changePassword, getOverview } from '#contract/account.ts';
import { forgotPassword, refresh, resetPassword, sendEmailCode, stepUp, verifyEmail } from '#contract/auth.ts';
import { addPushDevice } from '#contract/notifications.ts';
import { excludeSelf, setLimit } from '#contract/play-limits.ts';
import { updateProfile } from '#contract/profile.ts';
import { beginTwoFactor } from '#contract/two-factor.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { ARMINGS, CARE, type Registrant, register, stepUpEverywhere, userRow } from '#test/support/armings.ts';
import { solveCaptcha } from '#test/support/captcha.ts';
import { createUser } from '#test/support/factories.ts';
import { takeCode, takeMessages } from '#test/support/messages.ts';
import { trySignIn } from '#test/support/owner.ts';
import { freshEmail, PASSWORD, signIn, signUp } from '#test/support/sign-in.ts';
import { type Visitor, visitor } from '#test/support/visitor.ts';
import { freshWallet } from '#test/support/wallets.ts';

const test = useTestApp({ FEED: 'none', LOGIN_PER_15_MINUTES: '1000000', LOGIN_PER_IP_15_MINUTES: '1000000' });
const db = () => test.current.deps.db;

beforeEach(async () => {
  test.current.clock.set(TEST_NOW);
  await db().deleteFrom('rate_limits').execute();
  await db().deleteFrom('messages').execute();
});

const NEW_PASSWORD = 'Another8Horse';
const SIX_MONTHS = { kind: 'self_exclusion', months: 6 } as const;

/** Returns the code that confirms the address of a session's account, or another address. */
async function confirmationCode({ browser, token, email: own }: Registrant, email = own): Promise<string> {
  const sent = await browser.call(sendEmailCode, email === own ? {} : { email }, { token });
  if (sent.status !== 200) throw new Error(sent.problem.code);
  return takeCode(test.current, email);
}

async function resetCode(email: string, browser: Visitor): Promise<string> {
  await browser.call(forgotPassword, { email, captcha: await solveCaptcha(test.current.app, 'forgot') });
  return takeCode(test.current, email);
}

const reset = (browser: Visitor, email: string, code: string) =>
  browser.call(resetPassword, { email, code, password: NEW_PASSWORD, password_confirm: NEW_PASSWORD });

const exclusionOf = async ({ id }: { id: string }) =>
  db().selectFrom('exclusions').selectAll().where('user_id', '=', id).where('until', '>', test.current.clock.now()).executeTakeFirst();
const reviewsOf = ({ id }: { id: string }) => db().selectFrom('exclusion_reviews').selectAll().where('user_id', '=', id).execute();
const isOn = async ({ browser, token }: Pick<Registrant, 'browser' | 'token'>) =>
  (await browser.call(getOverview, {}, { token })).status === 200;

/** Signs a second browser in with the password. */
async function elsewhere({ email, id }: Registrant): Promise<Registrant> {
  const browser = visitor(test.current.app);
  const answer = await signIn(test.current, { email });
  browser.jar.take(answer.headers);
  return { id, email, token: answer.reply.access, browser };
}

describe('confirming an address by a code typed into a session', () => {
  it('keeps that session and the password, ends other sessions, and warns only if something was removed', async () => {
    const here = await register(test.current);
    expect((await here.browser.call(verifyEmail, { code: await confirmationCode(here) }, { token: here.token })).status).toBe(200);
    expect(await isOn(here)).toBe(true);
    expect(await takeMessages(test.current)).toEqual([]);
    expect(await userRow(test.current, here.id)).toMatchObject({ redeem_held_until: null });

    const second = await register(test.current);
    const other = await elsewhere(second);
    expect((await second.browser.call(verifyEmail, { code: await confirmationCode(second) }, { token: second.token })).status).toBe(200);
    expect([await isOn(second), await isOn(other)]).toEqual([true, false]);
    expect((await takeMessages(test.current)).map(({ to, content }) => [to, content.kind])).toEqual([[second.email, 'account_cleared']]);
    expect((await trySignIn(test.current, second.email, PASSWORD)).status).toBe(200);
  });

  it.each(Object.entries(ARMINGS).filter(([name]) => name !== 'a session'))(
    'removes %s that was there before',
    async (_, { arm, isArmed }) => {
      const here = await register(test.current);
      await arm(test.current, here);
      await db().deleteFrom('messages').execute();
      await db().deleteFrom('rate_limits').execute();
      // If the code was revoked together with what was armed, this requests a new one.
      const code = await confirmationCode(here);
      expect((await here.browser.call(verifyEmail, { code }, { token: here.token })).status).toBe(200);
      expect(await isArmed(test.current, here)).toBe(false);
    },
  );

  it.each(Object.entries(CARE))('does not end %s', async (_, { arm, isArmed }) => {
    for (const confirmFrom of ['here', 'elsewhere'] as const) {
      const here = await register(test.current);
      await arm(test.current, here);
      const session = confirmFrom === 'here' ? here : await elsewhere(here);
      const code = await confirmationCode(session);
      expect((await session.browser.call(verifyEmail, { code }, { token: session.token })).status).toBe(200);
      expect(await isArmed(test.current, here), confirmFrom).toBe(true);
      await db().deleteFrom('rate_limits').execute();
    }
  });

  it('fails once the owner has proven the address by another way', async () => {
    const attacker = await register(test.current);
    const code = await confirmationCode(attacker);
    const owner = visitor(test.current.app);
    expect((await reset(owner, attacker.email, await resetCode(attacker.email, owner))).status).toBe(200);
    expect((await attacker.browser.call(verifyEmail, { code }, { token: attacker.token })).status).toBeGreaterThanOrEqual(400);
    expect(await isOn(attacker)).toBe(false);
  });

  it('for another address counts as the first proof too', async () => {
    const here = await register(test.current);
    const other = await elsewhere(here);
    await ARMINGS['a wallet, and one before']!.arm(test.current, here);
    await stepUpEverywhere(test.current, here.id);
    const email = freshEmail();
    expect((await here.browser.call(verifyEmail, { email, code: await confirmationCode(here, email) }, { token: here.token })).status).toBe(
      200,
    );
    expect(await userRow(test.current, here.id)).toMatchObject({ email, wallet_address: null });
    expect([await isOn(here), await isOn(other)]).toEqual([true, false]);
  });
});

describe('a self-exclusion on an account whose address is proven by a reset', () => {
  it('continues in a browser known to the account, so that a reset is no way out of it', async () => {
    const here = await register(test.current);
    await here.browser.call(excludeSelf, SIX_MONTHS, { token: here.token });
    expect((await reset(here.browser, here.email, await resetCode(here.email, here.browser))).status).toBe(200);
    expect(await exclusionOf(here)).toMatchObject({ kind: 'self_exclusion' });
    expect(await reviewsOf(here)).toEqual([]);
  });

  it('ends in an unknown browser and is reported to operators, because it may have been the owner’s', async () => {
    const attacker = await register(test.current);
    await attacker.browser.call(excludeSelf, { kind: 'self_exclusion', months: 60 }, { token: attacker.token });
    const until = (await exclusionOf(attacker))!.until;
    const owner = visitor(test.current.app);
    expect((await reset(owner, attacker.email, await resetCode(attacker.email, owner))).status).toBe(200);
    expect(await exclusionOf(attacker)).toBeUndefined();
    expect(await reviewsOf(attacker)).toMatchObject([{ reason: 'confirmed', state: 'open', until }]);
  });

  it('of another account with the same mailbox continues for the owner', async () => {
    const email = 'mia.chen@gmail.com';
    const first = await register(test.current, email);
    await first.browser.call(verifyEmail, { code: await confirmationCode(first) }, { token: first.token });
    await first.browser.call(excludeSelf, SIX_MONTHS, { token: first.token });
    await db()
      .updateTable('users')
      .set({ email: null, email_identity: null, email_verified_at: null })
      .where('id', '=', first.id)
      .execute();
    await db().deleteFrom('rate_limits').execute();

    const again = await register(test.current, 'miachen@gmail.com');
    expect(await exclusionOf(again)).toBeDefined();
    const owner = visitor(test.current.app);
    expect((await reset(owner, again.email, await resetCode(again.email, owner))).status).toBe(200);
    expect(await exclusionOf(again)).toMatchObject({ kind: 'self_exclusion' });
  });
});

describe('an invitation accepted by the stranger who registered', () => {
  it('is removed once the owner takes over the account by a reset', async () => {
    const inviter = await createUser(test.current);
    const { invite_code } = await userRow(test.current, inviter.id);
    const { reply } = await signUp(test.current, { invite_code });
    const { id, email } = reply.user;
    expect(await userRow(test.current, id)).toMatchObject({ invited_by: inviter.id });
    await db().deleteFrom('messages').execute();
    const owner = visitor(test.current.app);
    expect((await reset(owner, email, await resetCode(email, owner))).status).toBe(200);
    expect(await userRow(test.current, id)).toMatchObject({ invited_by: null, invited_with: null, invited_through: null });
  });
});

describe('an address that a stranger only typed', () => {
  it('is released when its owner proves it: the stranger loses it, is signed out, and is erased in seven days', async () => {
    const squatter = await register(test.current);
    const owner = await createUser(test.current);
    await stepUpEverywhere(test.current, owner.id);
    const mine: Registrant = { ...owner, browser: visitor(test.current.app) };
    const code = await confirmationCode(mine, squatter.email);
    expect((await mine.browser.call(verifyEmail, { email: squatter.email, code }, { token: mine.token })).status).toBe(200);
    expect(await userRow(test.current, owner.id)).toMatchObject({ email: squatter.email });
    expect(await userRow(test.current, squatter.id)).toMatchObject({
      email: null,
      deletion_due_at: new Date(Date.parse(TEST_NOW) + 7 * 86_400_000),
    });
    expect(await isOn(squatter)).toBe(false);
    expect((await trySignIn(test.current, squatter.email, PASSWORD)).code).toBe('invalid_credentials');
  });

  it('is refused if the other account had proven it', async () => {
    const holder = await createUser(test.current);
    const other = await createUser(test.current);
    await stepUpEverywhere(test.current, other.id);
    const answer = await visitor(test.current.app).call(sendEmailCode, { email: holder.email }, { token: other.token });
    expect(answer.problem.code).toBe('email_taken');
  });
});

describe('what a stranger sent before the owner came, and which waited meanwhile', () => {
  const WAITING: [string, (stranger: Registrant) => Promise<{ status: number }>][] = [
    ['an exclusion', ({ browser, token }) => browser.call(excludeSelf, SIX_MONTHS, { token })],
    ['a limit', ({ browser, token }) => browser.call(setLimit, { kind: 'stake', period: 'day', amount: 1 }, { token })],
  ];

  it.each(WAITING)('does not set %s on the owner’s account', async (_, send) => {
    const stranger = await register(test.current);
    const sent = await db()
      .transaction()
      .execute(async (takeover) => {
        await takeover.selectFrom('users').select('id').where('id', '=', stranger.id).forUpdate().execute();
        const waiting = send(stranger);
        expect(await Promise.race([waiting, new Promise((done) => setTimeout(done, 100, 'waits'))])).toBe('waits');
        await takeover.updateTable('sessions').set({ ended_at: test.current.clock.now() }).where('user_id', '=', stranger.id).execute();
        return { waiting };
      });
    expect((await sent.waiting).status).toBe(401);
    expect(await exclusionOf(stranger)).toBeUndefined();
    expect(await db().selectFrom('play_limits').selectAll().where('user_id', '=', stranger.id).execute()).toEqual([]);
  });
});

describe('arming and proving at the same time', () => {
  /** What an attacker with a stepped-up session attempts repeatedly. */
  const TRIES: Record<string, (attacker: Registrant) => Promise<{ status: number }>> = {
    'a wallet': ({ browser, token }) => browser.call(updateProfile, { wallet_address: freshWallet() }, { token }),
    'a second factor': ({ browser, token }) => browser.call(beginTwoFactor, {}, { token }),
    'a push device': ({ browser, token }) =>
      browser.call(
        addPushDevice,
        {
          endpoint: `https://push.example.com/${randomUUID()}`,
          keys: { p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU', auth: 'A'.repeat(22) },
          vapid_public_key: 'A'.repeat(87),
        },
        { token },
      ),
    'a password': ({ browser, token }) =>
      browser.call(
        changePassword,
        { current_password: PASSWORD, password: 'Stranger9Horse', password_confirm: 'Stranger9Horse' },
        { token },
      ),
    'a step-up': ({ browser, token }) => browser.call(stepUp, { password: PASSWORD }, { token }),
    'an exclusion': ({ browser, token }) => browser.call(excludeSelf, SIX_MONTHS, { token }),
    'a sign-in': async ({ email }) => trySignIn(test.current, email, PASSWORD),
  };

  it.each(Object.entries(TRIES))('leaves the stranger without %s, whoever is first', async (_, attempt) => {
    for (let round = 0; round < 5; round++) {
      await db().deleteFrom('rate_limits').execute();
      const attacker = await register(test.current);
      await stepUpEverywhere(test.current, attacker.id);
      const owner = visitor(test.current.app);
      const code = await resetCode(attacker.email, owner);
      const [, done] = await Promise.all([
        Promise.all([attempt(attacker), attempt(attacker)]),
        reset(owner, attacker.email, code),
        attempt(attacker),
        attempt(attacker),
      ]);
      // An attacker's earlier password change may have revoked the code: then the owner requests another one.
      if (done.status !== 200) {
        await db().deleteFrom('rate_limits').execute();
        await db().deleteFrom('messages').execute();
        expect((await reset(owner, attacker.email, await resetCode(attacker.email, owner))).status).toBe(200);
      }
      const user = await userRow(test.current, attacker.id);
      expect(user).toMatchObject({ wallet_address: null, totp_enabled_at: null, totp_next_secret: null, email: attacker.email });
      expect(user.email_verified_at).not.toBeNull();
      const live = await sql`select id from sessions where user_id = ${attacker.id} and ended_at is null`.execute(db());
      const devices = await db().selectFrom('push_devices').select('id').where('user_id', '=', attacker.id).execute();
      expect([live.rows, devices, await exclusionOf(attacker)]).toEqual([[], [], undefined]);
      expect((await attacker.browser.call(refresh, {})).status).toBe(401);
      for (const password of [PASSWORD, 'Stranger9Horse'])
        expect((await trySignIn(test.current, attacker.email, password)).code).toBe('invalid_credentials');
      expect((await trySignIn(test.current, attacker.email, NEW_PASSWORD)).status).toBe(200);
    }
  });
});
