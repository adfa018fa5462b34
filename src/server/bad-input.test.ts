import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { adminLogin, adminStepUp } from '#contract/admin-auth.ts';
import { type Endpoint, isInPath } from '#contract/endpoint.ts';
import { problem } from '#contract/errors.ts';
import { IMPORT_BYTES_MAX, importTipping } from '#contract/tipping-import.ts';
import { derivedKey } from '#server/platform/crypto/server-keys.ts';
import { keyId, signAccessToken } from '#server/platform/http/access-token.ts';
import { mountedOn } from '#server/platform/http/mount.ts';
import { isForOpenApi } from '#server/platform/http/mount-open.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { makeKey, useKey } from '#test/support/api-keys.ts';
import { createTestApp, TEST_NOW, type TestApp } from '#test/support/app.ts';
import { createContest, createMatch, createUser, type TestUser } from '#test/support/factories.ts';
import { watchWrites } from '#test/support/written-tables.ts';

/*
 * No endpoint may answer 500 or change data on bad input. The tests cover every mounted endpoint, so that new ones are included
 * automatically.
 */

// Created here rather than in a hook, because there is one test per endpoint, named before any hook runs.
const current: TestApp = await createTestApp();
const endpoints = mountedOn(current.app);
const isForAdmins = ({ access }: Endpoint): boolean => typeof access !== 'string';
const guarded = endpoints.filter((endpoint) => endpoint.access === 'user' || isForAdmins(endpoint));
const withBody = endpoints.filter(({ method }) => method !== 'GET' && method !== 'DELETE');
/** Parts of paths that are one of a few words, and no id. */
const WORDS: Record<string, string> = { kind: 'match', list: 'users' };
const idsIn = (path: string): string[] => Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name!).filter((name) => !(name in WORDS));
/** The words in an endpoint's path, as a part of its input. */
const wordsIn = (path: string) => Object.fromEntries(Object.entries(WORDS).filter(([name]) => isInPath({ path }, name)));
const withId = endpoints.filter(({ path }) => idsIn(path).length > 0);

let user: TestUser;
let admin: TestAdmin;
let matchId: number;
let apiKey: string;
/** Returns the tables written to since its last call; the counter of attempts does not count. */
let written: () => Promise<string[]>;

beforeAll(async () => {
  user = await createUser(current, 1000);
  admin = await createAdmin(current, 'super');
  ({ key: apiKey } = await makeKey(current, user));
  matchId = await createMatch(current.deps.db, { kickoffAt: new Date(Date.parse(TEST_NOW) + 3_600_000) });
  await createContest(current.deps.db, matchId, new Date(TEST_NOW));
  await useKey(current, apiKey);
  written = await watchWrites(current.deps.db, { except: ['rate_limits'] });
  return () => current.database.drop();
});

/** Token of an authorised caller: the open API takes keys, and no tokens of sessions. */
const tokenFor = (endpoint: Endpoint): string => {
  if (isForAdmins(endpoint)) return admin.token;
  return isForOpenApi(endpoint.path) ? apiKey : user.token;
};
const needsNoToken = ({ access }: Endpoint): boolean => access === 'public' || access === 'open';
const asCaller = (endpoint: Endpoint): Sent => (needsNoToken(endpoint) ? {} : { token: tokenFor(endpoint) });
const titled = (list: readonly Endpoint[]) => list.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
const SOME_UUID = '0190a8b2-7c1d-7e3f-8a5b-1c2d3e4f5a6b';

/** An endpoint's path, with a valid id of its kind if none is given. */
const pathOf = ({ path, input }: Endpoint, id?: string) =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    if (name in WORDS) return WORDS[name]!;
    const takesNumbers = (input.shape[name] as z.ZodType | undefined)?.safeParse(String(matchId)).success;
    return id ?? (takesNumbers ? String(matchId) : SOME_UUID);
  });

