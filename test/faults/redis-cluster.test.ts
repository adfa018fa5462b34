import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServerMessage } from '#contract/live.ts';
import { useTestApp } from '#test/support/app.ts';
import { type Process, startProcess } from '#test/support/fan-out.ts';
import { greetedSocket, joinTopic } from '#test/support/live-socket.ts';
import { type RedisCluster, startRedisCluster } from '#test/support/redis-cluster.ts';
import { describeWithRedis, type RedisServer } from '#test/support/redis-server.ts';

/**
 * A Redis Cluster of three masters and three replicas between two processes: nodes are killed while one process publishes without a pause.
 * `npm run faults -- cluster` kills every master, then the replicas that took over, and prints the measurements.
 */
const IS_LONG = process.env.FAULT_LONG === '1';
/** Until all topics are heard again: the cluster replaces a master, and the process its connections. */
const HEARD_MS_MAX = 30_000;
/** More than channels, so that each has some. */
const TOPICS = Array.from({ length: 40 }, (_, i) => `match:${i + 1}`);
const PUBLISH_EVERY_MS = 20;

const test = useTestApp({ FEED: 'none' });
let cluster: RedisCluster;
let one: Process;
let other: Process;
/** What a socket of the other process has heard, by topic, in order. */
const heard = new Map<string, Extract<ServerMessage, { t: 'change' }>[]>();
/** The number of the last change that was published, by topic. */
const told = new Map<string, number>();
let stopTelling = () => {};
const measured: string[] = [];

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20);
}

const areConnected = () => until(() => !one.hub.isDegraded() && !other.hub.isDegraded());

function tellOn(topic: string): void {
  const n = (told.get(topic) ?? 0) + 1;
  told.set(topic, n);
  one.deps.publish(topic, { t: 'market', match_id: n, market: null, offer: null });
}

/** Resolves when a change of each topic that was published from now on has been heard. */
async function whenAllAreHeard(): Promise<void> {
  const since = new Map(told);
  const isHeard = (topic: string) =>
    heard.get(topic)!.some(({ change }) => change.t === 'market' && change.match_id > (since.get(topic) ?? 0));
  await until(() => TOPICS.every(isHeard));
}

/** Does something to the cluster, and measures how long any topic stays silent. Fails after a generous maximum. */
async function survive(what: string, act: () => Promise<void>): Promise<void> {
  await areConnected();
  const since = performance.now();
  await act();
  await whenAllAreHeard();
  await areConnected();
  const ms = performance.now() - since;
  measured.push(`${what}: all topics were heard again after ${(ms / 1_000).toFixed(1)} s`);
  expect(ms).toBeLessThan(HEARD_MS_MAX);
}

/** Each change came once and in order, and where some are missing the page was told to fetch again. */
function expectNoneTwiceAndNoSilentLoss(): void {
  for (const changes of heard.values()) {
    let [last, seq, isToldOfLoss] = [0, 0, false];
    for (const message of changes) {
      const { change } = message;
      // A gap in the numbers of a topic, or a request to fetch again.
      isToldOfLoss ||= change.t === 'refetch' || (seq > 0 && message.seq !== seq + 1);
      expect(message.seq).toBeGreaterThan(seq);
      seq = message.seq;
      if (change.t !== 'market') continue;
      expect(change.match_id).toBeGreaterThan(last);
      last = change.match_id;
    }
    // The last change told is younger than any loss, so whatever is missing was missed before it.
    const markets = changes.filter(({ change }) => change.t === 'market').length;
    if (markets < last) expect(isToldOfLoss).toBe(true);
  }
}

describeWithRedis('a cluster of six', () => {
  beforeAll(async () => {
    cluster = await startRedisCluster(3, { hasReplicas: true });
    const redisUrls = cluster.urls;
    one = await startProcess(test.current.deps, { redisUrls });
    other = await startProcess(test.current.deps, { redisUrls });
    await areConnected();
    for (let n = 0; n < TOPICS.length; n += 20) {
      const client = await greetedSocket(other.url);
      for (const topic of TOPICS.slice(n, n + 20)) {
        await joinTopic(client, topic);
        heard.set(topic, []);
      }
      client.socket.on('message', (data) => {
        const message = JSON.parse(String(data)) as ServerMessage;
        if (message.t === 'change') heard.get(message.topic)!.push(message);
      });
    }
    let turn = 0;
    const telling = setInterval(() => tellOn(TOPICS[turn++ % TOPICS.length]!), PUBLISH_EVERY_MS);
    stopTelling = () => clearInterval(telling);
    await whenAllAreHeard();
  }, 120_000);
  afterAll(async () => {
    stopTelling();
    if (IS_LONG) console.log(measured.join('\n'));
    await one?.stop();
    await other?.stop();
    await cluster?.remove();
  });

  const killAndReturn = async (what: string, node: RedisServer) => {
    await survive(`${what} was killed`, node.kill);
    await survive(`${what} came back`, async () => {
      await node.start();
      await cluster.whenWhole();
    });
    // A node that comes back follows the one that took over.
    expect((await cluster.look()).find(({ port }) => port === node.port)?.isMaster).toBe(false);
  };

  it('reaches all topics again after a master is killed, and tells of each loss', { timeout: 300_000 }, async () => {
    const masters = (await cluster.owners()).slice(0, IS_LONG ? 3 : 1);
    for (const [n, master] of masters.entries()) await killAndReturn(`master ${n + 1}`, master);
    expectNoneTwiceAndNoSilentLoss();
  });

  it.runIf(IS_LONG)('uses the nodes that came back when those that took over are killed', { timeout: 300_000 }, async () => {
    const before = await cluster.owners();
    for (const [n, master] of before.entries()) await killAndReturn(`successor ${n + 1}`, master);
    const after = await cluster.owners();
    expect(after.filter((node) => before.includes(node))).toEqual([]);
    expectNoneTwiceAndNoSilentLoss();
  });

  it('follows slots that are moved to another master', { timeout: 120_000 }, async () => {
    for (let channel = 0; channel < (IS_LONG ? 16 : 2); channel++)
      await survive(`the slot of channel ${channel} was moved`, () => cluster.moveSlotOf(`matchpoint:0:bus:${channel}`));
    expectNoneTwiceAndNoSilentLoss();
  });
});
