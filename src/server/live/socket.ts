import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Deps } from '#server/deps.ts';
import { clientIp, limitKey } from '#server/http/client-ip.ts';
import { isOwnOrigin } from '#server/http/own-origin.ts';
import { converse } from './conversation.ts';
import type { LiveHub } from './hub.ts';

const PATH = '/api/live';
const MESSAGE_BYTES_MAX = 4096;
/** A reader that far behind will never catch up; it shall come back and fetch instead. */
const BUFFERED_BYTES_MAX = 1024 * 1024;
/** Whole offices share an address, and every tab has a socket. */
const SOCKETS_PER_ADDRESS_MAX = 100;
const HEARTBEAT_MS = 30_000;
/** For the farewells to arrive. */
const CLOSE_MS_MAX = 300;

const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;

type LiveDeps = Pick<Deps, 'serverKeys' | 'now' | 'config' | 'endedSessions'>;

export interface LiveEndpoint {
  /** Says goodbye to everybody, and takes no one else. */
  close: () => Promise<void>;
}

/** The WebSocket of decisions.md section 7, on the server's own port. */
export function attachLive(server: Server, hub: LiveHub, deps: LiveDeps): LiveEndpoint {
  // Uncompressed: messages are small, and a compressor a socket costs memory that thousands of sockets do not have.
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MESSAGE_BYTES_MAX });
  const perAddress = new Map<string, number>();
  const silent = new WeakSet<WebSocket>();
  const heartbeat = beat(sockets, silent);
  let isClosing = false;

  const upgrade = (request: IncomingMessage, duplex: Duplex, head: Buffer): void => {
    duplex.on('error', () => duplex.destroy());
    const address = addressOf(request, deps);
    const refusal = isClosing ? '503 Service Unavailable' : refusalOf(request, deps, perAddress.get(address) ?? 0);
    if (refusal) {
      duplex.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    perAddress.set(address, (perAddress.get(address) ?? 0) + 1);
    duplex.once('close', () => {
      const left = perAddress.get(address)! - 1;
      if (left === 0) perAddress.delete(address);
      else perAddress.set(address, left);
    });
    sockets.handleUpgrade(request, duplex, head, (socket) => {
      socket.on('pong', () => silent.delete(socket));
      begin(deps, hub, socket);
    });
  };
  server.on('upgrade', upgrade);

  const close = async (): Promise<void> => {
    isClosing = true;
    clearInterval(heartbeat);
    const clients = [...sockets.clients];
    const closed = clients.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of clients) socket.close(GOING_AWAY);
    const patience = setTimeout(() => {
      for (const socket of clients) socket.terminate();
    }, CLOSE_MS_MAX);
    await Promise.all(closed);
    clearTimeout(patience);
  };
  return { close };
}

function refusalOf(request: IncomingMessage, { config }: LiveDeps, socketsOfAddress: number): string | null {
  const path = (request.url ?? '').split('?')[0];
  if (path !== PATH) return '404 Not Found';
  const { origin, host } = request.headers;
  // Programs name no origin; they carry no cookies of anybody else either.
  if (origin !== undefined && !isOwnOrigin(origin, host, config.publicUrl)) return '403 Forbidden';
  return socketsOfAddress >= SOCKETS_PER_ADDRESS_MAX ? '429 Too Many Requests' : null;
}

function addressOf({ socket, headers }: IncomingMessage, { config }: LiveDeps): string {
  const forwardedFor = headers['x-forwarded-for'];
  return limitKey(clientIp(socket.remoteAddress ?? '', forwardedFor === undefined ? undefined : String(forwardedFor), config.trustProxy));
}

function begin(deps: LiveDeps, hub: LiveHub, socket: WebSocket): void {
  const conversation = converse(deps, hub, {
    send: (message) => {
      if (socket.bufferedAmount > BUFFERED_BYTES_MAX) socket.terminate();
      else socket.send(message, { binary: false });
    },
    refuse: (reason) => socket.close(POLICY_VIOLATION, reason),
  });
  socket.on('message', (data, isBinary) => conversation.receive(data as Buffer, isBinary));
  // A broken or oversized frame: ws closes the socket itself.
  socket.on('error', () => {});
  socket.on('close', conversation.end);
}

/** Asks every socket now and then whether it is still there; one that is silent since the last time is not. */
function beat(sockets: WebSocketServer, silent: WeakSet<WebSocket>): NodeJS.Timeout {
  const ask = (socket: WebSocket) => {
    if (silent.has(socket)) return socket.terminate();
    silent.add(socket);
    socket.ping();
  };
  return setInterval(() => sockets.clients.forEach(ask), HEARTBEAT_MS).unref();
}
