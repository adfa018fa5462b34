import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Listening, listen } from '#server/platform/http/listen.ts';
import { useTestApp } from '#test/support/app.ts';
import { createUser } from '#test/support/factories.ts';
import { greetedSocket, joinTopic, type LiveSocket, openSocket } from '#test/support/live-socket.ts';
import { spreadOf } from './conversation.ts';
import { createLiveHub, type LiveHub } from './hub.ts';
import { attachLive, type LiveEndpoint } from './socket.ts';

/** All clients have the address reported by a proxy. */
const test = useTestApp({ TRUST_PROXY: '127.0.0.1' });
let server: Listening;
let hub: LiveHub;
let live: LiveEndpoint;
const open: LiveSocket[] = [];

beforeAll(async () => {
  server = await listen(getRequestListener(test.current.app.fetch), { host: '127.0.0.1', port: 0 });
  hub = createLiveHub(test.current.deps);
  live = attachLive(server.server, hub, test.current.deps);
});
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.terminate();
});
afterAll(async () => {
  await live.close();
  await server.close();
});

async function visitor(address: string, token?: string): Promise<LiveSocket> {
  const client = await greetedSocket(server.url, token, { headers: { 'X-Forwarded-For': address } });
  open.push(client);
  return client;
}

const closed = async ({ socket }: LiveSocket): Promise<[code: number, reason: string]> => {
  const [code, reason] = await once(socket, 'close');
  return [code, String(reason)];
};

describe('bad input', () => {
  it.each([
    ['a megabyte', Buffer.alloc(1024 * 1024, 'x'), false, 1009],
    ['a binary megabyte', randomBytes(1024 * 1024), true, 1009],
    ['what is no UTF-8', Buffer.from([0xc3, 0x28]), false, 1007],
  ])('of %s closes the socket, and nobody else notices', async (_, data, binary, code) => {
    const [bad, good] = [await visitor('192.0.2.1'), await visitor('192.0.2.2')];
    await joinTopic(good, 'match:7');
    bad.socket.send(data, { binary });
    // If cut off while sending, it may not get to read the reason.
    expect([code, 1006]).toContain((await closed(bad))[0]);
    hub.publish('match:7', { t: 'refetch' });
    expect((await good.nextOf('change')).change).toEqual({ t: 'refetch' });
  });

  it.each([
    'null',
    '7',
    '"hello"',
    '{"t":"join"}',
    '{"t":"join","topic":"match:-1"}',
    '{"t":"join","topic":"match:99999999999"}',
    '{"t":"join","topic":"chat:7:xx"}',
    '{"t":"join","topic":"__proto__"}',
    '{"t":"join","topic":["me"]}',
    '{"t":"leave","topic":""}',
    '{"t":"chat","topic":"match:7","cid":"x","text":"hi"}',
    '{"t":"__proto__"}',
    '[{"t":"hello"}]',
  ])('of %s is answered with its code', async (text) => {
    const client = await visitor('192.0.2.3');
    client.say(text);
    expect(await client.next()).toEqual({ t: 'error', code: 'invalid_payload' });
  });

  it('of ten thousand joins closes the socket', async () => {
    const client = await visitor('192.0.2.4');
    const end = closed(client);
    for (let n = 0; n < 10_000; n++) client.say({ t: 'join', topic: `match:${n}` });
    expect(await end).toEqual([1008, 'too many messages']);
    expect(client.heard.filter(({ t }) => t === 'joined')).toHaveLength(20);
    expect([...hub.sizes()]).toEqual([]);
  });

  it('of joining the same topic a thousand times is harmless', async () => {
    const client = await visitor('192.0.2.5');
    for (let n = 0; n < 50; n++) await joinTopic(client, 'match:7');
    expect([...hub.sizes()]).toEqual([['match:7', 1]]);
  });

  it('from one address over many sockets is refused beyond a limit, without affecting other addresses', async () => {
    const flood = await Promise.all(Array.from({ length: 12 }, () => visitor('192.0.2.6')));
    for (const client of flood) for (let n = 0; n < 95; n++) client.say({ t: 'ping' });
    const answers: string[] = [];
    for (const client of flood)
      for (let n = 0; n < 95; n++) {
        const answer = await client.next();
        answers.push(answer.t === 'error' ? answer.code : answer.t);
      }
    expect(answers.filter((answer) => answer === 'rate_limited').length).toBeGreaterThan(100);
    const other = await visitor('192.0.2.7');
    other.say({ t: 'ping' });
    expect(await other.next()).toEqual({ t: 'pong' });
  });

  it('includes more sockets from one address than an office has', async () => {
    await Promise.all(Array.from({ length: 100 }, () => visitor('192.0.2.8')));
    await expect(visitor('192.0.2.8')).rejects.toThrow('429');
    open.pop()!.socket.terminate();
    await expect
      .poll(() =>
        visitor('192.0.2.8').then(
          () => 'in',
          () => 'out',
        ),
      )
      .toBe('in');
  });

  it('includes a connection that was cut off silently: it is pinged, then closed', async () => {
    const own = await listen(getRequestListener(test.current.app.fetch), { host: '127.0.0.1', port: 0 });
    const endpoint = attachLive(own.server, hub, test.current.deps, { heartbeatMs: 100 });
    const there = await greetedSocket(own.url);
    const raw = await halfOpen(own);
    await once(raw, 'close');
    there.say({ t: 'ping' });
    expect(await there.next()).toEqual({ t: 'pong' });
    await endpoint.close();
    await own.close();
  });
});

