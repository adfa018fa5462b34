// Many listeners of several web processes on one database and one Redis: how soon all have heard a goal, what a socket takes, and how long
// a storm of reconnections lasts after a quarter of the listeners has lost its processes. The pages run the client of the browser.
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#server/deps.ts';
import { createFanOut } from '#server/platform/realtime/bus/fan-out.ts';
import { openRedis } from '#server/platform/realtime/bus/redis.ts';
import { createLiveHub } from '#server/platform/realtime/hub.ts';
import type { AppProcess } from '#test/support/app-process.ts';
import { median, percentile } from '#test/support/measuring.ts';
import { type ProcessGroup, startProcessGroup } from '#test/support/process-group.ts';
import { type RedisServer, startRedis } from '#test/support/redis-server.ts';
import { serviceDeps } from '#tools/bench/support/bets.ts';
import { importAsFeed, kickedOff, score } from '#tools/bench/support/goals.ts';
import { gatherListeners, type Listeners } from '#tools/bench/support/listeners.ts';

const SOCKETS = Number(process.env.SOCKETS ?? 100_000);
const GOALS = Number(process.env.GOALS ?? 5);
const BETWEEN_GOALS_MS = 2_000;
/** The limits of the storm: until all are back, and of the event loop of each process that is left (docs/operations.md#monitoring). */
const BACK_MS_MAX = 20_000;
const LAG_MS_MAX = 200;
/** When the storm is given up. */
const STORM_MS_MAX = 40_000;
/** Descriptors of a process for anything but its sockets. */
const OTHER_FILES = 1_500;
const TOKEN = 'metrics-of-a-bench';

/** Milliseconds by a clock shared by all processes. */
const nowMs = (): number => performance.timeOrigin + performance.now();

async function main(): Promise<boolean> {
  const files = openFiles();
  // The fewest, in fours, of which three quarters have descriptors for all.
  const least = 4 * Math.ceil(SOCKETS / (files - OTHER_FILES) / 3);
  const processes = Math.max(Number(process.env.PROCESSES ?? 4), least);
  const kernel = (name: string) => readFileSync(`/proc/sys/net/${name}`, 'utf8').trim().replace(/\s+/g, ' ');
  console.log(
    `${SOCKETS} sockets on ${processes} web processes; ${availableParallelism()} cores with a load of ${loadavg()[0]!.toFixed(0)}`,
  );
  console.log(
    `open files of a process: ${files}; ports of an address: ${kernel('ipv4/ip_local_port_range')}; somaxconn: ${kernel('core/somaxconn')}; many source addresses (127.x.x.x), no limit of connections`,
  );
  const redis = await startRedis();
  const group = await startProcessGroup({
    ...{ REDIS_URL: redis.url, METRICS_TOKEN: TOKEN, LOG_LEVEL: 'error', RATE_LIMIT_PER_MINUTE: '1000000000' },
    ...{ CONNECTIONS_PER_ADDRESS: '1000000', REQUESTS_PER_ADDRESS: '1000000' },
  });
  try {
    return await measure(group, redis, processes, files - OTHER_FILES);
  } finally {
    await group.stop();
    await redis.remove();
  }
}

async function measure(group: ProcessGroup, redis: RedisServer, processes: number, perProcess: number): Promise<boolean> {
  const apps: AppProcess[] = [];
  for (let n = 0; n < processes; n++) apps.push(await group.start('web'));
  const feed = startFeed(group.databaseUrl, redis);
  while (feed.hub.isDegraded()) await sleep(20);
  await importAsFeed(feed.deps, kickedOff(new Date()));
  const before = await Promise.all(apps.map(stateOf));
  const startedMs = nowMs();
  const date = new Date().toISOString().slice(0, 10);
  const site = { ports: apps.map(portOf), topic: `matches:${date}`, path: `/api/matches?date=${date}` };
  const listeners = await gatherListeners(SOCKETS, perProcess, site);
  try {
    const entered = await Promise.all(apps.map(stateOf));
    const kilobytes = entered.reduce((sum, { rss }, i) => sum + rss - before[i]!.rss, 0) / SOCKETS / 1_024;
    console.log(`all have joined after ${seconds(nowMs() - startedMs)}; a socket takes ${kilobytes.toFixed(1)} KB of its process`);
    tellLag('while they entered', entered);
    await hearGoals(apps, listeners, feed.deps);
    return await storm(apps, listeners);
  } finally {
    listeners.leave();
    await feed.close();
  }
}

/** A process that imports and publishes as a feed's does, and holds no sockets. */
function startFeed(databaseUrl: string, redis: RedisServer) {
  const deps = serviceDeps(databaseUrl, 5);
  const { log, replies, endedSessions } = deps;
  const hub = createLiveHub(deps);
  const fanOut = createFanOut(
    { redis: openRedis([redis.url], log), hasOthers: true, log, randomBytes: deps.randomBytes },
    { hub, replies, endedSessions, renewSite: () => undefined },
  );
  return {
    deps: { ...deps, publish: fanOut.publish },
    hub,
    close: async () => {
      fanOut.close();
      await deps.close();
    },
  };
}

