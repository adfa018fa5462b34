import { afterEach, beforeEach, expect, it } from 'vitest';
import { clearBadge, closeCards, setBadge, showBadge } from './app-badge.ts';

let badge: number | null;
/** The caches of a browser, as far as the badge uses them. */
const kept = new Map<string, string>();
const caches = {
  open: async () => ({
    match: async (key: string) => (kept.has(key) ? new Response(kept.get(key)) : undefined),
    put: async (key: string, response: Response) => void kept.set(key, await response.text()),
  }),
};
const define = (target: object, name: string, value: unknown) => Object.defineProperty(target, name, { value, configurable: true });

beforeEach(() => {
  badge = null;
  kept.clear();
  define(globalThis, 'caches', caches);
  define(navigator, 'setAppBadge', async (count: number) => {
    badge = count;
  });
  define(navigator, 'clearAppBadge', async () => {
    badge = 0;
  });
});
afterEach(() => {
  for (const [target, name] of [
    [globalThis, 'caches'],
    [navigator, 'setAppBadge'],
    [navigator, 'clearAppBadge'],
    [navigator, 'serviceWorker'],
  ] as const)
    Reflect.deleteProperty(target, name);
});

const cards = (...shownAt: number[]) => ({ getNotifications: async () => shownAt.map((data) => ({ data })) });
const count = (...shownAt: number[]) => showBadge(cards(...shownAt), Number);

it('counts the cards that were shown since the last look', async () => {
  await count(Date.now() - 2_000, Date.now() - 1_000);
  expect(badge).toBe(2);
  await clearBadge();
  expect(badge).toBe(0);
  await count(Date.now() - 2_000, Date.now() + 1_000);
  expect(badge).toBe(1);
  await count();
  expect(badge).toBe(0);
});

it('is nothing where the browser has no badge, no caches, or refuses', async () => {
  define(globalThis, 'caches', undefined);
  await count(1);
  expect(badge).toBe(1);
  define(navigator, 'setAppBadge', async () => {
    throw new DOMException('not installed', 'NotAllowedError');
  });
  await setBadge(3);
  define(navigator, 'setAppBadge', undefined);
  define(navigator, 'clearAppBadge', undefined);
  await setBadge(3);
  await clearBadge();
  expect(badge).toBe(1);
});

it('takes the cards of a user who leaves from the screen', async () => {
  let open = 2;
  const card = { close: () => open-- };
  define(navigator, 'serviceWorker', { getRegistration: async () => ({ getNotifications: async () => [card, card] }) });
  await closeCards();
  expect(open).toBe(0);
  define(navigator, 'serviceWorker', { getRegistration: async () => Promise.reject(new Error('no')) });
  await closeCards();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  await closeCards();
});
