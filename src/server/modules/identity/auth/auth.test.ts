import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import { login, me, type register } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { createApp } from '#server/app.ts';
import { derivedKey } from '#server/platform/crypto/server-keys.ts';
import { keyId, signAccessToken } from '#server/platform/http/access-token.ts';
import { callApp, createTestApp, TEST_NOW, type TestApp, useTestApp } from '#test/support/app.ts';
import { solveCaptcha } from '#test/support/captcha.ts';
import { createUser as createUserRow } from '#test/support/factories.ts';
import { freshEmail, PASSWORD, signIn as signInTo, signUp as signUpTo } from '#test/support/sign-in.ts';

const test = useTestApp({ LOGIN_PER_15_MINUTES: '1000', LOGIN_PER_IP_15_MINUTES: '1000' });

const signUp = (values: Partial<InputOf<typeof register>> = {}, app = test.current) => signUpTo(app, values);
const cookieOf = (headers: Headers) => headers.getSetCookie().find((cookie) => cookie.startsWith('refresh=')) ?? '';

describe('sign-in', () => {
  const signIn = (values: Partial<InputOf<typeof login>>) => signInTo(test.current, values);

  it('accepts the right password, and the address in any case and equivalent spelling', async () => {
    const email = freshEmail();
    await signUp({ email, password: 'Nguy\u1ec5n12345' });
    const answer = await signIn({ email: email.toUpperCase(), password: 'Nguye\u0302\u0303n12345' });
    expect(answer).toMatchObject({ status: 200, reply: { user: { email } } });
  });

  it('sets a cookie for 30 days with remember me, else until the browser closes', async () => {
    const { email } = (await signUp()).reply.user;
    expect(cookieOf((await signIn({ email, remember: true })).headers)).toContain('Max-Age=2592000');
    expect(cookieOf((await signIn({ email })).headers)).not.toMatch(/Max-Age|Expires/);
    const sessions = await test.current.deps.db.selectFrom('sessions').selectAll().execute();
    const lasting = sessions.filter(({ remember }) => remember);
    expect(lasting.at(-1)!.expires_at.toISOString()).toBe('2026-12-20T12:00:00.000Z');
    expect(sessions.find(({ remember }) => !remember)!.expires_at.toISOString()).toBe('2026-11-21T12:00:00.000Z');
  });

  // `npm run bench -- sign-in-timing` measures that both take equally long.
  it('answers a wrong password and an unknown address alike', async () => {
    const { email } = (await signUp()).reply.user;
    const wrong = await signIn({ email, password: 'Wrong7Horse' });
    const unknown = await signIn({ email: freshEmail(), password: 'Wrong7Horse' });
    expect(wrong).toMatchObject({ status: 401, problem: { code: 'invalid_credentials' } });
    const { request_id: _, ...said } = wrong.problem;
    expect(unknown.problem).toMatchObject(said);
  });

  it('reveals that an account is disabled only after the right password', async () => {
    const { email } = (await signUp()).reply.user;
    await test.current.deps.db.updateTable('users').set({ status: 'disabled' }).where('email', '=', email).execute();
    expect(await signIn({ email })).toMatchObject({ status: 403, problem: { code: 'account_disabled' } });
    expect(await signIn({ email, password: 'Wrong7Horse' })).toMatchObject({ status: 401, problem: { code: 'invalid_credentials' } });
  });

  it('refuses any password for an account without one', async () => {
    const { email } = await createUserRow(test.current);
    for (const password of ['Nobody signs in with this 1', PASSWORD]) {
      expect(await signIn({ email, password })).toMatchObject({ status: 401, problem: { code: 'invalid_credentials' } });
    }
  });

  it('requires a captcha solved for signing in, and a new one for each further try', async () => {
    const { app, clock } = test.current;
    const { email } = (await signUp()).reply.user;
    const send = (captcha?: string, password = PASSWORD) => callApp(app, login, { email, password, captcha });
    expect(await send()).toMatchObject({ status: 422, problem: { code: 'captcha_required' } });
    expect(await send('x'.repeat(4096))).toMatchObject({ status: 422, problem: { code: 'captcha_failed' } });
    expect(await send(await solveCaptcha(app, 'register'))).toMatchObject({ status: 422, problem: { code: 'captcha_failed' } });

    const captcha = await solveCaptcha(app, 'login');
    expect(await send(captcha, 'Wrong7Horse')).toMatchObject({ status: 401, problem: { code: 'invalid_credentials' } });
    expect(await send(captcha)).toMatchObject({ status: 422, problem: { code: 'captcha_failed' } });
    const late = await solveCaptcha(app, 'login');
    clock.advance(600_000);
    expect(await send(late)).toMatchObject({ status: 422, problem: { code: 'captcha_expired' } });
    clock.set(TEST_NOW);
    expect((await send(await solveCaptcha(app, 'login'))).status).toBe(200);
  });

  it('reports a missing or invalid field without using up the captcha', async () => {
    const { email } = (await signUp()).reply.user;
    const captcha = await solveCaptcha(test.current.app, 'login');
    expect(await signIn({ email: undefined as never, captcha })).toMatchObject({ status: 400, problem: { code: 'missing_fields' } });
    expect((await signIn({ email, captcha })).status).toBe(200);
  });

  it('treats SQL, HTML and path characters as plain text', async () => {
    for (const odd of [
      "' or '1'='1",
      '" or ""="',
      "x'; drop table users;--",
      '<script>alert(1)</script>',
      '\u202e\u200b\u{1f600}',
      '%00',
      '../..',
    ]) {
      expect(await signIn({ email: odd })).toMatchObject({ status: 401, problem: { code: 'invalid_credentials' } });
      expect(await signIn({ email: 'nobody@example.com', password: odd })).toMatchObject({
        status: 401,
        problem: { code: 'invalid_credentials' },
      });
    }
  });

  it.each([
    ['an unknown field', { email: 'a@example.com', admin: true }, 'invalid_payload'],
    ['a wrong type', { email: 7 }, 'invalid_payload'],
    ['a password without end', { email: 'a@example.com', password: 'x'.repeat(1025) }, 'invalid_payload'],
    ['no address', { email: undefined }, 'missing_fields'],
  ])('refuses %s', async (_, values, code) => {
    expect(await signIn(values as never)).toMatchObject({ status: 400, problem: { code } });
  });

  it('refuses characters that no address or password can contain', async () => {
    for (const odd of [{ email: 'some\0one@example.com' }, { password: '\0' }])
      expect(await callApp(test.current.app, login, { email: 'someone@example.com', password: PASSWORD, ...odd })).toMatchObject({
        status: 400,
        problem: { code: 'invalid_payload' },
      });
  });

  it('refuses bodies that are not JSON or are too large', async () => {
    const post = (body: string, type = 'application/json') =>
      test.current.app.request('/api/auth/login', { method: 'POST', body, headers: { 'Content-Type': type } });
    const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];
    expect(await codeOf(await post('{"email":'))).toEqual([400, 'invalid_payload']);
    expect(await codeOf(await post('[]'))).toEqual([400, 'invalid_payload']);
    expect(await codeOf(await post('email=a', 'application/x-www-form-urlencoded'))).toEqual([415, 'unsupported_media_type']);
    expect(await codeOf(await post(JSON.stringify({ email: 'x'.repeat(70_000) })))).toEqual([413, 'payload_too_large']);
  });
});

