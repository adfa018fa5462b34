import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LiveChange } from '#contract/live.ts';
import { streamEvents } from '#contract/v1/stream.ts';
import { type ApiScope, apiKeyOf, hintOf } from '#domain/identity/api-key.ts';
import { createApp } from '#server/app.ts';
import { apiKeyTopic, createApiAccess, hashOfApiKey } from '#server/platform/http/api-access.ts';
import { createGeneralLimit } from '#server/platform/http/general-limit.ts';
import { type Listening, listen } from '#server/platform/http/listen.ts';
import { createListener } from '#server/platform/http/listener.ts';
import { createLiveHub, type LiveHub } from '#server/platform/realtime/hub.ts';
import { attachLive, type LiveEndpoint } from '#server/platform/realtime/socket.ts';
import { useTestApp } from '#test/support/app.ts';
import { openEventStream } from '#test/support/event-stream.ts';
import { createUser } from '#test/support/factories.ts';
import { greetedSocket, joinTopic, openSocket } from '#test/support/live-socket.ts';
import { createOpenByKey } from './open-by-key.ts';
import { createStreams, type Streams } from './streams.ts';

/** All clients have the address reported by a proxy. */
const test = useTestApp({ TRUST_PROXY: '127.0.0.1', REQUESTS_PER_ADDRESS: '8' });
/** One process of the site. Heartbeats and checks of keys come when a test asks for them. */
interface Site {
  hub: LiveHub;
  streams: Streams;
  server: Listening;
  live: LiveEndpoint;
}
let site: Site;
let key: string;
const opened: { socket: { destroy: () => void } }[] = [];

async function startSite(limits: { streamsMax?: number } = {}): Promise<Site> {
  const { deps } = test.current;
  const hub = createLiveHub(deps);
  const streams = createStreams(hub, deps, { heartbeatMs: 1e9, recheckMs: 1e9, ...limits });
  const limit = createGeneralLimit(1e9);
  const access = createApiAccess(deps);
  const app = createApp(deps, limit, access, streams);
  const server = await listen(createListener(deps, app, limit), { host: '127.0.0.1', port: 0 });
  return { hub, streams, server, live: attachLive(server.server, hub, deps, { openByKey: createOpenByKey(access, streams) }) };
}

async function stopSite({ streams, server, live }: Site): Promise<void> {
  streams.close(0);
  await live.close();
  await server.close();
}

beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  key = (await makeKey()).key;
});
afterEach(async () => {
  for (const { socket } of opened.splice(0)) socket.destroy();
  await until(() => site.streams.sizes().streams === 0);
});
afterAll(() => stopSite(site));

/** Waits until something that other events of this process bring about is true. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}

async function makeKey({ scopes = ['read'] as ApiScope[], userId = '' } = {}) {
  const { deps } = test.current;
  const owner = userId || (await createUser(test.current)).id;
  const [id, made] = [randomUUID(), apiKeyOf(randomBytes(32).toString('base64url'))];
  const values = { id, user_id: owner, name: 'A key', hint: hintOf(made), key_hash: hashOfApiKey(made), scopes, created_at: deps.now() };
  await deps.db.insertInto('api_keys').values(values).execute();
  return { id, key: made, userId: owner };
}

const revoke = (id: string) =>
  test.current.deps.db.updateTable('api_keys').set({ revoked_at: test.current.deps.now() }).where('id', '=', id).execute();

interface Asked {
  key?: string | null;
  lastEventId?: string;
  headers?: Record<string, string>;
  method?: string;
  at?: Site;
}

async function ask(topics: string | null, { lastEventId, at = site, headers = {}, ...asked }: Asked = {}) {
  const path = `/api/v1/stream${topics === null ? '' : `?topics=${topics}`}`;
  const sent = { ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }), ...headers };
  const stream = await openEventStream(at.server.url, path, { key, ...asked, headers: sent });
  opened.push(stream);
  return stream;
}

/** Opens a stream and reads up to `joined`: what came before it, where the topics stand, and the id. */
async function joined(topics: string, asked: Asked = {}) {
  const stream = await ask(topics, asked);
  expect(stream.status).toBe(200);
  const before: { name: string; data: Record<string, unknown> }[] = [];
  for (;;) {
    const { name, data, id } = await stream.next();
    if (name !== 'joined') {
      expect(id).toBeNull();
      before.push({ name, data });
      continue;
    }
    const seqs = Object.fromEntries(streamEvents.joined.parse(data).topics.map(({ topic, seq }) => [topic, seq]));
    return { ...stream, before, seqs, id: id! };
  }
}

