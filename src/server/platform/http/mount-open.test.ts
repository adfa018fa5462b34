import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { createApp } from '#server/app.ts';
import { makeKey } from '#test/support/api-keys.ts';
import { useTestApp } from '#test/support/app.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';
import { createApiAccess } from './api-access.ts';
import { createGeneralLimit } from './general-limit.ts';
import { type Listening, listen } from './listen.ts';
import { createListener } from './listener.ts';
import { mountOpen, mountOwn } from './mount-open.ts';

const test = useTestApp({ API_PER_MINUTE: '1000', API_KEY_PER_MINUTE: '1000' });
/** Of all other endpoints: so low that a test would meet it. */
const GENERAL_MAX = 3;

let server: Listening;
let user: TestUser;
let key: string;
let made = 0;

const fields = z
  .string()
  .transform((text) => text.split(','))
  .optional();
const thing = endpoint({
  method: 'GET',
  path: '/api/v1/things/:id',
  access: 'open',
  summary: 'A thing',
  input: z.object({ id: z.coerce.number<number>().int().min(1), fields }),
  reply: z.object({ id: z.number(), home: z.object({ name: z.string(), code: z.string() }) }),
});
const oldThing = endpoint({
  method: 'GET',
  path: '/api/v1/old-things',
  access: 'open',
  deprecated: { since: '2026-11-01T00:00:00Z', until: '2027-05-01T00:00:00Z', link: 'https://example.com/things' },
  summary: 'A thing that goes away',
  input: z.object({}),
  reply: z.object({ id: z.number() }),
});
const ownThing = endpoint({
  method: 'PUT',
  path: '/api/v1/own-things/:id',
  access: 'me:tip',
  isTipping: true,
  summary: 'A thing of the owner',
  input: z.strictObject({ id: z.coerce.number<number>().int(), name: z.string() }),
  reply: z.object({ owner: z.string(), name: z.string() }),
});

beforeAll(async () => {
  const { deps } = test.current;
  const limit = createGeneralLimit(GENERAL_MAX);
  const app = createApp(deps, limit, createApiAccess(deps));
  mountOpen(app, deps, thing, ({ id }) => ({
    key: String(id),
    topics: ['things'],
    make: async () => {
      made += 1;
      return { id, home: { name: 'A', code: 'a' }, secret: 'never leaves' };
    },
  }));
  mountOpen(app, deps, oldThing, () => ({ key: '', topics: [], make: async () => ({ id: 1 }) }));
  mountOwn(app, deps, ownThing, async ({ name }, { userId }) => ({ owner: userId, name, secret: 'never leaves' }));
  server = await listen(createListener(deps, app, limit), { host: '127.0.0.1', port: 0 });
  user = await createUser(test.current);
  ({ key } = await makeKey(test.current, user));
});
afterAll(() => server.close());
beforeEach(() => {
  test.current.deps.replies.touch('things');
  made = 0;
});

