import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { subscriptionFor } from '#test/web/push-browser.ts';
import { pushWords } from '#web/i18n/en/notifications.ts';
import { type Card, openCard, type PushRegistration, pressCard, renewSubscription, type ShownCard, showPush } from './push-events.ts';

const KEY = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM';
const ORIGIN = 'https://matchpoint.example';
const payload = (told: object) =>
  JSON.stringify({
    kind: 'goal',
    title: 'A',
    body: 'B',
    lang: 'en',
    tag: 'match:12',
    url: '/match/12',
    renotify: true,
    silent: false,
    at: '2026-11-22T18:00:00.000Z',
    mute: 'device.12.proof',
    ...told,
  });

/** A registration as in browsers: one card per tag. */
function registration() {
  const shown: { title: string; options: Partial<Card['options']> }[] = [];
  const subscribed: PushSubscriptionOptionsInit[] = [];
  const there = new Map<string, { title: string; options: Partial<Card['options']> }>();
  const worker: PushRegistration = {
    getNotifications: async ({ tag } = { tag: '' }) => {
      const card = there.get(tag);
      return card ? [{ title: card.title, body: '', lang: 'en', tag, data: null, ...card.options } as unknown as Notification] : [];
    },
    showNotification: async (title, options) => {
      shown.push({ title, options });
      if (options.tag) there.set(options.tag, { title, options });
    },
    pushManager: {
      subscribe: async (options) => {
        subscribed.push(options);
        return subscriptionFor('https://push.example/new', KEY);
      },
    },
  };
  return { worker, shown, subscribed };
}

describe('a push', () => {
  it('shows its card, replaced by the next one of its match', async () => {
    const { worker, shown } = registration();
    await showPush(worker, payload({ title: '1–0' }));
    await showPush(worker, payload({ title: '2–0', renotify: false, at: '2026-11-22T18:05:00.000Z' }));
    expect(shown.map(({ title, options }) => [title, options.tag, options.renotify])).toEqual([
      ['1–0', 'match:12', true],
      ['2–0', 'match:12', false],
    ]);
  });

  it('that arrives after a newer one shows that one again, silently', async () => {
    const { worker, shown } = registration();
    await showPush(worker, payload({ title: '2–0', body: 'Second', at: '2026-11-22T18:05:00.000Z' }));
    await showPush(worker, payload({ title: '1–0' }));
    expect(shown).toHaveLength(2);
    expect(shown[1]).toMatchObject({
      title: '2–0',
      options: {
        body: 'Second',
        tag: 'match:12',
        renotify: false,
        silent: true,
        data: { url: '/match/12', at: Date.parse('2026-11-22T18:05:00Z'), mute: 'device.12.proof' },
      },
    });
  });

  it('shows something whatever it contains: browsers revoke the permission otherwise', async () => {
    const { worker, shown } = registration();
    await showPush(worker, '');
    await showPush(worker, '{"title":');
    expect(shown.map(({ title }) => title)).toEqual(['Matchpoint', 'Matchpoint']);
  });
});

describe('a pressed card', () => {
  function windows(...urls: string[]) {
    const done: string[] = [];
    const tabs = urls.map((url) => ({ url, focus: async () => void done.push(`focus ${url}`) }));
    return { done, clients: { matchAll: async () => tabs, openWindow: async (url: string) => void done.push(`open ${url}`) } };
  }

  it('focuses the tab that shows its page', async () => {
    const { done, clients } = windows(`${ORIGIN}/matches`, `${ORIGIN}/match/12`);
    await openCard(clients, { url: '/match/12', at: 1 }, ORIGIN);
    expect(done).toEqual([`focus ${ORIGIN}/match/12`]);
  });

  it('opens the page if no tab shows it', async () => {
    const { done, clients } = windows(`${ORIGIN}/match/12?tab=odds`, 'https://other.example/match/12');
    await openCard(clients, { url: '/match/12', at: 1 }, ORIGIN);
    expect(done).toEqual([`open ${ORIGIN}/match/12`]);
  });

  it.each(['https://evil.example/', '//evil.example', undefined])('never leaves the site: %s', async (url) => {
    const { done, clients } = windows();
    await openCard(clients, { url, at: 1 }, ORIGIN);
    expect(done).toEqual([`open ${ORIGIN}/matches`]);
  });
});

