import { afterEach, describe, expect, it } from 'vitest';
import { endOtherSessions } from '#contract/account.ts';
import { sendStepUpCode, stepUp } from '#contract/auth.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { verifyAccessToken } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { callApp, createTestApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createUser } from '#test/support/factories.ts';
import { takeCode, takeMessages } from '#test/support/messages.ts';
import { createOwner, OWNER_PASSWORD, type SignedInDevice, signIn } from '#test/support/owner.ts';
import { shownBy, turnOnSecondFactor } from '#test/support/second-factor.ts';
import { requireStepUp } from './step-up.ts';

const test = useTestApp({ LOGIN_PER_15_MINUTES: '100000', LOGIN_PER_IP_15_MINUTES: '100000' });

afterEach(async () => {
  test.current.clock.set(TEST_NOW);
  await test.current.deps.db.deleteFrom('rate_limits').execute();
  await test.current.deps.db.deleteFrom('messages').execute();
});

const give = (token: string, proof: { password?: string; code?: string; totp?: string }) =>
  callApp(test.current.app, stepUp, proof, { token });
const sendCode = (token: string, headers: Record<string, string> = {}) => callApp(test.current.app, sendStepUpCode, {}, { token, headers });
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Returns the error code that a later request requiring a step-up gets, or null. */
async function refusalOf({ token }: Pick<SignedInDevice, 'token'>): Promise<string | null> {
  const { deps } = test.current;
  const caller = await verifyAccessToken(deps.serverKeys, token, new Date(TEST_NOW));
  return requireStepUp(deps, caller).then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : expect.unreachable(String(error))),
  );
}