describe('an access token', () => {
  const ask = (token?: string) => callApp(test.current.app, me, {}, { token });

  it('is required', async () => {
    expect(await ask()).toMatchObject({ status: 401, problem: { code: 'token_missing' } });
  });

  it('expires after 15 minutes', async () => {
    const { clock } = test.current;
    const { token } = await createUserRow(test.current);
    clock.advance(15 * 60_000 - 1000);
    expect((await ask(token)).status).toBe(200);
    clock.advance(1000);
    expect(await ask(token)).toMatchObject({ status: 401, problem: { code: 'token_expired' } });
    clock.set(TEST_NOW);
  });

  it('that we did not sign for this purpose is rejected', async () => {
    const { deps } = test.current;
    const { id, email } = await createUserRow(test.current);
    const sessionId = randomUUID();
    const now = deps.now().getTime() / 1000;
    const key = derivedKey(deps.serverKeys[0], 'access-token');
    const header = { alg: 'HS256', kid: keyId(deps.serverKeys[0]) };
    const claims = new SignJWT({ email, sid: sessionId, sub: id, iat: now, exp: now + 600 });
    const forged = {
      'another key': await signAccessToken([new Uint8Array(32).fill(8)], { id, email, sessionId }, deps.now()),
      'another audience': await claims.setProtectedHeader(header).setAudience('matchpoint:admin').sign(key),
      'no audience': await new SignJWT({ email, sid: sessionId, sub: id, exp: now + 600 }).setProtectedHeader(header).sign(key),
      'no signature': `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ sub: id, email, sid: sessionId, aud: 'matchpoint:user', exp: now + 600 }))}.`,
      'no token': 'abc',
    };
    for (const [name, token] of Object.entries(forged)) {
      expect(await ask(token.replaceAll('=', '')), name).toMatchObject({ status: 401, problem: { code: 'unauthorized' } });
    }
  });

  it('of a deleted or disabled user is rejected', async () => {
    const { deps } = test.current;
    const user = await createUserRow(test.current);
    await deps.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', user.id).execute();
    expect(await ask(user.token)).toMatchObject({ status: 403, problem: { code: 'account_disabled' } });
    const nobody = await signAccessToken(
      deps.serverKeys,
      { id: randomUUID(), email: 'x@example.com', sessionId: randomUUID() },
      deps.now(),
    );
    expect(await ask(nobody)).toMatchObject({ status: 401, problem: { code: 'unauthorized' } });
  });
});