const paramsOf = ({ path }: Endpoint, id: number) => Object.fromEntries([...path.matchAll(/:(\w*id)/g)].map(([, name]) => [name, id]));

interface Sent {
  token?: string;
  body?: string;
  headers?: Record<string, string>;
}

function send(endpoint: Endpoint, path: string, { token, body, headers }: Sent = {}): Promise<Response> {
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE';
  return Promise.resolve(
    current.app.request(path, {
      method: endpoint.method,
      headers: {
        ...(hasBody && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(endpoint.idempotent && { 'Idempotency-Key': randomUUID() }),
        Origin: 'http://localhost',
        Host: 'localhost',
        ...headers,
      },
      ...(hasBody && { body: body ?? '{}' }),
    }),
  );
}

async function expectRefusal(response: Response, status: number, code?: string): Promise<void> {
  const body = problem.parse(await response.json());
  expect({ status: response.status, code: body.code }).toEqual({ status, code: code ?? body.code });
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(body.detail).not.toBe('');
}

async function expectUnchanged(act: () => Promise<void>): Promise<void> {
  await written();
  await act();
  expect(await written()).toEqual([]);
}

/** Tables that even an accepted request with odd values must not change. */
const UNTOUCHED = ['accounts', 'transfers', 'bets', 'bet_legs', 'contests', 'check_ins', 'admins', 'idempotency_keys'];
/** Failed attempts to sign in to the console, or to confirm it is still you, are recorded. */
const recordsOf = ({ path }: Endpoint): string[] =>
  path === adminLogin.path || path === adminStepUp.path ? ['admin_sign_in_failures', 'audit_log'] : [];

describe('a token', () => {
  const claims = { email: 'a@example.com', sid: randomUUID() };
  const signed = (key: Uint8Array, audience: string) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: keyId(current.deps.serverKeys[0]) })
      .setSubject(randomUUID())
      .setAudience(audience)
      .setExpirationTime(Math.floor(Date.parse(TEST_NOW) / 1000) + 600)
      .sign(key);
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const unsignedFor = (audience: string) =>
    `${base64({ alg: 'none' })}.${base64({ ...claims, sub: randomUUID(), aud: `matchpoint:${audience}`, exp: 4_000_000_000 })}.`;

  it.each(titled(guarded))('is needed for %s', async (_, endpoint) => {
    const refusal = isForAdmins(endpoint) ? 'admin_unauthorized' : 'token_missing';
    await expectUnchanged(async () => {
      await expectRefusal(await send(endpoint, pathOf(endpoint)), 401, refusal);
      await expectRefusal(await send(endpoint, pathOf(endpoint), { headers: { Authorization: 'Basic YTpi' } }), 401, refusal);
    });
  });

  it.each(titled(guarded))('must be ours for %s', async (_, endpoint) => {
    const serverKey = derivedKey(current.deps.serverKeys[0], 'access-token');
    const [own, others] = isForAdmins(endpoint) ? (['admin', 'user'] as const) : (['user', 'admin'] as const);
    const refusal = isForAdmins(endpoint) ? 'admin_unauthorized' : 'unauthorized';
    const forged = [
      await signed(new Uint8Array(32).fill(9), `matchpoint:${own}`),
      await signed(serverKey, `matchpoint:${others}`),
      unsignedFor(own),
      `${tokenFor(endpoint).slice(0, -4)}AAAA`,
      'x.y.z',
      'x'.repeat(5000),
    ];
    await expectUnchanged(async () => {
      for (const token of forged) await expectRefusal(await send(endpoint, pathOf(endpoint), { token }), 401, refusal);
      const hourAgo = new Date(Date.parse(TEST_NOW) - 3_600_000);
      const expired = await signAccessToken(
        current.deps.serverKeys,
        { id: user.id, email: user.email, sessionId: randomUUID() },
        hourAgo,
        own,
      );
      await expectRefusal(await send(endpoint, pathOf(endpoint), { token: expired }), 401, 'token_expired');
    });
  });

  it.each(titled(guarded))('of a deleted user has no effect: %s', async (_, endpoint) => {
    const stranger = { id: randomUUID(), email: 'gone@example.com', sessionId: randomUUID() };
    const token = await signAccessToken(current.deps.serverKeys, stranger, new Date(TEST_NOW), isForAdmins(endpoint) ? 'admin' : 'user');
    await expectUnchanged(async () => {
      const body = endpoint.path === '/api/bets' ? JSON.stringify({ market: 'wdl', match_id: matchId, pick: 'home', stake: 10 }) : '{}';
      const response = await send(endpoint, pathOf(endpoint), { token, body });
      expect(response.status).toBeLessThan(500);
    });
  });
});

