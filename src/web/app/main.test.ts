import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';

const REFRESH = 'POST /api/auth/refresh';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => {
  server.reset();
  vi.resetModules();
  document.body.innerHTML = '<div id="root"></div>';
  window.history.replaceState(null, '', '/terms');
});
afterAll(() => server.stop());

const isMounted = () => document.querySelector('#content') !== null;

/** Opens the page and says after how many milliseconds it showed something. */
async function mountTime(): Promise<number> {
  const startedAt = Date.now();
  await import('./main.tsx');
  const loadedAt = Date.now();
  await expect.poll(isMounted, { timeout: 8_000, interval: 10 }).toBe(true);
  expect(server.calls()).toContain(REFRESH);
  return Date.now() - Math.max(startedAt, loadedAt);
}

it('shows the page when it knows who is here', async () => {
  server.on(REFRESH, { status: 401, json: {}, afterMs: 300 });
  expect(await mountTime()).toBeLessThan(1_100);
});

it('waits 1.2 s for that at most', async () => {
  server.on(REFRESH, { status: 401, json: {}, afterMs: 6_000 });
  const ms = await mountTime();
  expect(ms).toBeGreaterThan(1_000);
  expect(ms).toBeLessThan(2_500);
});
