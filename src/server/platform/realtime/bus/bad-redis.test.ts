import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { useTestApp } from '#test/support/app.ts';
import { type Process, startProcess } from '#test/support/fan-out.ts';
import { greetedSocket, joinTopic } from '#test/support/live-socket.ts';
import { type RedisCluster, startRedisCluster, tellRedis } from '#test/support/redis-cluster.ts';
import { describeWithRedis, type RedisServer, startRedis } from '#test/support/redis-server.ts';

const test = useTestApp({ FEED: 'none' });
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A server that answers each command with the same bytes. Without a trailing slash. */
async function startFake(answer: string): Promise<string> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('data', (data) => socket.write(answer.repeat(data.toString().match(/^\*\d+\r$/gm)?.length ?? 1))).on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(async () => {
    for (const socket of open) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a process, and collects its warnings. */
async function start(redisUrls: string[]): Promise<Process & { warnings: string[] }> {
  const warnings: string[] = [];
  const warn = ({ err }: { err?: Error }) => void warnings.push(err?.message ?? '');
  const log = Object.assign(Object.create(test.current.deps.log), { warn });
  const process = await startProcess({ ...test.current.deps, log }, { redisUrls });
  ends.push(process.stop);
  return { ...process, warnings };
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20);
}

/** The process still serves its own pages. */
async function expectAlive({ url, deps }: Process): Promise<void> {
  const client = await greetedSocket(url);
  expect(await client.next()).toEqual({ t: 'degraded', is_degraded: true });
  await joinTopic(client, 'match:7');
  deps.publish('match:7', { t: 'refetch' });
  expect((await client.nextOf('change')).change).toEqual({ t: 'refetch' });
  client.socket.terminate();
}

it.each([
  ['LOADING', '-LOADING Redis is loading the dataset in memory\r\n'],
  ['WRONGPASS', '-WRONGPASS invalid username-password pair or user is disabled.\r\n'],
  ['CLUSTERDOWN', '-CLUSTERDOWN The cluster is down\r\n'],
  ['MOVED', '-MOVED 1 127.0.0.1:1\r\n'],
  ['ASK', '-ASK 1 127.0.0.1:1\r\n'],
])(
  'a Redis that answers %s, alone or as a cluster, is reported with its reason, and pages are served without it',
  async (reason, answer) => {
    const urls = [await startFake(answer), await startFake(answer)];
    for (const redisUrls of [urls.slice(1), urls]) {
      const process = await start(redisUrls);
      await until(() => process.warnings.some((warning) => warning.startsWith(reason)));
      await expectAlive(process);
      // Each reason once, however often it is tried.
      expect(new Set(process.warnings).size).toBe(process.warnings.length);
    }
  },
);

describeWithRedis('a node', () => {
  const connected = async (process: Process) => until(() => !process.hub.isDegraded());

  it('that answers LOADING is skipped while other nodes of the cluster answer', async () => {
    const cluster = await startRedisCluster(2);
    ends.push(cluster.remove);
    await connected(await start([await startFake('-LOADING Redis is loading the dataset in memory\r\n'), ...cluster.urls]));
  });

  it('with another password than the rest leaves the process degraded until that is corrected', async () => {
    const cluster: RedisCluster = await startRedisCluster(2);
    ends.push(cluster.remove);
    const [good, bad] = cluster.nodes as [RedisServer, RedisServer];
    await tellRedis(good.port, 'config', 'set', 'requirepass', 'right');
    await tellRedis(bad.port, 'config', 'set', 'requirepass', 'another');
    const process = await start(cluster.urls.map((url) => url.replace('redis://', 'redis://:right@')));
    await until(() => process.warnings.some((warning) => warning.startsWith('WRONGPASS')));
    await expectAlive(process);
    await tellRedisWithPassword(bad.port, 'another', 'config', 'set', 'requirepass', 'right');
    await connected(process);
  });

  it('alone with a wrong password is used as soon as the password is right', async () => {
    const redis = await startRedis('--requirepass', 'another');
    ends.push(redis.remove);
    const process = await start([redis.url.replace('redis://', 'redis://:right@')]);
    await until(() => process.warnings.some((warning) => warning.startsWith('WRONGPASS')));
    await tellRedisWithPassword(redis.port, 'another', 'config', 'set', 'requirepass', 'right');
    await connected(process);
  });
});

/** Sends a command on a connection that has given the password. */
const tellRedisWithPassword = (port: number, password: string, ...words: string[]): Promise<string> =>
  tellRedis(port, `auth ${password}\r\n${words.join(' ')}`);
