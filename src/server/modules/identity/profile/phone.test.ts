import { afterEach, describe, expect, it } from 'vitest';
import { getOverview } from '#contract/account.ts';
import { stepUp } from '#contract/auth.ts';
import { removePhone, sendPhoneCode, updateProfile, verifyPhone } from '#contract/profile.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { callApp, createTestApp, TEST_NOW, type TestApp, useTestApp } from '#test/support/app.ts';
import { takeCode, takeMessages } from '#test/support/messages.ts';
import { createOwner, OWNER_PASSWORD, signIn } from '#test/support/owner.ts';

const test = useTestApp({ LOGIN_PER_15_MINUTES: '100000', LOGIN_PER_IP_15_MINUTES: '100000' });

afterEach(async () => {
  test.current.clock.set(TEST_NOW);
  await test.current.deps.db.deleteFrom('rate_limits').execute();
  await test.current.deps.db.deleteFrom('messages').execute();
});

let serial = 0;
const freshNumber = () => `+8491${String(++serial).padStart(7, '0')}`;
const send = (token: string, phone: string) => callApp(test.current.app, sendPhoneCode, { phone }, { token });
const verify = (token: string, phone: string, code: string) => callApp(test.current.app, verifyPhone, { phone, code }, { token });
const remove = (token: string) => callApp(test.current.app, removePhone, {}, { token });
const rowOf = (id: string) => test.current.deps.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function signedIn(app: TestApp = test.current) {
  const owner = await createOwner(app);
  return { ...owner, ...(await signIn(app, owner)) };
}

async function steppedUp(app: TestApp = test.current) {
  const user = await signedIn(app);
  expect((await callApp(app.app, stepUp, { password: OWNER_PASSWORD }, { token: user.token })).status).toBe(200);
  return user;
}

async function withPhone(phone = freshNumber()) {
  const user = await steppedUp();
  expect((await send(user.token, phone)).status).toBe(200);
  expect((await verify(user.token, phone, await takeCode(test.current, phone))).status).toBe(200);
  await takeMessages(test.current);
  return { ...user, phone };
}

