import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { createApp } from '#server/app.ts';
import { useTestApp } from '#test/support/app.ts';
import { encodingFor } from './encoded-response.ts';
import { createGeneralLimit } from './general-limit.ts';
import { type Listening, listen } from './listen.ts';
import { createListener } from './listener.ts';
import { mountCached } from './mount.ts';
import { createCachedReplies } from './response-cache.ts';

const REQUESTS_MAX = 500;
const test = useTestApp();
let server: Listening;
let value = 'first';
let made = 0;
/** Replies in progress wait until it resolves. */
let gate = Promise.resolve();

const thing = endpoint({
  method: 'GET',
  path: '/api/things/:id',
  access: 'public',
  summary: 'A thing',
  input: z.object({ id: z.coerce.number<number>().int().min(1), size: z.coerce.number<number>().int().default(1) }),
  reply: z.object({ value: z.string() }),
});

beforeAll(async () => {
  const { deps } = test.current;
  const limit = createGeneralLimit(REQUESTS_MAX);
  const app = createApp(deps, limit);
  mountCached(app, deps, thing, ({ id, size }) => ({
    key: `${id} ${size}`,
    topics: [`thing:${id}`, 'things'],
    make: async () => {
      made += 1;
      const read = value;
      await gate;
      return { value: read, secret: 'never leaves' };
    },
  }));
  server = await listen(createListener(deps, app, limit), { host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());
beforeEach(() => {
  test.current.deps.replies.touch('things');
  value = 'first';
  made = 0;
  gate = Promise.resolve();
});

/** Sends a request over a socket, and returns the body as received. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const [response] = (await once(get(new URL(path, server.url), { headers, agent: false }), 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}
const said = async (path: string) => JSON.parse(String((await ask(path)).body));

describe('a cached reply', () => {
  it('is made once, parsed, for every spelling of the same question', async () => {
    for (const path of [
      '/api/things/1',
      '/api/things/1',
      '/api/things/1?size=1',
      '/api/things/1?size=1&size=',
      '/api/things/1?other=2&size=',
    ]) {
      expect(await said(path)).toEqual({ value: 'first' });
    }
    expect(made).toBe(1);
    await said('/api/things/1?size=2');
    await said('/api/things/2');
    expect(made).toBe(3);
  });

  it('is made once for many concurrent requests', async () => {
    await Promise.all(Array.from({ length: 20 }, () => said('/api/things/1')));
    expect(made).toBe(1);
  });

  it('is remade after a change of its topics, and only then', async () => {
    const { deps } = test.current;
    await said('/api/things/1');
    await said('/api/things/2');
    value = 'second';
    deps.publish('thing:1', { t: 'refetch' });
    expect([await said('/api/things/1'), await said('/api/things/2')]).toEqual([{ value: 'second' }, { value: 'first' }]);
    deps.replies.touch('thing:9');
    expect(made).toBe(3);
  });

  it('that was in progress during a change is not sent to later requests', async () => {
    let opens = () => {};
    gate = new Promise((resolve) => (opens = resolve));
    const early = said('/api/things/1');
    while (made === 0) await new Promise(setImmediate);
    value = 'second';
    test.current.deps.replies.touch('thing:1');
    const late = said('/api/things/1');
    opens();
    expect([await early, await late, await said('/api/things/1')]).toEqual([{ value: 'first' }, { value: 'second' }, { value: 'second' }]);
    expect(made).toBe(2);
  });

  it('is remade after five seconds in any case', async () => {
    await said('/api/things/1');
    value = 'second';
    test.current.clock.advance(4_999);
    expect(await said('/api/things/1')).toEqual({ value: 'first' });
    test.current.clock.advance(1);
    expect(await said('/api/things/1')).toEqual({ value: 'second' });
  });

  it('is remade when the clock was set back, which would keep it for that much longer', async () => {
    await said('/api/things/1');
    value = 'second';
    test.current.clock.advance(-3_600_000);
    expect(await said('/api/things/1')).toEqual({ value: 'second' });
  });

  it('is repeated for five minutes while the database is away, unless a change dropped it', async () => {
    const away = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    await said('/api/things/1');
    await said('/api/things/2');
    gate = away();
    gate.catch(() => {});
    test.current.clock.advance(5_000);
    expect(await said('/api/things/1')).toEqual({ value: 'first' });
    test.current.deps.replies.touch('thing:2');
    expect((await ask('/api/things/2')).status).toBe(503);
    for (let minute = 0; minute < 4; minute++) {
      test.current.clock.advance(60_000);
      expect(await said('/api/things/1')).toEqual({ value: 'first' });
    }
    test.current.clock.advance(55_000);
    expect((await ask('/api/things/1')).status).toBe(503);
    gate = Promise.resolve();
    value = 'second';
    expect([await said('/api/things/1'), await said('/api/things/2')]).toEqual([{ value: 'second' }, { value: 'second' }]);
  });

  it('is not repeated when it could not be made for another reason', async () => {
    await said('/api/things/1');
    test.current.clock.advance(5_000);
    gate = Promise.reject(new Error('a mistake of ours'));
    gate.catch(() => {});
    expect((await ask('/api/things/1')).status).toBe(500);
  });

  it('has the same content in every encoding, and is a 304 if the client has it', async () => {
    const plain = await ask('/api/things/1');
    expect(plain.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'public, no-cache',
      vary: 'Accept-Encoding',
      'content-length': String(plain.body.length),
    });
    const br = await ask('/api/things/1', { 'Accept-Encoding': 'gzip, deflate, br, zstd' });
    const gzip = await ask('/api/things/1', { 'Accept-Encoding': 'gzip' });
    expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(br.body)).toEqual(plain.body);
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    const etag = plain.headers.etag!;
    expect(br.headers.etag).toBe(etag);
    for (const tag of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const known = await ask('/api/things/1', { 'If-None-Match': tag });
      expect(known).toMatchObject({ status: 304, body: Buffer.alloc(0) });
      expect(known.headers.etag).toBe(etag);
    }
    value = 'second';
    test.current.deps.replies.touch('things');
    expect(await ask('/api/things/1', { 'If-None-Match': etag })).toMatchObject({ status: 200 });
  });

  it('is never a refusal: each is judged again', async () => {
    expect((await ask('/api/things/none')).status).toBe(404);
    expect((await ask('/api/things/1?size=big')).status).toBe(400);
    expect(made).toBe(0);
  });

  it('counts as a request like any other', async () => {
    const statuses = new Map<number, number>();
    for (let i = 0; i < REQUESTS_MAX; i++) {
      const { status = 0 } = await ask('/api/things/1');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(statuses.get(429)).toBeGreaterThan(10);
    expect(made).toBe(1);
    const refused = await ask('/api/things/1');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(String(refused.body))).toMatchObject({ code: 'rate_limited' });
  });
});

it('caches a bounded number of replies', async () => {
  const replies = createCachedReplies();
  for (let i = 0; i < 1000; i++) await replies.get({ key: String(i), topics: ['all'], make: async () => i }, `/${i}`, 0, String);
  expect(replies.size()).toBe(400);
  expect(replies.find('/0', 0)).toBeNull();
  expect(replies.find('/999', 0)).not.toBeNull();
  replies.touch('all');
  expect(replies.size()).toBe(0);
  expect(replies.find('/999', 0)).toBeNull();
});

it('expires sooner while changes by other processes are not received, and is remade when they are again', async () => {
  const replies = createCachedReplies();
  const ask = (nowMs: number) => replies.get({ key: 'one', topics: [], make: async () => String(nowMs) }, '/', nowMs, String);
  await ask(0);
  replies.ageAtMost(2_000);
  expect(replies.find('/', 1)).toBeNull();
  await ask(1);
  expect([replies.find('/', 2_000), replies.find('/', 2_001)]).toEqual([expect.anything(), null]);
  replies.ageAtMost(null);
  expect(replies.size()).toBe(0);
  await ask(3_000);
  expect([replies.find('/', 7_999), replies.find('/', 8_000)]).toEqual([expect.anything(), null]);
});

it('drops replies that failed', async () => {
  const replies = createCachedReplies();
  const plan = (make: () => Promise<string>) => ({ key: 'one', topics: [], make });
  await expect(
    replies.get(
      plan(() => Promise.reject(new Error('away'))),
      '/',
      0,
      String,
    ),
  ).rejects.toThrow('away');
  expect(replies.size()).toBe(0);
  await replies.get(
    plan(async () => 'here'),
    '/',
    0,
    String,
  );
  expect(replies.size()).toBe(1);
});

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['deflate', 'identity'],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['br;q=0.000,gzip;q=0', 'identity'],
  ['br;q=0.5', 'br'],
])('answers Accept-Encoding %j with %s', (asked, given) => {
  expect(encodingFor(asked)).toBe(given);
});
