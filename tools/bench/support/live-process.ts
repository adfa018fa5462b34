// A process of a live connection benchmark: `server ours|streams|bare`, `crowd URL COUNT` of sockets, or `readers URL COUNT` of streams. Started and controlled by bench-live.ts.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { createServer } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { WebSocket, WebSocketServer } from 'ws';
import type { LiveChange } from '#contract/live.ts';
import { readConfig } from '#server/config.ts';
import { createEndedSessions } from '#server/platform/http/ended-sessions.ts';
import { listen } from '#server/platform/http/listen.ts';
import { createLog } from '#server/platform/observability/log.ts';
import { createLiveHub } from '#server/platform/realtime/hub.ts';
import { attachLive } from '#server/platform/realtime/socket.ts';
import { type CrowdOrder, type CrowdWord, type ServerOrder, type ServerWord, TOPIC } from './live.ts';
import { readAs, streamServer } from './stream-readers.ts';

const say = (word: ServerWord | CrowdWord): void => void process.send?.(word);
const onOrder = <T>(take: (order: T) => void): void => void process.on('message', (order) => take(order as T));

/** Sends all clients a message of this many bytes on the wire, without the header. */
type Broadcast = (bytes: number) => void;

async function serve(kind: string): Promise<void> {
  const streams = kind === 'streams' ? streamServer(changeOf) : null;
  const { server, url } = await listen(streams?.listener ?? ((_, answer) => answer.end()), { host: '127.0.0.1', port: 0 });
  const broadcast = streams?.broadcast ?? (kind === 'ours' ? ours(server) : bare(server));
  onOrder<ServerOrder>(async (order) => {
    if (order.do === 'broadcast') {
      for (let n = 0; n < order.times; n++) {
        broadcast(order.bytes);
        await nextTurn();
      }
      return;
    }
    for (let n = 0; n < 3; n++) {
      globalThis.gc?.();
      await nextTurn();
    }
    const { heapUsed, external, rss } = process.memoryUsage();
    say({ heapBytes: heapUsed + external, rssBytes: rss });
  });
  say({ url });
}

function ours(server: ReturnType<typeof createServer>): Broadcast {
  const [log, now] = [createLog('error'), () => new Date()];
  const config = readConfig({ FEED: 'none', TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'error' });
  const hub = createLiveHub({ log, now });
  attachLive(server, hub, { serverKeys: [randomBytes(32)], now, config, endedSessions: createEndedSessions(now), log });
  return (bytes) => hub.publish(TOPIC, changeOf(bytes));
}

/** The broadcast of the library's own documentation. */
function bare(server: ReturnType<typeof createServer>): Broadcast {
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => socket.send(data)).on('error', () => {});
  });
  return (bytes) => {
    const data = Buffer.from(JSON.stringify({ t: 'change', topic: TOPIC, seq: 1_700_000_000_000, change: changeOf(bytes) }));
    for (const client of sockets.clients) if (client.readyState === WebSocket.OPEN) client.send(data, { binary: false });
  };
}

function changeOf(bytes: number): LiveChange {
  const event = { id: '1', type: 'goal', side: 'home', period: 'H1', minute: 1, stoppage: null, other: null, detail: null } as const;
  const empty = JSON.stringify({
    t: 'change',
    topic: TOPIC,
    seq: 1_700_000_000_000,
    change: { t: 'events', match_id: 7, events: [{ ...event, player: '' }] },
  });
  return { t: 'events', match_id: 7, events: [{ ...event, player: 'x'.repeat(Math.max(0, bytes - empty.length)) }] };
}

/** Connects clients that greet, join and listen, each from its own address. */
async function listenAs(url: string, count: number): Promise<void> {
  let heard = 0;
  let awaited = 0;
  const hear = () => {
    heard += 1;
    if (heard === awaited) say({ heard });
  };
  const sockets: WebSocket[] = [];
  for (let n = 0; n < count; n += 50) {
    const some = Array.from({ length: Math.min(50, count - n) }, (_, i) => enter(url, n + i));
    for (const socket of await Promise.all(some)) sockets.push(socket);
  }
  // A dropped connection may report an error.
  for (const socket of sockets) socket.on('message', hear).on('error', () => {});
  onOrder<CrowdOrder>((order) => {
    if (order.do === 'await') {
      awaited += order.messages * sockets.length;
      // The first messages may have arrived before this request.
      if (heard === awaited) say({ heard });
    } else if (order.do === 'stop reading') for (const socket of sockets) socket.pause();
    else void readAgain(sockets).then((closed) => say({ closed }));
  });
  say({ joined: sockets.length });
}

/** Resumes reading; returns how many connections were dropped: each either answers once more, or is closed. */
async function readAgain(sockets: readonly WebSocket[]): Promise<number> {
  const isClosed = sockets.map(async (socket) => {
    const outcome = Promise.race([once(socket, 'pong').then(() => false), once(socket, 'close').then(() => true)]).catch(() => true);
    socket.resume();
    socket.ping();
    return outcome;
  });
  return (await Promise.all(isClosed)).filter(Boolean).length;
}

async function enter(url: string, n: number): Promise<WebSocket> {
  const address = `10.${process.pid % 250}.${Math.floor(n / 250)}.${n % 250}`;
  const socket = new WebSocket(new URL('/api/live', url.replace('http', 'ws')), { headers: { 'x-forwarded-for': address } });
  await once(socket, 'open');
  for (const message of [{ t: 'hello' }, { t: 'join', topic: TOPIC }]) {
    socket.send(JSON.stringify(message));
    await once(socket, 'message');
  }
  return socket;
}

// Exits with the bench, however it ends.
process.on('disconnect', () => process.exit());
const [, , role, ...words] = process.argv;
if (role === 'server') await serve(words[0]!);
else if (role === 'readers') await readAs(words[0]!, Number(words[1]), { say, onOrder });
else await listenAs(words[0]!, Number(words[1]));
