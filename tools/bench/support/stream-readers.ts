import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { LiveChange } from '#contract/live.ts';
import { readerOf } from '#server/modules/open-api/stream/reader.ts';
import { createStreams } from '#server/modules/open-api/stream/streams.ts';
import { createLog } from '#server/platform/observability/log.ts';
import { createLiveHub } from '#server/platform/realtime/hub.ts';
import { type CrowdOrder, type CrowdWord, TOPIC } from './live.ts';

/** Longer than any bench. */
const NEVER_MS = 1e9;
/** As many as one key may have. */
const STREAMS_OF_KEY = 5;

/** The streams of the open API without the app: each key has five readers of the topic, each at an address of its own. */
export function streamServer(changeOf: (bytes: number) => LiveChange): { listener: RequestListener; broadcast: (bytes: number) => void } {
  const [log, now] = [createLog('error'), () => new Date()];
  const hub = createLiveHub({ log, now });
  const deps = { db: null as never, now, log, randomBytes: (count: number) => new Uint8Array(count) };
  const streams = createStreams(hub, deps, { heartbeatMs: NEVER_MS, recheckMs: NEVER_MS });
  let opened = 0;
  const listener: RequestListener = (_, outgoing) => {
    const key = String(Math.floor(opened / STREAMS_OF_KEY));
    const holder = { caller: { keyId: key, userId: key, scopes: [], expiresAt: null }, hash: Buffer.from(key), address: String(opened) };
    opened += 1;
    outgoing.once(
      'close',
      streams.open(holder, [TOPIC], null, () => readerOf(outgoing, { 'Content-Type': 'text/event-stream' })),
    );
  };
  return { listener, broadcast: (bytes) => hub.publish(TOPIC, changeOf(bytes)) };
}

interface Parent {
  say: (word: CrowdWord) => void;
  onOrder: (take: (order: CrowdOrder) => void) => void;
}

/** Opens streams, counts their events, and reports to the bench. */
export async function readAs(url: string, count: number, { say, onOrder }: Parent): Promise<void> {
  let heard = 0;
  let awaited = 0;
  const hear = (events: number) => {
    heard += events;
    // Events come together in one piece.
    if (heard >= awaited && awaited > 0) {
      say({ heard });
      awaited = 0;
      heard = 0;
    }
  };
  for (let n = 0; n < count; n += 50) await Promise.all(Array.from({ length: Math.min(50, count - n) }, () => open(url, hear)));
  onOrder((order) => {
    if (order.do !== 'await') return;
    awaited = order.messages * count;
    // The first events may have arrived before this request.
    hear(0);
  });
  say({ joined: count });
}

const JOINED = 'event: joined';
const LINE_BREAK = 10;

/** Opens a stream; resolves once it has joined. From then on, `hear` is told how many events each piece of it ends. */
function open(url: string, hear: (events: number) => void): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  return new Promise((resolve, reject) => {
    let head = '';
    let wasLineBreak = false;
    const count = (bytes: Buffer) => {
      let events = 0;
      // An event ends in an empty line. Two line breaks may come in two pieces.
      if (wasLineBreak && bytes[0] === LINE_BREAK) events += 1;
      for (let at = bytes.indexOf('\n\n'); at !== -1; at = bytes.indexOf('\n\n', at + 2)) events += 1;
      wasLineBreak = bytes.at(-1) === LINE_BREAK && bytes.at(-2) !== LINE_BREAK;
      hear(events);
    };
    const greet = (bytes: Buffer) => {
      head += bytes;
      const at = head.indexOf(JOINED);
      if (at === -1 || !head.includes('\n\n', at)) return;
      socket.off('data', greet).on('data', count);
      resolve(socket);
    };
    socket.on('data', greet).on('error', reject);
  });
}
