import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { StartError } from '#server/platform/lifetime.ts';
import { problemOf } from './app-error.ts';
import { clientIp, isTrustedPeer } from './client-ip.ts';
import { hostOf } from './network-tiers.ts';
import { apiHeaders, type HeaderSettings } from './security-headers.ts';

export interface Listening {
  url: string;
  server: Server;
  /** Makes every response from now on the last of its connection, so that clients reconnect and may be routed elsewhere. */
  sendAway: () => void;
  /** Accepts no more connections, and waits for requests in progress. */
  close: () => Promise<void>;
}

/** Timeouts of connections, in seconds, and limits per address. */
interface HttpLimits extends Shares {
  headersSeconds: number;
  requestSeconds: number;
  keepAliveSeconds: number;
}

/** For servers other than the site, such as metrics: whoever can reach them is not limited. */
const HTTP: HttpLimits = {
  headersSeconds: 10,
  requestSeconds: 20,
  keepAliveSeconds: 65,
  connectionsPerAddress: Number.POSITIVE_INFINITY,
  requestsPerAddress: Number.POSITIVE_INFINITY,
};
/** Node by default checks for late requests only every 30 seconds. */
const CHECKED_EVERY_MS = 1_000;
const SILENT_MS_MAX = 120_000;
/**
 * Connections that wait to be accepted: when another process dies, thousands come at once, and one that finds the queue full tries again
 * only a second later. The system may allow fewer (`net.core.somaxconn`).
 */
const WAITING_MAX = 4_096;

/** Serves on the port. Throws a StartError that explains in one sentence why it cannot. */
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
  // A client that reads nothing of a response for this long is disconnected.
  server.timeout = SILENT_MS_MAX;
  limitConnections(server, http, trustProxy);
  server.listen({ port, host, backlog: WAITING_MAX });
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

/** A URL that a browser on this machine can open. `localhost` might reach another program that listens on ::1. */
function urlOf(server: Server, host: string): string {
  const { port } = server.address() as { port: number };
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}/`;
}

/** How many an address may have at once: an IPv4 address, or a /64 of IPv6. */
interface Shares {
  /** Connections, HTTP and WebSocket together. Trusted proxies have no limit, as theirs serve all visitors. */
  connectionsPerAddress: number;
  /** Requests in progress in the app, by the visitor's address as a trusted proxy reports it. */
  requestsPerAddress: number;
}

/** Closes connections beyond the limit of their address before anything is read from them. */
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

/** All sites of a process (each spoiler shield has a site of its own) share their counts. */
const underWayOf = new WeakMap<Shares, Map<string, number>>();

/**
 * Answers 429 with Retry-After if an address has too many requests in progress, so that it cannot take all database connections. Cached
 * replies bypass this, as they use none.
 */
export function limitRequests(listener: RequestListener, config: LimitedConfig): RequestListener {
  const { http: shares, trustProxy } = config;
  const underWay = underWayOf.get(shares) ?? new Map<string, number>();
  underWayOf.set(shares, underWay);
  return (incoming, outgoing) => {
    const { socket, headers } = incoming;
    const key = hostOf(clientIp(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString(), trustProxy));
    const count = (underWay.get(key) ?? 0) + 1;
    if (count > shares.requestsPerAddress) return rejectRequest(outgoing, config, headers['accept-language']);
    underWay.set(key, count);
    const end = () => {
      if (ends.delete(outgoing)) release(underWay, key);
    };
    ends.set(outgoing, end);
    outgoing.once('close', end);
    listener(incoming, outgoing);
  };
}

/** How requests in progress end. */
const ends = new WeakMap<ServerResponse, () => void>();

/** Counts a request as no longer in progress although its answer goes on, as that of a stream does for hours. Streams have limits of their own. */
export const endRequest = (outgoing: ServerResponse): void => ends.get(outgoing)?.();

type LimitedConfig = HeaderSettings & { http: Shares; trustProxy: string[] };

function rejectRequest(outgoing: ServerResponse, config: HeaderSettings, acceptLanguage: string | undefined): void {
  const problem = problemOf('rate_limited', { seconds: 1, minutes: 1 }, acceptLanguage, '');
  outgoing.writeHead(problem.status, {
    ...apiHeaders(config),
    'Content-Type': 'application/problem+json',
    'Retry-After': '1',
    // The rest of the request is not read.
    Connection: 'close',
  });
  outgoing.end(JSON.stringify(problem));
}

function release(counts: Map<string, number>, key: string): void {
  const left = (counts.get(key) ?? 1) - 1;
  if (left === 0) counts.delete(key);
  else counts.set(key, left);
}
