import { beforeEach } from 'vitest';
import { CONSOLE_LISTS } from '#contract/list-views.ts';
import type { TestServer } from './http-server.ts';
import { servePages } from './page-server.ts';
import { makeConsoleOverview } from './render-console.tsx';

/** `servePages` for pages of the console: also answers for the menu's numbers, reports of activity, and lists as nobody changed them. */
export async function serveConsole(): Promise<TestServer> {
  const server = await servePages();
  beforeEach(() => {
    server.on('GET /api/admin/overview', { json: makeConsoleOverview() });
    server.on('POST /api/admin/auth/active', () => ({
      json: { idle_at: new Date(Date.now() + 30 * 60_000).toISOString(), ends_at: new Date(Date.now() + 12 * 3_600_000).toISOString() },
    }));
    server.on('POST /api/admin/auth/logout', { json: {} });
    for (const list of CONSOLE_LISTS) server.on(`GET /api/admin/account/lists/${list}`, { json: { views: [], hidden: [] } });
  });
  return server;
}