describe('a step-up', () => {
  it('lasts ten minutes, and applies to this session only', async () => {
    const owner = await createOwner(test.current);
    const [here, there] = [await signIn(test.current, owner), await signIn(test.current, owner)];
    expect(await refusalOf(here)).toBe('step_up_required');
    const answer = await give(here.token, { password: OWNER_PASSWORD });
    expect(answer).toMatchObject({ status: 200, reply: { until: '2026-11-20T12:10:00.000Z' } });
    expect(await refusalOf(here)).toBeNull();
    expect(await refusalOf(there)).toBe('step_up_required');
    test.current.clock.advance(10 * MINUTE_MS - 1);
    expect(await refusalOf(here)).toBeNull();
    test.current.clock.advance(1);
    expect(await refusalOf(here)).toBe('step_up_required');
  });

  it('is given by a code, which goes to the confirmed address in the language of the page', async () => {
    const owner = await createOwner(test.current);
    const here = await signIn(test.current, owner);
    expect(await sendCode(here.token, { 'Accept-Language': 'zh-CN' })).toMatchObject({
      status: 200,
      reply: { sent_to: owner.email, resend_seconds: 60, expires_seconds: 600 },
    });
    const [sent = expect.unreachable()] = await takeMessages(test.current);
    expect(sent).toMatchObject({ to: owner.email, locale: 'zh-CN', content: { kind: 'step_up', minutes: 10 } });
    const code = 'code' in sent.content ? sent.content.code : '';
    expect((await give(here.token, { code })).status).toBe(200);
    expect(await refusalOf(here)).toBeNull();
    expect(await give(here.token, { code })).toMatchObject({ status: 422, problem: { code: 'invalid_code' } });
  });

  it('is not given by a wrong code, a sixth try, or an expired code', async () => {
    const owner = await createOwner(test.current);
    const here = await signIn(test.current, owner);
    await sendCode(here.token);
    const code = await takeCode(test.current, owner.email);
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect(await give(here.token, { code: otherThan(code) })).toMatchObject({ status: 422, problem: { code: 'invalid_code' } });
    }
    expect(await give(here.token, { code })).toMatchObject({ status: 422, problem: { code: 'too_many_tries' } });
    expect(await sendCode(here.token)).toMatchObject({ status: 429, problem: { code: 'rate_limited' } });
    await test.current.deps.db.deleteFrom('rate_limits').execute();
    await sendCode(here.token);
    const late = await takeCode(test.current, owner.email);
    test.current.clock.advance(10 * MINUTE_MS);
    expect(await give(here.token, { code: late })).toMatchObject({ status: 410, problem: { code: 'code_expired' } });
    expect(await refusalOf(here)).toBe('step_up_required');
  });

  it('is not given by another user’s code', async () => {
    const [one, other] = [await createOwner(test.current), await createOwner(test.current)];
    const [mine, theirs] = [await signIn(test.current, one), await signIn(test.current, other)];
    await sendCode(theirs.token);
    const code = await takeCode(test.current, other.email);
    expect((await give(mine.token, { code })).problem.code).toBe('invalid_code');
    expect((await give(theirs.token, { code })).status).toBe(200);
  });

  it('cannot be used to guess the password', async () => {
    const strict = await createTestApp({ LOGIN_PER_15_MINUTES: '2' });
    try {
      const owner = await createOwner(strict);
      const { token } = await signIn(strict, owner);
      const attempt = (password: string) => callApp(strict.app, stepUp, { password }, { token });
      expect(await attempt('Wrong1Horse')).toMatchObject({ status: 401, problem: { code: 'invalid_credentials' } });
      expect((await attempt(OWNER_PASSWORD)).status).toBe(200);
      expect((await attempt('Wrong1Horse')).problem.code).toBe('invalid_credentials');
      expect(await attempt(OWNER_PASSWORD)).toMatchObject({ status: 429, problem: { code: 'rate_limited' } });
    } finally {
      await strict.database.drop();
    }
  });

  it('offers no code without a confirmed address, and no password to users without one', async () => {
    const user = await createUser(test.current, 0, { confirmed: false });
    expect(await sendCode(user.token)).toMatchObject({ status: 403, problem: { code: 'contact_unconfirmed' } });
    expect(await give(user.token, { password: OWNER_PASSWORD })).toMatchObject({ status: 401, problem: { code: 'invalid_credentials' } });
  });

  it('is given by the second factor, in place of password and code', async () => {
    const owner = await createOwner(test.current);
    const here = await signIn(test.current, owner);
    const app = await turnOnSecondFactor(test.current, here.token);
    test.current.clock.advance(10 * MINUTE_MS);
    expect(await refusalOf(here)).toBe('step_up_required');
    expect(await give(here.token, { totp: '000000' })).toMatchObject({ status: 401, problem: { code: 'invalid_totp' } });
    expect(await refusalOf(here)).toBe('step_up_required');
    expect((await give(here.token, { totp: shownBy(app, test.current.clock.now()) })).status).toBe(200);
    expect(await refusalOf(here)).toBeNull();
    expect((await give(here.token, { totp: app.recoveryCodes[0]! })).status).toBe(200);
    // Any one of them is enough.
    expect((await give(here.token, { password: OWNER_PASSWORD })).status).toBe(200);
  });

  it('is not given by a second factor to users without one', async () => {
    const here = await signIn(test.current, await createOwner(test.current));
    expect(await give(here.token, { totp: '123456' })).toMatchObject({ status: 401, problem: { code: 'invalid_totp' } });
    expect(await refusalOf(here)).toBe('step_up_required');
  });

  it('requires exactly one proof', async () => {
    const { token } = await signIn(test.current, await createOwner(test.current));
    expect(await give(token, {})).toMatchObject({ status: 400, problem: { code: 'missing_fields' } });
    const proofs = { password: OWNER_PASSWORD, code: '123456', totp: '123456' };
    const { password, code, totp } = proofs;
    for (const several of [proofs, { password, code }, { password, totp }, { code, totp }]) {
      expect(await give(token, several)).toMatchObject({ status: 400, problem: { code: 'invalid_payload' } });
    }
    expect((await give('', { password: OWNER_PASSWORD })).problem.code).toBe('token_missing');
  });

  it('ends with its session', async () => {
    const owner = await createOwner(test.current);
    const [here, there] = [await signIn(test.current, owner), await signIn(test.current, owner)];
    await give(there.token, { password: OWNER_PASSWORD });
    expect(await refusalOf(there)).toBeNull();
    await callApp(test.current.app, endOtherSessions, {}, { token: here.token });
    expect(await refusalOf(there)).toBe('step_up_required');
    expect(await give(there.token, { password: OWNER_PASSWORD })).toMatchObject({ status: 401, problem: { code: 'session_expired' } });
  });
});
