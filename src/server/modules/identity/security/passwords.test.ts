import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { changePassword } from '#contract/account.ts';
import { forgotPassword, resetPassword, sendStepUpCode } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { createApp } from '#server/app.ts';
import { passwords } from '#server/modules/identity/auth/passwords.ts';
import { callApp, createTestApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { solveCaptcha } from '#test/support/captcha.ts';
import { createUser } from '#test/support/factories.ts';
import { takeCode, takeMessages } from '#test/support/messages.ts';
import { createOwner, isSignedIn, OWNER_PASSWORD, signIn, trySignIn } from '#test/support/owner.ts';

const test = useTestApp({ LOGIN_PER_15_MINUTES: '100000', LOGIN_PER_IP_15_MINUTES: '100000', CODES_PER_HOUR: '4' });
const NEW_PASSWORD = 'Battery8Staple';
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

afterEach(async () => {
  test.current.clock.set(TEST_NOW);
  await test.current.deps.db.deleteFrom('rate_limits').execute();
  await test.current.deps.db.deleteFrom('messages').execute();
});

/** One browser: codes are valid where they were requested. */
const BROWSER = { Cookie: `code_browser=${'b'.repeat(43)}` };

const forgot = async (email: string) =>
  callApp(test.current.app, forgotPassword, { email, captcha: await solveCaptcha(test.current.app, 'forgot') }, { headers: BROWSER });

type Reset = InputOf<typeof resetPassword>;
const reset = (email: string, code: string, values: Partial<Reset> = {}, headers: Record<string, string> = {}) =>
  callApp(
    test.current.app,
    resetPassword,
    { email, code, password: NEW_PASSWORD, password_confirm: NEW_PASSWORD, ...values },
    { headers: { ...BROWSER, ...headers } },
  );

const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const userOf = (id: string) => test.current.deps.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Creates an owner who requested a code; returns both. */
async function ownerWithCode(values?: { confirmed: boolean }) {
  const owner = await createOwner(test.current, values);
  expect((await forgot(owner.email)).status).toBe(200);
  return { ...owner, code: await takeCode(test.current, owner.email) };
}

describe('requesting a password reset', () => {
  it('sends a code in the language of the owner', async () => {
    const { deps } = test.current;
    const owner = await createOwner(test.current);
    await deps.db.updateTable('users').set({ locale: 'vi' }).where('id', '=', owner.id).execute();
    const answer = await forgot(`  ${owner.email.toUpperCase()} `);
    expect(answer).toMatchObject({ status: 200, reply: { resend_seconds: 60, expires_seconds: 600 } });
    expect(await takeMessages(test.current)).toEqual([
      {
        ...{ to: owner.email, locale: 'vi' },
        content: { kind: 'reset_password', code: expect.stringMatching(/^\d{6}$/), minutes: 10, codeLink: expect.any(String) },
      },
    ]);
  });

  it('answers alike for an address without an account, and writes as many rows', async () => {
    const { db } = test.current.deps;
    const count = async () => [
      (await db.selectFrom('codes').select('id').execute()).length,
      (await db.selectFrom('messages').select('id').execute()).length,
    ];
    const rowsOf = async (email: string) => {
      const before = await count();
      const answer = await forgot(email);
      const after = await count();
      return { status: answer.status, reply: answer.reply, rows: after.map((rows, index) => rows - before[index]!) };
    };
    const owner = await createOwner(test.current);
    const known = await rowsOf(owner.email);
    const unknown = await rowsOf('nobody@example.com');
    expect(known).toEqual({ status: 200, reply: { resend_seconds: 60, expires_seconds: 600 }, rows: [1, 1] });
    expect(unknown).toEqual(known);
    const disabled = await createOwner(test.current);
    await db.updateTable('users').set({ status: 'disabled' }).where('id', '=', disabled.id).execute();
    expect(await rowsOf(disabled.email)).toEqual(known);
    expect((await takeMessages(test.current)).map(({ to }) => to)).toEqual([owner.email]);
  });

  it('counts alike for an address without an account', async () => {
    const { db } = test.current.deps;
    const owner = await createOwner(test.current);
    for (const email of [owner.email, 'no-one@example.com']) {
      for (let sent = 1; sent <= 4; sent++) {
        expect((await forgot(email)).status).toBe(200);
        const again = await forgot(email);
        expect(again).toMatchObject({ status: 429, problem: { code: 'rate_limited', params: { minutes: sent < 4 ? 1 : 60 } } });
        await db.deleteFrom('rate_limits').where('key', 'like', 'code-resend%').execute();
      }
      const fifth = await forgot(email);
      expect(fifth).toMatchObject({ status: 429, problem: { code: 'rate_limited' } });
      expect(Number(fifth.headers.get('retry-after'))).toBeGreaterThan(60);
    }
  });

  it('works for users whose email domain was listed as disposable after they registered', async () => {
    const owner = await createOwner(test.current, { email: 'early@mailinator.com' });
    expect((await forgot(owner.email)).status).toBe(200);
    expect((await reset(owner.email, await takeCode(test.current, owner.email))).status).toBe(200);
  });

  it('requires a captcha of its own, and an address', async () => {
    const { app } = test.current;
    const email = 'nobody@example.com';
    expect(await callApp(app, forgotPassword, { email })).toMatchObject({ status: 422, problem: { code: 'captcha_required' } });
    const captcha = await solveCaptcha(app, 'login');
    expect(await callApp(app, forgotPassword, { email, captcha })).toMatchObject({ status: 422, problem: { code: 'captcha_failed' } });
    expect(await callApp(app, forgotPassword, {} as never)).toMatchObject({ status: 400, problem: { code: 'missing_fields' } });
    for (const nonsense of ['nobody', "x' or 1=1 --@", '<b>@example.com>']) {
      expect(await forgot(nonsense)).toMatchObject({ status: 422, problem: { code: 'invalid_email' } });
    }
  });
});

describe('resetting the password', () => {
  it('sets a new one, ends every session, confirms the address, holds withdrawals for a day and warns', async () => {
    const { clock } = test.current;
    const { code, ...owner } = await ownerWithCode({ confirmed: false });
    const devices = [await signIn(test.current, owner), await signIn(test.current, owner)];
    const stranger = await createOwner(test.current);
    const elsewhere = await signIn(test.current, stranger);
    const answer = await reset(owner.email.toUpperCase(), code, {}, { 'User-Agent': CHROME });
    expect(answer).toMatchObject({ status: 200, reply: {} });
    for (const device of devices) expect(await isSignedIn(test.current, device)).toBe(false);
    expect(await isSignedIn(test.current, elsewhere)).toBe(true);
    expect(await trySignIn(test.current, owner.email, OWNER_PASSWORD)).toMatchObject({ code: 'invalid_credentials' });
    expect(await trySignIn(test.current, owner.email, NEW_PASSWORD)).toMatchObject({ status: 200 });
    expect(await userOf(owner.id)).toMatchObject({
      email_verified_at: clock.now(),
      password_changed_at: clock.now(),
      redeem_held_until: new Date(clock.now().getTime() + 24 * HOUR_MS),
    });
    const told = (kind: string) => ({
      to: owner.email,
      kind,
      at: TEST_NOW,
      device: { browser: 'Chrome', system: 'Windows' },
      country: null,
      timeZone: 'UTC',
      link: expect.stringMatching(/^http:\/\/localhost\/not-me#[\w-]{43}$/),
    });
    const sent = (await takeMessages(test.current)).map(({ to, content }) => ({ to, ...content }));
    // The address was unconfirmed before, so the sessions may have been a stranger's.
    expect(sent).toEqual([told('account_cleared'), told('password_reset')]);
  });

  it('immediately refuses access tokens issued before', async () => {
    const { code, ...owner } = await ownerWithCode();
    const { token } = await signIn(test.current, owner);
    await reset(owner.email, code);
    const change = { current_password: NEW_PASSWORD, password: OWNER_PASSWORD, password_confirm: OWNER_PASSWORD };
    expect(await callApp(test.current.app, changePassword, change, { token })).toMatchObject({
      status: 401,
      problem: { code: 'session_expired' },
    });
  });

  it('does not reveal whether there is an account, up to the sixth try and after it', async () => {
    const { code, ...owner } = await ownerWithCode();
    await forgot('nobody-here@example.com');
    const tries: string[][] = [];
    for (const email of [owner.email, 'nobody-here@example.com']) {
      const codes: string[] = [];
      for (let attempt = 1; attempt <= 7; attempt++) codes.push((await reset(email, otherThan(code))).problem.code);
      tries.push(codes);
    }
    expect(tries[0]).toEqual([...Array(5).fill('invalid_code'), 'too_many_tries', 'too_many_tries']);
    expect(tries[1]).toEqual(tries[0]);
    expect(await reset(owner.email, code)).toMatchObject({ status: 422, problem: { code: 'too_many_tries' } });
    expect(await reset('never-asked@example.com', code)).toMatchObject({ status: 422, problem: { code: 'invalid_code' } });
  });

  it('ends alike with and without an account after ten minutes', async () => {
    const { code, ...owner } = await ownerWithCode();
    await forgot('also-nobody@example.com');
    test.current.clock.advance(10 * MINUTE_MS);
    for (const email of [owner.email, 'also-nobody@example.com']) {
      expect(await reset(email, code)).toMatchObject({ status: 410, problem: { code: 'code_expired' } });
    }
  });

  it.each<[string, Partial<Reset>, number, string]>([
    ['short', { password: 'Ab1', password_confirm: 'Ab1' }, 422, 'password_min'],
    ['long', { password: `Ab1${'x'.repeat(126)}` }, 422, 'password_max'],
    ['without a lowercase letter', { password: 'ABCDEFG1' }, 422, 'password_lower'],
    ['without an uppercase letter', { password: 'abcdefg1' }, 422, 'password_upper'],
    ['without a digit', { password: 'Abcdefgh' }, 422, 'password_digit'],
    ['that many use', { password: 'Password1' }, 422, 'password_common'],
    ['typed differently', { password_confirm: 'Battery8Stapel' }, 422, 'password_mismatch'],
    ['left out', { password: '' }, 400, 'invalid_payload'],
  ])('checks a password %s before the code, which stays valid', async (_, values, status, error) => {
    const { code, ...owner } = await ownerWithCode();
    expect(await reset(owner.email, otherThan(code), values)).toMatchObject({ status, problem: { code: error } });
    for (let attempt = 1; attempt <= 6; attempt++) await reset(owner.email, code, values);
    expect((await reset(owner.email, code)).status).toBe(200);
  });

  it('accepts a code once from a hundred simultaneous resets', async () => {
    const app = await createTestApp({ LOGIN_PER_IP_15_MINUTES: '1000', LOGIN_PER_15_MINUTES: '1000' });
    try {
      const owner = await createOwner(app);
      const captcha = await solveCaptcha(app.app, 'forgot');
      await callApp(app.app, forgotPassword, { email: owner.email, captcha }, { headers: BROWSER });
      const code = await takeCode(app, owner.email);
      const passwords = Array.from({ length: 100 }, (_, index) => `Battery8Staple${index}`);
      const answers = await Promise.all(
        passwords.map((password) =>
          callApp(app.app, resetPassword, { email: owner.email, code, password, password_confirm: password }, { headers: BROWSER }),
        ),
      );
      const won = answers.flatMap(({ status }, index) => (status === 200 ? [passwords[index]!] : []));
      expect(won).toHaveLength(1);
      expect(answers.filter(({ status, problem }) => status === 422 && problem.code === 'invalid_code')).toHaveLength(99);
      expect((await trySignIn(app, owner.email, won[0]!)).status).toBe(200);
      expect(await takeMessages(app)).toHaveLength(1);
    } finally {
      await app.database.drop();
    }
  });

  it('rejects the code of another address or another purpose', async () => {
    const { code: codeOfA, ...a } = await ownerWithCode();
    const { code: codeOfB, ...b } = await ownerWithCode();
    if (codeOfA !== codeOfB) expect((await reset(b.email, codeOfA)).problem.code).toBe('invalid_code');
    expect((await reset(b.email, codeOfB)).status).toBe(200);
    const { token } = await signIn(test.current, a);
    await takeMessages(test.current);
    expect((await callApp(test.current.app, sendStepUpCode, {}, { token })).status).toBe(200);
    const stepUpCode = await takeCode(test.current, a.email);
    if (stepUpCode !== codeOfA) expect((await reset(a.email, stepUpCode)).problem.code).toBe('invalid_code');
    expect((await reset(a.email, codeOfA)).status).toBe(200);
  });

  it('is atomic: a failure leaves code, password and sessions as they were', async () => {
    const { deps } = test.current;
    const { code, ...owner } = await ownerWithCode();
    const device = await signIn(test.current, owner);
    // The warning is written last but one: without its table the warning fails, so nothing else may happen.
    await deps.db.schema.alterTable('messages').renameTo('messages_away').execute();
    try {
      expect((await reset(owner.email, code)).status).toBe(500);
    } finally {
      await deps.db.schema.alterTable('messages_away').renameTo('messages').execute();
    }
    expect(await isSignedIn(test.current, device)).toBe(true);
    expect((await trySignIn(test.current, owner.email, OWNER_PASSWORD)).status).toBe(200);
    expect(await userOf(owner.id)).toMatchObject({ password_changed_at: null, redeem_held_until: null });
    expect((await reset(owner.email, code)).status).toBe(200);
  });

  it('is refused for a user who was disabled in the meantime', async () => {
    const { code, ...owner } = await ownerWithCode();
    await test.current.deps.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', owner.id).execute();
    expect(await reset(owner.email, code)).toMatchObject({ status: 422, problem: { code: 'invalid_code' } });
    expect(await userOf(owner.id)).toMatchObject({ password_changed_at: null });
  });

  it('limits tries at many addresses from one place', async () => {
    const strict = await createTestApp({ LOGIN_PER_IP_15_MINUTES: '3' });
    try {
      const attempt = (email: string) =>
        callApp(strict.app, resetPassword, { email, code: '123456', password: NEW_PASSWORD, password_confirm: NEW_PASSWORD });
      for (const email of ['a@example.com', 'b@example.com', 'c@example.com'])
        expect((await attempt(email)).problem.code).toBe('invalid_code');
      expect(await attempt('d@example.com')).toMatchObject({ status: 429, problem: { code: 'rate_limited' } });
    } finally {
      await strict.database.drop();
    }
  });
});

describe('changing the password', () => {
  type Change = InputOf<typeof changePassword>;
  const change = (token: string, values: Partial<Change> = {}) =>
    callApp(
      test.current.app,
      changePassword,
      { current_password: OWNER_PASSWORD, password: NEW_PASSWORD, password_confirm: NEW_PASSWORD, ...values },
      { token },
    );

  it('keeps only this device signed in', async () => {
    const owner = await createOwner(test.current);
    const [here, ...others] = [await signIn(test.current, owner), await signIn(test.current, owner), await signIn(test.current, owner)];
    expect(await change(here.token)).toMatchObject({ status: 200, reply: {} });
    expect(await isSignedIn(test.current, here)).toBe(true);
    for (const other of others) expect(await isSignedIn(test.current, other)).toBe(false);
    expect((await trySignIn(test.current, owner.email, OWNER_PASSWORD)).code).toBe('invalid_credentials');
    expect((await trySignIn(test.current, owner.email, NEW_PASSWORD)).status).toBe(200);
    expect(await userOf(owner.id)).toMatchObject({
      password_changed_at: test.current.clock.now(),
      redeem_held_until: new Date(test.current.clock.now().getTime() + 24 * HOUR_MS),
    });
    expect((await takeMessages(test.current)).map(({ to, content }) => [to, content.kind])).toEqual([[owner.email, 'password_changed']]);
  });

  it('leaves no session to a simultaneous sign-in with the old password', async () => {
    // Hashes passwords as the server does: the race is about the time that this takes.
    const deps = { ...test.current.deps, passwords };
    const site = { ...test.current, deps, app: createApp(deps) };
    const owner = await createOwner(site);
    let present = OWNER_PASSWORD;
    for (let round = 1; round <= 12; round++) {
      const mine = await trySignIn(site, owner.email, present);
      const next = `${NEW_PASSWORD}${round}`;
      const [theirs, changed] = await Promise.all([
        // Varies the timing: the password is checked before it changes, and the session begins afterwards.
        sleep(round * 5).then(() => trySignIn(site, owner.email, present)),
        callApp(site.app, changePassword, { current_password: present, password: next, password_confirm: next }, { token: mine.token }),
      ]);
      expect(changed.status).toBe(200);
      if (theirs.status === 200) expect(await isSignedIn(site, theirs)).toBe(false);
      present = next;
    }
  });

  it('ends a code that was sent for a reset', async () => {
    const { code, ...owner } = await ownerWithCode();
    const { token } = await signIn(test.current, owner);
    expect((await change(token)).status).toBe(200);
    expect((await reset(owner.email, code)).problem.code).toBe('invalid_code');
  });

  it('requires the present password, which cannot be guessed', async () => {
    const strict = await createTestApp({ LOGIN_PER_15_MINUTES: '3' });
    try {
      const owner = await createOwner(strict);
      const { token } = await signIn(strict, owner);
      const attempt = (current_password: string) =>
        callApp(strict.app, changePassword, { current_password, password: NEW_PASSWORD, password_confirm: NEW_PASSWORD }, { token });
      expect(await attempt('')).toMatchObject({ status: 400, problem: { code: 'missing_fields', params: { field: 'current_password' } } });
      for (const guess of ['Wrong1Horse', "' or 1=1 --", '<script>']) {
        expect(await attempt(guess)).toMatchObject({ status: 401, problem: { code: 'invalid_credentials' } });
      }
      expect(await attempt(OWNER_PASSWORD)).toMatchObject({ status: 429, problem: { code: 'rate_limited' } });
    } finally {
      await strict.database.drop();
    }
  });

  it('checks the new password first', async () => {
    const { token } = await signIn(test.current, await createOwner(test.current));
    expect(await change(token, { password: 'short', current_password: 'Wrong1Horse' })).toMatchObject({
      status: 422,
      problem: { code: 'password_min', params: { min: 8 } },
    });
    expect((await change(token, { password_confirm: 'Another8One' })).problem.code).toBe('password_mismatch');
    expect((await change(token, { password: 'Password1', password_confirm: 'Password1' })).problem.code).toBe('password_common');
  });

  it('succeeds for one of ten simultaneous requests', async () => {
    const owner = await createOwner(test.current);
    const { token } = await signIn(test.current, owner);
    const passwords = Array.from({ length: 10 }, (_, index) => `Battery8Staple${index}`);
    const answers = await Promise.all(passwords.map((password) => change(token, { password, password_confirm: password })));
    const won = answers.flatMap(({ status }, index) => (status === 200 ? [passwords[index]!] : []));
    expect(won).toHaveLength(1);
    expect((await trySignIn(test.current, owner.email, won[0]!)).status).toBe(200);
  });

  it('requires a step-up from users without a password', async () => {
    const { deps, clock } = test.current;
    const user = await createUser(test.current);
    const first = { current_password: undefined };
    expect(await change(user.token, first)).toMatchObject({ status: 403, problem: { code: 'step_up_required' } });
    await deps.db.updateTable('sessions').set({ stepped_up_at: clock.now() }).where('user_id', '=', user.id).execute();
    expect((await change(user.token, first)).status).toBe(200);
    expect((await trySignIn(test.current, user.email, NEW_PASSWORD)).status).toBe(200);
  });

  it('requires a signed-in user', async () => {
    expect(await change('')).toMatchObject({ status: 401, problem: { code: 'token_missing' } });
  });
});
