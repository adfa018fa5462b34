import { afterEach, describe, expect, it } from 'vitest';
import { getOverview } from '#contract/account.ts';
import { stepUp } from '#contract/auth.ts';
import { beginTwoFactor, confirmTwoFactor, endTwoFactor, getTwoFactor, renewRecoveryCodes } from '#contract/two-factor.ts';
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts';
import { createApp } from '#server/app.ts';
import { eraseAccounts } from '#server/modules/account-closure/deletion.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createUser } from '#test/support/factories.ts';
import { takeMessages } from '#test/support/messages.ts';
import { createOwner, isSignedIn, OWNER_PASSWORD, signIn } from '#test/support/owner.ts';
import { runJob } from '#test/support/run-job.ts';
import { shownBy, turnOnSecondFactor } from '#test/support/second-factor.ts';
import { validateSecondFactor } from './service.ts';

const test = useTestApp({ LOGIN_PER_15_MINUTES: '100000', LOGIN_PER_IP_15_MINUTES: '100000' });

afterEach(async () => {
  test.current.clock.set(TEST_NOW);
  await test.current.deps.db.deleteFrom('rate_limits').execute();
  await test.current.deps.db.deleteFrom('messages').execute();
});

const prove = (token: string, proof: { password?: string; totp?: string }) => callApp(test.current.app, stepUp, proof, { token });
const begin = async (token: string) => callApp(test.current.app, beginTwoFactor, {}, { token });
const confirm = async (token: string, totp: string) => callApp(test.current.app, confirmTwoFactor, { totp }, { token });
const renew = async (token: string) => callApp(test.current.app, renewRecoveryCodes, {}, { token });
const end = async (token: string) => callApp(test.current.app, endTwoFactor, {}, { token });
const stateOf = async (token: string) => (await callApp(test.current.app, getTwoFactor, {}, { token })).reply;
const inSeconds = (seconds: number) => new Date(test.current.clock.now().getTime() + seconds * SECOND_MS);
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const warnings = async () => (await takeMessages(test.current)).map(({ to, content }) => `${content.kind} to ${to}`);

async function signedIn() {
  const owner = await createOwner(test.current);
  return { ...owner, ...(await signIn(test.current, owner)) };
}

/** Creates a user who has just given their password. */
async function steppedUp() {
  const owner = await signedIn();
  await prove(owner.token, { password: OWNER_PASSWORD });
  return owner;
}

/** Creates a user whose app was confirmed five minutes ago. */
async function withApp() {
  const owner = await signedIn();
  const app = await turnOnSecondFactor(test.current, owner.token);
  await test.current.deps.db.deleteFrom('messages').execute();
  test.current.clock.advance(5 * MINUTE_MS);
  const shown = (seconds = 0) => shownBy(app, inSeconds(seconds));
  const give = async (totp: string) =>
    (({ status, problem }) => (status === 200 ? 'right' : problem.code))(await prove(owner.token, { totp }));
  return { ...owner, ...app, shown, give };
}

