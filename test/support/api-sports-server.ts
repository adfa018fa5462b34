import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LocalServer, startLocalServer } from './local-server.ts';

/** Recorded replies of API-Football and API-Basketball, which are not part of the repository. */
const SAMPLES = '../shared/data/api-football-samples/';
export const hasApiSportsSamples = existsSync(`${SAMPLES}INDEX.json`);

/** Returns the rows of a recorded reply. */
// biome-ignore lint/suspicious/noExplicitAny: recorded answers have as many shapes as there are calls
export const sampleRows = (file: string): any[] => JSON.parse(readFileSync(SAMPLES + file, 'utf8')).response;

export interface Asked {
  path: string;
  query: Record<string, string>;
  key: string | undefined;
}

/** A reply: rows, with the number of pages unless it is one; or an error in the provider's form, with status 200. */
export type Reply = { rows: unknown[]; pages?: number } | { errors: Record<string, string> };

/** A fault of one request. */
export type Fault =
  | { kind: 'slow'; ms: number }
  | { kind: 'status'; status: number; headers?: Record<string, string>; text?: string }
  | { kind: 'cut' }
  | { kind: 'text'; text: string }
  /** Each value of each row has another type than it should. */
  | { kind: 'wrong types' }
  /** These names, wherever they occur, have five hundred letters. */
  | { kind: 'long names'; names: string[] }
  /** An answer that goes on for so long. */
  | { kind: 'long'; bytes: number };

export interface ApiSportsServer extends LocalServer {
  asked: Asked[];
  /** Replies by path; other paths reply without rows. */
  replies: Map<string, (query: Record<string, string>) => Reply>;
}

/** Starts a local server that replies like the services of API-Sports, some of which do not report a number of pages. */
export async function startApiSportsServer({ hasPages = true } = {}): Promise<ApiSportsServer> {
  const asked: Asked[] = [];
  const replies: ApiSportsServer['replies'] = new Map();
  const faults: ApiSportsServer['faults'] = [];
  const headers: Record<string, string> = {};
  const { url, close } = await startLocalServer(async ({ path, query, headers: sent }, response) => {
    asked.push({ path, query, key: sent['x-apisports-key']?.toString() });
    const reply = replies.get(path)?.(query) ?? { rows: [] };
    await sendReply(response, envelope(path, query, reply, hasPages), faults.shift() ?? null, headers);
  });
  return { url, asked, replies, faults, headers, close };
}

function envelope(path: string, query: Record<string, string>, reply: Reply, hasPages: boolean): string {
  const rows = 'rows' in reply ? reply.rows : [];
  const total = 'rows' in reply ? (reply.pages ?? 1) : 1;
  const errors = 'errors' in reply ? reply.errors : [];
  const paging = hasPages ? { paging: { current: Number(query.page ?? 1), total } } : {};
  return JSON.stringify({ get: path.slice(1), parameters: query, errors, results: rows.length, ...paging, response: rows });
}

/** Sends a reply with status 200, or what a fault makes of it. */
export async function sendReply(
  response: ServerResponse,
  body: string,
  fault: Fault | null,
  headers: Record<string, string>,
): Promise<void> {
  if (fault?.kind === 'slow') await sleep(fault.ms);
  if (fault?.kind === 'status') {
    response.writeHead(fault.status, { ...headers, ...fault.headers }).end(fault.text ?? 'no');
    return;
  }
  if (fault?.kind === 'long') return await sendLong(response, fault.bytes, headers);
  const text = withFault(body, fault);
  response.writeHead(200, { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
  if (fault?.kind !== 'cut') response.end(text);
  else response.write(text.slice(0, text.length / 2), () => response.destroy());
}

function withFault(body: string, fault: Fault | null): string {
  if (fault?.kind === 'text') return fault.text;
  if (fault?.kind === 'wrong types') return withWrongTypes(body);
  if (fault?.kind !== 'long names') return body;
  return fault.names.reduce((text, name) => text.replaceAll(`"${name}"`, `"${name.padEnd(500, name)}"`), body);
}

const CHUNK = Buffer.alloc(1024 * 1024, 'x');

/** Sends a string in JSON that is so long, or as much of it as is read. */
async function sendLong(response: ServerResponse, bytes: number, headers: Record<string, string>): Promise<void> {
  response.writeHead(200, { ...headers, 'Content-Type': 'application/json' });
  const chunks = Array<Buffer>(Math.ceil(bytes / CHUNK.length)).fill(CHUNK);
  // The reader closes the connection when it has read enough.
  await pipeline(Readable.from(['["', ...chunks, '"]']), response).catch(() => {});
}

/** Returns a reply in which everything in its lists has another type. */
function withWrongTypes(body: string): string {
  const wrong = (value: unknown): unknown => {
    if (Array.isArray(value)) return { list: value.length };
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, wrong(one)]));
    return typeof value === 'string' ? 12_345 : typeof value === 'number' ? ['x'] : 'neither';
  };
  const inLists = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(wrong);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inLists(one)]));
    return value;
  };
  return JSON.stringify(inLists(JSON.parse(body)));
}
