import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addPushDevice,
  getNotificationSettings,
  type NotificationChoices,
  putNotificationSettings,
  removePushDevice,
} from '#contract/notifications.ts';
import { DEVICES_MAX } from '#domain/notifications/notification.ts';
import { endSessions } from '#server/modules/identity/auth/sessions.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';
import { type Browser, readVapid, type StartedPushService, startPushService, subscribe } from '#test/support/push-browser.ts';
import { testDevice, testLimit } from './devices.ts';
import { createPushService } from './push-service.ts';
import { resealVapidKey, vapidKey } from './vapid.ts';

const test = useTestApp({ FEED: 'none', PUBLIC_URL: 'https://matchpoint.example' });
let pushes: StartedPushService;
beforeAll(async () => {
  pushes = await startPushService();
});
afterAll(() => pushes.close());

const settingsOf = async ({ token }: Pick<TestUser, 'token'>) => {
  const { status, reply } = await callApp(test.current.app, getNotificationSettings, {}, { token });
  expect(status).toBe(200);
  return reply;
};
const newUser = () => createUser(test.current);
const ownKey = async () => (await vapidKey(test.current.deps)).publicKey;

/** Signs the same user in on another device. */
async function signInAgain({ id, email }: TestUser): Promise<TestUser & { sessionId: string }> {
  const { db, now, serverKeys } = test.current.deps;
  const sessionId = randomUUID();
  const at = now();
  const expires_at = new Date(at.getTime() + 86_400_000);
  const session = { id: sessionId, user_id: id, remember: false, created_at: at, last_seen_at: at, expires_at };
  await db.insertInto('sessions').values(session).execute();
  return { id, email, sessionId, token: await signAccessToken(serverKeys, { id, email, sessionId }, at) };
}
const add = async ({ token }: Pick<TestUser, 'token'>, { subscription }: Browser) =>
  callApp(test.current.app, addPushDevice, { ...subscription, vapid_public_key: await ownKey() }, { token });

describe('notification settings', () => {
  it("are the defaults until the user chooses, and then the user's choice", async () => {
    const user = await newUser();
    const before = await settingsOf(user);
    expect(before).toMatchObject({
      choices: { telegram_on: true, match_max: 6, day_max: 30, quiet: null, kinds: { goal: { push: true, telegram: false } } },
      ...{ time_zone: 'UTC', devices: [], telegram: 'unavailable', mail: 'ready' },
    });
    const chosen: NotificationChoices = {
      kinds: { ...before.choices.kinds, goal: { push: false, telegram: true }, bet: { push: true, telegram: false, mail: true } },
      ...{ telegram_on: false, match_max: 3, day_max: 12, quiet: { from: '22:30', to: '07:00', kinds: ['withdrawal', 'withdrawal'] } },
    };
    const { status, reply } = await callApp(test.current.app, putNotificationSettings, chosen, { token: user.token });
    const kept = { ...chosen, quiet: { from: '22:30', to: '07:00', kinds: ['withdrawal'] } };
    expect([status, reply.choices]).toEqual([200, kept]);
    expect((await settingsOf(user)).choices).toEqual(kept);
    await callApp(test.current.app, putNotificationSettings, { ...chosen, quiet: null }, { token: user.token });
    expect((await settingsOf(user)).choices).toEqual({ ...chosen, quiet: null });
  });

  it.each<[string, (chosen: NotificationChoices) => object]>([
    ['an hour that is none', (chosen) => ({ ...chosen, quiet: { from: '24:00', to: '07:00', kinds: [] } })],
    ['quiet hours without length', (chosen) => ({ ...chosen, quiet: { from: '07:00', to: '07:00', kinds: [] } })],
    ['a budget of nothing', (chosen) => ({ ...chosen, match_max: 0 })],
    ['a budget that is none', (chosen) => ({ ...chosen, day_max: 201 })],
    ['a kind that does not exist', (chosen) => ({ ...chosen, kinds: { ...chosen.kinds, corner: { push: true, telegram: true } } })],
    ['goals by mail', (chosen) => ({ ...chosen, kinds: { ...chosen.kinds, goal: { push: true, telegram: true, mail: true } } })],
    ['a field of its own', (chosen) => ({ ...chosen, sms: true })],
  ])('reject %s', async (_, change) => {
    const user = await newUser();
    const { choices } = await settingsOf(user);
    const answer = await callApp(test.current.app, putNotificationSettings, change(choices) as never, { token: user.token });
    expect([answer.status, answer.problem.code]).toEqual([400, 'invalid_payload']);
    expect((await settingsOf(user)).choices).toEqual(choices);
  });
});