describe('turning on the second factor', () => {
  it('requires a step-up and the first code of the latest secret', async () => {
    const owner = await signedIn();
    expect(await begin(owner.token)).toMatchObject({ status: 403, problem: { code: 'step_up_required' } });
    await prove(owner.token, { password: OWNER_PASSWORD });
    const first = (await begin(owner.token)).reply;
    const drawn = (await begin(owner.token)).reply;
    expect(drawn.secret).not.toBe(first.secret);
    expect(drawn.uri).toContain(`/Matchpoint:${encodeURIComponent(owner.email)}?`);
    expect(drawn.uri).toContain(`secret=${drawn.secret}&`);
    expect(await stateOf(owner.token)).toEqual({ enabled_at: null, recovery_codes_left: 0 });
    expect(await confirm(owner.token, shownBy(first, inSeconds(0)))).toMatchObject({ status: 401, problem: { code: 'invalid_totp' } });
    const { status, reply } = await confirm(owner.token, shownBy(drawn, inSeconds(0)));
    expect(status).toBe(200);
    expect(new Set(reply.recovery_codes).size).toBe(10);
    for (const code of reply.recovery_codes) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/);
    expect(await stateOf(owner.token)).toEqual({ enabled_at: TEST_NOW, recovery_codes_left: 10 });
  });

  it('ends no session, sends a warning, and updates open pages', async () => {
    const owner = await steppedUp();
    const isOn = async () => (await callApp(test.current.app, getOverview, {}, { token: owner.token })).reply.two_factor;
    expect(await isOn()).toBe(false);
    const published = test.current.published.length;
    await turnOnSecondFactor(test.current, owner.token);
    expect(await isOn()).toBe(true);
    expect(await warnings()).toEqual([`two_factor_on to ${owner.email}`]);
    expect(test.current.published.slice(published)).toEqual([{ topic: `me:${owner.id}`, change: { t: 'account' } }]);
    expect(await isSignedIn(test.current, owner)).toBe(true);
  });

  it('is refused without a secret, and returns recovery codes to one of two simultaneous requests', async () => {
    const owner = await steppedUp();
    expect((await confirm(owner.token, '123456')).problem.code).toBe('invalid_totp');
    const drawn = (await begin(owner.token)).reply;
    const code = shownBy(drawn, inSeconds(0));
    const answers = await Promise.all([confirm(owner.token, code), confirm(owner.token, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await stateOf(owner.token)).toMatchObject({ recovery_codes_left: 10 });
  });

  it('labels accounts without an address by their handle', async () => {
    const user = await createUser(test.current);
    const { db, now } = test.current.deps;
    await db.updateTable('users').set({ email: null, email_identity: null }).where('id', '=', user.id).execute();
    await db.updateTable('sessions').set({ stepped_up_at: now() }).where('user_id', '=', user.id).execute();
    const { public_handle } = await db.selectFrom('users').select('public_handle').where('id', '=', user.id).executeTakeFirstOrThrow();
    expect((await begin(user.token)).reply.uri).toContain(`/Matchpoint:${public_handle}?`);
  });

  it('stores neither secret nor recovery codes in plain text', async () => {
    const owner = await withApp();
    const { db } = test.current.deps;
    const row = await db.selectFrom('users').selectAll().where('id', '=', owner.id).executeTakeFirstOrThrow();
    const codes = await db.selectFrom('recovery_codes').selectAll().where('user_id', '=', owner.id).execute();
    const kept = [row.totp_secret!, ...codes.map(({ code_hash }) => code_hash)].map((bytes) => bytes.toString('latin1')).join();
    for (const secret of [owner.secret, ...owner.recoveryCodes, ...owner.recoveryCodes.map((code) => code.replace('-', ''))]) {
      expect(kept).not.toContain(secret);
    }
  });

  it('again keeps the present app valid until the first code of the new one', async () => {
    const owner = await withApp();
    await owner.give(owner.shown());
    const next = (await begin(owner.token)).reply;
    expect(await owner.give(shownBy(next, inSeconds(0)))).toBe('invalid_totp');
    expect(await owner.give(owner.shown(30))).toBe('right');
    const { recovery_codes } = (await confirm(owner.token, shownBy(next, inSeconds(0)))).reply;
    test.current.clock.advance(MINUTE_MS);
    expect(await owner.give(owner.shown())).toBe('invalid_totp');
    expect(await owner.give(owner.recoveryCodes[0]!)).toBe('invalid_totp');
    expect(await owner.give(shownBy(next, inSeconds(0)))).toBe('right');
    expect(await owner.give(recovery_codes[0]!)).toBe('right');
  });
});

describe('a code of the authenticator app', () => {
  it('is accepted from clocks that are half a minute off, but not a whole minute', async () => {
    const owner = await withApp();
    expect(await owner.give(owner.shown(-60))).toBe('invalid_totp');
    expect(await owner.give(owner.shown(60))).toBe('invalid_totp');
    expect(await owner.give(owner.shown(-30))).toBe('right');
    expect(await owner.give(owner.shown())).toBe('right');
    expect(await owner.give(owner.shown(30))).toBe('right');
  });

  it('is accepted once, and never after a later one', async () => {
    const owner = await withApp();
    expect(await owner.give(owner.shown())).toBe('right');
    expect(await owner.give(owner.shown())).toBe('invalid_totp');
    expect(await owner.give(owner.shown(-30))).toBe('invalid_totp');
    test.current.clock.advance(30 * SECOND_MS);
    expect(await owner.give(owner.shown(-30))).toBe('invalid_totp');
    expect(await owner.give(owner.shown())).toBe('right');
  });

  it('is accepted from one of many simultaneous requests', async () => {
    const owner = await withApp();
    const answers = await Promise.all(Array.from({ length: 8 }, () => owner.give(owner.shown())));
    expect(answers.filter((answer) => answer === 'right')).toHaveLength(1);
  });

  it('that turned the second factor on is used up', async () => {
    const owner = await signedIn();
    const app = await turnOnSecondFactor(test.current, owner.token);
    expect((await prove(owner.token, { totp: shownBy(app, inSeconds(0)) })).problem.code).toBe('invalid_totp');
  });

  it.each([
    ['with a space', (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `],
    ['in wide digits', (code: string) => code.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))],
  ])('is accepted %s', async (_, typed) => {
    const owner = await withApp();
    expect(await owner.give(typed(owner.shown()))).toBe('right');
  });

  it('is rejected for another user', async () => {
    const [one, other] = [await withApp(), await withApp()];
    expect(await one.give(other.shown())).toBe('invalid_totp');
    expect(await one.give(other.recoveryCodes[0]!)).toBe('invalid_totp');
    expect(await other.give(other.recoveryCodes[0]!)).toBe('right');
  });

  it('may be wrong ten times a day in a session; right ones do not count, and recovery codes still work then', async () => {
    const [owner, other] = [await withApp(), await withApp()];
    const wrong = wrongFor(owner.shown());
    for (let tries = 1; tries <= 9; tries++) expect(await owner.give(wrong)).toBe('invalid_totp');
    expect(await owner.give(owner.shown())).toBe('right');
    expect(await owner.give(wrong)).toBe('invalid_totp');
    const refused = await prove(owner.token, { totp: owner.shown(30) });
    expect(refused).toMatchObject({ status: 429, problem: { code: 'rate_limited' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
    expect(await owner.give(owner.recoveryCodes[0]!)).toBe('right');
    expect(await other.give(other.shown())).toBe('right');
  });
});

describe('a recovery code', () => {
  it('replaces a code of the app, once each, in any notation', async () => {
    const owner = await withApp();
    const [first = '', second = ''] = owner.recoveryCodes;
    expect(await owner.give(first)).toBe('right');
    expect(await owner.give(first)).toBe('invalid_totp');
    expect(await owner.give(` ${second.toLowerCase().replace('-', ' ')}`)).toBe('right');
    expect(await owner.give('AAAA-AAAA')).toBe('invalid_totp');
    expect(await stateOf(owner.token)).toMatchObject({ recovery_codes_left: 8 });
  });

  it('is accepted once from simultaneous requests', async () => {
    const owner = await withApp();
    const answers = await Promise.all(Array.from({ length: 8 }, () => owner.give(owner.recoveryCodes[0]!)));
    expect(answers.filter((answer) => answer === 'right')).toHaveLength(1);
    expect(await stateOf(owner.token)).toMatchObject({ recovery_codes_left: 9 });
  });

  it('is invalid after a renewal, which requires a step-up and sends a warning', async () => {
    const owner = await withApp();
    test.current.clock.advance(5 * MINUTE_MS);
    expect((await renew(owner.token)).problem.code).toBe('step_up_required');
    await owner.give(owner.recoveryCodes[0]!);
    const { recovery_codes } = (await renew(owner.token)).reply;
    expect(await warnings()).toEqual([`recovery_codes_renewed to ${owner.email}`]);
    expect(await stateOf(owner.token)).toMatchObject({ recovery_codes_left: 10 });
    expect(await owner.give(owner.recoveryCodes[1]!)).toBe('invalid_totp');
    expect(await owner.give(recovery_codes[1]!)).toBe('right');
  });

  it('cannot be renewed without an app', async () => {
    const owner = await steppedUp();
    expect(await renew(owner.token)).toMatchObject({ status: 404, problem: { code: 'not_found' } });
  });
});

describe('turning off the second factor', () => {
  it('requires a step-up, warns once, and deletes app and recovery codes', async () => {
    const owner = await withApp();
    test.current.clock.advance(5 * MINUTE_MS);
    expect((await end(owner.token)).problem.code).toBe('step_up_required');
    await prove(owner.token, { password: OWNER_PASSWORD });
    expect((await end(owner.token)).status).toBe(200);
    expect((await end(owner.token)).status).toBe(200);
    expect(await warnings()).toEqual([`two_factor_off to ${owner.email}`]);
    expect(await stateOf(owner.token)).toEqual({ enabled_at: null, recovery_codes_left: 0 });
    expect(await owner.give(owner.shown())).toBe('invalid_totp');
    expect(await owner.give(owner.recoveryCodes[0]!)).toBe('invalid_totp');
  });

  it('also deletes a secret that waits for its first code', async () => {
    const owner = await steppedUp();
    const drawn = (await begin(owner.token)).reply;
    await end(owner.token);
    expect((await confirm(owner.token, shownBy(drawn, inSeconds(0)))).problem.code).toBe('invalid_totp');
    expect(await warnings()).toEqual([]);
  });
});

it('leaves no row of the second factor when the account is erased', async () => {
  const owner = await withApp();
  await prove(owner.token, { password: OWNER_PASSWORD });
  await begin(owner.token);
  const { deps } = test.current;
  await deps.db.updateTable('users').set({ deletion_due_at: deps.now() }).where('id', '=', owner.id).execute();
  expect(await eraseAccounts(deps)).toBe(1);
  const row = await deps.db.selectFrom('users').selectAll().where('id', '=', owner.id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ totp_secret: null, totp_next_secret: null, totp_enabled_at: null, totp_step: null });
  expect(await deps.db.selectFrom('recovery_codes').select('user_id').where('user_id', '=', owner.id).execute()).toEqual([]);
});

describe('a key rotation', () => {
  it('keeps app and recovery codes valid, even after the old key is removed', async () => {
    const owner = await withApp();
    const { deps } = test.current;
    const [oldKey] = deps.serverKeys;
    const newKey = new Uint8Array(32).fill(8);
    const judge = async (serverKeys: typeof deps.serverKeys, typed: string) => {
      const user = await deps.db.selectFrom('users').selectAll().where('id', '=', owner.id).executeTakeFirstOrThrow();
      return validateSecondFactor({ ...deps, serverKeys }, user, typed).then(() => 'right');
    };
    expect(await judge([newKey, oldKey], owner.shown(-30))).toBe('right');
    const waiting = (await begin(owner.token)).reply;
    await expect(judge([newKey], owner.shown())).rejects.toThrow('none of our keys');

    await runJob({ ...deps, serverKeys: [newKey, oldKey] }, 'sealed secrets');
    expect(await judge([newKey], owner.shown())).toBe('right');
    expect(await judge([newKey], owner.recoveryCodes[0]!)).toBe('right');
    await expect(judge([oldKey], owner.shown(30))).rejects.toThrow('none of our keys');

    const renewed = createApp({ ...deps, serverKeys: [newKey, oldKey] });
    const confirmed = await callApp(renewed, confirmTwoFactor, { totp: shownBy(waiting, inSeconds(0)) }, { token: owner.token });
    expect(confirmed.status).toBe(200);
    // Secrets sealed with the present key are not changed.
    const sealed = () => deps.db.selectFrom('users').select('totp_secret').where('id', '=', owner.id).executeTakeFirstOrThrow();
    const before = await sealed();
    await runJob({ ...deps, serverKeys: [newKey, oldKey] }, 'sealed secrets');
    expect(await sealed()).toEqual(before);
  });
});
