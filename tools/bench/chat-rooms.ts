// A crowded chat room: a thousand members, half of them at each of two processes, send fifty messages a second. Measures the time from
// sending to delivery to each member, with real sockets, stored messages and Redis between the processes.
import { fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { connect } from '#server/platform/db/connect.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createDb } from '#server/platform/db/pool.ts';
import { type AppProcess, startAppProcess } from '#test/support/app-process.ts';
import { createChatter, createRooms } from '#test/support/chat.ts';
import { percentile } from '#test/support/measuring.ts';
import { type RedisServer, startRedis } from '#test/support/redis-server.ts';
import { type BenchDatabase, withDatabase } from '#tools/bench/support/app.ts';
import { serviceDeps } from '#tools/bench/support/bets.ts';

const MEMBERS = Number(process.env.MEMBERS ?? 1_000);
const PER_SECOND = 50;
/** Each member sends one message: in a crowded room a second one would have to wait. */
const SECONDS = Number(process.env.SECONDS ?? 20);
const WARM_UP_SECONDS = 2;
const LIMIT_MS = 150;

/** Input and result of the members' process. */
interface Room {
  urls: string[];
  topic: string;
  tokens: string[];
}
type Word = { joined: number } | { delaysMs: number[]; said: number; refused: string[] };

/** Milliseconds by a clock shared by all processes. */
const nowMs = (): number => performance.timeOrigin + performance.now();

async function main(database: BenchDatabase): Promise<boolean> {
  const redis = await startRedis();
  const serverKey = randomBytes(32);
  const { topic, tokens } = await fill(database.url, serverKey);
  const apps: AppProcess[] = [];
  try {
    for (const name of ['one', 'other']) apps.push(await startApp(database, redis, serverKey, name));
    return await talk({ urls: apps.map(({ url }) => url), topic, tokens });
  } finally {
    await Promise.all(apps.map((app) => app.stop()));
    await redis.remove();
  }
}

function startApp({ url, dataDir }: BenchDatabase, redis: RedisServer, serverKey: Buffer, name: string): Promise<AppProcess> {
  const settings = {
    DATABASE_URL: url,
    REDIS_URL: redis.url,
    DATA_DIR: join(dataDir, name),
    FEED: 'none',
    SERVER_KEY: serverKey.toString('hex'),
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMIT_PER_MINUTE: '1000000000',
    CONNECTIONS_PER_ADDRESS: '1000000',
    REQUESTS_PER_ADDRESS: '1000000',
  };
  return startAppProcess(settings);
}

/** Inserts a match in play and its signed-in members. */
async function fill(url: string, serverKey: Buffer): Promise<Pick<Room, 'topic' | 'tokens'>> {
  const db = createDb(await connect(url, { onIdleError: () => {} }));
  await migrate(db).finally(() => db.destroy());
  const service = serviceDeps(url, 5);
  const deps = { ...service, serverKeys: [serverKey] as const };
  try {
    const topic = `chat:${await createRooms({ deps })}:en`;
    const tokens: string[] = [];
    while (tokens.length < MEMBERS) {
      const some = await Promise.all(Array.from({ length: 20 }, () => createChatter({ deps })));
      tokens.push(...some.map(({ token }) => token));
    }
    return { topic, tokens };
  } finally {
    await service.close();
  }
}

async function talk(room: Room): Promise<boolean> {
  const members = fork(fileURLToPath(import.meta.url), ['members'], { execArgv: ['--import', 'tsx'] });
  members.send(room);
  await once(members, 'message');
  members.send('talk');
  const [{ delaysMs, said, refused }] = (await once(members, 'message')) as [Extract<Word, { said: number }>];
  members.kill();
  const p99 = percentile(delaysMs, 99);
  console.log(`${said} messages of ${room.tokens.length} members at two processes, ${PER_SECOND} a second: heard ${delaysMs.length} times`);
  console.log(
    `after ${percentile(delaysMs, 50).toFixed(0)} ms (median), ${p99.toFixed(0)} ms (99 of 100), ${Math.max(0, ...delaysMs.slice(-1)).toFixed(0)} ms (worst)`,
  );
  for (const reason of new Set(refused)) console.log(`rejected: ${reason}`);
  const isComplete = refused.length === 0 && delaysMs.length === said * room.tokens.length;
  if (!isComplete) console.log('not every message was delivered to every member');
  console.log(`chat-p99-vs-${LIMIT_MS}-ms ${(LIMIT_MS / p99).toFixed(2)}`);
  return isComplete && p99 <= LIMIT_MS;
}

/** Runs all members, in a process of their own. */
async function listenAndTalk({ urls, topic, tokens }: Room): Promise<void> {
  const counted = { delaysMs: [] as number[], refused: [] as string[] };
  const sockets: WebSocket[] = [];
  for (let n = 0; n < tokens.length; n += 50) {
    const some = tokens.slice(n, n + 50).map((token, i) => enter(urls[(n + i) % urls.length]!, token, topic, n + i));
    sockets.push(...(await Promise.all(some)));
  }
  for (const socket of sockets) socket.on('message', (data: Buffer) => hear(data.toString(), counted));
  process.send?.({ joined: sockets.length } satisfies Word);
  await once(process, 'message');
  let said = 0;
  const startedMs = nowMs();
  for (const socket of sockets.slice(0, PER_SECOND * (SECONDS + WARM_UP_SECONDS))) {
    const isCounted = said >= PER_SECOND * WARM_UP_SECONDS;
    await sleep(Math.max(0, startedMs + (said * 1_000) / PER_SECOND - nowMs()));
    const text = isCounted ? `what a goal, told at=${nowMs().toFixed(0)}` : 'hello';
    socket.send(JSON.stringify({ t: 'chat', topic, cid: randomUUID(), text }));
    said += 1;
  }
  await sleep(3_000);
  const { delaysMs, refused } = counted;
  delaysMs.sort((a, b) => a - b);
  process.send?.({ delaysMs, refused, said: Math.max(0, said - PER_SECOND * WARM_UP_SECONDS) } satisfies Word);
}

function hear(text: string, { delaysMs, refused }: { delaysMs: number[]; refused: string[] }): void {
  const atMs = nowMs();
  if (text.startsWith('{"t":"error"')) refused.push(text);
  for (const [, toldMs] of text.matchAll(/told at=(\d+)/g)) delaysMs.push(atMs - Number(toldMs));
}

async function enter(url: string, token: string, topic: string, n: number): Promise<WebSocket> {
  const headers = { 'x-forwarded-for': `10.1.${Math.floor(n / 200)}.${n % 200}` };
  const socket = new WebSocket(new URL('/api/live', url.replace('http', 'ws')), { headers });
  await once(socket, 'open');
  for (const message of [
    { t: 'auth', token },
    { t: 'join', topic },
  ]) {
    socket.send(JSON.stringify(message));
    await once(socket, 'message');
  }
  return socket;
}

if (process.argv[2] === 'members') {
  process.on('disconnect', () => process.exit());
  const [room] = await once(process, 'message');
  await listenAndTalk(room as Room);
} else process.exit((await withDatabase(main)) ? 0 : 1);
