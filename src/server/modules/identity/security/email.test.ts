import { afterEach, describe, expect, it } from 'vitest';
import { getOverview } from '#contract/account.ts';
import { me, notMe, sendEmailCode, stepUp, verifyEmail } from '#contract/auth.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { callApp, createTestApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { takeCode, takeMessages } from '#test/support/messages.ts';
import { createOwner, isSignedIn, OWNER_PASSWORD, signIn, trySignIn } from '#test/support/owner.ts';

const test = useTestApp({ LOGIN_PER_15_MINUTES: '100000', LOGIN_PER_IP_15_MINUTES: '100000' });
let serial = 0;
const freshEmail = () => `new${++serial}@example.com`;

afterEach(async () => {
  test.current.clock.set(TEST_NOW);
  await test.current.deps.db.deleteFrom('rate_limits').execute();
  await test.current.deps.db.deleteFrom('messages').execute();
});

const send = (token: string, email?: string, headers: Record<string, string> = {}) =>
  callApp(test.current.app, sendEmailCode, email === undefined ? {} : { email }, { token, headers });
const verify = (token: string, code: string, email?: string) =>
  callApp(test.current.app, verifyEmail, email === undefined ? { code } : { code, email }, { token });
const isConfirmed = async (token: string) => (await callApp(test.current.app, getOverview, {}, { token })).reply.profile.email_verified;
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function unconfirmed() {
  const owner = await createOwner(test.current, { confirmed: false });
  return { ...owner, ...(await signIn(test.current, owner)) };
}

/** Creates a user with a confirmed address who has just given their password. */
async function steppedUp() {
  const owner = await createOwner(test.current);
  const device = await signIn(test.current, owner);
  expect((await callApp(test.current.app, stepUp, { password: OWNER_PASSWORD }, { token: device.token })).status).toBe(200);
  return { ...owner, ...device };
}

describe('confirming the address', () => {
  it('accepts the code that was sent to the address', async () => {
    const user = await unconfirmed();
    expect(await isConfirmed(user.token)).toBe(false);
    expect(await send(user.token, undefined, { 'Accept-Language': 'vi' })).toMatchObject({
      status: 200,
      reply: { sent_to: user.email, resend_seconds: 60, expires_seconds: 600 },
    });
    const [sent = expect.unreachable()] = await takeMessages(test.current);
    expect(sent).toMatchObject({ to: user.email, locale: 'vi', content: { kind: 'confirm_email', minutes: 10 } });
    const code = 'code' in sent.content ? sent.content.code : '';
    expect(await verify(user.token, otherThan(code))).toMatchObject({ status: 422, problem: { code: 'invalid_code' } });
    expect(await isConfirmed(user.token)).toBe(false);
    expect(await verify(user.token, code)).toMatchObject({ status: 200, reply: { user: { id: user.id, email: user.email } } });
    expect(await isConfirmed(user.token)).toBe(true);
    expect(await takeMessages(test.current)).toEqual([]);
    expect((await verify(user.token, code)).problem.code).toBe('invalid_code');
  });

  it('needs no step-up for the same address in an equivalent spelling', async () => {
    const user = await unconfirmed();
    await send(user.token, ` ${user.email.toUpperCase()}`);
    expect((await verify(user.token, await takeCode(test.current, user.email), user.email.toUpperCase())).status).toBe(200);
  });

  it('rejects another user’s code, a sixth try, and an expired code', async () => {
    const [one, other] = [await unconfirmed(), await unconfirmed()];
    await send(one.token);
    const code = await takeCode(test.current, one.email);
    expect((await verify(other.token, code)).problem.code).toBe('invalid_code');
    for (let attempt = 1; attempt <= 5; attempt++) expect((await verify(one.token, otherThan(code))).problem.code).toBe('invalid_code');
    expect(await verify(one.token, code)).toMatchObject({ status: 422, problem: { code: 'too_many_tries' } });
    await send(other.token);
    const late = await takeCode(test.current, other.email);
    test.current.clock.advance(10 * MINUTE_MS);
    expect(await verify(other.token, late)).toMatchObject({ status: 410, problem: { code: 'code_expired' } });
    expect([await isConfirmed(one.token), await isConfirmed(other.token)]).toEqual([false, false]);
  });

  it('sends one code a minute, and five an hour', async () => {
    const user = await unconfirmed();
    for (let sent = 1; sent <= 5; sent++) {
      expect((await send(user.token)).status).toBe(200);
      expect(await send(user.token)).toMatchObject({
        status: 429,
        problem: { code: 'rate_limited', params: { minutes: sent < 5 ? 1 : 60 } },
      });
      await test.current.deps.db.deleteFrom('rate_limits').where('key', 'like', 'code-resend%').execute();
    }
    const sixth = await send(user.token);
    expect(sixth).toMatchObject({ status: 429, problem: { code: 'rate_limited' } });
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(60);
  });
});

