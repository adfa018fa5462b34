import { z } from 'zod';
import type { NodeProblem } from '#domain/withdrawals/payout/payout.ts';
import type { TronSettings } from './tron-settings.ts';

/** One node of TRON, asked over HTTP. A node may answer anything: whatever is no clear answer is a problem. */

/** A node that says nothing, and how long it asks to wait, in milliseconds; 0 if it does not say. */
export class NodeError extends Error {
  override name = 'NodeError';
  readonly problem: NodeProblem;
  readonly afterMs: number;
  /** Whether the node does not know this request at all: not every node serves every one. */
  readonly isUnserved: boolean;

  constructor(problem: NodeProblem, { afterMs = 0, isUnserved = false } = {}) {
    super(`a node of TRON: ${problem}`);
    this.problem = problem;
    this.afterMs = afterMs;
    this.isUnserved = isUnserved;
  }
}

export interface AskOptions {
  fetch: typeof fetch;
  /** Maximum time of one request, in milliseconds. */
  timeoutMs: number;
}

const TIMEOUT_MS = 10_000;
/** A transaction with thousands of transfers has less. */
const BODY_BYTES_MAX = 2 * 1024 * 1024;
const RETRY_AFTER_MS_MAX = 3_600_000;

export const usualOptions = (): AskOptions => ({ fetch, timeoutMs: TIMEOUT_MS });

/** A node, as it is asked: its URL without a trailing slash, and the key that is sent with each request. */
export type TronNode = { url: string } & Pick<TronSettings, 'key'>;

/** Sends one request, a GET without a body, and returns the JSON of its answer, which is an object. Throws a NodeError. */
export async function askNode(
  { url, key }: TronNode,
  path: string,
  body: Readonly<Record<string, unknown>> | null,
  { fetch, timeoutMs }: AskOptions,
): Promise<Record<string, unknown>> {
  const response = await answerOf(() =>
    fetch(url + path, {
      method: body === null ? 'GET' : 'POST',
      headers: {
        Accept: 'application/json',
        ...(body !== null && { 'Content-Type': 'application/json' }),
        ...(key !== null && { 'TRON-PRO-API-KEY': key }),
      },
      ...(body !== null && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
      // A redirect would send the key to another host.
      redirect: 'error',
    }),
  );
  if (response.status !== 200) {
    await response.body?.cancel().catch(() => undefined);
    const isUnserved = response.status === 404 || response.status === 405;
    throw new NodeError(problemOf(response.status), { afterMs: retryAfterMs(response.headers), isUnserved });
  }
  return readObject(await answerOf(() => readText(response)));
}

async function answerOf<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NodeError) throw error;
    throw new NodeError((error as Error).name === 'TimeoutError' ? 'slow' : 'away');
  }
}

/** TronGrid says in three ways that it was asked too often. */
function problemOf(status: number): NodeProblem {
  if (status === 429 || status === 403 || status === 503) return 'limited';
  return status === 401 ? 'refused' : 'error';
}

function retryAfterMs(headers: Headers): number {
  const text = headers.get('retry-after')?.trim() ?? '';
  return /^\d{1,6}$/.test(text) ? Math.min(Number(text) * 1_000, RETRY_AFTER_MS_MAX) : 0;
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > BODY_BYTES_MAX) throw new NodeError('unreadable');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Status 200 may carry an error, as a field or as bare text of a node that does not serve this request. */
function readObject(text: string): Record<string, unknown> {
  const body = parsed(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new NodeError('unreadable');
  const { Error: failure, error } = body as Record<string, unknown>;
  if (failure !== undefined || error !== undefined)
    throw new NodeError(/lack of computing resources/i.test(String(failure)) ? 'limited' : 'error');
  return body as Record<string, unknown>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NodeError(/closed because this node is a lite fullnode/i.test(text) ? 'error' : 'unreadable');
  }
}

/** Reads an answer by its schema. Throws a NodeError if it is another one. */
export function readAnswer<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const { success, data } = schema.safeParse(body);
  if (!success) throw new NodeError('unreadable');
  return data as z.output<S>;
}

const count = z.number().int().nonnegative();
const LOGS_MAX = 10_000;

/** The newest block that cannot be rolled back any more. */
export const solidBlock = z.object({ block_header: z.object({ raw_data: z.object({ number: count, timestamp: count }) }) });

/** A transaction in a block. Errors of contracts are not read: their results say enough. */
export const transactionInfo = z.object({
  id: z.string().max(100),
  blockNumber: count,
  blockTimeStamp: count,
  receipt: z.object({ result: z.string().max(100).optional() }),
  result: z.string().max(100).optional(),
  log: z
    .array(
      z.object({
        address: z.string().max(100).default(''),
        topics: z.array(z.string().max(100)).max(10).default([]),
        data: z.string().max(BODY_BYTES_MAX).default(''),
      }),
    )
    .max(LOGS_MAX)
    .optional(),
});

/** What a method of a contract returns that changes nothing: one word of 32 bytes. */
export const constantResult = z.object({
  result: z.object({ result: z.literal(true) }),
  constant_result: z.tuple([z.string().regex(/^[0-9a-f]{64}$/i)]),
});
