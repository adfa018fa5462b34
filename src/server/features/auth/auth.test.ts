import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import { login, me, register, registerMeta } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { keyId, signAccessToken } from '#server/http/access-token.ts';
import { derivedKey } from '#server/server-keys.ts';
import { callApp, createTestApp, TEST_NOW, type TestApp, useTestApp } from '#test/app.ts';
import { createUser as createUserRow } from '#test/factories.ts';
import { createUser } from './service.ts';

const test = useTestApp({ LOGIN_PER_15_MINUTES: '1000', LOGIN_PER_IP_15_MINUTES: '1000' });

const PASSWORD = 'Correct7Horse';
let serial = 0;
const freshEmail = () => `fan${++serial}@example.com`;

type Registration = InputOf<typeof register>;
const registration = (values: Partial<Registration> = {}): Registration => ({
  email: freshEmail(),
  password: PASSWORD,
  password_confirm: values.password ?? PASSWORD,
  agree: true,
  adult: true,
  ...values,
});

const signUp = (values: Partial<Registration> = {}, app = test.current) => callApp(app.app, register, registration(values));
const findUser = (email: string) =>
  test.current.deps.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
const countUsers = async () =>
  (
    await test.current.deps.db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;
const cookieOf = (headers: Headers) => headers.getSetCookie().find((cookie) => cookie.startsWith('refresh=')) ?? '';

describe('registration', () => {
  it('creates a user with empty accounts, and signs them in', async () => {
    const email = freshEmail();
    const answer = await signUp({ email: `  ${email.toUpperCase()} `, display_name: ' Ana Souza ', time_zone: 'America/Sao_Paulo' });
    expect(answer.status).toBe(201);
    const user = await findUser(email);
    expect(answer.reply.user).toEqual({
      id: user.id,
      email,
      display_name: 'Ana Souza',
      avatar_url: null,
      public_handle: user.public_handle,
    });
    expect(user).toMatchObject({ time_zone: 'America/Sao_Paulo', locale: 'en', status: 'normal', terms_version: '2', invited_by: null });
    expect(user.created_at.toISOString()).toBe(TEST_NOW);
    expect(user.last_login_at?.toISOString()).toBe(TEST_NOW);
    expect(user.invite_code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    expect(user.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);

    const accounts = await test.current.deps.db.selectFrom('accounts').selectAll().where('owner', '=', user.id).orderBy('kind').execute();
    expect(accounts.map(({ kind, balance }) => [kind, balance])).toEqual([
      ['balance', 0],
      ['held', 0],
    ]);
    const mine = await callApp(test.current.app, me, {}, { token: answer.reply.access });
    expect(mine.reply.user).toEqual(answer.reply.user);
    expect(cookieOf(answer.headers)).toMatch(/^refresh=[\w-]{43}; Path=\/api\/auth; HttpOnly; SameSite=Strict$/);
  });

  it('falls back to the part of the address before the @ for a name', async () => {
    expect((await signUp({ email: 'just.me@example.com', display_name: '  ' })).reply.user.display_name).toBe('just.me');
  });

  it('keeps the language that the page was in', async () => {
    const input = registration();
    await callApp(test.current.app, register, input, { headers: { 'Accept-Language': 'vi-VN,vi;q=0.9,en;q=0.8' } });
    expect(await findUser(input.email)).toMatchObject({ locale: 'vi' });
  });

  it.each<[string, Partial<Registration>, number, string]>([
    ['no agreement', { agree: false, adult: false }, 422, 'agree_required'],
    ['too young', { adult: false, email: 'x' }, 403, 'age_required'],
    ['no address', { email: 'not an address' }, 422, 'invalid_email'],
    ['an address without a domain', { email: 'someone@localhost' }, 422, 'invalid_email'],
    ['an address with a NUL', { email: 'some\u0000one@example.com' }, 400, 'invalid_payload'],
    ['a short password', { password: 'Abc123' }, 422, 'password_min'],
    ['a long password', { password: `Aa1${'x'.repeat(126)}` }, 422, 'password_max'],
    ['no lowercase letter', { password: 'ABCDEFG1' }, 422, 'password_lower'],
    ['no uppercase letter', { password: 'abcdefg1' }, 422, 'password_upper'],
    ['no digit', { password: 'Abcdefgh' }, 422, 'password_digit'],
    ['a common password', { password: 'Password1' }, 422, 'password_common'],
    ['two passwords', { password_confirm: 'Correct7Horsf' }, 422, 'password_mismatch'],
    ['a name with a line break', { display_name: 'a\nb' }, 400, 'invalid_payload'],
    ['a name that turns text around', { display_name: 'a\u202eb' }, 400, 'invalid_payload'],
    ['a name that cannot be seen', { display_name: '\u200b' }, 400, 'invalid_payload'],
    ['a name that is too long', { display_name: 'x'.repeat(41) }, 400, 'invalid_payload'],
    ['an unknown invite code', { invite_code: 'ABCDEFGH' }, 422, 'invalid_invite_code'],
    ['what cannot be an invite code', { invite_code: 'O0' }, 422, 'invalid_invite_code'],
    ['an unknown time zone', { time_zone: 'Mars/Olympus' }, 400, 'invalid_time_zone'],
    ['an offset as a time zone', { time_zone: '+07:00' }, 400, 'invalid_time_zone'],
    ['an unknown field', { role: 'admin' } as never, 400, 'invalid_payload'],
    ['a wrong type', { agree: 'yes' } as never, 400, 'invalid_payload'],
    ['no password', { password: undefined, password_confirm: PASSWORD }, 400, 'missing_fields'],
  ])('refuses %s, and creates nobody', async (_, values, status, code) => {
    const before = await countUsers();
    expect(await callApp(test.current.app, register, { ...registration(), ...values })).toMatchObject({ status, problem: { code } });
    expect(await countUsers()).toBe(before);
  });

  it('knows an address that is taken in any spelling of the same mailbox', async () => {
    await signUp({ email: 'anna.may@gmail.com' });
    for (const email of ['ANNA.MAY@gmail.com', 'annamay+tag@googlemail.com', 'a.n.n.a.m.a.y@gmail.com']) {
      expect(await signUp({ email })).toMatchObject({ status: 409, problem: { code: 'email_taken' } });
    }
  });

  it('lets one of several who register the same address at once in', async () => {
    const email = freshEmail();
    const answers = await Promise.all(Array.from({ length: 4 }, () => signUp({ email })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(answers.filter(({ status }) => status === 409).every(({ problem }) => problem.code === 'email_taken')).toBe(true);
  });

  it('remembers who invited, whatever the case of the code', async () => {
    const inviter = await findUser((await signUp()).reply.user.email);
    const { reply } = await signUp({ invite_code: ` ${inviter.invite_code.toLowerCase()} ` });
    expect(await findUser(reply.user.email)).toMatchObject({ invited_by: inviter.id, invited_with: inviter.invite_code });
  });

  it('draws again when a code is taken', async () => {
    const { deps } = test.current;
    const draws = [7, 7, 7, 7, 9, 9];
    const fixed = { ...deps, randomBytes: (count: number) => new Uint8Array(count).fill(count === 8 ? (draws.shift() ?? 11) : ++serial) };
    const create = () => createUser(fixed, { email: freshEmail(), password: PASSWORD, locale: 'en', ip: null, invitation: null });
    const first = await create();
    const second = await create();
    expect(second.public_handle).not.toBe(first.public_handle);
    expect(draws).toEqual([]);
  });

  it('tells its rules', async () => {
    expect((await callApp(test.current.app, registerMeta, {})).reply).toEqual({
      password: { min: 8, max: 128 },
      age_min: 18,
      terms_version: '2',
      invite_bonus: 100,
      captcha: { expires_seconds: 600 },
    });
  });
});

describe('sign-in', () => {
  const signIn = (values: Partial<InputOf<typeof login>>, headers = {}) =>
    callApp(test.current.app, login, { email: '', password: PASSWORD, ...values }, { headers });

  it('lets the right password in, in any case and spelling of what looks the same', async () => {
    const email = freshEmail();
    await signUp({ email, password: 'Nguy\u1ec5n12345' });
    const answer = await signIn({ email: email.toUpperCase(), password: 'Nguye\u0302\u0303n12345' });
    expect(answer).toMatchObject({ status: 200, reply: { user: { email } } });
  });

  it('keeps the cookie for 30 days with remember me, else until the browser closes', async () => {
    const { email } = (await signUp()).reply.user;
    expect(cookieOf((await signIn({ email, remember: true })).headers)).toContain('Max-Age=2592000');
    expect(cookieOf((await signIn({ email })).headers)).not.toMatch(/Max-Age|Expires/);
    const sessions = await test.current.deps.db.selectFrom('sessions').selectAll().execute();
    const lasting = sessions.filter(({ remember }) => remember);
    expect(lasting.at(-1)!.expires_at.toISOString()).toBe('2026-12-20T12:00:00.000Z');
    expect(sessions.find(({ remember }) => !remember)!.expires_at.toISOString()).toBe('2026-11-21T12:00:00.000Z');
  });

  it('answers the same to a wrong password and to an unknown address, after the same time', async () => {
    const { email } = (await signUp()).reply.user;
    const wrong = await signIn({ email, password: 'Wrong7Horse' });
    const unknown = await signIn({ email: freshEmail(), password: 'Wrong7Horse' });
    expect(wrong).toMatchObject({ status: 401, problem: { code: 'invalid_credentials' } });
    const { request_id: _, ...said } = wrong.problem;
    expect(unknown.problem).toMatchObject(said);

    const median = async (address: string) => {
      const times = [];
      for (let i = 0; i < 9; i++) {
        const start = performance.now();
        await signIn({ email: address, password: 'Wrong7Horse' });
        times.push(performance.now() - start);
      }
      return times.sort((a, b) => a - b)[4]!;
    };
    expect((await median('nobody@example.com')) / (await median(email))).toBeGreaterThan(0.5);
  });

  it('says that an account is disabled only to who knows its password', async () => {
    const { email } = (await signUp()).reply.user;
    await test.current.deps.db.updateTable('users').set({ status: 'disabled' }).where('email', '=', email).execute();
    expect(await signIn({ email })).toMatchObject({ status: 403, problem: { code: 'account_disabled' } });
    expect(await signIn({ email, password: 'Wrong7Horse' })).toMatchObject({ status: 401, problem: { code: 'invalid_credentials' } });
  });

  it('refuses an account without a password whatever is typed', async () => {
    const { email } = await createUserRow(test.current);
    for (const password of ['Nobody signs in with this 1', PASSWORD]) {
      expect(await signIn({ email, password })).toMatchObject({ status: 401, problem: { code: 'invalid_credentials' } });
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

  it('refuses what no address or password can hold', async () => {
    for (const odd of [{ email: 'some\0one@example.com' }, { password: '\0' }])
      expect(await callApp(test.current.app, login, { email: 'someone@example.com', password: PASSWORD, ...odd })).toMatchObject({
        status: 400,
        problem: { code: 'invalid_payload' },
      });
  });

  it('refuses bodies that are no JSON, or huge', async () => {
    const post = (body: string, type = 'application/json') =>
      test.current.app.request('/api/auth/login', { method: 'POST', body, headers: { 'Content-Type': type } });
    const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];
    expect(await codeOf(await post('{"email":'))).toEqual([400, 'invalid_payload']);
    expect(await codeOf(await post('[]'))).toEqual([400, 'invalid_payload']);
    expect(await codeOf(await post('email=a', 'application/x-www-form-urlencoded'))).toEqual([415, 'unsupported_media_type']);
    expect(await codeOf(await post(JSON.stringify({ email: 'x'.repeat(70_000) })))).toEqual([413, 'payload_too_large']);
  });
});

describe('a token', () => {
  const ask = (token?: string) => callApp(test.current.app, me, {}, { token });

  it('is needed', async () => {
    expect(await ask()).toMatchObject({ status: 401, problem: { code: 'token_missing' } });
  });

  it('ends after 15 minutes', async () => {
    const { clock } = test.current;
    const { token } = await createUserRow(test.current);
    clock.advance(15 * 60_000 - 1000);
    expect((await ask(token)).status).toBe(200);
    clock.advance(1000);
    expect(await ask(token)).toMatchObject({ status: 401, problem: { code: 'token_expired' } });
    clock.set(TEST_NOW);
  });

  it('that we did not sign for this is nobody', async () => {
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

  it('of a user who is gone or disabled shows nobody', async () => {
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

describe('limits', () => {
  let limited: TestApp;
  afterEach(() => limited.database.drop());

  const from = (ip: string) => ({ 'X-Forwarded-For': ip });

  it('stop guessing one address from one place, and lock its owner out nowhere else', async () => {
    limited = await createTestApp({ TRUST_PROXY: '127.0.0.1' });
    const email = freshEmail();
    await signUp({ email }, limited);
    const guess = (password: string, ip: string) => callApp(limited.app, login, { email, password }, { headers: from(ip) });
    for (let i = 0; i < 9; i++) expect((await guess('Wrong7Horse', '203.0.113.5')).status).toBe(401);
    // Who signs in uses nothing up.
    for (let i = 0; i < 3; i++) expect((await guess(PASSWORD, '203.0.113.5')).status).toBe(200);
    expect((await guess('Wrong7Horse', '203.0.113.5')).status).toBe(401);

    const refused = await guess(PASSWORD, '203.0.113.5');
    expect(refused).toMatchObject({ status: 429, problem: { code: 'rate_limited', params: { minutes: 15 } } });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(refused.problem.params?.seconds).toBe(seconds);
    expect(seconds).toBeGreaterThan(890);
    expect((await guess(PASSWORD, '203.0.113.6')).status).toBe(200);
  });

  it('stop guessing many addresses from one place, an IPv6 household being one', async () => {
    limited = await createTestApp({ TRUST_PROXY: '127.0.0.1', LOGIN_PER_IP_15_MINUTES: '3' });
    const guess = (ip: string) => callApp(limited.app, login, { email: freshEmail(), password: PASSWORD }, { headers: from(ip) });
    for (let i = 0; i < 3; i++) expect((await guess(`2001:db8:1:2::${i}`)).status).toBe(401);
    expect((await guess('2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await guess('2001:db8:1:3::1')).status).toBe(401);
  });

  it('allow five registrations an hour, not counting typing errors', async () => {
    limited = await createTestApp({ REGISTER_PER_HOUR: '5' });
    for (let i = 0; i < 8; i++) expect((await signUp({ password: 'short' }, limited)).status).toBe(422);
    for (let i = 0; i < 5; i++) expect((await signUp({}, limited)).status).toBe(201);
    expect(await signUp({}, limited)).toMatchObject({ status: 429, problem: { code: 'rate_limited', params: { minutes: 60 } } });
  });
});
