import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { StartError } from '#server/platform/lifetime.ts';
import { problemOf } from './app-error.ts';
import { clientIp, isTrustedPeer } from './client-ip.ts';
import { hostOf } from './network-tiers.ts';

export interface Listening {
  url: string;
  server: Server;
  /** Every answer from now on is the last of its connection: whoever has more to ask connects anew, and may be led elsewhere. */
  sendAway: () => void;
  /** Takes no more connections, and waits for the requests that are being answered. */
  close: () => Promise<void>;
}

/** How long connections may take, in seconds, and how many of one address there may be. */
interface HttpLimits extends Shares {
  headersSeconds: number;
  requestSeconds: number;
  keepAliveSeconds: number;
}

/** Of what is no site, as metrics: whoever may reach it asks as much as they like. */
const HTTP: HttpLimits = {
  headersSeconds: 10,
  requestSeconds: 20,
  keepAliveSeconds: 65,
  connectionsPerAddress: Number.POSITIVE_INFINITY,
  requestsPerAddress: Number.POSITIVE_INFINITY,
};
/** Node looks for late requests every half a minute by itself. */
const CHECKED_EVERY_MS = 1_000;
const SILENT_MS_MAX = 120_000;

/** Serves on the port, or says in one sentence why it cannot. */
export async function listen(
  listener: RequestListener,
  { host, port, http = HTTP, trustProxy = [] }: { host: string; port: number; http?: HttpLimits; trustProxy?: string[] },
): Promise<Listening> {
  const server = createServer(
    {
      headersTimeout: http.headersSeconds * 1_000,
      requestTimeout: http.requestSeconds * 1_000,
      keepAliveTimeout: http.keepAliveSeconds * 1_000,
      connectionsCheckingInterval: CHECKED_EVERY_MS,
    },
    listener,
  );
  // Whoever reads nothing of an answer for so long does not read it.
  server.timeout = SILENT_MS_MAX;
  limitConnections(server, http, trustProxy);
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, host, port);
  }
  let isLast = false;
  server.prependListener('request', (_, response) => {
    if (isLast) response.setHeader('Connection', 'close');
  });
  const sendAway = () => {
    isLast = true;
  };
  const close = () =>
    new Promise<void>((resolve) => {
      sendAway();
      server.close(() => resolve());
      server.closeIdleConnections();
    });
  return { url: urlOf(server, host), server, sendAway, close };
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const sentence = sentences[error.code ?? ''];
  return sentence ? new StartError(sentence(host, port), { cause: error }) : error;
}

const sentences: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (host, port) => `Port ${port} on ${host} is taken by another program: end that one, or set PORT.`,
  EACCES: (_, port) => `This user may not listen on port ${port}: set PORT to 1024 or above.`,
  EADDRNOTAVAIL: (host) => `This machine has no address ${host}: correct HOST.`,
  ENOTFOUND: (host) => `There is no host ${host}: correct HOST.`,
};

/** An address that a browser on this machine can open. `localhost` might be another program's, which listens on ::1. */
function urlOf(server: Server, host: string): string {
  const { port } = server.address() as { port: number };
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}/`;
}

/** How many one address may have at once: an IPv4 address, or a /64 of IPv6. */
interface Shares {
  /** Connections, of HTTP and of sockets together. A trusted proxy may have any number: it keeps them for everybody. */
  connectionsPerAddress: number;
  /** Requests that the app is at work for; by the visitor's address, which a trusted proxy tells. */
  requestsPerAddress: number;
}

/** Ends connections of an address beyond its share before anything is read from them. */
function limitConnections(server: Server, { connectionsPerAddress }: Shares, trustProxy: string[]): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress ?? '';
    if (isTrustedPeer(peer, trustProxy)) return;
    const key = hostOf(peer);
    const count = (open.get(key) ?? 0) + 1;
    if (count > connectionsPerAddress) return void socket.destroy();
    open.set(key, count);
    socket.once('close', () => release(open, key));
  });
}

/** The sites of one process (those behind a spoiler shield are sites of their own) count together. */
const underWayOf = new WeakMap<Shares, Map<string, number>>();

/**
 * Answers 429 with Retry-After to an address that has its share of requests under way, so that nobody takes all connections to the database.
 * Kept replies do not come here: they take nothing from anybody.
 */
export function limitRequests(listener: RequestListener, shares: Shares, trustProxy: string[]): RequestListener {
  const underWay = underWayOf.get(shares) ?? new Map<string, number>();
  underWayOf.set(shares, underWay);
  return (incoming, outgoing) => {
    const { socket, headers } = incoming;
    const key = hostOf(clientIp(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString(), trustProxy));
    const count = (underWay.get(key) ?? 0) + 1;
    if (count > shares.requestsPerAddress) return rejectRequest(outgoing, headers['accept-language']);
    underWay.set(key, count);
    outgoing.once('close', () => release(underWay, key));
    listener(incoming, outgoing);
  };
}

function rejectRequest(outgoing: ServerResponse, acceptLanguage: string | undefined): void {
  const problem = problemOf('rate_limited', { seconds: 1, minutes: 1 }, acceptLanguage, '');
  outgoing.writeHead(problem.status, {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    'Retry-After': '1',
    // What it may still be sending is not read.
    Connection: 'close',
  });
  outgoing.end(JSON.stringify(problem));
}

function release(counts: Map<string, number>, key: string): void {
  const left = (counts.get(key) ?? 1) - 1;
  if (left === 0) counts.delete(key);
  else counts.set(key, left);
}