describe('changing the address', () => {
  it('requires a step-up to request the code and to use it', async () => {
    const owner = await createOwner(test.current);
    const { token } = await signIn(test.current, owner);
    const to = freshEmail();
    expect(await send(token, to)).toMatchObject({ status: 403, problem: { code: 'step_up_required' } });
    expect(await verify(token, '123456', to)).toMatchObject({ status: 403, problem: { code: 'step_up_required' } });
    expect(await takeMessages(test.current)).toEqual([]);
  });

  it('takes effect with the code, holds withdrawals and notifies the old address', async () => {
    const { clock, deps } = test.current;
    const user = await steppedUp();
    const to = freshEmail();
    expect(await send(user.token, to.toUpperCase())).toMatchObject({ status: 200, reply: { sent_to: to } });
    const code = await takeCode(test.current, to);
    expect((await callApp(test.current.app, me, {}, { token: user.token })).reply.user.email).toBe(user.email);
    expect(await verify(user.token, code, to)).toMatchObject({ status: 200, reply: { user: { id: user.id, email: to } } });
    const row = await deps.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      email: to,
      email_identity: to,
      email_verified_at: clock.now(),
      redeem_held_until: new Date(clock.now().getTime() + 6 * HOUR_MS),
    });
    const [warning = expect.unreachable(), ...more] = await takeMessages(test.current);
    expect(more).toEqual([]);
    expect(warning).toMatchObject({ to: user.email, content: { kind: 'email_changed' } });
    expect((await trySignIn(test.current, to, OWNER_PASSWORD)).status).toBe(200);
    expect((await trySignIn(test.current, user.email, OWNER_PASSWORD)).code).toBe('invalid_credentials');
    expect(await isSignedIn(test.current, user)).toBe(true);
    const token = 'link' in warning.content ? warning.content.link.split('#')[1]! : '';
    expect((await callApp(test.current.app, notMe, { token })).status).toBe(200);
    expect(await isSignedIn(test.current, user)).toBe(false);
  });

  it('accepts the code only for the address that it was sent to', async () => {
    const user = await steppedUp();
    const [a, b] = [freshEmail(), freshEmail()];
    await send(user.token, a);
    const code = await takeCode(test.current, a);
    expect((await verify(user.token, code, b)).problem.code).toBe('invalid_code');
    expect((await verify(user.token, code)).problem.code).toBe('invalid_code');
    expect((await verify(user.token, code, a)).reply.user.email).toBe(a);
  });

  it('refuses an invalid address, and addresses of others in any spelling', async () => {
    const user = await steppedUp();
    await createOwner(test.current, { email: 'taken.name@gmail.com' });
    for (const nonsense of ['nonsense', '<b>@example.com>', "a'@"]) {
      expect(await send(user.token, nonsense)).toMatchObject({ status: 422, problem: { code: 'invalid_email' } });
    }
    expect(await send(user.token, 'somebody@a.mailinator.com')).toMatchObject({ status: 422, problem: { code: 'disposable_email' } });
    for (const taken of ['taken.name@gmail.com', 'Taken.Name@gmail.com', 'takenname+1@googlemail.com']) {
      expect(await send(user.token, taken)).toMatchObject({ status: 409, problem: { code: 'email_taken' } });
    }
    expect(await takeMessages(test.current)).toEqual([]);
  });

  it('allows another spelling of the user’s own mailbox', async () => {
    const owner = await createOwner(test.current, { email: 'some.body@gmail.com' });
    const { token } = await signIn(test.current, owner);
    await callApp(test.current.app, stepUp, { password: OWNER_PASSWORD }, { token });
    await send(token, 'somebody@gmail.com');
    const code = await takeCode(test.current, 'somebody@gmail.com');
    expect((await verify(token, code, 'somebody@gmail.com')).reply.user.email).toBe('somebody@gmail.com');
  });

  it('succeeds for one of two users who confirm the same mailbox at once', async () => {
    const users = [await steppedUp(), await steppedUp()];
    const spellings = ['a.race@gmail.com', 'arace@gmail.com'];
    const codes: string[] = [];
    for (const [index, { token }] of users.entries()) {
      expect((await send(token, spellings[index]!)).status).toBe(200);
      codes.push(await takeCode(test.current, spellings[index]!));
    }
    const answers = await Promise.all(users.map(({ token }, index) => verify(token, codes[index]!, spellings[index]!)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.problem.code).toBe('email_taken');
  });

  it('cannot be used to test a long list of addresses for registered ones', async () => {
    const user = await steppedUp();
    const { email: taken } = await createOwner(test.current);
    for (let asked = 1; asked <= 10; asked++) expect((await send(user.token, taken)).problem.code).toBe('email_taken');
    expect(await send(user.token, taken)).toMatchObject({ status: 429, problem: { code: 'rate_limited' } });
  });

  it('succeeds once when two devices confirm it at the same time', async () => {
    const user = await steppedUp();
    const to = freshEmail();
    await send(user.token, to);
    const code = await takeCode(test.current, to);
    const answers = await Promise.all([verify(user.token, code, to), verify(user.token, code, to)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await takeMessages(test.current)).toHaveLength(1);
  });
});

it('links from a mail to the configured site, whatever host the request names', async () => {
  const real = await createTestApp({ PUBLIC_URL: 'https://matchpoint.example/', FEED: 'none' });
  try {
    const owner = await createOwner(real);
    const { token } = await signIn(real, owner);
    await callApp(real.app, stepUp, { password: OWNER_PASSWORD }, { token });
    const to = freshEmail();
    await callApp(real.app, sendEmailCode, { email: to }, { token });
    const code = await takeCode(real, to);
    const forged = { Host: 'evil.example', Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' };
    expect((await callApp(real.app, verifyEmail, { code, email: to }, { token, headers: forged })).status).toBe(200);
    const [{ content } = expect.unreachable()] = await takeMessages(real);
    expect('link' in content && content.link).toMatch(/^https:\/\/matchpoint\.example\/not-me#[\w-]{43}$/);
  } finally {
    await real.database.drop();
  }
});
