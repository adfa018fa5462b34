import { act, renderHook } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeUser } from '#test/web/fixtures/accounts.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { type LiveServer, startLiveServer } from '#test/web/live-server.ts';
import { tokenOf } from '#test/web/tokens.ts';
import { showLocale } from '#web/i18n/locale-store.ts';
import { storeToken, useSession } from './session.ts';

const SIGNED_IN = tokenOf({ sub: 'u-1', exp: Date.now() / 1_000 + 900 });
const RENEWED = tokenOf({ sub: 'u-1', exp: Date.now() / 1_000 + 1_800 });
const REFRESH = 'POST /api/auth/refresh';

let http: TestServer;
let sockets: LiveServer;
// The page's only connection uses the page's origin, and is created when the module is first loaded.
let live: typeof import('./live.ts');
let stop: (() => void) | undefined;

beforeAll(async () => {
  http = await startTestServer();
  sockets = await startLiveServer(http.server);
  await showLocale('en');
  live = await import('./live.ts');
});
beforeEach(() => {
  http.reset();
  sockets.heard.length = 0;
  storeToken('');
});
afterEach(() => {
  stop?.();
  vi.useRealTimers();
});
afterAll(async () => {
  sockets.cut();
  await http.stop();
});

const start = async () => {
  stop = live.startLive();
  await expect.poll(() => sockets.heard.length).toBeGreaterThan(0);
};
const look = (isHidden: boolean) => {
  Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
};
const introductions = () => sockets.heard.filter(({ t }) => t === 'hello' || t === 'auth');

describe('a listening page', () => {
  it('calls its latest callbacks, and leaves the topic when it unmounts', async () => {
    await start();
    const heard: string[] = [];
    const { rerender, unmount } = renderHook(
      ({ name }) =>
        live.useLiveTopic(
          'match:7',
          () => heard.push(name),
          () => heard.push('gap'),
        ),
      {
        initialProps: { name: 'first' },
      },
    );
    await expect.poll(() => sockets.heard.some(({ t }) => t === 'join')).toBe(true);
    heard.length = 0;
    sockets.say({ t: 'change', topic: 'match:7', seq: 1, change: { t: 'refetch' } });
    await expect.poll(() => heard).toEqual(['first']);
    rerender({ name: 'second' });
    sockets.say({ t: 'change', topic: 'match:7', seq: 2, change: { t: 'refetch' } });
    await expect.poll(() => heard).toEqual(['first', 'second']);
    unmount();
    await expect.poll(() => sockets.heard.at(-1)).toEqual({ t: 'leave', topic: 'match:7' });
  });

  it('polls every 15 s only while there is no connection', async () => {
    const { result } = renderHook(() => live.usePollingInterval());
    await start();
    await expect.poll(() => result.current).toBe(false);
    await act(async () => {
      sockets.cut();
      await expect.poll(() => sockets.sockets.size).toBe(0);
    });
    await expect.poll(() => result.current).toBe(15_000);
    await expect.poll(() => result.current).toBe(false);
  });
});

describe('the connection', () => {
  it('restarts after signing in or out, and only sends a renewed token', async () => {
    await start();
    expect(introductions()).toEqual([{ t: 'hello' }]);
    storeToken(SIGNED_IN);
    await expect.poll(() => introductions().at(-1)).toEqual({ t: 'auth', token: SIGNED_IN });
    await expect.poll(() => sockets.sockets.size).toBe(1);
    const [line] = sockets.sockets;
    storeToken(RENEWED);
    await expect.poll(() => introductions().at(-1)).toEqual({ t: 'auth', token: RENEWED });
    expect([...sockets.sockets]).toEqual([line]);
    storeToken('');
    await expect.poll(() => introductions().at(-1)).toEqual({ t: 'hello' });
    await expect.poll(() => sockets.sockets.has(line as never)).toBe(false);
  });

  it('renews the token a minute before it expires', async () => {
    http.on(REFRESH, { json: { access: RENEWED } });
    storeToken(tokenOf({ sub: 'u-1', exp: Date.now() / 1_000 + 62 }));
    await start();
    expect(http.calls()).toEqual([]);
    await expect.poll(() => introductions().at(-1)).toEqual({ t: 'auth', token: RENEWED });
    expect(http.calls()).toEqual([REFRESH]);
  });

  it('renews a refused token, once', async () => {
    http.on(REFRESH, { json: { access: 'refused' } });
    storeToken('refused');
    await start();
    await expect.poll(() => http.calls()).toEqual([REFRESH]);
    const arrived: string[] = [];
    const unsubscribe = live.subscribeLive(({ t }) => arrived.push(t));
    sockets.say({ t: 'error', code: 'unauthorized' });
    await expect.poll(() => arrived).toContain('error');
    unsubscribe();
    await http.settle();
    expect(http.calls()).toEqual([REFRESH]);
  });

  it('is closed a minute after the page is hidden, and opened when it is visible', async () => {
    await start();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    look(true);
    vi.advanceTimersByTime(59_000);
    expect(sockets.sockets.size).toBe(1);
    vi.advanceTimersByTime(2_000);
    vi.useRealTimers();
    await expect.poll(() => sockets.sockets.size).toBe(0);
    look(false);
    await expect.poll(() => sockets.sockets.size).toBe(1);
  });

  it('is kept for hours for a signed-in user', async () => {
    useSession.setState({ user: makeUser() });
    await start();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    look(true);
    vi.advanceTimersByTime(10_000_000);
    expect(sockets.sockets.size).toBe(1);
    vi.advanceTimersByTime(1_000_000);
    vi.useRealTimers();
    await expect.poll(() => sockets.sockets.size).toBe(0);
    look(false);
    useSession.setState({ user: null });
  });
});
