import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestLimit } from '#server/platform/http/request-limit.ts';
import { useTestApp } from '#test/support/app.ts';
import { type Process, startProcess } from '#test/support/fan-out.ts';
import { greetedSocket, joinTopic } from '#test/support/live-socket.ts';
import { describeWithRedis, type RedisServer, startRedis } from '#test/support/redis-server.ts';

const SLOTS = 16_384;
const test = useTestApp({ FEED: 'none' });
const nodes: RedisServer[] = [];
let one: Process;
let other: Process;

/** Sends one command, and returns the first line of the answer. */
async function tell(port: number, ...words: (string | number)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${words.join(' ')}\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString();
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20);
}

/** Two nodes, each with half of all slots. */
async function startCluster(): Promise<void> {
  for (let n = 0; n < 2; n++) nodes.push(await startRedis('--cluster-enabled', 'yes'));
  const [first, second] = nodes.map(({ port }) => port) as [number, number];
  await tell(first, 'cluster', 'addslotsrange', 0, SLOTS / 2 - 1);
  await tell(second, 'cluster', 'addslotsrange', SLOTS / 2, SLOTS - 1);
  await tell(second, 'cluster', 'set-config-epoch', 2);
  await tell(first, 'cluster', 'meet', '127.0.0.1', second);
  for (const port of [first, second]) await until(async () => (await tell(port, 'cluster', 'info')).includes('cluster_state:ok'));
  for (const port of [first, second]) await until(async () => (await tell(port, 'cluster', 'info')).includes('cluster_known_nodes:2'));
}

describeWithRedis('a cluster', () => {
  beforeAll(async () => {
    await startCluster();
    const redisUrls = nodes.map(({ url }) => url);
    one = await startProcess(test.current.deps, { redisUrls });
    other = await startProcess(test.current.deps, { redisUrls });
    await until(() => !one.hub.isDegraded() && !other.hub.isDegraded());
  });
  afterAll(async () => {
    await one?.stop();
    await other?.stop();
    for (const node of nodes) await node.remove();
  });

  it('delivers every topic in order, whichever of its nodes it uses', async () => {
    const there = await greetedSocket(other.url);
    const topics = Array.from({ length: 20 }, (_, i) => `match:${i + 1}`);
    for (const topic of topics) await joinTopic(there, topic);
    for (let n = 1; n <= 3; n++)
      for (const topic of topics) one.deps.publish(topic, { t: 'market', match_id: n, market: null, offer: null });
    const heard = new Map<string, number[]>();
    for (let n = 0; n < topics.length * 3; n++) {
      const { topic, change } = await there.nextOf('change');
      heard.set(topic, [...(heard.get(topic) ?? []), change.t === 'market' ? change.match_id : 0]);
    }
    expect([...heard.values()]).toEqual(topics.map(() => [1, 2, 3]));
    there.socket.terminate();
  });

  it('counts limits', async () => {
    for (const name of ['a', 'b', 'c', 'd']) {
      const limits = [one, other].map(({ deps }) => requestLimit(deps, `cluster-${name}`, 2, 60));
      for (const limit of limits) await limit.count('mai');
      for (const limit of limits) await expect(limit.count('mai')).rejects.toMatchObject({ code: 'rate_limited' });
    }
  });

  it('is unavailable while one of its nodes is, and back when the node is', async () => {
    await nodes[1]!.kill();
    await until(() => one.hub.isDegraded() && other.hub.isDegraded());
    await nodes[1]!.start();
    await until(() => !one.hub.isDegraded() && !other.hub.isDegraded());
  });
});