async function refused(topics: string | null, asked: Asked = {}) {
  const stream = await ask(topics, { ...asked, headers: { Connection: 'close', ...asked.headers } });
  const { code, params } = JSON.parse(/\{.*\}/s.exec(await stream.body())![0]) as { code: string; params?: object };
  return { status: stream.status, code, params };
}

const goalOf = (id: number, home = 1): LiveChange => ({
  t: 'match',
  match: {
    ...{ id, kickoff_at: '2026-11-20T11:30:00.000Z', status: 'h1', minute: 12, stoppage: null, period: null },
    ...{ seen_at: '2026-11-20T11:42:00.000Z', red_cards: { home: 0, away: 0 } },
    score: { home, away: 0, halftime: null, fulltime: null, extratime: null, penalty: null },
  },
});
/** What a change of many bytes is. */
const longEvents = (bytes: number): LiveChange => {
  const event = { id: '1', type: 'goal', side: 'home', period: 'H1', minute: 1, stoppage: null, other: null, detail: null } as const;
  return { t: 'events', match_id: 7, events: [{ ...event, player: 'x'.repeat(bytes) }] };
};

describe('a stream', () => {
  it('says where its topics stand, and sends each change with the new data and an id', async () => {
    const stream = await joined('matches:2026-11-20,match:7');
    expect(stream.before).toEqual([]);
    expect(Object.keys(stream.seqs)).toEqual(['match:7', 'matches:2026-11-20']);
    expect(stream.retryMs()).toBe(2_000);
    site.hub.publish('match:7', goalOf(7));
    site.hub.publish('match:8', goalOf(8));
    site.hub.publish('matches:2026-11-20', goalOf(7));
    const [first, second] = [await stream.next(), await stream.next()];
    const seq = stream.seqs['match:7']! + 1;
    expect(first).toMatchObject({ name: 'change', data: { topic: 'match:7', seq } });
    expect(first.id).toContain(`match:7=${seq},matches:2026-11-20=${stream.seqs['matches:2026-11-20']}`);
    const { change } = streamEvents.change.parse(first.data);
    expect(change).toEqual(first.data.change);
    expect(change).toMatchObject({
      type: 'match',
      match: { id: 7, state: 'live', score: { home: 1, half_time: null, parts: [] }, winner: null },
    });
    expect(second).toMatchObject({ data: { topic: 'matches:2026-11-20', seq: stream.seqs['matches:2026-11-20']! + 1 } });
  });

  it('has the headers that keep it open, unpacked and readable by pages of other sites', async () => {
    const { headers } = await joined('match:7', { headers: { Origin: 'https://other.example', 'Accept-Encoding': 'gzip, br' } });
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'ratelimit-policy': expect.stringContaining('q='),
      connection: 'close',
    });
    expect(headers.get('content-encoding')).toBeNull();
    expect(headers.get('content-length')).toBeNull();
  });

  it('has the same numbers as the socket', async () => {
    const [stream, socket] = [await joined('match:7'), await greetedSocket(site.server.url)];
    try {
      expect(await joinTopic(socket, 'match:7')).toBe(stream.seqs['match:7']);
      for (const home of [1, 2]) site.hub.publish('match:7', goalOf(7, home));
      for (const home of [1, 2]) {
        const { seq } = await socket.nextOf('change');
        expect(await stream.next()).toMatchObject({ data: { seq, change: { match: { score: { home } } } } });
      }
    } finally {
      socket.socket.terminate();
    }
  });

  it.each<[string, LiveChange, object]>([
    ['events', longEvents(3), { type: 'events', match_id: 7, data: [{ player: 'xxx', other_player: null }] }],
    ['odds that are gone', { t: 'market', match_id: 7, market: null, offer: null }, { type: 'odds', match_id: 7, consensus: null }],
    ['statistics', { t: 'statistics', match_id: 7, statistics: [] }, { type: 'statistics', match_id: 7, data: [] }],
  ])('sends %s in the names of the API', async (_, change, expected) => {
    const stream = await joined('match:7');
    site.hub.publish('match:7', change);
    expect((await stream.next()).data.change).toMatchObject(expected);
  });

  it('says to read again what no message carries, and what cannot be read', async () => {
    const stream = await joined('match:7');
    const seq = stream.seqs['match:7']!;
    site.hub.publish('match:7', { t: 'refetch' });
    expect(await stream.next()).toMatchObject({ name: 'refetch', data: { topic: 'match:7', seq: seq + 1 } });
    // A process of another version may say what this one does not know.
    site.hub.tell('match:7', Buffer.from('{"t":"match","match":7}'));
    expect(await stream.next()).toMatchObject({ name: 'refetch', data: { seq: seq + 2 } });
    site.hub.missed();
    expect(await stream.next()).toMatchObject({ name: 'refetch', data: { seq: seq + 4 } });
  });

  it('sends nothing that is not of the API, such as what is said in a chat', async () => {
    const stream = await joined('match:7');
    site.hub.publish('match:7', { t: 'balance', balance: 1 });
    site.hub.publish('match:7', goalOf(7));
    expect(await stream.next()).toMatchObject({ name: 'change', data: { change: { type: 'match' } } });
  });

  it('gets a heartbeat', async () => {
    const stream = await joined('match:7');
    site.streams.beat();
    expect(await stream.next()).toEqual({ name: '', id: null, data: {} });
  });

  it('is told when changes of other processes are late', async () => {
    const stream = await joined('match:7');
    site.hub.degrade(true);
    try {
      expect(await stream.next()).toMatchObject({ name: 'degraded', data: { is_degraded: true } });
      expect((await joined('match:7')).before).toEqual([{ name: 'degraded', data: { is_degraded: true } }]);
    } finally {
      site.hub.degrade(false);
    }
    expect(await stream.next()).toMatchObject({ name: 'degraded', data: { is_degraded: false } });
  });

  it('sees no spoiler shield: cookies are not looked at', async () => {
    const stream = await joined('match:7', { headers: { Cookie: 'shield=hide' } });
    site.hub.publish('match:7', goalOf(7));
    expect((await stream.next()).name).toBe('change');
  });
});

