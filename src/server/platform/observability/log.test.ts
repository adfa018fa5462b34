import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminRefresh, changeAdminPassword } from '#contract/admin-auth.ts';
import { inviteAdmin } from '#contract/admins.ts';
import { approve } from '#contract/approvals.ts';
import { login, logout, me, refresh, resetPassword, sendStepUpCode, stepUp, verifyEmail } from '#contract/auth.ts';
import { createApp } from '#server/app.ts';
import { createAdmin, createOperator, OPERATOR_PASSWORD, openConsole, turnOnFactor } from '#test/support/admins.ts';
import { callApp, createTestApp, type TestApp } from '#test/support/app.ts';
import { solveCaptcha, solveCaptchaInTime } from '#test/support/captcha.ts';
import { takeCode } from '#test/support/messages.ts';
import { PASSWORD, signIn, signUp } from '#test/support/sign-in.ts';
import { createLog } from './log.ts';

const lines: string[] = [];
const log = createLog('debug', { write: (line) => void lines.push(line) });
const logged = (act: () => void): Record<string, unknown> => {
  lines.length = 0;
  act();
  return JSON.parse(lines.join(''));
};

describe('a line', () => {
  it('says what kind of error it was and where, and nothing of the row', () => {
    const error = Object.assign(new Error('new row for relation "users" violates check constraint "a"'), {
      code: '23514',
      table: 'users',
      detail: 'Failing row contains (1, fan@example.com, $argon2id$v=19$abc).',
      where: 'fan@example.com',
      parameters: ['fan@example.com'],
    });
    const { err } = logged(() => log.error({ err: error }, 'request failed'));
    expect(err).toMatchObject({
      type: 'Error',
      code: '23514',
      table: 'users',
      message: error.message,
      stack: expect.stringContaining('log.test.ts'),
    });
    expect(lines.join('')).not.toMatch(/fan@|argon2|Failing row/);
  });

  it('hides addresses, tokens and hashes in what errors say, and in what caused them', () => {
    const cause = new Error('connect to postgres://matchpoint:hunter2@db.example:5432 failed for fan+x@exämple.com');
    const error = new AggregateError(
      [new Error('Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'), 'told fan@example.com'],
      '$argon2id$v=19$m=1$abc',
      { cause },
    );
    const { err } = logged(() => log.warn({ err: error }, 'oh'));
    expect(err).toMatchObject({
      message: '...',
      causes: [{ message: expect.stringContaining('connect to postgres://matchpoint:...') }, { message: 'Bearer ...' }, 'told ...'],
    });
    expect(lines.join('')).not.toMatch(/hunter2|fan|eyJ|argon2id/);
  });

  it('hides what is named like a secret', () => {
    const user = { id: 1, email: 'fan@example.com', password: PASSWORD };
    expect(logged(() => log.info({ user, token: 'abc', authorization: 'Bearer abc', path: '/x' }, 'all'))).toMatchObject({
      user: { id: 1, email: '...', password: '...' },
      token: '...',
      authorization: '...',
      path: '/x',
    });
  });
});

