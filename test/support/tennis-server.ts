import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Asked, type Fault, sendReply } from './api-sports-server.ts';

/** Recorded replies of api-tennis.com and the Live Tennis API, which are not part of the repository. */
const SAMPLES = '../shared/data/providers/tennis/';
export const hasTennisSamples = existsSync(`${SAMPLES}INDEX.json`);
// biome-ignore lint/suspicious/noExplicitAny: recorded answers have as many shapes as there are calls
export const tennisSample = (file: string): any => JSON.parse(readFileSync(SAMPLES + file, 'utf8'));

export interface TennisServer {
  url: string;
  asked: Asked[];
  /** Bodies by method (`get_fixtures`), or by path for a provider with paths; others are answered with `empty`. */
  replies: Map<string, (query: Record<string, string>, path: string) => unknown>;
  /** Faults of the next requests, in order; null is none. */
  faults: (Fault | null)[];
  headers: Record<string, string>;
  close: () => Promise<void>;
}

/** Starts a local server that answers like a tennis provider. A reply that returns undefined is a 404. */
export async function startTennisServer(empty: unknown = { success: 1, result: [] }): Promise<TennisServer> {
  const asked: Asked[] = [];
  const replies: TennisServer['replies'] = new Map();
  const faults: TennisServer['faults'] = [];
  const headers: Record<string, string> = {};
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const query = Object.fromEntries(searchParams);
    asked.push({ path: pathname, query, key: request.headers['x-api-key']?.toString() ?? query.APIkey });
    const reply = replies.get(query.method ?? `/${pathname.split('/')[1]}`);
    const body = reply === undefined ? empty : reply(query, pathname);
    const fault = faults.shift() ?? (body === undefined ? ({ kind: 'status', status: 404, text: '{"error":"not_found"}' } as const) : null);
    await sendReply(response, JSON.stringify(body ?? {}), fault, headers);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, replies, faults, headers, close };
}