describe('who comes back', () => {
  const leave = async (stream: { socket: { destroy: () => void } }) => {
    const before = site.streams.sizes().streams;
    stream.socket.destroy();
    await until(() => site.streams.sizes().streams < before);
  };

  it('gets what was missed, once and in order, and then what is new', async () => {
    const first = await joined('match:7,match:8');
    site.hub.publish('match:7', goalOf(7, 1));
    const { id } = await first.next();
    await leave(first);
    for (const home of [2, 3]) site.hub.publish('match:7', goalOf(7, home));
    const again = await joined('match:7,match:8', { lastEventId: id! });
    const homes = again.before.map(({ data }) => (data.change as { match: { score: { home: number } } }).match.score.home);
    expect(homes).toEqual([2, 3]);
    expect(again.before.map(({ data }) => data.seq)).toEqual([first.seqs['match:7']! + 2, first.seqs['match:7']! + 3]);
    expect(again.seqs['match:7']).toBe(first.seqs['match:7']! + 3);
    await leave(again);
    expect((await joined('match:7,match:8', { lastEventId: again.id })).before).toEqual([]);
  });

  it('after nothing happened gets nothing', async () => {
    const first = await joined('match:7');
    await leave(first);
    expect((await joined('match:7', { lastEventId: first.id })).before).toEqual([]);
  });

  it.each([
    ['many changes', () => Array.from({ length: 501 }, () => goalOf(7))],
    ['long changes', () => Array.from({ length: 30 }, () => longEvents(10_000))],
  ])('after too %s reads the topic again', async (_, changes) => {
    const first = await joined('match:7,match:8');
    await leave(first);
    for (const change of changes()) site.hub.publish('match:7', change);
    const again = await joined('match:7,match:8', { lastEventId: first.id });
    expect(again.before).toEqual([{ name: 'refetch', data: { topic: 'match:7', seq: again.seqs['match:7'] } }]);
  });

  it('never gets more than half a megabyte at once: of further topics everything is read again', async () => {
    const topics = ['match:1', 'match:2', 'match:3'];
    const first = await joined(topics.join());
    await leave(first);
    for (const topic of topics) for (let n = 0; n < 20; n++) site.hub.publish(topic, longEvents(10_000));
    const again = await joined(topics.join(), { lastEventId: first.id });
    expect(again.before.map(({ name }) => name)).toEqual([...Array(40).fill('change'), 'refetch']);
  });

  it('after a change that no message carries reads the topic again', async () => {
    const first = await joined('match:7');
    await leave(first);
    site.hub.publish('match:7', { t: 'refetch' });
    site.hub.publish('match:7', goalOf(7));
    expect((await joined('match:7', { lastEventId: first.id })).before).toMatchObject([{ name: 'refetch' }]);
  });

  it('to another process, or after a restart, reads everything again', async () => {
    const first = await joined('match:7,match:8');
    const other = await startSite();
    try {
      const again = await joined('match:7,match:8', { lastEventId: first.id, at: other });
      expect(again.before.map(({ name, data }) => [name, data.topic])).toEqual([
        ['refetch', 'match:7'],
        ['refetch', 'match:8'],
      ]);
    } finally {
      await stopSite(other);
    }
  });

  it('for further topics reads those again', async () => {
    const first = await joined('match:7');
    const again = await joined('match:7,match:8', { lastEventId: first.id });
    expect(again.before).toMatchObject([{ name: 'refetch', data: { topic: 'match:8' } }]);
  });

  it.each([
    ['a number that was never given', (id: string) => id.replace(/=\d+/, '=9999999999999999')],
    ['an old number', (id: string) => id.replace(/=\d+/, '=0')],
    ['no number', (id: string) => id.replace(/=\d+/, '=')],
    ['another topic', (id: string) => id.replace('match:7', 'me')],
    ['twenty-one topics', (id: string) => id + ',match:9=1'.repeat(20)],
    ['nothing readable', () => '1'],
    ['odd letters', () => '%00;match:7=__proto__'],
    ['ten kilobytes', (id: string) => id + 'x'.repeat(10_000)],
  ])('with a forged id of %s reads the topic again', async (_, forged) => {
    const first = await joined('match:7');
    expect((await joined('match:7', { lastEventId: forged(first.id) })).before).toMatchObject([{ name: 'refetch' }]);
  });

  it('with an id larger than all headers may be is refused', async () => {
    expect((await ask('match:7', { lastEventId: 'x'.repeat(100_000) })).status).toBe(431);
  });

  it('after two minutes reads everything again, even if the clock was set back', async () => {
    const first = await joined('match:77');
    await leave(first);
    for (let beat = 0; beat < 10; beat++) site.streams.beat();
    expect(site.hub.isHeard('match:77')).toBe(false);
    const before = test.current.clock.now();
    test.current.clock.advance(-3_600_000);
    try {
      const again = await joined('match:77', { lastEventId: first.id });
      expect(again.before).toMatchObject([{ name: 'refetch' }]);
      expect(again.seqs['match:77']).toBeGreaterThan(first.seqs['match:77']!);
    } finally {
      test.current.clock.set(before);
    }
  });
});

