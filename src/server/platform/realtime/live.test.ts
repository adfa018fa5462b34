import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { LiveChange } from '#contract/live.ts';
import type { MatchState } from '#contract/matches.ts';
import { endSessions } from '#server/modules/identity/auth/sessions.ts';
import { type Listening, listen } from '#server/platform/http/listen.ts';
import { useTestApp } from '#test/support/app.ts';
import { createUser } from '#test/support/factories.ts';
import { greetedSocket, type LiveSocket, openSocket, type SocketOptions } from '#test/support/live-socket.ts';
import { createLiveHub, type LiveHub } from './hub.ts';
import { attachLive, type LiveEndpoint } from './socket.ts';

const test = useTestApp();
let server: Listening;
let hub: LiveHub;
let live: LiveEndpoint;
const open: WebSocket[] = [];

beforeAll(async () => {
  server = await listen(getRequestListener(test.current.app.fetch), { host: '127.0.0.1', port: 0 });
  hub = createLiveHub(test.current.deps);
  live = attachLive(server.server, hub, test.current.deps);
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
});
afterAll(async () => {
  await live.close();
  await server.close();
});

async function connect(options: SocketOptions = {}): Promise<LiveSocket> {
  const client = await openSocket(server.url, options);
  open.push(client.socket);
  return client;
}

async function greeted(token?: string): Promise<LiveSocket> {
  const client = await greetedSocket(server.url, token);
  open.push(client.socket);
  return client;
}

const join = async (client: LiveSocket, topic: string): Promise<number> => {
  client.say({ t: 'join', topic });
  const answer = await client.next();
  expect(answer).toMatchObject({ t: 'joined', topic });
  return (answer as { seq: number }).seq;
};

const goal: MatchState = {
  id: 7,
  kickoff_at: '2026-11-20T11:30:00.000Z',
  status: 'h1',
  minute: 12,
  stoppage: null,
  period: null,
  seen_at: '2026-11-20T11:42:00.000Z',
  score: { home: 1, away: 0, halftime: null, fulltime: null, extratime: null, penalty: null },
  red_cards: { home: 0, away: 0 },
};
const change: LiveChange = { t: 'match', match: goal };

describe('topics', () => {
  it('send each change to their subscribers, numbered without gaps', async () => {
    const [one, other] = [await greeted(), await greeted()];
    const seq = await join(one, 'match:7');
    expect(await join(other, 'match:7')).toBe(seq);
    hub.publish('match:7', change);
    hub.publish('match:8', change);
    hub.publish('match:7', { t: 'refetch' });
    for (const client of [one, other]) {
      expect(await client.next()).toEqual({ t: 'change', topic: 'match:7', seq: seq + 1, change });
      expect(await client.next()).toEqual({ t: 'change', topic: 'match:7', seq: seq + 2, change: { t: 'refetch' } });
    }
  });

  it('include the site itself, also for guests', async () => {
    const client = await greeted();
    const seq = await join(client, 'site');
    hub.publish('site', { t: 'refetch' });
    expect(await client.next()).toEqual({ t: 'change', topic: 'site', seq: seq + 1, change: { t: 'refetch' } });
  });

  it('are silent after leaving, and never use a number twice', async () => {
    const client = await greeted();
    const seq = await join(client, 'matches:2026-11-20');
    hub.publish('matches:2026-11-20', change);
    expect(await client.next()).toMatchObject({ seq: seq + 1 });
    client.say({ t: 'leave', topic: 'matches:2026-11-20' });
    client.say({ t: 'ping' });
    expect(await client.next()).toEqual({ t: 'pong' });
    hub.publish('matches:2026-11-20', change);
    client.say({ t: 'ping' });
    expect(await client.next()).toEqual({ t: 'pong' });
    test.current.clock.advance(1000);
    expect(await join(client, 'matches:2026-11-20')).toBeGreaterThan(seq + 1);
  });

  it('carry nothing that the contract does not name', async () => {
    const client = await greeted();
    await join(client, 'match:7');
    hub.publish('match:7', { ...change, secret: 1 } as LiveChange);
    expect(await client.next()).toMatchObject({ change });
    hub.publish('match:7', { t: 'match' } as LiveChange);
    expect(await client.next()).toMatchObject({ change: { t: 'refetch' } });
  });

  it('are limited to twenty', async () => {
    const client = await greeted();
    for (let id = 1; id <= 20; id++) await join(client, `match:${id}`);
    client.say({ t: 'join', topic: 'match:21' });
    expect(await client.next()).toEqual({ t: 'error', code: 'too_many_topics', topic: 'match:21' });
    await join(client, 'match:20');
    client.say({ t: 'leave', topic: 'match:1' });
    await join(client, 'match:21');
  });
});