/** A socket that never answers, not even the library's pings. */
async function halfOpen({ server }: Listening): Promise<Socket> {
  const { port } = server.address() as { port: number };
  const raw = connect(port, '127.0.0.1');
  raw.write(
    `GET /api/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  );
  const [answer] = await once(raw, 'data');
  expect(String(answer)).toContain('101 Switching Protocols');
  raw.resume();
  return raw;
}

it('a thousand clients connecting at once are all accepted, and all receive the next change', async () => {
  const crowd = await Promise.all(Array.from({ length: 1_000 }, (_, n) => visitor(`198.51.${Math.floor(n / 250)}.${n % 250}`)));
  await Promise.all(crowd.map((client) => joinTopic(client, 'match:7')));
  hub.publish('match:7', { t: 'refetch' });
  for (const client of crowd) expect((await client.nextOf('change')).topic).toBe('match:7');
  // Whoever comes now is told to take its time if the process dies; a small crowd is not.
  const late = await openSocket(server.url, { headers: { 'X-Forwarded-For': '203.0.113.9' } });
  open.push(late);
  late.say({ t: 'hello' });
  const { spread_ms } = await late.nextOf('welcome');
  expect(spread_ms).toBe(spreadOf(live.count()));
  expect(spread_ms).toBeGreaterThanOrEqual(500);
});

it('the more sockets a process has, the longer their pages take to come back if it dies, up to a limit', () => {
  expect([0, 499, 500, 10_000, 20_000, 1_000_000].map(spreadOf)).toEqual([0, 0, 250, 5_000, 10_000, 10_000]);
});

it('a crowd is pinged, told and led away in several turns, and none is left out', async () => {
  const own = await listen(getRequestListener(test.current.app.fetch), { host: '127.0.0.1', port: 0 });
  const ownHub = createLiveHub(test.current.deps);
  const endpoint = attachLive(own.server, ownHub, test.current.deps, { heartbeatMs: 500 });
  const crowd = await Promise.all(
    Array.from({ length: 600 }, (_, n) => greetedSocket(own.url, undefined, { headers: { 'X-Forwarded-For': `198.52.0.${n % 200}` } })),
  );
  // Behind all others, so in the second turn.
  const raw = await halfOpen(own);
  const pinged = crowd.map(({ socket }) => once(socket, 'ping'));
  await Promise.all([once(raw, 'close'), ...pinged]);
  ownHub.degrade(true);
  for (const client of crowd) expect(await client.nextOf('degraded')).toEqual({ t: 'degraded', is_degraded: true });
  const drained = endpoint.drain(100);
  for (const client of crowd) {
    await client.nextOf('reconnect');
    client.socket.terminate();
  }
  await drained;
  expect(endpoint.count()).toBe(0);
  await endpoint.close();
  await own.close();
});

describe('other processes', () => {
  it('being out of reach is reported to all clients, and to new ones', async () => {
    const early = await visitor('203.0.113.1');
    hub.degrade(true);
    expect(await early.next()).toEqual({ t: 'degraded', is_degraded: true });
    const late = await visitor('203.0.113.2');
    expect(await late.next()).toEqual({ t: 'degraded', is_degraded: true });
    hub.degrade(true);
    hub.degrade(false);
    for (const client of [early, late]) expect(await client.next()).toEqual({ t: 'degraded', is_degraded: false });
  });

  it('missed changes make the number of every topic jump', async () => {
    const user = await createUser(test.current);
    const client = await visitor('203.0.113.3', user.token);
    const topics = ['me', ...Array.from({ length: 19 }, (_, n) => `match:${n}`)];
    const seqs = new Map<string, number>();
    for (const topic of topics) seqs.set(topic, await joinTopic(client, topic));
    hub.missed();
    for (const _ of topics) {
      const { topic, seq } = await client.nextOf('change');
      expect(seq).toBe(seqs.get(topic)! + 2);
    }
  });

  it('the number of users in a chat is sent when its band changes, and first to each new subscriber', async () => {
    const [one, other] = [await visitor('203.0.113.4'), await visitor('203.0.113.5')];
    const seq = await joinTopic(one, 'chat:7:en');
    hub.present('chat:7:en', 10);
    hub.present('chat:7:en', 10);
    expect(await one.next()).toEqual({ t: 'change', topic: 'chat:7:en', seq: seq + 1, change: { t: 'presence', band: 10 } });
    expect(await joinTopic(other, 'chat:7:en')).toBe(seq);
    expect(await other.next()).toEqual({ t: 'change', topic: 'chat:7:en', seq: seq + 1, change: { t: 'presence', band: 10 } });
    hub.publish('chat:7:en', { t: 'refetch' });
    for (const client of [one, other]) expect(await client.next()).toMatchObject({ seq: seq + 2, change: { t: 'refetch' } });
  });
});

it('before it ends, it makes all clients reconnect elsewhere, each after its own delay, and accepts no more', async () => {
  const own = await listen(getRequestListener(test.current.app.fetch), { host: '127.0.0.1', port: 0 });
  const endpoint = attachLive(own.server, hub, test.current.deps);
  const crowd = await Promise.all(Array.from({ length: 20 }, () => greetedSocket(own.url)));
  const drained = endpoint.drain(1_000);
  const waits = await Promise.all(crowd.map(async (client) => (await client.nextOf('reconnect')).after_ms));
  expect(waits.every((ms) => ms >= 0 && ms < 1_000)).toBe(true);
  expect(new Set(waits).size).toBeGreaterThan(10);
  await expect(openSocket(own.url)).rejects.toThrow('503');
  crowd[0]!.say({ t: 'ping' });
  expect(await crowd[0]!.next()).toEqual({ t: 'pong' });
  for (const { socket } of crowd) socket.close();
  await Promise.race([drained, sleep(5_000).then(() => Promise.reject(new Error('it still waits for them')))]);
  await endpoint.close();
  await own.close();
});
