import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { WebSocket, WebSocketServer } from 'ws';
import type { Deps } from '#server/deps.ts';
import { clientIp } from '#server/platform/http/client-ip.ts';
import { networkTiers } from '#server/platform/http/network-tiers.ts';
import { isOwnOrigin } from '#server/platform/http/request-context.ts';
import { shieldOf } from '#server/platform/http/shield-cookie.ts';
import type { ShieldedSites } from '#server/spoiler-shield/shielded-sites.ts';
import {
  type Conversation,
  converse,
  end,
  type FindPresent,
  type OpenByKey,
  receive,
  recheckMembers,
  type SendChat,
  sendMessage,
} from './conversation.ts';
import type { LiveHub } from './hub.ts';
import { type Address, encode, sendEncoded } from './line.ts';

const PATH = '/api/live';
const MESSAGE_BYTES_MAX = 4096;
/** Whole offices share an address, and every tab has a socket. */
const SOCKETS_PER_ADDRESS_MAX = 100;
const HEARTBEAT_MS = 30_000;
/** How often memberships of groups whose rooms are joined are checked, as their ends may be missed. */
const RECHECK_MS = 10_000;
/** The time for close messages to arrive. */
const CLOSE_MS_MAX = 300;

const GOING_AWAY = 1001;

type LiveDeps = Pick<Deps, 'serverKeys' | 'now' | 'config' | 'endedSessions' | 'log'>;

export interface LiveEndpoint {
  /**
   * Accepts no more sockets, and makes all clients reconnect elsewhere within `spreadMs` milliseconds, each after a delay of its own, so
   * that they do not all arrive at once. Resolves when they have gone, or a second later.
   */
  drain: (spreadMs: number) => Promise<void>;
  /** How many sockets are open. */
  count: () => number;
  /** Closes all sockets with a message, and accepts no more. */
  close: () => Promise<void>;
}

/** Attaches the WebSocket of docs/rules.md#live-updates to the server's own port. */
export function attachLive(
  server: Server,
  hub: LiveHub,
  deps: LiveDeps,
  {
    heartbeatMs = HEARTBEAT_MS,
    recheckMs = RECHECK_MS,
    shielded = null as ShieldedSites | null,
    sendChat = null as SendChat | null,
    findPresent = null as FindPresent | null,
    openByKey = null as OpenByKey | null,
  } = {},
): LiveEndpoint {
  // Uncompressed: messages are small, and a compressor per socket needs memory that thousands of sockets do not have.
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MESSAGE_BYTES_MAX, clientTracking: false });
  const addresses = new Map<string, Address>();
  const visitors = new Map<WebSocket, Conversation>();
  const heartbeat = beat(visitors, heartbeatMs);
  const talkDeps = { ...deps, sendChat, findPresent, openByKey, countSockets: () => visitors.size };
  const recheck = setInterval(() => void recheckMembers(visitors.values(), talkDeps), recheckMs).unref();
  let isClosing = false;

  // All sockets share these functions: closures for each would be most of what a socket costs.
  function onMessage(this: WebSocket, data: unknown, isBinary: boolean): void {
    const talk = visitors.get(this);
    if (talk) receive(talk, data as Buffer, isBinary);
  }
  function onClose(this: WebSocket): void {
    const talk = visitors.get(this);
    if (!talk) return;
    visitors.delete(this);
    end(talk);
    talk.address.sockets -= 1;
    if (talk.address.sockets === 0) addresses.delete(talk.address.name);
  }

  /** Each spoiler shield has its own hub; changing the shield needs a new socket. */
  const hubFor = (request: IncomingMessage): LiveHub => {
    const shield = shielded && shieldOf(request);
    return shielded && shield ? shielded.hubOf(shield) : hub;
  };

  const begin = (socket: WebSocket, connection: Duplex, name: string, rooms: LiveHub): void => {
    const address = addresses.get(name) ?? { name, sockets: 0, sinceMs: 0, count: 0 };
    addresses.set(name, address);
    address.sockets += 1;
    visitors.set(socket, converse(talkDeps, rooms, { socket, connection: connection as Socket, address }));
    socket.on('message', onMessage).on('close', onClose).on('error', ignore);
  };

  server.on('upgrade', (request: IncomingMessage, duplex: Duplex, head: Buffer): void => {
    duplex.on('error', destroy);
    const address = addressOf(request, deps);
    const refusal = isClosing ? '503 Service Unavailable' : refusalOf(request, deps, addresses.get(address)?.sockets ?? 0);
    if (refusal) return void duplex.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    sockets.handleUpgrade(request, duplex, head, (socket) => begin(socket, duplex, address, hubFor(request)));
  });

  hub.onDegraded((isDegraded) => {
    const message = encode({ t: 'degraded', is_degraded: isDegraded });
    void inTurns(visitors, (talk) => {
      // In between it may have changed again, which is told by a later call.
      if (talk.isGreeted && talk.hub.isDegraded() === isDegraded) sendEncoded(talk, message);
    });
  });

  const drain = async (spreadMs: number): Promise<void> => {
    isClosing = true;
    const all = [...visitors.keys()];
    await inTurns(visitors, (talk) => sendMessage(talk, { t: 'reconnect', after_ms: Math.floor(Math.random() * spreadMs) }));
    await goneWithin(all, spreadMs + 1_000);
  };

  const close = async (): Promise<void> => {
    isClosing = true;
    clearInterval(heartbeat);
    clearInterval(recheck);
    const left = [...visitors.keys()];
    for (const socket of left) socket.close(GOING_AWAY);
    await goneWithin(left, CLOSE_MS_MAX);
    const late = left.filter((socket) => visitors.has(socket));
    for (const socket of late) socket.terminate();
    await goneWithin(late, CLOSE_MS_MAX);
  };
  return { drain, close, count: () => visitors.size };
}

