import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { adminLogin } from '#contract/admin-auth.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { problem } from '#contract/errors.ts';
import { apiKeyOf } from '#domain/identity/api-key.ts';
import { vapidKey } from '#server/modules/notifications/news/vapid.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { createGeneralLimit } from '#server/platform/http/general-limit.ts';
import { listen } from '#server/platform/http/listen.ts';
import { createListener } from '#server/platform/http/listener.ts';
import { mountedOn } from '#server/platform/http/mount.ts';
import { isForOpenApi } from '#server/platform/http/mount-open.ts';
import { createAdmin } from '#test/support/admins.ts';
import { makeKey, useKey } from '#test/support/api-keys.ts';
import { createTestApp, TEST_NOW, type TestApp } from '#test/support/app.ts';
import { type BadRequest, badRequests, type Surroundings } from '#test/support/bad-requests.ts';
import { createContest, createMatch, createUser } from '#test/support/factories.ts';
import { watchWrites } from '#test/support/written-tables.ts';

/*
 * Thousands of bad requests for every mounted endpoint: none may end in a 500, reveal internals, or change data. FUZZ_REQUESTS is the
 * number per endpoint, FUZZ_SEED selects them; failures are reported with their seed and reduced as far as possible.
 */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 30);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120);
/** Number of concurrent requests, because concurrency can cause failures too. */
const AT_ONCE = 10;

// Created here rather than in a hook, because there is one test per endpoint, named before any hook runs.
const current: TestApp = await createTestApp({ RATE_LIMIT_PER_MINUTE: '1000000000', REQUESTS_PER_ADDRESS: '1000000' });
const endpoints = [...mountedOn(current.app), ...withoutContract()];

let around: Surroundings;
/** Returns the tables written to since its last call; the counter of attempts does not count. */
let written: () => Promise<string[]>;

beforeAll(async () => {
  const { deps } = current;
  const user = await createUser(current, 1_000);
  const matchId = await createMatch(deps.db, { kickoffAt: new Date(Date.parse(TEST_NOW) + 3_600_000) });
  const contestId = await createContest(deps.db, matchId, new Date(TEST_NOW));
  const admin = await createAdmin(current, 'super');
  const { key } = await makeKey(current, user);
  await useKey(current, key);
  // Created on first use; bad requests do not change it.
  await vapidKey(deps);
  const sign = (id: string, at = TEST_NOW, audience: 'user' | 'admin' = 'user') =>
    signAccessToken(deps.serverKeys, { id, email: user.email, sessionId: randomUUID() }, new Date(at), audience);
  const strangers = {
    user: [await sign(randomUUID()), await sign(randomUUID())],
    admin: [await sign(admin.id, TEST_NOW, 'admin')],
    keys: [apiKeyOf('A'.repeat(43)), user.token],
  };
  const foreign = await signAccessToken(
    [new Uint8Array(32).fill(9)],
    { id: user.id, email: user.email, sessionId: randomUUID() },
    new Date(TEST_NOW),
  );
  const bad = [
    foreign,
    await sign(user.id, '2026-11-20T10:00:00Z'),
    `${user.token}x`,
    user.token.slice(0, -9),
    'x.y.z',
    'x'.repeat(5_000),
    '',
    '💥',
  ];
  around = {
    values: [
      String(matchId),
      '2147483647',
      contestId,
      randomUUID(),
      user.id,
      admin.id,
      user.email,
      'user1',
      'match',
      '2026-11-20',
      'UTC',
      'en',
    ],
    tokenFor: (endpoint) => (isForAdmins(endpoint) ? admin.token : isForOpenApi(endpoint.path) ? key : user.token),
    badAuthorizations: ['Basic YTpi', 'Bearer', user.token, ...bad.map((token) => `Bearer ${encodeURI(token)}`)],
    strangersFor: (endpoint) => (isForAdmins(endpoint) ? strangers.admin : isForOpenApi(endpoint.path) ? strangers.keys : strangers.user),
    methodsAt: (path) => endpoints.filter((one) => isAt(one.path, path)).map(({ method }) => method),
  };
  written = await watchWrites(deps.db, { except: ['rate_limits'] });
  return () => current.database.drop();
});

