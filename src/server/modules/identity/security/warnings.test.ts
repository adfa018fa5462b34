import { afterEach, describe, expect, it } from 'vitest';
import { changePassword } from '#contract/account.ts';
import { notMe, resetPassword, sendStepUpCode, stepUp } from '#contract/auth.ts';
import { createCalendar } from '#contract/calendar-feeds.ts';
import { createWebhook } from '#contract/webhooks.ts';
import { DAY_MS } from '#domain/time.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { takeCode, takeMessages } from '#test/support/messages.ts';
import { createOwner, isSignedIn, OWNER_PASSWORD, signIn, trySignIn } from '#test/support/owner.ts';
import { runJob } from '#test/support/run-job.ts';

const test = useTestApp({ LOGIN_PER_15_MINUTES: '100000', LOGIN_PER_IP_15_MINUTES: '100000' });
const NEW_PASSWORD = 'Battery8Staple';

afterEach(async () => {
  test.current.clock.set(TEST_NOW);
  await test.current.deps.db.deleteFrom('rate_limits').execute();
  await test.current.deps.db.deleteFrom('messages').execute();
});

const take = (token: string) => callApp(test.current.app, notMe, { token });
const heldUntil = async (id: string) =>
  (await test.current.deps.db.selectFrom('users').select('redeem_held_until').where('id', '=', id).executeTakeFirstOrThrow())
    .redeem_held_until;

/** Creates a user whose password was just changed on a device that is still signed in; returns the link of the warning, too. */
async function warned(headers: Record<string, string> = {}) {
  const owner = await createOwner(test.current);
  const device = await signIn(test.current, owner);
  await takeMessages(test.current);
  const change = { current_password: OWNER_PASSWORD, password: NEW_PASSWORD, password_confirm: NEW_PASSWORD };
  expect((await callApp(test.current.app, changePassword, change, { token: device.token, headers })).status).toBe(200);
  const [{ content } = expect.unreachable()] = await takeMessages(test.current);
  if (!('link' in content)) throw new Error('the warning has no link');
  return { ...owner, ...device, link: content.link, proof: content.link.split('#')[1]! };
}