describe('a push device', () => {
  it('is listed from its subscription until its session ends', async () => {
    const user = await newUser();
    const second = await signInAgain(user);
    const { status, reply } = await add(user, subscribe('first'));
    expect([status, reply.device]).toMatchObject([201, { is_this: true, reached_at: null }]);
    test.current.clock.advance(1_000);
    await add(second, subscribe('second'));
    expect((await settingsOf(second)).devices.map(({ is_this }) => is_this)).toEqual([true, false]);
    await endSessions(test.current.deps, user.id, { except: second.sessionId, because: 'revoked' });
    expect((await settingsOf(second)).devices).toMatchObject([{ is_this: true }]);
  });

  it('is replaced when the browser subscribes again, also for another user', async () => {
    const [first, other] = [await newUser(), await newUser()];
    const browser = subscribe('shared');
    const { reply } = await add(first, browser);
    expect((await add(first, subscribe('renewed'))).reply.device.id).toBe(reply.device.id);
    await add(first, browser);
    await add(other, browser);
    expect([(await settingsOf(first)).devices, (await settingsOf(other)).devices.length]).toEqual([[], 1]);
  });

  it('is registered once when two sessions bring the same endpoint at once', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, newUser));
    const browser = subscribe('at-once');
    expect((await Promise.all(users.map((user) => add(user, browser)))).map(({ status }) => status)).toEqual(Array(6).fill(201));
    const devices = await Promise.all(users.map(async (user) => (await settingsOf(user)).devices.length));
    expect(devices.sort()).toEqual([0, 0, 0, 0, 0, 1]);
  });

  it('is dropped, oldest first, when a user has too many', async () => {
    const { clock } = test.current;
    const user = await newUser();
    const ids: string[] = [];
    for (let n = 0; n < DEVICES_MAX + 2; n++) {
      clock.advance(1_000);
      ids.push((await add(await signInAgain(user), subscribe(`many-${n}`))).reply.device.id);
    }
    expect((await settingsOf(user)).devices.map(({ id }) => id)).toEqual(ids.slice(2).reverse());
  });

  it('can be removed only by its owner, by id or as the device that asks', async () => {
    const [user, other] = [await newUser(), await newUser()];
    const second = await signInAgain(user);
    const { reply } = await add(user, subscribe('mine'));
    await add(second, subscribe('mine-too'));
    const remove = ({ token }: TestUser, id?: string) => callApp(test.current.app, removePushDevice, id ? { id } : {}, { token });
    expect((await remove(other, reply.device.id)).status).toBe(200);
    expect((await settingsOf(user)).devices).toHaveLength(2);
    await remove(user, reply.device.id);
    expect((await settingsOf(second)).devices).toMatchObject([{ is_this: true }]);
    await remove(second);
    await remove(second);
    expect((await settingsOf(second)).devices).toEqual([]);
  });

  const good = subscribe('good').subscription;
  it.each([
    'http://push.example.com/x',
    'https://push.example.com:8443/x',
    'https://user:word@push.example.com/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://localhost/x',
    'https://metadata/x',
    'ftp://push.example.com/x',
    'javascript:alert(1)',
    '//push.example.com/x',
    'push',
    `https://push.example.com/${'x'.repeat(1_024)}`,
  ])('is rejected with an endpoint at %s', async (endpoint) => {
    const { token } = await newUser();
    const vapid_public_key = await ownKey();
    const answer = await callApp(test.current.app, addPushDevice, { ...good, endpoint, vapid_public_key }, { token });
    expect([answer.status, answer.problem.code]).toEqual([400, 'invalid_payload']);
  });

  it.each([
    ['no point of the curve', { p256dh: `B${'A'.repeat(86)}`, auth: good.keys.auth }],
    ['too short', { p256dh: good.keys.p256dh, auth: 'AAAA' }],
    ['not base64url', { p256dh: good.keys.p256dh, auth: '='.repeat(22) }],
  ])('is rejected if its key is %s', async (_, keys) => {
    const { token } = await newUser();
    const answer = await callApp(test.current.app, addPushDevice, { ...good, keys, vapid_public_key: await ownKey() }, { token });
    expect([answer.status, answer.problem.code]).toEqual([400, 'invalid_payload']);
  });
});

describe('a test notification', () => {
  it('returns whether it arrived, and deletes a device whose subscription is gone', async () => {
    const { deps } = test.current;
    const user = await signInAgain(await newUser());
    const limit = testLimit(deps);
    const ask = () => testDevice(deps, limit, user, createPushService(deps, { standIn: pushes.url }));
    expect(await ask()).toEqual({ state: 'no_device' });
    const browser = subscribe('tested');
    await add(user, browser);
    pushes.answer(browser, { status: 201 }, { status: 503 }, { status: 410 });
    expect(await ask()).toEqual({ state: 'sent' });
    expect(browser.shown(pushes.taken)).toMatchObject([{ kind: 'test', tag: 'test', lang: 'en', silent: false }]);
    const { headers } = pushes.taken.at(-1)!;
    const { publicKey, claims } = readVapid(headers.authorization!);
    expect([publicKey, claims]).toMatchObject([await ownKey(), { aud: 'https://push.example.com', sub: 'https://matchpoint.example' }]);
    expect((await settingsOf(user)).devices[0]?.reached_at).toBe(deps.now().toISOString());
    expect(await ask()).toEqual({ state: 'not_sent' });
    expect(await ask()).toEqual({ state: 'gone' });
    expect((await settingsOf(user)).devices).toEqual([]);
    await ask();
    await expect(ask()).rejects.toMatchObject({ code: 'rate_limited' });
  });
});

describe('the VAPID key', () => {
  it('is the same for two processes that start at once, survives a change of the server key, and is replaced if it cannot be decrypted', async () => {
    const { deps } = test.current;
    await deps.db.deleteFrom('vapid_key').execute();
    const process = (...keys: number[]) => ({ ...deps, serverKeys: keys.map((key) => new Uint8Array(32).fill(key)) as [Uint8Array] });
    const [one, two] = await Promise.all([vapidKey(process(1)), vapidKey(process(1))]);
    expect(one).toEqual(two);
    expect(await resealVapidKey(process(1))).toBe(0);
    expect(await resealVapidKey(process(2, 1))).toBe(1);
    expect(await vapidKey(process(2))).toEqual(one);
    const anew = await vapidKey(process(3));
    expect(anew.publicKey).not.toBe(one.publicKey);
    expect(await vapidKey(process(3))).toEqual(anew);
  });
});