describe('signing in', () => {
  it('ends at once when the session ends, and the socket stays as a guest', async () => {
    const user = await createUser(test.current);
    const client = await greeted(user.token);
    await join(client, 'me');
    await endSessions(test.current.deps, user.id, { because: 'revoked' });
    expect(await client.next()).toEqual({ t: 'welcome', signed_in: false });
    hub.publish(`me:${user.id}`, { t: 'balance', balance: 1 });
    client.say({ t: 'join', topic: 'me' });
    expect(await client.next()).toEqual({ t: 'error', code: 'unauthorized', topic: 'me' });
    client.say({ t: 'auth', token: user.token });
    expect(await client.next()).toEqual({ t: 'error', code: 'unauthorized' });
    expect(await client.next()).toEqual({ t: 'welcome', signed_in: false });
  });

  it("opens one's own topic, and nobody else's", async () => {
    const [user, other] = [await createUser(test.current), await createUser(test.current)];
    const client = await greeted(user.token);
    const seq = await join(client, 'me');
    hub.publish(`me:${other.id}`, { t: 'balance', balance: 1 });
    hub.publish(`me:${user.id}`, { t: 'balance', balance: 2 });
    expect(await client.next()).toEqual({ t: 'change', topic: 'me', seq: seq + 1, change: { t: 'balance', balance: 2 } });
  });

  it('is required for "me"; with a forged token, the socket stays a guest', async () => {
    const guest = await greeted();
    guest.say({ t: 'join', topic: 'me' });
    expect(await guest.next()).toEqual({ t: 'error', code: 'unauthorized', topic: 'me' });
    guest.say({ t: 'join', topic: `me:${(await createUser(test.current)).id}` });
    expect(await guest.next()).toEqual({ t: 'error', code: 'invalid_payload' });
    guest.say({ t: 'auth', token: 'forged' });
    guest.say({ t: 'join', topic: 'me' });
    expect([await guest.next(), await guest.next(), await guest.next()]).toEqual([
      { t: 'error', code: 'unauthorized' },
      { t: 'welcome', signed_in: false },
      { t: 'error', code: 'unauthorized', topic: 'me' },
    ]);
    await join(guest, 'match:7');
  });

  it('ends with the token, and the socket stays as a guest', async () => {
    const user = await createUser(test.current);
    const started = test.current.deps.now();
    test.current.clock.advance(15 * 60_000 - 1_000);
    try {
      const client = await greeted(user.token);
      await join(client, 'me');
      await join(client, 'match:7');
      expect(await client.next()).toEqual({ t: 'welcome', signed_in: false });
      hub.publish(`me:${user.id}`, { t: 'balance', balance: 3 });
      hub.publish('match:7', change);
      expect(await client.next()).toMatchObject({ topic: 'match:7' });
    } finally {
      test.current.clock.set(started);
    }
  });

  it('as another user signs out the first one', async () => {
    const [user, other] = [await createUser(test.current), await createUser(test.current)];
    const client = await greeted(user.token);
    await join(client, 'me');
    client.say({ t: 'auth', token: other.token });
    expect(await client.next()).toEqual({ t: 'welcome', signed_in: true });
    hub.publish(`me:${user.id}`, { t: 'balance', balance: 4 });
    const seq = await join(client, 'me');
    hub.publish(`me:${other.id}`, { t: 'balance', balance: 5 });
    expect(await client.next()).toMatchObject({ seq: seq + 1, change: { balance: 5 } });
  });
});

describe('bad manners', () => {
  it('are answered, and a few of them close the socket', async () => {
    const client = await greeted();
    for (const bad of ['{', '[]', { t: 'join', topic: 'all' }, { t: 'hello', extra: 1 }, { t: 'shout' }]) {
      client.say(bad);
      expect(await client.next()).toEqual({ t: 'error', code: 'invalid_payload' });
    }
    const [code] = await once(client.socket, 'close');
    expect(code).toBe(1008);
  });

  it('include joining before the greeting, and binary messages', async () => {
    const client = await connect();
    client.say({ t: 'join', topic: 'match:7' });
    expect(await client.next()).toEqual({ t: 'error', code: 'invalid_payload' });
    client.socket.send(Buffer.from('{"t":"hello"}'), { binary: true });
    expect(await client.next()).toEqual({ t: 'error', code: 'invalid_payload' });
  });

  it('include messages above 4 KB, and floods', async () => {
    const big = await greeted();
    big.say({ t: 'auth', token: 'x'.repeat(5000) });
    expect((await once(big.socket, 'close'))[0]).toBe(1009);
    const flood = await greeted();
    for (let i = 0; i < 200; i++) flood.say({ t: 'ping' });
    expect((await once(flood.socket, 'close'))[0]).toBe(1008);
  });

  it.each([
    ['a page of somebody else', { origin: 'https://evil.example' }, '403'],
    ['a page without an origin', { origin: 'null' }, '403'],
    ['another path', { path: '/api/other' }, '404'],
  ])('include %s', async (_, options, status) => {
    await expect(connect(options)).rejects.toThrow(status);
  });

  it('do not include a page of our own', async () => {
    await connect({ origin: server.url.slice(0, -1) });
  });

  it('include a reader who does not read: it is dropped, the others hear everything', async () => {
    const [slow, quick] = [await greeted(), await greeted()];
    await join(slow, 'match:9');
    await join(quick, 'match:9');
    slow.socket.pause();
    const events = Array.from({ length: 300 }, (_, i) => ({
      id: String(i),
      type: 'goal' as const,
      side: 'home' as const,
      period: 'H1' as const,
      minute: 1,
      stoppage: null,
      player: 'x'.repeat(200),
      other: null,
      detail: null,
    }));
    for (let sent = 0; sent < 200; sent++) {
      hub.publish('match:9', { t: 'events', match_id: 9, events });
      await quick.next();
    }
    slow.socket.resume();
    expect((await once(slow.socket, 'close'))[0]).toBe(1006);
  });
});

it('closes its sockets with a message when the app ends, and accepts no more', async () => {
  const own = await listen(getRequestListener(test.current.app.fetch), { host: '127.0.0.1', port: 0 });
  const endpoint = attachLive(own.server, hub, test.current.deps);
  const socket = new WebSocket(new URL('/api/live', own.url.replace('http', 'ws')));
  await once(socket, 'open');
  const closed = once(socket, 'close');
  await endpoint.close();
  expect((await closed)[0]).toBe(1001);
  const late = new WebSocket(new URL('/api/live', own.url.replace('http', 'ws')));
  expect(String((await once(late, 'error'))[0])).toContain('503');
  await Promise.race([own.close(), sleep(2000).then(() => Promise.reject(new Error('the server did not close')))]);
});
