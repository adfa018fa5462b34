import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { sendChat, sendGroupChat } from '#contract/chat.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { mountedOn } from '#server/platform/http/mount.ts';
import { createAdmin } from '#test/support/admins.ts';
import { callApp, createTestApp } from '#test/support/app.ts';
import { guessInput } from '#test/support/example-input.ts';
import { createUser } from '#test/support/factories.ts';
import { createApp } from './app.ts';
import { createDb, createPool } from './platform/db/pool.ts';

/* While the database is unavailable, every response is immediate and only asks the client to retry. */

// Created here rather than in a hook, because there is one test per endpoint, named before any hook runs.
const current = await createTestApp();
afterAll(() => current.database.drop());
const [user, admin] = await Promise.all([createUser(current, 1_000), createAdmin(current, 'super')]);
// Nothing listens on this port.
const pool = createPool('postgres://nobody:nothing@127.0.0.1:1/nowhere', { max: 2 });
const app = createApp({ ...current.deps, db: createDb(pool), pool });

/** Endpoints that work without a database when called as here: without cookies, and with empty searches. */
const WITHOUT = [
  ...['GET /api/meta', 'GET /api/alive', 'GET /api/legal', 'GET /api/legal/:page', 'GET /api/help-lines', 'GET /api/search'],
  'GET /api/v1/sports',
  ...[
    'GET /api/auth/captcha',
    'GET /api/auth/register/meta',
    'GET /api/auth/elsewhere',
    'POST /api/auth/refresh',
    'POST /api/auth/logout',
    'POST /api/admin/auth/logout',
  ],
];

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

const tokenOf = ({ access }: Endpoint): string | undefined => {
  if (access === 'user') return user.token;
  return typeof access === 'string' ? undefined : admin.token;
};

it.each(mountedOn(app).map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (name, endpoint) => {
  const { status, headers, problem } = await callApp(app, endpoint, guessInput(endpoint) as never, {
    ...(tokenOf(endpoint) && { token: tokenOf(endpoint) }),
    ...(endpoint.idempotent && { key: randomUUID() }),
  });
  // Invalid input is rejected before the database is used.
  if (status < 300) expect(WITHOUT).toContain(name);
  if (status < 500) return;
  expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  // The socket also reports messages that could not be stored.
  expect(problem.code).toBe([nameOf(sendChat), nameOf(sendGroupChat)].includes(name) ? 'store_failed' : 'unavailable');
});