describe('the log of all sign-in endpoints', () => {
  let test: TestApp;
  beforeAll(async () => {
    const made = await createTestApp();
    const deps = { ...made.deps, log };
    test = { ...made, deps, app: createApp(deps) };
  });
  afterAll(() => test.database.drop());

  it('holds no password, code, captcha, token, cookie or address, whether it goes well, badly, or breaks', async () => {
    lines.length = 0;
    const { app, deps } = test;
    const secrets: string[] = [PASSWORD, 'Wrong7Horse'];
    const email = 'somebody.secret@mail.example';
    secrets.push('somebody.secret', 'mail.example');
    const headers = { 'User-Agent': 'Browser of somebody' };

    const captcha = await solveCaptchaInTime(test, 'register');
    const signedUp = await signUp(test, { email, captcha }, { headers });
    const code = await takeCode(test, email);
    const token = signedUp.reply.access;
    const cookie = refreshCookie(signedUp.headers);
    secrets.push(captcha, code, token, cookie);
    const statuses = [signedUp.status];
    const call = async (...request: Parameters<typeof callApp>) => {
      const answer = await callApp(...request);
      statuses.push(answer.status);
      for (const given of answer.headers.getSetCookie()) secrets.push(/^\w+=([^;]{8,})/.exec(given)?.[1] ?? cookie);
      return answer;
    };

    // Requests that succeed and fail.
    await call(app, verifyEmail, { code: '000000' }, { token });
    await call(app, verifyEmail, { code }, { token });
    await call(app, me, {}, { token });
    await call(app, me, {}, { token: `${token}x` });
    await call(app, sendStepUpCode, {}, { token });
    secrets.push(await takeCode(test, email));
    await call(app, stepUp, { password: 'Wrong7Horse' }, { token });
    await call(app, stepUp, { password: PASSWORD }, { token });
    statuses.push((await signIn(test, { email })).status, (await signIn(test, { email, password: 'Wrong7Horse' })).status);
    await call(app, resetPassword, { email, code: '123456', password: PASSWORD, password_confirm: PASSWORD });
    const first = await call(app, refresh, {}, { headers: { Cookie: `refresh=${cookie}` } });
    await call(app, refresh, {}, { headers: { Cookie: `refresh=${refreshCookie(first.headers)}` } });
    test.clock.advance(60_000);
    await call(app, refresh, {}, { headers: { Cookie: `refresh=${cookie}` } });
    await call(app, logout, {}, { headers: { Cookie: `refresh=${cookie}` } });

    // Requests that crash: PostgreSQL reports the rows that it rejected.
    await sql`alter table users add constraint no_more check (email = ${sql.lit(email)})`.execute(deps.db);
    await sql`alter table sessions add constraint no_more check (ended_at is not null) not valid`.execute(deps.db);
    const other = 'another.secret@mail.example';
    secrets.push('another.secret');
    statuses.push((await signUp(test, { email: other }, { headers })).status, (await signIn(test, { email }, { headers })).status);
    await sql`drop table refresh_tokens`.execute(deps.db);
    await call(app, refresh, {}, { headers: { Cookie: `refresh=${cookie}` } });
    await call(app, login, { email, password: PASSWORD, captcha: await solveCaptcha(app, 'login') });

    expect(statuses).toEqual([201, 422, 200, 200, 401, 200, 401, 200, 200, 401, 422, 200, 200, 401, 200, 500, 500, 500, 500]);
    const text = lines.join('');
    expect(text.match(/"request failed"/g)?.length).toBe(4);
    expect(text).toContain('refresh token reused');
    expect(text).toContain('no_more');
    // What an operator needs: who signed in, by id, and what was refused, by code.
    expect(text).toContain(`"userId":"${signedUp.reply.user.id}"`);
    expect(text.match(/"code":"invalid_credentials"[^\n]*"msg":"refused"/g)?.length).toBe(2);
    for (const secret of new Set(secrets)) expect(text, secret).not.toContain(secret);
    expect(text).not.toMatch(/argon2id\$|Browser of somebody|Failing row/);
  });

  it('contains no secrets of admins either', async () => {
    lines.length = 0;
    const boss = await createOperator(test, 'super');
    const browser = openConsole(test, boss.email);
    const statuses = [await browser.login({ password: 'Wrong7Horse' }), await browser.login()];
    const authenticator = await turnOnFactor(test, browser);
    statuses.push(await browser.login(), await browser.login({ totp: authenticator.recoveryCodes[0]!, remember: true }));
    const [email, next] = ['colleague.secret@mail.example', 'Another7Horse'];
    const { reply: asked } = await browser.send(inviteAdmin, { email, role: 'viewer' });
    const { token } = await createAdmin(test, 'super');
    const { reply } = await callApp(test.app, approve, asked.approval, { token, key: randomUUID() });
    statuses.push(await browser.asked(changeAdminPassword, { current: OPERATOR_PASSWORD, password: next, password_confirm: next }));
    const used = browser.jar.get('admin_refresh')!;
    statuses.push(await browser.refresh(), await browser.refresh());
    test.clock.advance(60_000);
    const reused = await callApp(test.app, adminRefresh, {}, { headers: { Cookie: `admin_refresh=${used}` } });
    expect([...statuses, reused.problem.code]).toEqual([
      'invalid_credentials',
      'done',
      'totp_required',
      'done',
      'done',
      'done',
      'done',
      'refresh_reused',
    ]);
    const text = lines.join('');
    expect(text).toContain(`"adminId":"${boss.id}"`);
    expect(text).toContain('refresh token reused');
    const { secret, recoveryCodes } = authenticator;
    const secrets = [boss.email, email, OPERATOR_PASSWORD, next, 'Wrong7Horse', reply.one_time!.password, secret, ...recoveryCodes, used];
    for (const hidden of [...secrets, browser.jar.get('admin_device')!, browser.token()]) expect(text, hidden).not.toContain(hidden);
  });
});

const refreshCookie = (headers: Headers): string => {
  const given = headers.getSetCookie().find((cookie) => cookie.startsWith('refresh='));
  return given!.slice('refresh='.length).split(';')[0]!;
};