describe('the link of a warning', () => {
  it('ends the secret addresses of calendars, which whoever was in the account may know', async () => {
    const user = await warned();
    const look = { kind: 'mine', locale: 'en', shows_results: false, alarm_minutes: null } as const;
    const { reply } = await callApp(test.current.app, createCalendar, look, { token: user.token });
    const path = new URL(reply.url).pathname;
    expect((await test.current.app.request(path)).status).toBe(200);
    expect((await take(user.proof)).status).toBe(200);
    expect((await test.current.app.request(path)).status).toBe(404);
  });

  it('ends webhooks, which tell their receiver what the user tips', async () => {
    const user = await warned();
    const wanted = { url: 'https://hooks.example.com/', events: ['tip.scored' as const], filters: { favorites: true } };
    expect((await callApp(test.current.app, createWebhook, wanted, { token: user.token })).status).toBe(201);
    await take(user.proof);
    expect(await test.current.deps.db.selectFrom('webhooks').select('id').where('user_id', '=', user.id).execute()).toEqual([]);
  });

  it('ends every session, holds withdrawals for three days, and works once', async () => {
    const user = await warned();
    expect(await isSignedIn(test.current, user)).toBe(true);
    const answer = await take(user.proof);
    expect(answer).toMatchObject({ status: 200, reply: { held_until: '2026-11-23T12:00:00.000Z' } });
    expect(await heldUntil(user.id)).toEqual(new Date(answer.reply.held_until));
    expect(await isSignedIn(test.current, user)).toBe(false);
    const session = await test.current.deps.db.selectFrom('sessions').selectAll().where('user_id', '=', user.id).executeTakeFirstOrThrow();
    expect(session.ended_because).toBe('not_me');
    expect(await take(user.proof)).toMatchObject({ status: 410, problem: { code: 'link_expired' } });
  });

  it('works for one of a hundred simultaneous uses', async () => {
    const { proof } = await warned();
    const answers = await Promise.all(Array.from({ length: 100 }, () => take(proof)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(99);
  });

  it('does not shorten a longer hold', async () => {
    const user = await warned();
    const later = new Date(Date.parse(TEST_NOW) + 30 * DAY_MS);
    await test.current.deps.db.updateTable('users').set({ redeem_held_until: later }).where('id', '=', user.id).execute();
    expect((await take(user.proof)).reply.held_until).toBe(later.toISOString());
  });

  it('ends codes that an intruder may have requested', async () => {
    const user = await warned();
    await callApp(test.current.app, sendStepUpCode, {}, { token: user.token });
    const code = await takeCode(test.current, user.email);
    await take(user.proof);
    const { token } = await trySignIn(test.current, user.email, NEW_PASSWORD);
    expect((await callApp(test.current.app, stepUp, { code }, { token })).problem.code).toBe('invalid_code');
  });

  it('is valid for seven days, and deleted a day later', async () => {
    const { clock, deps } = test.current;
    const [early, late] = [await warned(), await warned()];
    clock.advance(7 * DAY_MS - 1);
    expect((await take(early.proof)).status).toBe(200);
    clock.advance(1);
    expect(await take(late.proof)).toMatchObject({ status: 410, problem: { code: 'link_expired' } });
    expect(await isSignedIn(test.current, late)).toBe(true);
    const count = async () =>
      (await deps.db.selectFrom('security_links').select('user_id').where('user_id', '=', late.id).execute()).length;
    clock.advance(DAY_MS);
    await runJob(deps, 'codes');
    expect(await count()).toBe(1);
    clock.advance(1);
    await runJob(deps, 'codes');
    expect(await count()).toBe(0);
  });

  it('cannot be forged, and is not stored in a usable form', async () => {
    const { proof, id } = await warned();
    for (const forged of [`${proof.slice(0, -1)}${proof.endsWith('A') ? 'E' : 'A'}`, 'x'.repeat(43), "' or 1=1 --", ' ']) {
      expect(await take(forged)).toMatchObject({ status: 410, problem: { code: 'link_expired' } });
    }
    expect((await take('')).status).toBe(400);
    const [row] = await test.current.deps.db.selectFrom('security_links').selectAll().where('user_id', '=', id).execute();
    expect(row!.token_hash).toHaveLength(32);
    expect(row!.token_hash.equals(Buffer.from(proof, 'base64url'))).toBe(false);
  });

  it('points to the requesting page in the demo, and never to a forged origin', async () => {
    expect((await warned({ Origin: 'http://192.168.1.20:3000', Host: '192.168.1.20:3000' })).link).toMatch(
      /^http:\/\/192\.168\.1\.20:3000\/not-me#/,
    );
    for (const origin of ['https://evil.example', 'null', 'javascript://localhost/']) {
      expect((await warned({ Origin: origin, Host: 'localhost' })).link).toMatch(/^http:\/\/localhost(:\d+)?\/not-me#/);
    }
  });
});

it('omits browser and system from a warning when the user agent is unknown', async () => {
  const owner = await createOwner(test.current);
  const { token } = await signIn(test.current, owner);
  const change = { current_password: OWNER_PASSWORD, password: NEW_PASSWORD, password_confirm: NEW_PASSWORD };
  await callApp(test.current.app, changePassword, change, { token, headers: { 'User-Agent': '"><img src=x onerror=alert(1)>' } });
  expect((await takeMessages(test.current))[0]!.content).toMatchObject({
    kind: 'password_changed',
    device: { browser: null, system: null },
  });
  const unknown = { email: owner.email, code: '000000', password: NEW_PASSWORD, password_confirm: NEW_PASSWORD };
  expect((await callApp(test.current.app, resetPassword, unknown)).problem.code).toBe('invalid_code');
});
