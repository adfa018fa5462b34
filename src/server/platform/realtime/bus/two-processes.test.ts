import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ChatMessage } from '#contract/chat.ts';
import type { LiveChange } from '#contract/live.ts';
import { change as changeSwitch } from '#server/modules/console/feature-flags/service.ts';
import { endSessions } from '#server/modules/identity/auth/sessions.ts';
import { isOn } from '#server/platform/feature-flags/feature-flags.ts';
import { requestLimit } from '#server/platform/http/request-limit.ts';
import { createAdmin } from '#test/support/admins.ts';
import { useTestApp } from '#test/support/app.ts';
import { createUser } from '#test/support/factories.ts';
import { type Process, startProcess } from '#test/support/fan-out.ts';
import { greetedSocket, joinTopic, type LiveSocket } from '#test/support/live-socket.ts';
import { describeWithRedis, type RedisServer, startRedis } from '#test/support/redis-server.ts';

const test = useTestApp({ RATE_LIMIT_PER_MINUTE: '60', FEED: 'none' });
const open: LiveSocket[] = [];
let redis: RedisServer;
let one: Process;
let other: Process;
/** The changes received by the other process. */
const overheard: [topic: string, change: LiveChange][] = [];

async function visitor(process: Process, token?: string): Promise<LiveSocket> {
  const client = await greetedSocket(process.url, token);
  open.push(client);
  return client;
}

