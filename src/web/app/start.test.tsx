import { act } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { t } from '#test/web/words.ts';
import { useSession } from '#web/data/session.ts';

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

/** Starts the site; returns once it is mounted. */
async function mount(): Promise<void> {
  await act(async () => {
    stop = await site.start(document.getElementById('root') as HTMLElement);
  });
  expect(server.calls()).toContain(REFRESH);
}

it('shows the page once the session is known', async () => {
  server.on(REFRESH, { status: 401, json: {} });
  await mount();
  expect(useSession.getState().booted).toBe(true);
  await expect.poll(() => document.querySelector('h1')?.textContent).toBe(t('legal.terms.heading'));
});

it('waits 1.2 s for that at most', async () => {
  server.on(REFRESH, { status: 401, json: {}, afterMs: 30_000 });
  const startedAt = Date.now();
  await mount();
  // It waited, but not until the answer.
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1_190);
  expect(useSession.getState().booted).toBe(false);
  await expect.poll(() => document.querySelector('h1')?.textContent).toBe(t('legal.terms.heading'));
});