describe('a key', () => {
  it('is needed, with the scope read, in a header', async () => {
    expect(await refused('match:7', { key: null })).toMatchObject({ status: 401, code: 'api_key_missing' });
    expect(await refused(`match:7&key=${key}`, { key: null })).toMatchObject({ code: 'api_key_missing' });
    expect(await refused('match:7', { key: apiKeyOf('x'.repeat(43)) })).toMatchObject({ status: 401, code: 'api_key_invalid' });
    const { key: other } = await makeKey({ scopes: ['me:read', 'me:tip'] });
    expect(await refused('match:7', { key: other })).toEqual({ status: 403, code: 'scope_missing', params: { scope: 'read' } });
    await joined('match:7', { key: null, headers: { 'X-API-Key': key } });
  });

  it('that is revoked ends its streams at once, and no others', async () => {
    const [one, other] = [await makeKey(), await makeKey()];
    const [first, second] = [await joined('match:7', { key: one.key }), await joined('match:7', { key: other.key })];
    await revoke(one.id);
    const topic = apiKeyTopic(hashOfApiKey(one.key));
    test.current.deps.publish(topic, { t: 'refetch' });
    site.hub.publish(topic, { t: 'refetch' });
    await first.ended;
    expect(await refused('match:7', { key: one.key })).toMatchObject({ code: 'api_key_invalid' });
    site.hub.publish('match:7', goalOf(7));
    expect((await second.next()).name).toBe('change');
  });

  it('of a user who is disabled ends its streams at once; a bet of theirs ends nothing', async () => {
    const { key: own, userId } = await makeKey();
    const stream = await joined('match:7', { key: own });
    site.hub.publish(`me:${userId}`, { t: 'balance', balance: 5 });
    site.streams.beat();
    expect((await stream.next()).name).toBe('');
    await test.current.deps.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', userId).execute();
    site.hub.publish(`me:${userId}`, { t: 'account' });
    await stream.ended;
  });

  it('that ends unheard ends its streams at the next check', async () => {
    const { key: own, id } = await makeKey();
    const stream = await joined('match:7', { key: own });
    await site.streams.checkKeys();
    site.streams.beat();
    expect((await stream.next()).name).toBe('');
    await revoke(id);
    await site.streams.checkKeys();
    await stream.ended;
  });

  it('has five streams, and an address a hundred', async () => {
    const open = await Promise.all(Array.from({ length: 5 }, () => joined('match:7')));
    expect(await refused('match:7')).toEqual({ status: 429, code: 'too_many_streams', params: { max: 5 } });
    open[0]!.socket.destroy();
    await until(() => site.streams.sizes().streams === 4);
    await joined('match:8');
    const others = await Promise.all(Array.from({ length: 20 }, () => makeKey()));
    const headers = { 'X-Forwarded-For': '203.0.113.9' };
    for (const { key: own } of others) for (let n = 0; n < 5; n++) await joined('match:7', { key: own, headers });
    expect(await refused('match:7', { headers })).toMatchObject({ code: 'too_many_streams' });
    const { key: last } = await makeKey();
    expect(await refused('match:7', { key: last, headers })).toEqual({ status: 429, code: 'too_many_streams', params: { max: 100 } });
    await joined('match:7', { key: last });
  });
});

