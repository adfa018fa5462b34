import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestLimit } from '#server/platform/http/request-limit.ts';
import { useTestApp } from '#test/support/app.ts';
import { type Process, startProcess } from '#test/support/fan-out.ts';
import { greetedSocket, joinTopic } from '#test/support/live-socket.ts';
import { type RedisCluster, startRedisCluster } from '#test/support/redis-cluster.ts';
import { describeWithRedis } from '#test/support/redis-server.ts';

const test = useTestApp({ FEED: 'none' });
let cluster: RedisCluster;
let one: Process;
let other: Process;

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20);
}

describeWithRedis('a cluster', () => {
  beforeAll(async () => {
    cluster = await startRedisCluster(2);
    const redisUrls = cluster.urls;
    one = await startProcess(test.current.deps, { redisUrls });
    other = await startProcess(test.current.deps, { redisUrls });
    await until(() => !one.hub.isDegraded() && !other.hub.isDegraded());
  });
  afterAll(async () => {
    await one?.stop();
    await other?.stop();
    await cluster?.remove();
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
    await cluster.nodes[1]!.kill();
    await until(() => one.hub.isDegraded() && other.hub.isDegraded());
    await cluster.nodes[1]!.start();
    await until(() => !one.hub.isDegraded() && !other.hub.isDegraded());
  });
});