describe('a body', () => {
  it.each(titled(withBody))('of %s is refused when it is no JSON object', async (_, endpoint) => {
    await expectUnchanged(async () => {
      for (const body of ['{', 'null', '[]', '"text"', '1', '{"a":1}{'])
        await expectRefusal(await send(endpoint, pathOf(endpoint), { ...asCaller(endpoint), body }), 400, 'invalid_payload');
      const text = { headers: { 'Content-Type': 'text/plain' }, body: '{"a":1}' };
      await expectRefusal(await send(endpoint, pathOf(endpoint), { ...asCaller(endpoint), ...text }), 415, 'unsupported_media_type');
    });
  });

  it.each(titled(withBody))('of %s is rejected if it is huge', async (_, endpoint) => {
    // Files that are moved over from another game are the only large bodies.
    const body = JSON.stringify({ padding: 'x'.repeat(endpoint.path === importTipping.path ? IMPORT_BYTES_MAX : 70_000) });
    await expectUnchanged(async () => {
      const length = { 'Content-Length': String(body.length) };
      await expectRefusal(
        await send(endpoint, pathOf(endpoint), { ...asCaller(endpoint), body, headers: length }),
        413,
        'payload_too_large',
      );
    });
  });

  it.each(titled(withBody))('of %s is refused with a field that nobody knows', async (_, endpoint) => {
    await expectUnchanged(async () => {
      for (const name of ['surprise', '__proto__x', 'constructor']) {
        const response = await send(endpoint, pathOf(endpoint), { ...asCaller(endpoint), body: JSON.stringify({ [name]: 1 }) });
        await expectRefusal(response, 400);
      }
    });
  });

  const filled = withBody.filter(({ input, path }) => Object.keys(input.shape).some((name) => !isInPath({ path }, name)));

  it.each(titled(filled))('of %s with values of any kind is never our fault', async (_, endpoint) => {
    const odd = fc.oneof(
      fc.constantFrom<unknown>(null, true, -1, 0, 1.5, 1e308, Number.MAX_SAFE_INTEGER + 2, '', '\u0000', '💥', 'x'.repeat(3000), [], {}, [
        [],
      ]),
      fc.anything({ maxDepth: 2 }),
    );
    const names = Object.keys(endpoint.input.shape);
    const bodies = fc.record(Object.fromEntries(names.map((name) => [name, odd])), { requiredKeys: [] });
    const records = recordsOf(endpoint);
    let wasAccepted = false;
    await written();
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const text = JSON.stringify(body, (__, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
        const response = await send(endpoint, pathOf(endpoint), { ...asCaller(endpoint), body: text });
        // Empty lists are unusual but valid values.
        if (!endpoint.input.safeParse({ ...JSON.parse(text), ...wordsIn(endpoint.path) }).success)
          expect(response.status, text).toBeGreaterThanOrEqual(400);
        expect(response.status, text).toBeLessThan(500);
        wasAccepted ||= response.ok;
      }),
      { numRuns: 60 },
    );
    const changed = await written();
    expect(changed.filter((table) => (wasAccepted ? UNTOUCHED.includes(table) : !records.includes(table)))).toEqual([]);
  });
});