/** Resolves when all these sockets are closed, or after `ms` milliseconds. */
async function goneWithin(sockets: readonly WebSocket[], ms: number): Promise<void> {
  const patience = new AbortController();
  const gone = Promise.all(
    sockets.map((socket) => socket.readyState === WebSocket.CLOSED || new Promise((resolve) => socket.once('close', resolve))),
  );
  await Promise.race([gone, sleep(ms, undefined, { signal: patience.signal }).catch(() => {})]);
  patience.abort();
}

function destroy(this: Duplex): void {
  this.destroy();
}

/** For broken or oversized frames: ws closes the socket itself. */
function ignore(): void {}

function refusalOf(request: IncomingMessage, { config }: LiveDeps, socketsOfAddress: number): string | null {
  const path = (request.url ?? '').split('?')[0];
  if (path !== PATH) return '404 Not Found';
  const { origin, host } = request.headers;
  // Clients other than browsers send no origin; they cannot use a visitor's cookies either.
  if (origin !== undefined && !isOwnOrigin(origin, host, config.publicUrl)) return '403 Forbidden';
  return socketsOfAddress >= SOCKETS_PER_ADDRESS_MAX ? '429 Too Many Requests' : null;
}

function addressOf({ socket, headers }: IncomingMessage, { config }: LiveDeps): string {
  const forwardedFor = headers['x-forwarded-for'];
  const ip = clientIp(socket.remoteAddress ?? '', forwardedFor === undefined ? undefined : String(forwardedFor), config.trustProxy);
  return networkTiers(ip)[0]!.network;
}

/** How many sockets are asked or told something in one turn of the event loop: some milliseconds' work. */
const TURN_SOCKETS = 500;

/** Does something for each socket that is open now, and lets other work happen in between. */
async function inTurns(visitors: ReadonlyMap<WebSocket, Conversation>, act: (talk: Conversation) => void): Promise<void> {
  const talks = [...visitors.values()];
  for (const [n, talk] of talks.entries()) {
    if (n > 0 && n % TURN_SOCKETS === 0) await nextTurn();
    if (!talk.isOver) act(talk);
  }
}

/** Pings every socket regularly, and ends those that sent nothing, not even a pong, since the last time. */
function beat(visitors: ReadonlyMap<WebSocket, Conversation>, everyMs: number): NodeJS.Timeout {
  let isAsking = false;
  const ask = ({ socket, bytesHeard, connection }: Conversation) => {
    if (bytesHeard === connection.bytesRead) socket.terminate();
    else socket.ping();
  };
  const askAll = async () => {
    if (isAsking) return;
    isAsking = true;
    await inTurns(visitors, (talk) => {
      ask(talk);
      talk.bytesHeard = talk.connection.bytesRead;
    });
    isAsking = false;
  };
  return setInterval(() => void askAll(), everyMs).unref();
}
