// From a feed's goal to the last of 1,000 open sockets: import, commit, publish and send, on a real database.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { WebSocket } from 'ws';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { passwords } from '#server/modules/identity/public.ts';
import { countryOf } from '#server/platform/country.ts';
import { connect } from '#server/platform/db/connect.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createDb } from '#server/platform/db/pool.ts';
import { createSiteBoard } from '#server/platform/feature-flags/feature-flags.ts';
import { createActivity } from '#server/platform/http/activity.ts';
import { createEndedSessions } from '#server/platform/http/ended-sessions.ts';
import { listen } from '#server/platform/http/listen.ts';
import { createCachedReplies } from '#server/platform/http/response-cache.ts';
import { createLog } from '#server/platform/observability/log.ts';
import { createLiveHub } from '#server/platform/realtime/hub.ts';
import { attachLive } from '#server/platform/realtime/socket.ts';
import { wiring } from '#server/wiring.ts';
import { median } from '#test/support/measuring.ts';
import { type BenchDatabase, withDatabase } from '#tools/bench/support/app.ts';
import { importAsFeed, kickedOff, score } from '#tools/bench/support/goals.ts';

const SOCKETS = 1_000;
const GOALS = 40;
const WARM_UP = 5;
const LIMIT_MS = 200;
/** Milliseconds between goals, so that each is measured alone. */
const BETWEEN_MS = 150;

/** Messages of the fans' process: how many have joined, and when the last of them received a score. */
type Heard = { joined: number } | { goals: number; atMs: number };

/** Milliseconds by a clock shared by both processes. */
const nowMs = (): number => performance.timeOrigin + performance.now();

async function main({ url: databaseUrl }: BenchDatabase): Promise<boolean> {
  const pool = await connect(databaseUrl, { onIdleError: () => {} });
  const db = createDb(pool);
  await migrate(db);
  const { deps, hub } = createDeps(db, pool);
  const server = await listen(getRequestListener(createApp(deps).fetch), { host: '127.0.0.1', port: 0 });
  const live = attachLive(server.server, hub, deps);
  await importAsFeed(deps, kickedOff(new Date()));
  const topic = `matches:${new Date().toISOString().slice(0, 10)}`;
  const others = fork(fileURLToPath(import.meta.url), [server.url, topic], { execArgv: ['--import', 'tsx'] });
  await once(others, 'message');

  const delays: number[] = [];
  for (let goals = 1; goals <= GOALS + WARM_UP; goals++) {
    const toldMs = nowMs();
    const heard = once(others, 'message') as Promise<[{ goals: number; atMs: number }]>;
    await importAsFeed(deps, [score(goals, new Date())]);
    delays.push((await heard)[0].atMs - toldMs);
    await sleep(BETWEEN_MS);
  }
  const counted = delays.slice(WARM_UP);
  const worst = Math.max(...counted);
  console.log(
    `${SOCKETS} sockets, ${GOALS} goals: the last socket heard after ${median(counted).toFixed(1)} ms (median), ${worst.toFixed(1)} ms (worst)`,
  );

  others.kill();
  await live.close();
  await server.close();
  await db.destroy();
  console.log(`goal-fan-out-vs-${LIMIT_MS}-ms ${(LIMIT_MS / worst).toFixed(2)}`);
  return worst <= LIMIT_MS;
}

function createDeps(db: Deps['db'], pool: Deps['pool']): { deps: Deps; hub: ReturnType<typeof createLiveHub> } {
  // Every fan has an address of its own, reported by a trusted proxy.
  const config = readConfig({ FEED: 'none', TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'error' });
  const [replies, log, now] = [createCachedReplies(), createLog('error'), () => new Date()];
  const hub = createLiveHub({ now, log });
  const publish: Deps['publish'] = (topic, change) => {
    replies.touch(topic);
    hub.publish(topic, change);
  };
  const endedSessions = createEndedSessions(now);
  const [site, activity] = [createSiteBoard(), createActivity()];
  return {
    deps: {
      db,
      pool,
      limitStore: null,
      config,
      serverKeys: [randomBytes(32)],
      now,
      randomBytes,
      passwords,
      log,
      countryOf,
      replies,
      endedSessions,
      site,
      activity,
      wiring,
      isStopping: () => false,
      publish,
    },
    hub,
  };
}

/** Runs the fans in a process of their own, so that receiving does not slow down sending. */
async function fans(url: string, topic: string): Promise<void> {
  const counts = new Map<number, number>();
  const hear = (data: Buffer) => {
    const message = JSON.parse(data.toString()) as { t: string; change?: { t: string; match?: { score: { home: number } } } };
    const goals = message.change?.match?.score.home;
    if (goals === undefined) return;
    const count = (counts.get(goals) ?? 0) + 1;
    counts.set(goals, count);
    if (count === SOCKETS) say({ goals, atMs: nowMs() });
  };
  for (let n = 0; n < SOCKETS; n += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, i) => enter(url, topic, `10.1.${Math.floor((n + i) / 200)}.${(n + i) % 200}`, hear)));
  }
  say({ joined: SOCKETS });
}

const say = (heard: Heard): void => void process.send?.(heard);

/** Connects a fan: greets, joins the topic and listens. */
async function enter(url: string, topic: string, address: string, hear: (data: Buffer) => void): Promise<void> {
  const socket = new WebSocket(new URL('/api/live', url.replace('http', 'ws')), { headers: { 'x-forwarded-for': address } });
  await once(socket, 'open');
  socket.send(JSON.stringify({ t: 'hello' }));
  await once(socket, 'message');
  socket.send(JSON.stringify({ t: 'join', topic }));
  await once(socket, 'message');
  socket.on('message', hear);
}

const [, , url, topic] = process.argv;
if (url && topic) await fans(url, topic);
else process.exit((await withDatabase(main)) ? 0 : 1);