const isForAdmins = ({ access }: Endpoint): boolean => typeof access !== 'string';

describe(`${REQUESTS} bad requests`, () => {
  const titled = endpoints.map((one) => [`${one.method} ${one.path}`, one] as const);

  it.each(titled)('to %s do no harm', { timeout: 60_000 + REQUESTS * 60 }, async (_, one) => {
    const some = fc.array(badRequests(one, around), { minLength: AT_ONCE, maxLength: AT_ONCE });
    await fc.assert(
      fc.asyncProperty(some, async (requests) => {
        await Promise.all(requests.map(expectNoHarm));
      }),
      { numRuns: Math.ceil(REQUESTS / AT_ONCE), seed: SEED },
    );
    const records = recordsOf(one);
    expect((await written()).filter((table) => !records.includes(table))).toEqual([]);
  });
});

async function expectNoHarm(request: BadRequest): Promise<void> {
  const { method, path, headers, body } = request;
  const response = await current.app.request(path, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  expect(response.status, JSON.stringify(request)).toBeLessThan(500);
  if (request.isWrong) expect(response.status, JSON.stringify(request)).toBeGreaterThanOrEqual(400);
  if (response.status < 400) return;
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(problem.parse(JSON.parse(text)).status).toBe(response.status);
  expect(text).not.toMatch(OUR_INSIDES);
}

/** Stack lines, file names and PostgreSQL messages. */
const OUR_INSIDES =
  /\\n\s+at |\.[jt]s:\d|node_modules|\bviolates\b|syntax error|invalid input|relation \\"|PostgresError|SQLSTATE|ZodError/;

/** Tables an endpoint writes to even for a bad request: failed console sign-ins, and files requested by admins. */
function recordsOf({ path, produces }: Endpoint): string[] {
  if (path === adminLogin.path) return ['audit_log', 'admin_sign_in_failures'];
  return produces ? ['audit_log'] : [];
}

/** API routes without a contract: they may read the parameters of any other endpoint from the URL. */
function withoutContract(): Endpoint[] {
  const mounted = mountedOn(current.app);
  const known = new Set(mounted.map(({ method, path }) => `${method} ${path}`));
  const routes = current.app.routes.filter(({ method, path }) => path.startsWith('/api/') && method === 'GET' && !known.has(`GET ${path}`));
  const named = mounted.filter(({ method }) => method === 'GET').flatMap(({ input }) => Object.keys(input.shape));
  const input = z.object(Object.fromEntries(named.map((name) => [name, z.string().optional()])));
  return [...new Set(routes.map(({ path }) => path))].map(
    (path) => ({ method: 'GET', path, access: 'public', summary: '', input, reply: z.object({}) }) as unknown as Endpoint,
  );
}

function isAt(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(':') || part === given[index]);
}

describe('a body of 10 MB', () => {
  const SIZE = 10 * 1024 * 1024;
  const CHUNK = 16 * 1024;

  it.each([
    ['says how long it is', [`Content-Length: ${SIZE}`], (text: string) => text],
    ['comes in pieces', ['Transfer-Encoding: chunked'], (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`],
  ])('that %s is refused before it has come', async (_, framing, framed) => {
    const server = await listen(createListener(current.deps, current.app, createGeneralLimit(1_000)), { host: '127.0.0.1', port: 0 });
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    try {
      const lines = ['POST /api/auth/login HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', ...framing];
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      const answer = once(socket, 'data');
      // Less than a hundredth of the body; the rest is never sent.
      for (let sent = 0; sent < 5 * CHUNK; sent += CHUNK) socket.write(framed('x'.repeat(CHUNK)));
      expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 413 /);
      await expectClosed(socket);
    } finally {
      socket.destroy();
      await server.close();
    }
  });

  /** Expects the server to close the connection despite further data. */
  async function expectClosed(socket: Socket): Promise<void> {
    socket.resume();
    socket.on('error', () => {});
    if (!socket.closed) await once(socket, 'close');
  }
});
