import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beGuest, makeUser } from '#test/web/fixtures/accounts.ts';
import { makeNotifications, makePushDevice, VAPID_KEY } from '#test/web/fixtures/notifications.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { allowNotifications, denyNotifications } from '#test/web/push-browser.ts';
import { tokenOf } from '#test/web/tokens.ts';
import { signOut } from '#web/features/auth/sign-in.ts';
import { leavePush, pushState, syncPush, turnOffPush, turnOnPush } from './push-device.ts';
import { useSession } from './session.ts';

const SETTINGS = 'GET /api/notifications/settings';
const ADD = 'POST /api/notifications/push';
const REMOVE = 'DELETE /api/notifications/push';
const OTHER_KEY = VAPID_KEY.replace('BN', 'BM');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
const enter = (user = makeUser(), sid = 's-1') => useSession.setState({ user, token: tokenOf({ sub: user.id, sid }), booted: true });
const serve = (rest: Parameters<typeof makeNotifications>[0] = { devices: [makePushDevice({ is_this: true })] }) =>
  server.on(SETTINGS, { json: makeNotifications(rest) });
beforeEach(() => {
  server.reset();
  serve();
  server.on(ADD, { status: 201, json: { device: makePushDevice({ is_this: true }) } });
  server.on(REMOVE, { json: {} });
  enter();
});
afterEach(denyNotifications);
afterAll(() => server.stop());

const UA = { mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', iPhone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)' };
const beBrowser = (userAgent: string, touches = 0) => {
  Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
  Object.defineProperty(navigator, 'maxTouchPoints', { value: touches, configurable: true });
};

describe('the state', () => {
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'userAgent');
    Reflect.deleteProperty(navigator, 'maxTouchPoints');
  });

  it.each([
    ['an iPhone', UA.iPhone, 5, 'home_screen'],
    ['an iPad, which calls itself a Mac', UA.mac, 5, 'home_screen'],
    ['a Mac', UA.mac, 0, 'unsupported'],
  ] as const)('on %s without support', (_, userAgent, touches, state) => {
    beBrowser(userAgent, touches);
    expect(pushState()).toBe(state);
  });

  it.each([
    ['default', 'off'],
    ['granted', 'off'],
    ['denied', 'blocked'],
  ] as const)('with permission %s and no subscription: %s', (permission, state) => {
    allowNotifications({ permission });
    expect(pushState()).toBe(state);
  });
});

describe('turning it on', () => {
  it('asks, subscribes with the site’s key, and tells the server', async () => {
    const browser = allowNotifications();
    expect(await turnOnPush()).toBe('on');
    expect(browser.asked).toBe(1);
    expect(server.bodiesOf(ADD)).toEqual([{ endpoint: 'https://push.example/1', keys: expect.any(Object), vapid_public_key: VAPID_KEY }]);
    expect(pushState()).toBe('on');
  });

  it.each([
    ['denied', 'blocked'],
    ['default', 'off'],
  ] as const)('does nothing more if the answer is %s', async (answer, state) => {
    const browser = allowNotifications({ answer });
    expect(await turnOnPush()).toBe(state);
    expect([browser.subscription, server.calls()]).toEqual([null, []]);
  });

  it('leaves no subscription that the server rejects', async () => {
    const browser = allowNotifications();
    server.on(ADD, { status: 400, json: { code: 'invalid_payload', detail: 'No.' } });
    await expect(turnOnPush()).rejects.toThrow('No.');
    expect([browser.subscription, pushState()]).toEqual([null, 'off']);
  });

  it('applies to one user: for another it is off', async () => {
    allowNotifications();
    await turnOnPush();
    enter();
    expect(pushState()).toBe('off');
  });
});

describe('turning it off', () => {
  it('tells the server, and unsubscribes', async () => {
    const browser = allowNotifications();
    await turnOnPush();
    await turnOffPush();
    expect(server.calls()).toContain(REMOVE);
    expect([browser.subscription, pushState()]).toEqual([null, 'off']);
  });

  it('happens when signing out of this device', async () => {
    const browser = allowNotifications();
    await turnOnPush();
    server.on('POST /api/auth/logout', { json: {} });
    await signOut();
    expect(browser.subscription).toBeNull();
  });

  it('never fails, whatever the browser does', async () => {
    allowNotifications();
    await turnOnPush();
    Object.defineProperty(navigator, 'serviceWorker', {
      value: { getRegistration: () => Promise.reject(new Error('no')) },
      configurable: true,
    });
    await leavePush();
    expect(pushState()).toBe('off');
  });
});

describe('a later visit', () => {
  const begin = async () => {
    const browser = allowNotifications();
    await turnOnPush();
    server.heard.length = 0;
    return browser;
  };
  const ageBy = (ms: number) => {
    const told = JSON.parse(localStorage.getItem('push_device') ?? '');
    localStorage.setItem('push_device', JSON.stringify({ ...told, checkedAt: told.checkedAt - ms }));
  };

  it('makes no request on the same day if nothing changed', async () => {
    await begin();
    await syncPush();
    expect(server.calls()).toEqual([]);
  });

  it.each([
    ['another subscription', (browser: { subscription: PushSubscription | null }) => Object.assign(browser, { subscription: null })],
    ['another session', () => enter(useSession.getState().user ?? undefined, 's-2')],
  ])('tells the server of %s', async (_, change) => {
    const browser = await begin();
    change(browser);
    await syncPush();
    expect(server.calls()).toEqual([SETTINGS, ADD]);
    expect([browser.subscription?.endpoint, pushState()]).toEqual([server.bodiesOf(ADD)[0]?.endpoint, 'on']);
  });

  it('subscribes again if the site has another key', async () => {
    const browser = await begin();
    serve({ vapid_public_key: OTHER_KEY, devices: [makePushDevice({ is_this: true })] });
    ageBy(86_400_000);
    await syncPush();
    expect(server.bodiesOf(ADD)).toMatchObject([{ endpoint: 'https://push.example/2', vapid_public_key: OTHER_KEY }]);
    expect(browser.subscription?.endpoint).toBe('https://push.example/2');
  });

  it('ends what was ended from another device', async () => {
    const browser = await begin();
    serve({ devices: [makePushDevice()] });
    ageBy(86_400_000);
    await syncPush();
    expect([browser.subscription, pushState(), server.calls()]).toEqual([null, 'off', [SETTINGS]]);
  });

  it('ends what another user left behind, and what the browser no longer allows', async () => {
    const browser = await begin();
    enter();
    await syncPush();
    expect(browser.subscription).toBeNull();
    enter();
    await turnOnPush();
    browser.permission = 'denied';
    await syncPush();
    expect([browser.subscription, pushState()]).toEqual([null, 'blocked']);
  });

  it('keeps the subscription while the server is unavailable', async () => {
    const browser = await begin();
    server.on(SETTINGS, { status: 503, json: {} });
    ageBy(86_400_000);
    await expect(syncPush()).rejects.toThrow();
    expect([browser.subscription?.endpoint, pushState()]).toEqual(['https://push.example/1', 'on']);
  });

  it.each(['{', '[]', '{"userId":1}', 'null'])('survives any stored value: %s', async (text) => {
    const browser = await begin();
    localStorage.setItem('push_device', text);
    await syncPush();
    expect(browser.subscription).toBeNull();
  });

  it('makes no request without browser support, or while signed out', async () => {
    await syncPush();
    allowNotifications();
    beGuest();
    await syncPush();
    expect(server.calls()).toEqual([]);
  });
});