/** Sends a GET over a socket, its path as it is. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const [response] = (await once(get({ host: '127.0.0.1', port: new URL(server.url).port, path, headers, agent: false }), 'response')) as [
    IncomingMessage,
  ];
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

const put = (headers: Record<string, string>, body: object = { name: 'x' }) =>
  fetch(new URL('/api/v1/own-things/7', server.url), {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

describe('a public endpoint', () => {
  it('is answered alike with and without a key, from memory the second time', async () => {
    const [first, second, third] = [
      await ask('/api/v1/things/1'),
      await ask('/api/v1/things/1'),
      await ask('/api/v1/things/1', bearer(key)),
    ];
    expect([first.body, second.body, third.body]).toEqual(Array(3).fill({ id: 1, home: { name: 'A', code: 'a' } }));
    expect(made).toBe(1);
    expect(first.headers['ratelimit-policy']).toBe('"anonymous";q=1000;w=60');
    expect(second.headers.ratelimit).toMatch(/^"anonymous";r=99\d;t=\d+$/);
    expect(third.headers.ratelimit).toMatch(/^"user";r=99\d;t=\d+$/);
  });

  it('has an ETag that both the app and the memory understand', async () => {
    const { etag } = (await ask('/api/v1/things/2')).headers;
    const again = await ask('/api/v1/things/2', { 'If-None-Match': etag! });
    expect([again.status, again.body, again.headers.etag]).toEqual([304, null, etag]);
    expect(again.headers['access-control-allow-origin']).toBe('*');
  });

  it('gives the fields that were asked for, and makes the reply once for all of them', async () => {
    expect((await ask('/api/v1/things/3?fields=home.name')).body).toEqual({ home: { name: 'A' } });
    expect((await ask('/api/v1/things/3?fields=id')).body).toEqual({ id: 3 });
    expect((await ask('/api/v1/things/3')).body).toEqual({ id: 3, home: { name: 'A', code: 'a' } });
    expect(made).toBe(1);
  });

  it('can be read by any page, whatever the answer, and never with its cookies', async () => {
    for (const path of ['/api/v1/things/1', '/api/v1/things/x', '/api/v1/nothing']) {
      const { headers } = await ask(path, { Origin: 'https://elsewhere.example', Cookie: 'refresh=x' });
      expect(headers['access-control-allow-origin'], path).toBe('*');
      expect(headers['access-control-allow-credentials'], path).toBeUndefined();
      expect(headers['access-control-expose-headers'], path).toContain('RateLimit');
      expect(headers['cross-origin-resource-policy'], path).toBe('cross-origin');
      expect(headers['set-cookie'], path).toBeUndefined();
      expect(headers.ratelimit, path).toBeDefined();
    }
  });

  it('refuses a key that is not valid, from memory as well', async () => {
    await ask('/api/v1/things/4');
    expect((await ask('/api/v1/things/4', bearer('mp_wrong'))).body.code).toBe('api_key_invalid');
    expect((await ask('/api/v1/things/4', { 'X-API-Key': '' })).body.code).toBe('api_key_invalid');
  });

  it('does not count towards the limit of the rest of the site, nor escape its own in another spelling', async () => {
    for (let i = 0; i <= GENERAL_MAX; i++) {
      for (const path of ['/api/v1/things/5', '/api/%761/things/5', '/api/v1/th%69ngs/5']) {
        const { status, headers } = await ask(path, { 'X-Forwarded-For': '192.0.2.1' });
        expect([status, headers['ratelimit-policy']], path).toEqual([200, '"anonymous";q=1000;w=60']);
      }
    }
  });

  it('says since when it is deprecated, and until when it works', async () => {
    const { headers } = await ask('/api/v1/old-things');
    expect(headers.deprecation).toBe('@1793491200');
    expect(headers.sunset).toBe('Sat, 01 May 2027 00:00:00 GMT');
    expect(headers.link).toBe('<https://example.com/things>; rel="deprecation"; type="text/html"');
  });
});

it("a browser's question is answered without a key", async () => {
  const response = await fetch(new URL('/api/v1/own-things/7', server.url), {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://elsewhere.example',
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'authorization',
    },
  });
  expect([response.status, await response.text()]).toEqual([204, '']);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('access-control-allow-methods')).toContain('PUT');
  expect(response.headers.get('access-control-allow-headers')).toMatch(/Authorization.*X-API-Key.*Content-Type/);
});

describe("an endpoint of the owner's", () => {
  it('knows the owner, says nothing beyond its contract, and is kept by nobody', async () => {
    const response = await put(bearer(key));
    expect([response.status, await response.json()]).toEqual([200, { owner: user.id, name: 'x' }]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('ratelimit')).toMatch(/^"user"/);
  });

  it('needs a key, and a scope of it', async () => {
    const codeOf = async (headers: Record<string, string>) => ((await (await put(headers)).json()) as { code: string }).code;
    expect(await codeOf({})).toBe('api_key_missing');
    const { key: reader } = await makeKey(test.current, user, { scopes: ['read', 'me:read'] });
    expect(await codeOf(bearer(reader))).toBe('scope_missing');
  });

  it('checks the scope before the input, and the input before it acts', async () => {
    expect(((await (await put({}, { wrong: 1 })).json()) as { code: string }).code).toBe('api_key_missing');
    expect(((await (await put(bearer(key), { wrong: 1 })).json()) as { code: string }).code).toBe('missing_fields');
  });

  it('is refused while its owner pauses tipping', async () => {
    const paused = await createUser(test.current);
    const { key: theirs } = await makeKey(test.current, paused);
    const [began_at, until] = [test.current.clock.now(), new Date(test.current.clock.now().getTime() + 86_400_000)];
    await test.current.deps.db
      .insertInto('exclusions')
      .values({ id: crypto.randomUUID(), user_id: paused.id, kind: 'time_out', began_at, until, pauses_tipping: true })
      .execute();
    expect(((await (await put(bearer(theirs))).json()) as { code: string }).code).toBe('tipping_paused');
  });
});