describe('the buttons of a match’s card', () => {
  const MUTE = 'PUT /api/notifications/mute';
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => server.reset());
  afterAll(() => server.stop());

  /** Shows a push's card and presses a button of it. */
  async function press(action: string, told: object = {}) {
    const { worker, shown } = registration();
    await showPush(worker, payload(told));
    const [first] = shown;
    const done: string[] = [];
    const clients = { matchAll: async () => [], openWindow: async (url: string) => void done.push(new URL(url).pathname) };
    const notification = { title: first!.title, ...first!.options, close: () => void done.push('closed') } as unknown as ShownCard;
    await pressCard(worker, clients, { action, notification });
    return { done, card: shown.at(-1)!, count: shown.length };
  }

  it('mute the match with the card’s proof, and offer to undo it', async () => {
    server.on(MUTE, { json: {} });
    const { done, card } = await press('mute');
    expect(server.bodiesOf(MUTE)).toEqual([{ proof: 'device.12.proof', is_muted: true }]);
    expect(server.heard[0]?.headers.authorization).toBeUndefined();
    expect(done).toEqual([]);
    expect(card).toMatchObject({ title: 'A', options: { tag: 'match:12', body: pushWords.muted, silent: true, renotify: false } });
    expect(card.options.actions?.map(({ action }) => action)).toEqual(['open', 'unmute']);
  });

  it('undo it', async () => {
    server.on(MUTE, { json: {} });
    const { card } = await press('unmute');
    expect(server.bodiesOf(MUTE)).toEqual([{ proof: 'device.12.proof', is_muted: false }]);
    expect(card.options.actions?.map(({ action }) => action)).toEqual(['open', 'mute']);
  });

  it('say so if that fails, and can be pressed again', async () => {
    server.on(MUTE, { status: 503, json: {} });
    const { card } = await press('mute');
    expect(card.options).toMatchObject({ body: pushWords.mute_failed, data: { mute: 'device.12.proof' } });
    expect(card.options.actions?.map(({ action }) => action)).toEqual(['open', 'mute']);
  });

  it.each(['', 'open', 'else'])('open the match: “%s”', async (action) => {
    expect((await press(action)).done).toEqual(['closed', '/match/12']);
    expect(server.calls()).toEqual([]);
  });

  it('of a card without a proof ask nothing of the server', async () => {
    expect((await press('mute', { mute: null })).done).toEqual(['closed', '/match/12']);
    expect(server.calls()).toEqual([]);
  });
});

describe('a subscription dropped by the browser', () => {
  const REFRESH = 'POST /api/auth/refresh';
  const DEVICE = 'POST /api/notifications/push';
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => {
    server.reset();
    server.on(REFRESH, { json: { access: 'token' } });
    server.on(DEVICE, { status: 201, json: {} });
  });
  afterAll(() => server.stop());

  it('is renewed with its key, and sent to the server as the signed-in user', async () => {
    const { worker, subscribed } = registration();
    await renewSubscription(worker, { oldSubscription: subscriptionFor('https://push.example/old', KEY) });
    expect(subscribed).toEqual([{ userVisibleOnly: true, applicationServerKey: expect.any(ArrayBuffer) }]);
    expect(server.calls()).toEqual([REFRESH, DEVICE]);
    expect(server.heard[1]?.headers.authorization).toBe('Bearer token');
    expect(server.bodiesOf(DEVICE)).toEqual([
      { endpoint: 'https://push.example/new', keys: { p256dh: expect.any(String), auth: expect.any(String) }, vapid_public_key: KEY },
    ]);
  });

  it('may have been renewed by the browser already', async () => {
    const { worker, subscribed } = registration();
    await renewSubscription(worker, { newSubscription: subscriptionFor('https://push.example/theirs', KEY) });
    expect(subscribed).toEqual([]);
    expect(server.bodiesOf(DEVICE)).toMatchObject([{ endpoint: 'https://push.example/theirs' }]);
  });

  it('is not sent while signed out, and left if nothing is known of it', async () => {
    const { worker } = registration();
    server.on(REFRESH, { status: 401, json: {} });
    await expect(renewSubscription(worker, { oldSubscription: subscriptionFor('https://push.example/old', KEY) })).rejects.toThrow('401');
    await renewSubscription(worker, {});
    expect(server.calls()).toEqual([REFRESH]);
  });
});
