import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent, request } from 'node:https';
import { isIP } from 'node:net';
import type { WebhookProblem } from '#contract/webhooks.ts';
import { isPublicAddress, lookupPublic } from '#server/platform/http/public-lookup.ts';
import { retryAfterMs } from '#server/platform/messaging/channel.ts';
import { isLoopbackUrl } from './webhook-url.ts';

/** The outcome of one attempt: delivered if there is no problem. */
export interface Attempt {
  /** The HTTP status; null without an answer. */
  status: number | null;
  problem: Extract<
    WebhookProblem,
    'status' | 'redirect' | 'timeout' | 'private_address' | 'unknown_host' | 'certificate' | 'connection'
  > | null;
  durationMs: number;
  /** How long the receiver asks to wait before the next attempt; null if it does not. */
  askedMs: number | null;
}

export interface WebhookClient {
  post: (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<Attempt>;
  close: () => void;
}

/** An attempt takes no longer, whatever the receiver does. */
const ANSWER_MS_MAX = 10_000;
/** How much of an answer is read: a short one leaves the connection reusable, a longer one closes it. */
const BODY_BYTES_MAX = 4_096;
const HEADER_BYTES_MAX = 8_192;
/** Idle connections are kept this long, at most so many in all. */
const IDLE_MS = 20_000;
const IDLE_MAX = 256;

/**
 * Creates the client that posts events to receivers. Their addresses come from users, so it only connects to public addresses, which are
 * checked when the connection is made, follows no redirects and keeps nothing of an answer but its status. With `allowsLoopback` it also
 * posts to this machine by plain HTTP.
 */
export function createWebhookClient({ allowsLoopback = false, answerMs = ANSWER_MS_MAX } = {}): WebhookClient {
  const kept = { keepAlive: true, maxFreeSockets: 16, maxTotalSockets: Number.POSITIVE_INFINITY, timeout: IDLE_MS };
  const agent = new Agent({ ...kept, maxFreeSockets: 8, maxCachedSessions: IDLE_MAX, lookup: lookupPublic });
  const plain = new PlainAgent(kept);

  const open = (url: URL, headers: Readonly<Record<string, string>>) => {
    const options = { method: 'POST', headers, maxHeaderSize: HEADER_BYTES_MAX };
    if (allowsLoopback && isLoopbackUrl(url)) return plainRequest(url, { ...options, agent: plain });
    // An address is not looked up, so it is checked here.
    const address = url.hostname.replace(/^\[|\]$/g, '');
    if (url.protocol !== 'https:' || (isIP(address) !== 0 && !isPublicAddress(address)))
      throw Object.assign(new Error('not a public address'), { code: 'EPRIVATE' });
    return request(url, { ...options, agent });
  };

  const post: WebhookClient['post'] = (url, headers, body) =>
    new Promise((resolve) => {
      const startedMs = performance.now();
      const end = (outcome: Pick<Attempt, 'status' | 'problem'>, askedMs: number | null = null) => {
        clearTimeout(timer);
        resolve({ ...outcome, askedMs, durationMs: Math.round(performance.now() - startedMs) });
      };
      const fail = (error: unknown) => end({ status: null, problem: problemOf(error) });
      let timer: NodeJS.Timeout | undefined;
      let answered: (() => void) | null = null;
      try {
        const asked = open(new URL(url), { ...headers, 'content-length': String(Buffer.byteLength(body)) });
        timer = setTimeout(() => asked.destroy(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })), answerMs);
        // The status counts, even if the rest never comes. The place in the queue is held until it does, or time is up.
        asked.on('error', (error) => (answered ? answered() : fail(error)));
        asked.on('response', (response) => {
          const status = response.statusCode ?? 0;
          answered = () => end({ status, problem: problemOfStatus(status) }, retryAfterMs(response.headers['retry-after']) ?? null);
          let length = 0;
          response.on('error', answered);
          response.on('close', answered);
          response.on('end', answered);
          response.on('data', (chunk: Buffer) => {
            length += chunk.length;
            if (length > BODY_BYTES_MAX) response.destroy();
          });
        });
        asked.end(body);
      } catch (error) {
        fail(error);
      }
    });

  return {
    post,
    close: () => {
      agent.destroy();
      plain.destroy();
    },
  };
}

function problemOfStatus(status: number): Attempt['problem'] {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

function problemOf(error: unknown): Attempt['problem'] {
  const code = String((error as { code?: unknown }).code ?? '');
  if (code === 'EPRIVATE') return 'private_address';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown_host';
  return /CERT|^ERR_TLS|^ERR_SSL|SELF_SIGNED|UNABLE_TO_/.test(code) ? 'certificate' : 'connection';
}
