import { act } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { useSession } from '#web/lib/session.ts';

const REFRESH = 'POST /api/auth/refresh';

let server: TestServer;
let site: typeof import('./start.tsx');
let stop: (() => void) | undefined;

beforeAll(async () => {
  server = await startTestServer();
  site = await import('./start.tsx');
});
beforeEach(() => {
  server.reset();
  useSession.setState({ user: null, token: '', booted: false });
  document.body.innerHTML = '<div id="root"></div>';
  window.history.replaceState(null, '', '/terms');
});
afterEach(() => act(() => stop?.()));
afterAll(() => server.stop());

/** Starts the site and says after how many milliseconds it was mounted. */
async function mountTime(): Promise<number> {
  const startedAt = Date.now();
  await act(async () => {
    stop = await site.start(document.getElementById('root') as HTMLElement);
  });
  expect(server.calls()).toContain(REFRESH);
  return Date.now() - startedAt;
}

it('shows the page when it knows who is here', async () => {
  server.on(REFRESH, { status: 401, json: {}, afterMs: 200 });
  expect(await mountTime()).toBeLessThan(1_150);
  expect(useSession.getState().booted).toBe(true);
  await expect.poll(() => document.querySelector('h1')?.textContent).toBe('Terms');
});

it('waits 1.2 s for that at most', async () => {
  server.on(REFRESH, { status: 401, json: {}, afterMs: 6_000 });
  const ms = await mountTime();
  expect(ms).toBeGreaterThanOrEqual(1_190);
  expect(ms).toBeLessThan(3_000);
  expect(useSession.getState().booted).toBe(false);
  await expect.poll(() => document.querySelector('h1')?.textContent).toBe('Terms');
});