describe('the limits on sign-in', () => {
  let limited: TestApp;
  afterEach(() => limited.database.drop());

  const from = (ip: string) => ({ 'X-Forwarded-For': ip });

  it('stop guesses at one address from one place, and let its owner in from elsewhere', async () => {
    limited = await createTestApp({ TRUST_PROXY: '127.0.0.1' });
    const email = freshEmail();
    await signUp({ email }, limited);
    const guess = (password: string, ip: string) => signInTo(limited, { email, password }, { headers: from(ip) });
    for (let i = 0; i < 9; i++) expect((await guess('Wrong7Horse', '203.0.113.5')).status).toBe(401);
    // Successful sign-ins do not count.
    for (let i = 0; i < 3; i++) expect((await guess(PASSWORD, '203.0.113.5')).status).toBe(200);
    expect((await guess('Wrong7Horse', '203.0.113.5')).status).toBe(401);

    const refused = await guess(PASSWORD, '203.0.113.5');
    expect(refused).toMatchObject({ status: 429, problem: { code: 'rate_limited', params: { minutes: 15 } } });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(refused.problem.params?.seconds).toBe(seconds);
    expect(seconds).toBeGreaterThan(890);
    expect((await guess(PASSWORD, '203.0.113.6')).status).toBe(200);

    // The count survives a restart, and an unsolved captcha does not count.
    const restarted = { ...limited, app: createApp(limited.deps) };
    expect(await signInTo(restarted, { email }, { headers: from('203.0.113.5') })).toMatchObject({ status: 429 });
    const unsolved = () => signInTo(restarted, { email, captcha: 'guess' }, { headers: from('203.0.113.7') });
    for (let i = 0; i < 12; i++) expect((await unsolved()).problem.code).toBe('captcha_failed');
    expect((await guess(PASSWORD, '203.0.113.7')).status).toBe(200);
  });

  it('stop guesses at many addresses from one place, where an IPv6 /64 is one place', async () => {
    limited = await createTestApp({ TRUST_PROXY: '127.0.0.1', LOGIN_PER_IP_15_MINUTES: '3' });
    const guess = (ip: string) => signInTo(limited, { email: freshEmail() }, { headers: from(ip) });
    for (let i = 0; i < 3; i++) expect((await guess(`2001:db8:1:2::${i}`)).status).toBe(401);
    expect((await guess('2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await guess('2001:db8:1:3::1')).status).toBe(401);
  });
});