describe('an address', () => {
  it.each(titled(withId))('%s with an unknown id is not found', async (_, endpoint) => {
    const impossible = ['0', '-1', '1.5', 'abc', '2147483648', '99999999999999999999', '%00', "1'--"];
    // Deleting something absent always succeeds, and input is validated before the id.
    const needsMore = !endpoint.input.safeParse({ ...wordsIn(endpoint.path), ...paramsOf(endpoint, 1) }).success;
    // Some ids can be larger than those of matches, and a handle can have many forms.
    const names = idsIn(endpoint.path);
    const couldBe = (id: string) => names.every((name) => (endpoint.input.shape[name] as z.ZodType | undefined)?.safeParse(id).success);
    const unknown = endpoint.method === 'DELETE' || needsMore ? [] : ['2147483647'];
    for (const id of [...impossible.filter((id) => !couldBe(id)), ...unknown]) {
      await expectRefusal(await send(endpoint, pathOf(endpoint, id), asCaller(endpoint)), 404, 'not_found');
    }
  });

  const queried = endpoints.filter(({ method, input }) => method === 'GET' && Object.keys(input.shape).length > 0);

  it.each(titled(queried))('%s with values of any kind is never our fault', async (_, endpoint) => {
    const names = Object.keys(endpoint.input.shape).filter((name) => !isInPath(endpoint, name));
    const odd = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '0',
        '-1',
        '1e9',
        '2147483648',
        '2026-02-30',
        '9999-12-31',
        '0001-01-01',
        'Asia/Nowhere',
        '+14',
        '%',
        '_',
        '\u0000',
        'a'.repeat(500),
      ),
    );
    const queries = fc.record(Object.fromEntries(names.map((name) => [name, odd])), { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const path = `${pathOf(endpoint)}?${new URLSearchParams(query as Record<string, string>)}`;
        const response = await send(endpoint, path, { token: tokenFor(endpoint) });
        expect(response.status, path).toBeLessThan(500);
      }),
      { numRuns: 80 },
    );
  });

  it.each(titled(endpoints))('%s with a NUL character is never our fault', async (_, endpoint) => {
    for (const name of Object.keys(endpoint.input.shape).filter((name) => !isInPath(endpoint, name))) {
      const response = await send(endpoint, `${pathOf(endpoint)}?${name}=a%00b`, asCaller(endpoint));
      expect(response.status, name).toBeLessThan(500);
      // A body that is sent in pieces may fail later. A stream of changes never ends.
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) await response.text();
    }
    if (withId.includes(endpoint)) expect((await send(endpoint, pathOf(endpoint, 'a%00b'), asCaller(endpoint))).status).toBeLessThan(500);
  });

  it.each([
    '/',
    '/leagues/1',
    '/match/1',
    '/team/1',
    '/track-record',
    '/embed/match/1',
    '/embed/table/1',
    '/oembed',
    '/sitemaps/pages.xml',
  ])('%s with a NUL character is never our fault, as a page', async (path) => {
    for (const name of ['season', 'date', 'q', 'lang', 'theme', 'tab', 'url', 'sport', 'round'])
      expect((await current.app.request(`${path}?${name}=a%00b`)).status, name).toBeLessThan(500);
    expect((await current.app.request(`${path}%00`)).status).toBeLessThan(500);
  });

  it.each(titled(endpoints))('%s says which methods it takes', async (_, { path }) => {
    const response = await current.app.request(path.replace(/:\w+/, '1'), { method: 'TRACE2' });
    await expectRefusal(response, 405, 'method_not_allowed');
    expect(response.headers.get('allow')).toMatch(/^(GET|POST|PUT|PATCH|DELETE)/);
  });

  it('that does not exist is not found', async () => {
    await expectRefusal(await current.app.request('/api/nothing/here'), 404, 'not_found');
  });
});