describe('the socket of a key', () => {
  const enter = async (own: string, headers: Record<string, string> = {}) => {
    const client = await openSocket(site.server.url, { headers });
    opened.push({ socket: { destroy: () => client.socket.terminate() } });
    client.say({ t: 'auth', key: own });
    return client;
  };

  it('has the changes of the stream with the same numbers, and no chat and nothing of its owner', async () => {
    const [client, stream] = [await enter(key), await joined('match:7')];
    expect(await client.next()).toEqual({ t: 'welcome', signed_in: false });
    expect(await joinTopic(client, 'match:7')).toBe(stream.seqs['match:7']);
    site.hub.publish('match:7', goalOf(7));
    const { data } = await stream.next();
    expect(await client.next()).toEqual({ t: 'change', ...data });
    for (const topic of ['me', 'site', 'chat:7:en', `chat:group:${randomUUID()}`]) {
      client.say({ t: 'join', topic });
      expect(await client.next()).toEqual({ t: 'error', code: 'unauthorized', topic });
    }
    client.say({ t: 'chat', topic: 'chat:7:en', cid: randomUUID(), text: 'hello' });
    expect(await client.next()).toMatchObject({ t: 'error', code: 'login_required' });
    client.say({ t: 'leave', topic: 'match:7' });
    client.say({ t: 'ping' });
    expect(await client.next()).toEqual({ t: 'pong' });
    site.hub.publish('match:7', goalOf(7));
    client.say({ t: 'ping' });
    expect(await client.next()).toEqual({ t: 'pong' });
  });

  it('leaves what was joined before the key was sent', async () => {
    const client = await greetedSocket(site.server.url);
    opened.push({ socket: { destroy: () => client.socket.terminate() } });
    await joinTopic(client, 'match:7');
    client.say({ t: 'auth', key });
    await client.nextOf('welcome');
    site.hub.publish('match:7', goalOf(7));
    client.say({ t: 'ping' });
    expect(await client.next()).toEqual({ t: 'pong' });
  });

  const closed = (client: { socket: { once: (name: 'close', hear: (code: number) => void) => void } }) =>
    new Promise<number>((resolve) => client.socket.once('close', resolve));

  it('is closed when the key is not valid, lacks the scope, or has five streams', async () => {
    const { key: other } = await makeKey({ scopes: ['me:read'] });
    for (const bad of [apiKeyOf('y'.repeat(43)), 'mp_', '', other]) {
      const client = await enter(bad);
      const end = closed(client);
      expect(await client.next()).toEqual({ t: 'error', code: 'unauthorized' });
      expect(await end).toBe(1008);
    }
    for (let n = 0; n < 5; n++) await joined('match:7');
    const client = await enter(key);
    expect(await client.next()).toEqual({ t: 'error', code: 'rate_limited' });
  });

  it('is closed when the key is revoked, and cannot become that of a user', async () => {
    const own = await makeKey();
    const client = await enter(own.key);
    await client.nextOf('welcome');
    client.say({ t: 'auth', token: 'x' });
    expect(await client.next()).toEqual({ t: 'error', code: 'invalid_payload' });
    const end = closed(client);
    await revoke(own.id);
    site.hub.publish(apiKeyTopic(hashOfApiKey(own.key)), { t: 'refetch' });
    expect(await end).toBe(1008);
  });
});

