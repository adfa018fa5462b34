import { existsSync, readFileSync } from 'node:fs';
import { type Asked, sendReply } from './api-sports-server.ts';
import { type LocalServer, startLocalServer } from './local-server.ts';

/** Recorded replies of api-tennis.com and the Live Tennis API, which are not part of the repository. */
const SAMPLES = '../shared/data/providers/tennis/';
export const hasTennisSamples = existsSync(`${SAMPLES}INDEX.json`);
// biome-ignore lint/suspicious/noExplicitAny: recorded answers have as many shapes as there are calls
export const tennisSample = (file: string): any => JSON.parse(readFileSync(SAMPLES + file, 'utf8'));

export interface TennisServer extends LocalServer {
  asked: Asked[];
  /** Bodies by method (`get_fixtures`), or by path for a provider with paths; others are answered with `empty`. */
  replies: Map<string, (query: Record<string, string>, path: string) => unknown>;
}

/** Starts a local server that answers like a tennis provider. A reply that returns undefined is a 404. */
export async function startTennisServer(empty: unknown = { success: 1, result: [] }): Promise<TennisServer> {
  const asked: Asked[] = [];
  const replies: TennisServer['replies'] = new Map();
  const faults: TennisServer['faults'] = [];
  const headers: Record<string, string> = {};
  const { url, close } = await startLocalServer(async ({ path, query, headers: sent }, response) => {
    asked.push({ path, query, key: sent['x-api-key']?.toString() ?? query.APIkey });
    const reply = replies.get(query.method ?? `/${path.split('/')[1]}`);
    const body = reply === undefined ? empty : reply(query, path);
    const fault = faults.shift() ?? (body === undefined ? ({ kind: 'status', status: 404, text: '{"error":"not_found"}' } as const) : null);
    await sendReply(response, JSON.stringify(body ?? {}), fault, headers);
  });
  return { url, asked, replies, faults, headers, close };
}