describe('a phone number', () => {
  it('is set with the code that was texted to it, in the language of the user’s messages', async () => {
    const { clock } = test.current;
    const user = await steppedUp();
    await callApp(test.current.app, updateProfile, { locale: 'vi' }, { token: user.token });
    const phone = freshNumber();
    expect(await send(user.token, phone.replace('+84', '0084 (0) '))).toMatchObject({
      status: 200,
      reply: { sent_to: phone, resend_seconds: 60, expires_seconds: 600 },
    });
    expect(await test.current.deps.db.selectFrom('messages').select('channel').execute()).toEqual([{ channel: 'sms' }]);
    const [sent = expect.unreachable()] = await takeMessages(test.current);
    expect(sent).toMatchObject({ to: phone, locale: 'vi', content: { kind: 'confirm_phone', minutes: 10 } });
    const code = 'code' in sent.content ? sent.content.code : '';
    expect(await verify(user.token, phone, otherThan(code))).toMatchObject({ status: 422, problem: { code: 'invalid_code' } });
    expect((await rowOf(user.id)).phone).toBeNull();
    expect(await verify(user.token, phone, code)).toMatchObject({ status: 200, reply: { profile: { phone, phone_verified: true } } });
    expect(await rowOf(user.id)).toMatchObject({
      phone,
      phone_verified_at: clock.now(),
      redeem_held_until: new Date(clock.now().getTime() + 6 * HOUR_MS),
    });
    expect(await takeMessages(test.current)).toMatchObject([{ to: user.email, content: { kind: 'phone_changed' } }]);
    expect((await verify(user.token, phone, code)).problem.code).toBe('invalid_code');
  });

  it('is announced to the previous number, and not to itself', async () => {
    const user = await withPhone();
    const next = freshNumber();
    await send(user.token, next);
    await verify(user.token, next, await takeCode(test.current, next));
    expect((await takeMessages(test.current)).map(({ to }) => to).sort()).toEqual([user.phone, user.email].sort());
    expect((await rowOf(user.id)).phone).toBe(next);
  });

  it('requires a step-up to request the code, to use it, and to remove the number', async () => {
    const { token } = await signedIn();
    const refused = { status: 403, problem: { code: 'step_up_required' } };
    expect(await send(token, freshNumber())).toMatchObject(refused);
    expect(await verify(token, freshNumber(), '123456')).toMatchObject(refused);
    expect(await remove(token)).toMatchObject(refused);
    expect(await takeMessages(test.current)).toEqual([]);
  });

  it('is set only with a code for this number and this user, within five tries and ten minutes', async () => {
    const [one, other] = [await steppedUp(), await steppedUp()];
    const [phone, elsewhere] = [freshNumber(), freshNumber()];
    await send(one.token, phone);
    const code = await takeCode(test.current, phone);
    expect((await verify(other.token, phone, code)).problem.code).toBe('invalid_code');
    expect((await verify(one.token, elsewhere, code)).problem.code).toBe('invalid_code');
    for (let attempt = 2; attempt <= 5; attempt++) await verify(one.token, phone, otherThan(code));
    expect(await verify(one.token, phone, code)).toMatchObject({ status: 422, problem: { code: 'too_many_tries' } });
    await send(other.token, elsewhere);
    const late = await takeCode(test.current, elsewhere);
    test.current.clock.advance(10 * MINUTE_MS);
    await callApp(test.current.app, stepUp, { password: OWNER_PASSWORD }, { token: other.token });
    expect(await verify(other.token, elsewhere, late)).toMatchObject({ status: 410, problem: { code: 'code_expired' } });
  });

  it('belongs to one account', async () => {
    const { phone } = await withPhone();
    const other = await steppedUp();
    expect(await send(other.token, phone)).toMatchObject({ status: 409, problem: { code: 'phone_taken' } });
    expect(await takeMessages(test.current)).toEqual([]);
  });

  it('is set for one of two users who confirm it at once', async () => {
    const users = [await steppedUp(), await steppedUp()];
    const phone = freshNumber();
    const codes: string[] = [];
    for (const { token } of users) {
      await send(token, phone);
      codes.push(await takeCode(test.current, phone));
      await test.current.deps.db.deleteFrom('rate_limits').execute();
    }
    const answers = await Promise.all(users.map(({ token }, index) => verify(token, phone, codes[index]!)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.problem.code).toBe('phone_taken');
  });

  it('may be confirmed again by its owner, which changes nothing', async () => {
    const user = await withPhone();
    const before = await rowOf(user.id);
    await test.current.deps.db.deleteFrom('rate_limits').execute();
    test.current.clock.advance(2 * MINUTE_MS);
    await send(user.token, user.phone);
    expect((await verify(user.token, user.phone, await takeCode(test.current, user.phone))).status).toBe(200);
    expect(await rowOf(user.id)).toEqual(before);
    expect(await takeMessages(test.current)).toEqual([]);
  });

  it('is deleted when its owner removes it, and the number itself is notified', async () => {
    const user = await withPhone();
    expect((await remove(user.token)).status).toBe(200);
    expect(await rowOf(user.id)).toMatchObject({ phone: null, phone_verified_at: null });
    expect((await takeMessages(test.current)).map(({ to }) => to).sort()).toEqual([user.phone, user.email].sort());
    expect((await callApp(test.current.app, getOverview, {}, { token: user.token })).reply.profile).toMatchObject({
      phone: null,
      phone_verified: false,
    });
    expect((await remove(user.token)).status).toBe(200);
    expect(await takeMessages(test.current)).toEqual([]);
    const other = await steppedUp();
    await test.current.deps.db.deleteFrom('rate_limits').execute();
    expect((await send(other.token, user.phone)).status).toBe(200);
  });
});

describe('the limits on codes by text message', () => {
  it('allow one code a minute and five an hour for each number', async () => {
    const phone = freshNumber();
    for (let sent = 1; sent <= 5; sent++) {
      const { token } = await steppedUp();
      expect((await send(token, phone)).status).toBe(200);
      expect(await send(token, phone)).toMatchObject({
        status: 429,
        problem: { code: 'rate_limited', params: { minutes: sent < 5 ? 1 : 60 } },
      });
      await test.current.deps.db.deleteFrom('rate_limits').where('key', 'like', 'code-resend%').execute();
    }
    const { token } = await steppedUp();
    const sixth = await send(token, phone);
    expect(sixth).toMatchObject({ status: 429, problem: { code: 'rate_limited' } });
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(60);
  });

  it('allow ten numbers an hour for each user, so that a long list cannot be tested for registered numbers', async () => {
    const { phone } = await withPhone();
    const user = await steppedUp();
    for (let asked = 1; asked <= 10; asked++) expect((await send(user.token, phone)).problem.code).toBe('phone_taken');
    expect(await send(user.token, phone)).toMatchObject({ status: 429, problem: { code: 'rate_limited' } });
  });

  it('make a code unavailable where no text messages can be sent', async () => {
    const real = await createTestApp({ PUBLIC_URL: 'https://matchpoint.example/', FEED: 'none' });
    try {
      const { token } = await steppedUp(real);
      const answer = await callApp(real.app, sendPhoneCode, { phone: '+84912345678' }, { token });
      expect(answer).toMatchObject({ status: 503, problem: { code: 'unavailable' } });
    } finally {
      await real.database.drop();
    }
  });

  it('allow no number that cannot receive text messages', async () => {
    const { token } = await steppedUp();
    for (const phone of ['+84 24 3825 3301', '+18005551234', '0912345678', 'nonsense']) {
      expect(await send(token, phone)).toMatchObject({ status: 422, problem: { code: 'invalid_phone' } });
      expect((await verify(token, phone, '123456')).problem.code).toBe('invalid_phone');
    }
    expect(await takeMessages(test.current)).toEqual([]);
  });
});