describe('topics', () => {
  it.each([
    ['none', null],
    ['nothing', ''],
    ['an unknown one', 'match:7,scores'],
    ["the reader's own", 'me'],
    ['a chat', 'chat:7:en'],
    ['a day that does not exist', 'matches:2026-02-30'],
    ['an id that does not exist', 'match:0'],
    ['an id that is too high', 'match:2147483648'],
    ['a property of every object', '__proto__'],
    ['an empty one', 'match:7,,'],
    ['twenty-one', Array.from({ length: 21 }, (_, i) => `match:${i + 1}`).join()],
    ['a thousand', Array.from({ length: 1_000 }, (_, i) => `match:${i + 1}`).join()],
  ])('that are %s are refused', async (_, topics) => {
    expect(await refused(topics)).toMatchObject({ status: 400, code: 'invalid_query', params: { field: 'topics' } });
  });

  it('may be twenty, and one named often counts once', async () => {
    const twenty = Array.from({ length: 20 }, (_, i) => `match:${i + 1}`);
    expect(Object.keys((await joined(twenty.join())).seqs)).toHaveLength(20);
    expect(Object.keys((await joined(Array(25).fill('match:7').join())).seqs)).toEqual(['match:7']);
  });
});

describe('the server', () => {
  it('answers HEAD without a stream', async () => {
    const { status, headers, socket } = await ask('match:7', { method: 'HEAD' });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(site.streams.sizes().streams).toBe(0);
    socket.destroy();
    expect((await ask('match:7', { method: 'HEAD', key: null })).status).toBe(401);
  });

  it('counts streams apart from requests: an address that has many can still ask', async () => {
    const second = await makeKey();
    for (let n = 0; n < 5; n++) await joined('match:7');
    for (let n = 0; n < 5; n++) await joined('match:7', { key: second.key });
    expect((await fetch(new URL('/api/v1/sports', site.server.url))).status).toBe(200);
  });

  it('cuts a reader that does not read; the others hear everything', async () => {
    const [slow, quick] = [await joined('match:9'), await joined('match:9')];
    const before = site.streams.sizes().dropped;
    slow.socket.pause();
    for (let sent = 0; sent < 400 && site.streams.sizes().dropped === before; sent++) {
      site.hub.publish('match:9', longEvents(50_000));
      expect((await quick.next()).name).toBe('change');
    }
    expect(site.streams.sizes()).toMatchObject({ streams: 1, dropped: before + 1 });
    slow.socket.resume();
    await slow.ended;
  });

  it('has a limit of streams', async () => {
    const small = await startSite({ streamsMax: 1 });
    try {
      await joined('match:7', { at: small });
      expect(await refused('match:7', { at: small })).toMatchObject({ status: 503, code: 'unavailable' });
    } finally {
      await stopSite(small);
    }
  });

  it('that ends sends clients away, each after a time of its own, and opens nothing more', async () => {
    const ending = await startSite();
    const stream = await joined('match:7', { at: ending });
    ending.streams.close(10_000);
    const { name, data } = await stream.next();
    expect(name).toBe('reconnect');
    const { after_ms: afterMs } = streamEvents.reconnect.parse(data);
    expect(stream.retryMs()).toBe(afterMs);
    expect(afterMs).toBeLessThan(10_000);
    await stream.ended;
    expect(await refused('match:7', { at: ending })).toMatchObject({ status: 503, code: 'unavailable' });
    expect([...ending.hub.sizes()]).toEqual([]);
    await stopSite(ending);
  });

  it('forgets everything once nobody reads', async () => {
    const own = await startSite();
    const stream = await joined('match:7,match:8', { at: own });
    own.hub.publish('match:7', goalOf(7));
    await stream.next();
    expect(own.streams.sizes()).toMatchObject({ streams: 1, topics: 2, told: 1 });
    expect(own.streams.sizes().keptBytes).toBeGreaterThan(100);
    stream.socket.destroy();
    await until(() => own.streams.sizes().streams === 0);
    for (let beat = 0; beat < 10; beat++) own.streams.beat();
    expect(own.streams.sizes()).toMatchObject({ topics: 0, keptBytes: 0 });
    expect([...own.hub.sizes()]).toEqual([]);
    await stopSite(own);
  });
});
