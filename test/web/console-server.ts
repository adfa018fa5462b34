import { beforeEach } from 'vitest';
import type { TestServer } from './http-server.ts';
import { servePages } from './page-server.ts';
import { makeConsoleOverview } from './render-console.tsx';

/** `servePages` for pages of the console: also answers for the menu's numbers and reports of activity. */
export async function serveConsole(): Promise<TestServer> {
  const server = await servePages();
  beforeEach(() => {
    server.on('GET /api/admin/overview', { json: makeConsoleOverview() });
    server.on('POST /api/admin/auth/active', () => ({
      json: { idle_at: new Date(Date.now() + 30 * 60_000).toISOString(), ends_at: new Date(Date.now() + 12 * 3_600_000).toISOString() },
    }));
    server.on('POST /api/admin/auth/logout', { json: {} });
  });
  return server;
}