/** Waits for a condition. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20);
}

const areConnected = () => until(() => !one.hub.isDegraded() && !other.hub.isDegraded());
const areAlone = () => until(() => one.hub.isDegraded() && other.hub.isDegraded());

const line = (id: string): ChatMessage => ({
  ...{ id, kind: 'user', author: { handle: 'mai', name: 'Mai' }, text: `line ${id}`, removed: null, reply_to: null },
  ...{ tip: null, mentions: [], event: null, cid: null, at: '2026-11-20T12:00:00.000Z' },
});

describeWithRedis('two processes', () => {
  beforeAll(async () => {
    redis = await startRedis();
    const redisUrls = [redis.url];
    one = await startProcess(test.current.deps, { redisUrls });
    const ears = [
      {
        wants: (topic: string) => topic.startsWith('me:'),
        hear: (topic: string, change: LiveChange) => void overheard.push([topic, change]),
      },
    ];
    other = await startProcess(test.current.deps, { redisUrls, ears });
    await areConnected();
  });
  afterEach(() => {
    for (const { socket } of open.splice(0)) socket.terminate();
  });
  afterAll(async () => {
    await one?.stop();
    await other?.stop();
    await redis?.remove();
  });

  it("send each change to each other's visitors, once and in order", async () => {
    const [here, there] = [await visitor(one), await visitor(other)];
    const [seqHere, seqThere] = [await joinTopic(here, 'match:7'), await joinTopic(there, 'match:7')];
    for (let n = 1; n <= 50; n++) one.deps.publish('match:7', { t: 'market', match_id: n, market: null, offer: null });
    for (const [client, seq] of [
      [here, seqHere],
      [there, seqThere],
    ] as const) {
      for (let n = 1; n <= 50; n++)
        expect(await client.next()).toEqual({
          t: 'change',
          topic: 'match:7',
          seq: seq + n,
          change: { t: 'market', match_id: n, market: null, offer: null },
        });
    }
    other.deps.publish('match:7', { t: 'refetch' });
    expect(await here.next()).toMatchObject({ seq: seqHere + 51 });
    expect(await there.next()).toMatchObject({ seq: seqThere + 51 });
    expect([here.heard, there.heard]).toEqual([[], []]);
  });

  it('carry nothing that the contract does not name', async () => {
    const there = await visitor(other);
    await joinTopic(there, 'match:7');
    one.deps.publish('match:7', { t: 'refetch', secret: 1 } as LiveChange);
    expect((await there.nextOf('change')).change).toEqual({ t: 'refetch' });
  });

  it("reach a user's own socket in any process, and other receivers", async () => {
    const user = await createUser(test.current);
    const there = await visitor(other, user.token);
    await joinTopic(there, 'me');
    one.deps.publish(`me:${user.id}`, { t: 'balance', balance: 7 });
    expect(await there.next()).toMatchObject({ topic: 'me', change: { t: 'balance', balance: 7 } });
    one.deps.publish('match:7', { t: 'refetch' });
    other.deps.publish(`me:${user.id}`, { t: 'account' });
    await there.nextOf('change');
    expect(overheard).toEqual([
      [`me:${user.id}`, { t: 'balance', balance: 7 }],
      [`me:${user.id}`, { t: 'account' }],
    ]);
  });

  it('send chat messages, grouped if there are many, and the number of users in both', async () => {
    const [here, there] = [await visitor(one), await visitor(other)];
    const joined = [await joinTopic(here, 'chat:7:en'), await joinTopic(there, 'chat:7:en')];
    expect(joined.every((seq) => seq > 0)).toBe(true);
    for (let n = 1; n <= 60; n++) one.deps.publish('chat:7:en', { t: 'chat', messages: [line(String(n))] });
    for (const client of [here, there]) {
      const ids: string[] = [];
      let frames = 0;
      while (ids.length < 60) {
        const { change } = await client.nextOf('change');
        if (change.t !== 'chat') continue;
        frames += 1;
        ids.push(...change.messages.map(({ id }) => id));
      }
      expect(ids).toEqual(Array.from({ length: 60 }, (_, i) => String(i + 1)));
      expect(frames).toBeLessThan(60);
    }
  });

  it('drop the cached replies of each other', async () => {
    const topics = ['leagues'];
    const ask = async (made: string): Promise<string> => {
      const kept = await other.deps.replies.get({ key: 'k', topics, make: async () => made }, '/k', 0, (reply) => reply);
      return kept.in('identity').bytes.toString();
    };
    expect([await ask('old'), await ask('new')]).toEqual(['old', 'old']);
    one.deps.replies.touch('leagues');
    await until(async () => (await ask('new')) === 'new');
  });

  it('end a session in each other at once', async () => {
    const user = await createUser(test.current);
    const there = await visitor(other, user.token);
    await endSessions(one.deps, user.id, { because: 'revoked' });
    expect(await there.next()).toEqual({ t: 'welcome', signed_in: false });
  });

  it('know at once what operators have switched off', async () => {
    const there = await visitor(other);
    await joinTopic(there, 'site');
    const { id, email, role } = await createAdmin(test.current, 'super');
    const actor = { id, email, role, ip: '203.0.113.9' };
    await changeSwitch(one.deps, actor, { name: 'chat', is_on: false, reason: 'a test of two processes' });
    await there.nextOf('change');
    expect(isOn(other.deps, 'chat')).toBe(false);
    await changeSwitch(other.deps, actor, { name: 'chat', is_on: true, reason: 'a test of two processes' });
    await until(() => isOn(one.deps, 'chat'));
  });

  it('count limits together', async () => {
    const limits = [one, other].map(({ deps }) => requestLimit(deps, 'together', 6, 60));
    for (let n = 0; n < 3; n++) for (const limit of limits) await limit.count('mai');
    await limits[0]!.giveBack('mai');
    await limits[1]!.count('mai');
    for (const limit of limits) await expect(limit.count('mai')).rejects.toMatchObject({ code: 'rate_limited' });
    await limits[1]!.count('an');
  });

  it('refuse an address that is over the limit in both together', async () => {
    const ask = async (process: Process) => (await fetch(new URL('/api/meta', process.url))).status;
    // Neither process gets more than the 60 requests that it would allow alone; a slow machine receives the count of the other meanwhile.
    for (let n = 0; n < 35; n++) for (const process of [one, other]) expect([200, 429]).toContain(await ask(process));
    await until(async () => (await ask(one)) === 429 && (await ask(other)) === 429);
  });

  it('continue alone while Redis is unavailable, report it, and miss nothing when it is back', async () => {
    const [here, there] = [await visitor(one), await visitor(other)];
    const seq = await joinTopic(there, 'match:7');
    await joinTopic(here, 'match:7');
    await redis.kill();
    await areAlone();
    for (const client of [here, there]) expect(await client.next()).toEqual({ t: 'degraded', is_degraded: true });
    one.deps.publish('match:7', { t: 'refetch' });
    expect(await here.next()).toMatchObject({ t: 'change' });
    expect((await visitor(one)).heard).toEqual([{ t: 'degraded', is_degraded: true }]);
    await requestLimit(one.deps, 'alone', 1, 60).count('mai');
    await redis.start();
    await areConnected();
    const missed = await there.nextOf('change');
    expect(missed.seq).toBeGreaterThan(seq + 1);
    expect(await there.nextOf('degraded')).toEqual({ t: 'degraded', is_degraded: false });
    one.deps.publish('match:7', { t: 'market', match_id: 99, market: null, offer: null });
    await until(() => there.heard.some((message) => message.t === 'change' && message.change.t === 'market'));
  });

  it('treat a Redis that hangs as unavailable', async () => {
    redis.freeze();
    await areAlone();
    const before = Date.now();
    one.deps.publish('match:7', { t: 'refetch' });
    await requestLimit(one.deps, 'hanging', 1, 60).count('mai');
    expect(Date.now() - before).toBeLessThan(2_000);
    redis.wake();
    await areConnected();
  });
});

it('without Redis, a process among others reports that it does not receive their changes', async () => {
  const alone = await startProcess(test.current.deps, { redisUrls: null });
  expect((await visitor(alone)).heard.concat(await open.at(-1)!.next())).toContainEqual({ t: 'degraded', is_degraded: true });
  await alone.stop();
});

it('without Redis and other processes, nothing is missed', async () => {
  const only = await startProcess(test.current.deps, { redisUrls: null, hasOthers: false });
  const client = await visitor(only);
  client.say({ t: 'ping' });
  expect(await client.next()).toEqual({ t: 'pong' });
  await only.stop();
});
