import { afterEach, describe, expect, it } from 'vitest';
import { me, register, registerMeta } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { createApp } from '#server/app.ts';
import { callApp, createTestApp, TEST_NOW, type TestApp, useTestApp } from '#test/support/app.ts';
import { solveCaptcha, solveCaptchaInTime } from '#test/support/captcha.ts';
import { freshEmail, PASSWORD, registration, signIn, signUp as signUpTo } from '#test/support/sign-in.ts';
import { passwords } from './passwords.ts';
import { createUser } from './registration.ts';

const test = useTestApp({ TRUST_PROXY: '127.0.0.1' });

type Registration = InputOf<typeof register>;
const signUp = (values: Partial<Registration> = {}, headers: Record<string, string> = {}) => signUpTo(test.current, values, { headers });
const findUser = (email: string) =>
  test.current.deps.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
const countUsers = async () =>
  (
    await test.current.deps.db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;
const cookieOf = (headers: Headers, name: string) => headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`)) ?? '';

describe('registration', () => {
  it('creates a user with empty accounts, and signs them in', async () => {
    const email = freshEmail();
    const values = { email: `  ${email.toUpperCase()} `, display_name: ' Ana Souza ', time_zone: 'America/Sao_Paulo' };
    // Hashes passwords as the server does.
    const answer = await signUpTo({ ...test.current, app: createApp({ ...test.current.deps, passwords }) }, values);
    expect(answer.status).toBe(201);
    const user = await findUser(email);
    expect(answer.reply.user).toEqual({
      id: user.id,
      email,
      display_name: 'Ana Souza',
      avatar_url: null,
      public_handle: user.public_handle,
    });
    expect(user).toMatchObject({ time_zone: 'America/Sao_Paulo', locale: 'en', status: 'normal', terms_version: '5', invited_by: null });
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
    expect(cookieOf(answer.headers, 'refresh')).toMatch(/^refresh=[\w-]{43}; Path=\/api\/auth; HttpOnly; SameSite=Strict$/);
  });

  it('uses the part of the address before the @ without a display name', async () => {
    expect((await signUp({ email: 'just.me@example.com', display_name: '  ' })).reply.user.display_name).toBe('just.me');
  });

  it('stores the language of the page', async () => {
    const email = freshEmail();
    await signUp({ email }, { 'Accept-Language': 'vi-VN,vi;q=0.9,en;q=0.8' });
    expect(await findUser(email)).toMatchObject({ locale: 'vi' });
  });

  it.each<[string, Partial<Registration>, number, string]>([
    ['no agreement', { agree: false, adult: false }, 422, 'agree_required'],
    ['too young', { adult: false, email: 'x' }, 403, 'age_required'],
    ['no address', { email: 'not an address' }, 422, 'invalid_email'],
    ['an address without a domain', { email: 'someone@localhost' }, 422, 'invalid_email'],
    ['an address with a NUL', { email: 'some\u0000one@example.com' }, 400, 'invalid_payload'],
    ['an address of emoji', { email: '\u{1f600}@example.com' }, 422, 'invalid_email'],
    ['an address with something that cannot be seen', { email: 'some\u200bone@example.com' }, 422, 'invalid_email'],
    ['an address that turns text around', { email: 'some\u202eone@example.com' }, 422, 'invalid_email'],
    ['a disposable address', { email: 'somebody@mailinator.com' }, 422, 'disposable_email'],
    ['a disposable address in capitals', { email: 'SOMEBODY@MAILINATOR.COM' }, 422, 'disposable_email'],
    ['an address below a disposable domain', { email: 'somebody@a.b.mailinator.com' }, 422, 'disposable_email'],
    ['a short password', { password: 'Abc123' }, 422, 'password_min'],
    ['a long password', { password: `Aa1${'x'.repeat(126)}` }, 422, 'password_max'],
    ['no lowercase letter', { password: 'ABCDEFG1' }, 422, 'password_lower'],
    ['no uppercase letter', { password: 'abcdefg1' }, 422, 'password_upper'],
    ['no digit', { password: 'Abcdefgh' }, 422, 'password_digit'],
    ['a common password', { password: 'Password1' }, 422, 'password_common'],
    ['a password of our name', { password: '2026-Matchpoint!' }, 422, 'password_common'],
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
  ])('refuses %s, and creates no user', async (_, values, status, code) => {
    const before = await countUsers();
    const captcha = await solveCaptchaInTime(test.current, 'register');
    const answer = await callApp(test.current.app, register, { captcha, ...registration(), ...values });
    expect(answer).toMatchObject({ status, problem: { code } });
    expect(await countUsers()).toBe(before);
  });

  it('recognises a registered address in any spelling of the same mailbox', async () => {
    await signUp({ email: 'anna.may@gmail.com' });
    for (const email of ['ANNA.MAY@gmail.com', 'annamay+tag@googlemail.com', 'a.n.n.a.m.a.y@gmail.com']) {
      expect(await signUp({ email })).toMatchObject({ status: 409, problem: { code: 'email_taken' } });
    }
  });

  it('creates one user when a hundred requests register the same mailbox at once', async () => {
    const spellings = Array.from({ length: 100 }, (_, n) => `crowd+${n}@gmail.com`);
    const answers = await Promise.all(spellings.map((email) => signUp({ email })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    // The requests come from one IP address, so some are rate limited before their turn.
    const refused = answers.filter(({ status }) => status !== 201).map(({ problem }) => problem.code);
    expect(refused.filter((code) => code === 'email_taken' || code === 'rate_limited')).toHaveLength(99);
    expect(refused).toContain('email_taken');
    const { db } = test.current.deps;
    expect(await db.selectFrom('users').select('id').where('email_identity', '=', 'crowd@gmail.com').execute()).toHaveLength(1);
  });

  it('accepts names and passwords in any script, and treats SQL and HTML as plain text', async () => {
    const names = [
      "Robert'); drop table users;--",
      '<img src=x onerror=alert(1)>',
      '\u{1f468}\u200d\u{1f469}\u200d\u{1f467} Đặng',
      'محمد',
      'Ng\u1ecdc',
    ];
    for (const display_name of names) expect((await signUp({ display_name })).reply.user).toMatchObject({ display_name });
    expect((await signUp({ display_name: 'Ngo\u0323c' })).reply.user.display_name).toBe('Ng\u1ecdc');

    const email = freshEmail();
    const password = 'Aa1\u{1f511}كلمة\u200b\u1ec7';
    expect((await signUp({ email, password })).status).toBe(201);
    expect((await signIn(test.current, { email, password: password.normalize('NFD') })).status).toBe(200);
    expect((await signIn(test.current, { email, password: password.replace('\u200b', '') })).status).toBe(401);
  });

  it('sends the code that confirms the address, in the language of the page', async () => {
    const { reply } = await signUp({}, { 'Accept-Language': 'zh-CN' });
    const { db } = test.current.deps;
    const messages = await db.selectFrom('messages').selectAll().where('user_id', '=', reply.user.id).execute();
    expect(messages).toMatchObject([{ kind: 'confirm_email', channel: 'email', locale: 'zh-CN', state: 'waiting' }]);
  });

  it('stores the country of the IP address, and none for a private one', async () => {
    for (const [ip, country] of [
      ['14.160.0.1', 'VN'],
      ['::ffff:14.160.0.1', 'VN'],
      ['2001:4860:4860::8888', 'US'],
      ['192.168.1.1', null],
    ] as const) {
      const { email } = (await signUp({}, { 'X-Forwarded-For': ip })).reply.user;
      const user = await findUser(email);
      expect(user.registration_country, ip).toBe(country);
      const session = await test.current.deps.db
        .selectFrom('sessions')
        .selectAll()
        .where('user_id', '=', user.id)
        .executeTakeFirstOrThrow();
      expect(session.country, ip).toBe(country);
    }
  });

  it('records the inviter for an invite code in any case', async () => {
    const inviter = await findUser((await signUp()).reply.user.email);
    const { reply } = await signUp({ invite_code: ` ${inviter.invite_code.toLowerCase()} `, invite_through: 'code' });
    expect(await findUser(reply.user.email)).toMatchObject({
      ...{ invited_by: inviter.id, invited_with: inviter.invite_code, invited_through: 'code' },
    });
  });

  it('generates another code when one is taken', async () => {
    const { deps } = test.current;
    const draws = [7, 7, 7, 7, 9, 9];
    let ids = 0;
    const fixed = { ...deps, randomBytes: (count: number) => new Uint8Array(count).fill(count === 8 ? (draws.shift() ?? 11) : ++ids) };
    const create = () => createUser(fixed, { email: freshEmail(), password: PASSWORD, locale: 'en', ip: null, invitation: null });
    const first = await create();
    const second = await create();
    expect(second.public_handle).not.toBe(first.public_handle);
    expect(draws).toEqual([]);
  });

  it('returns its rules', async () => {
    expect((await callApp(test.current.app, registerMeta, {})).reply).toEqual({
      password: { min: 8, max: 128 },
      age_min: 18,
      terms_version: '5',
      invite_bonus: 100,
      is_open: true,
      captcha: { expires_seconds: 600 },
    });
  });
});

describe('registration by a program', () => {
  const send = (values: Partial<Registration>) => callApp(test.current.app, register, registration(values));

  it('is refused without a captcha for registration', async () => {
    expect(await send({})).toMatchObject({ status: 422, problem: { code: 'captcha_required' } });
    expect(await send({ captcha: 'guess' })).toMatchObject({ status: 422, problem: { code: 'captcha_failed' } });
    const captcha = await solveCaptchaInTime(test.current, 'login');
    expect(await send({ captcha })).toMatchObject({ status: 422, problem: { code: 'captcha_failed' } });
  });

  it('is refused when one captcha is used for a second account', async () => {
    const captcha = await solveCaptchaInTime(test.current, 'register');
    expect((await send({ captcha })).status).toBe(201);
    const before = await countUsers();
    expect(await send({ captcha })).toMatchObject({ status: 422, problem: { code: 'captcha_failed' } });
    expect(await countUsers()).toBe(before);
  });

  it('is refused when the invisible field is filled in', async () => {
    expect(await signUp({ website: 'https://spam.example' })).toMatchObject({ status: 422, problem: { code: 'bot_detected' } });
    expect((await signUp({ website: '' })).status).toBe(201);
  });

  it('is refused within 1.5 seconds of the captcha, and accepted afterwards', async () => {
    const { clock, app } = test.current;
    const captcha = await solveCaptcha(app, 'register');
    clock.advance(1499);
    expect(await send({ captcha })).toMatchObject({ status: 422, problem: { code: 'bot_detected' } });
    clock.advance(1);
    expect((await send({ captcha })).status).toBe(201);
    clock.set(TEST_NOW);
  });

  it('is refused with an expired captcha', async () => {
    const captcha = await solveCaptcha(test.current.app, 'register');
    test.current.clock.advance(600_000);
    expect(await send({ captcha })).toMatchObject({ status: 422, problem: { code: 'captcha_expired' } });
    test.current.clock.set(TEST_NOW);
  });

  it('is told apart from a typing error, which does not use up the captcha', async () => {
    const captcha = await solveCaptchaInTime(test.current, 'register');
    for (const mistake of [
      { password: 'short' },
      { email: 'a@mailinator.com' },
      { agree: false },
      { password_confirm: 'other' },
      { invite_code: 'O0' },
    ])
      expect((await send({ captcha, ...mistake })).status).toBe(422);
    expect((await send({ captcha })).status).toBe(201);
  });
});

describe('a device', () => {
  const DEVICE = /^device=([0-9a-f-]{36}); Max-Age=31536000; Path=\/api\/auth; HttpOnly; SameSite=Lax$/;
  const deviceOf = (headers: Headers) => DEVICE.exec(cookieOf(headers, 'device'))?.[1];

  it('gets a random id, which it keeps and which is stored with accounts and sessions', async () => {
    const first = await signUp();
    const device = deviceOf(first.headers)!;
    expect(device).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    const again = await signUp({}, { Cookie: `device=${device}` });
    expect(deviceOf(again.headers)).toBe(device);
    expect(deviceOf((await signUp()).headers)).not.toBe(device);

    for (const { reply } of [first, again]) expect(await findUser(reply.user.email)).toMatchObject({ registration_device_id: device });
    const signedIn = await signIn(test.current, { email: first.reply.user.email }, { headers: { Cookie: `device=${device}` } });
    expect(deviceOf(signedIn.headers)).toBe(device);
    const { db } = test.current.deps;
    expect(await db.selectFrom('sessions').select('id').where('device_id', '=', device).execute()).toHaveLength(3);
  });

  it.each(['nonsense', '', "1' or '1'='1", '0190a000-0000-7000-8000-00000000000g'])(
    'with the invalid id "%s" gets a new one',
    async (said) => {
      const answer = await signUp({}, { Cookie: `device=${encodeURIComponent(said)}` });
      expect(answer.status).toBe(201);
      expect(deviceOf(answer.headers)).toBeTruthy();
      expect(deviceOf(answer.headers)).not.toBe(said);
    },
  );

  it('gets no id before a successful sign-in', async () => {
    const refused = await signUp({ email: 'x' });
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect((await signIn(test.current, { email: 'nobody@example.com' })).headers.getSetCookie()).toEqual([]);
  });
});

describe('limits on registration', () => {
  let limited: TestApp;
  afterEach(() => limited.database.drop());

  it('allow five an hour, do not count typing errors, and survive a restart', async () => {
    limited = await createTestApp({ REGISTER_PER_HOUR: '5' });
    for (let i = 0; i < 8; i++) expect((await signUpTo(limited, { password: 'short' })).status).toBe(422);
    for (let i = 0; i < 5; i++) expect((await signUpTo(limited)).status).toBe(201);
    const rateLimited = { status: 429, problem: { code: 'rate_limited', params: { minutes: 60 } } };
    expect(await signUpTo(limited)).toMatchObject(rateLimited);
    expect(await signUpTo({ ...limited, app: createApp(limited.deps) })).toMatchObject(rateLimited);
  });
});
