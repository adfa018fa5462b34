import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientIp, isTrustedPeer } from './client-ip.ts';
import { hostOf } from './network-tiers.ts';
import { problemOf } from './problem.ts';

/** How many one address may have at once: an IPv4 address, or a /64 of IPv6. */
export interface Shares {
  /** Connections, of HTTP and of sockets together. A trusted proxy may have any number: it keeps them for everybody. */
  connectionsPerAddress: number;
  /** Requests that the app is at work for; by the visitor's address, which a trusted proxy tells. */
  requestsPerAddress: number;
}

/** Ends connections of an address beyond its share before anything is read from them. */
export function limitConnections(server: Server, { connectionsPerAddress }: Shares, trustProxy: string[]): void {
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
    if (count > shares.requestsPerAddress) return refuse(outgoing, headers['accept-language']);
    underWay.set(key, count);
    outgoing.once('close', () => release(underWay, key));
    listener(incoming, outgoing);
  };
}

function refuse(outgoing: ServerResponse, acceptLanguage: string | undefined): void {
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