async function hearGoals(apps: AppProcess[], listeners: Listeners, deps: Deps): Promise<void> {
  const firstMs: number[] = [];
  const medianMs: number[] = [];
  const lastMs: number[] = [];
  for (let n = 0; n < GOALS; n++) {
    await listeners.mark();
    const heard = listeners.hearing();
    const toldMs = nowMs();
    await importAsFeed(deps, [score(n + 1, new Date())]);
    const delays = (await heard).map((atMs) => atMs - toldMs);
    firstMs.push(percentile(delays, 0));
    medianMs.push(median(delays));
    lastMs.push(percentile(delays, 100));
    await sleep(BETWEEN_GOALS_MS);
  }
  const told = `${GOALS} goals, from the import on: the first listener heard after ${seconds(median(firstMs))}, half of them after ${seconds(median(medianMs))}, all after ${seconds(median(lastMs))} (median), ${seconds(Math.max(...lastMs))} (worst)`;
  console.log(told);
  tellLag('while goals were told', await Promise.all(apps.map(stateOf)));
}

/** Kills a quarter of the processes, and waits until all listeners have joined elsewhere and have asked for what they missed. */
async function storm(apps: AppProcess[], listeners: Listeners): Promise<boolean> {
  const dying = apps.slice(0, apps.length / 4);
  const left = apps.slice(dying.length);
  const { length: victims } = await sizesOf(dying);
  await listeners.mark();
  await Promise.all(left.map(stateOf));
  const killedMs = nowMs();
  for (const app of dying) app.child.kill('SIGKILL');
  for (;;) {
    await sleep(500);
    const { joined, lost, asked, failed } = await listeners.report();
    if (joined === SOCKETS && lost >= victims && asked + failed >= lost) break;
    if (nowMs() - killedMs <= STORM_MS_MAX) continue;
    console.log(
      `after ${STORM_MS_MAX / 1_000} s ${joined} of ${SOCKETS} are joined; ${lost} connections were lost, and ${asked} have asked again`,
    );
    break;
  }
  const askedMs = nowMs() - killedMs;
  const states = await Promise.all(left.map(stateOf));
  const { lost, asked, failed, refused, backAtMs, joined } = await listeners.report(true);
  const delays = backAtMs.map((atMs) => atMs - killedMs);
  const worst = percentile(delays, 100);
  console.log(
    `${lost} lost ${dying.length} of ${apps.length} processes: half were back after ${seconds(median(delays))}, all after ${seconds(worst)}; ${asked} had asked again after ${seconds(askedMs)} (${failed} failed); refused: ${JSON.stringify(refused)}`,
  );
  const lag = tellLag('during the storm', states);
  console.log(`listeners-lag-vs-${LAG_MS_MAX}-ms ${(LAG_MS_MAX / lag).toFixed(2)}`);
  console.log(`listeners-storm-vs-${BACK_MS_MAX / 1_000}-s ${(BACK_MS_MAX / worst).toFixed(2)}`);
  return joined === SOCKETS && worst <= BACK_MS_MAX && lag <= LAG_MS_MAX;
}

const sizesOf = async (apps: AppProcess[]): Promise<{ length: number }> => ({
  length: (await Promise.all(apps.map(stateOf))).reduce((sum, { sockets }) => sum + sockets, 0),
});

interface State {
  rss: number;
  sockets: number;
  /** Of the event loop since the last question, in milliseconds. */
  lagP99Ms: number;
  lagMaxMs: number;
}

/** Reads the metrics of a process. The figures of its event loop begin anew with each question. */
async function stateOf({ url }: AppProcess): Promise<State> {
  const response = await fetch(`${url}/api/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const text = await response.text();
  const value = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    rss: value('process_resident_memory_bytes'),
    sockets: value('matchpoint_live_sockets'),
    lagP99Ms: value('nodejs_eventloop_lag_p99_seconds') * 1_000,
    lagMaxMs: value('nodejs_eventloop_lag_max_seconds') * 1_000,
  };
}

/** Returns the largest p99 of all processes, in milliseconds. */
function tellLag(when: string, states: State[]): number {
  const p99 = Math.max(...states.map(({ lagP99Ms }) => lagP99Ms));
  const max = Math.max(...states.map(({ lagMaxMs }) => lagMaxMs));
  console.log(`lag of the event loop ${when}, in the worst process: ${p99.toFixed(0)} ms (p99), ${max.toFixed(0)} ms (maximum)`);
  return p99;
}

const portOf = ({ url }: AppProcess): number => Number(new URL(url).port);
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;

/** Returns how many files a process may open. */
function openFiles(): number {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | 'unlimited' } } };
  const allowed = report.userLimits?.open_files?.soft ?? 'unlimited';
  return allowed === 'unlimited' ? 1_000_000 : allowed;
}

process.exit((await main()) ? 0 : 1);
