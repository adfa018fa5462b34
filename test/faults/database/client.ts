import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import type { ClusterSite } from './site.ts';

/** A client of the site that does not give up: sends each request with one key until it is answered. */
export interface Client {
  post: <Reply>(who: Person, path: string, body: object, options?: { key?: string }) => Promise<Reply>;
  /** Sends one request and counts its answer if it failed. Returns whether it was answered. */
  get: (path: string, who?: Person) => Promise<boolean>;
  /** Sends one request as it is. */
  send: (path: string, init: RequestInit) => Promise<{ status: number | null; reply: { code?: string; access?: string } | null }>;
  /** Counts an answer. */
  note: (answer: string) => void;
  /** Answers so far by status and code, each with its number. */
  told: Map<string, number>;
  /** The longest time that one request waited for its answer, in milliseconds. */
  slowestMs: () => number;
}

export interface Person {
  id: string;
  email: string;
  sessionId: string;
  audience: 'user' | 'admin';
}

const ANSWER_MS_MAX = 30_000;
const TOKEN_MS = 5 * 60_000;
const TRY_AGAIN_MS = 50;
const TRIES_MS_MAX = 120_000;

export function createClient({ url, deps }: ClusterSite): Client {
  const told = new Map<string, number>();
  const tokens = new Map<string, { token: string; at: number }>();
  let slowestMs = 0;
  const tokenOf = async (who: Person) => {
    const known = tokens.get(who.sessionId);
    if (known && Date.now() - known.at < TOKEN_MS) return known.token;
    const token = await signAccessToken(deps.serverKeys, who, new Date(), who.audience);
    tokens.set(who.sessionId, { token, at: Date.now() });
    return token;
  };
  const note = (answer: string) => void told.set(answer, (told.get(answer) ?? 0) + 1);
  const send: Client['send'] = async (path, init) => {
    const since = performance.now();
    const response = await fetch(`${url()}/api/${path}`, { ...init, signal: AbortSignal.timeout(ANSWER_MS_MAX) }).catch(() => null);
    const reply = (await response?.json().catch(() => null)) as { code?: string; access?: string } | null | undefined;
    slowestMs = Math.max(slowestMs, performance.now() - since);
    return { status: response?.status ?? null, reply: reply ?? null };
  };
  return {
    ...{ told, note, send },
    slowestMs: () => slowestMs,
    get: async (path, who) => {
      const { status, reply } = await send(path, who ? { headers: { Authorization: `Bearer ${await tokenOf(who)}` } } : {});
      if (status !== 200) note(`read: ${status ?? 'no answer'} ${reply?.code ?? ''}`.trim());
      return status === 200;
    },
    post: async <Reply>(who: Person, path: string, body: object, { key = randomUUID() as string } = {}) => {
      const until = performance.now() + TRIES_MS_MAX;
      let last = '';
      while (performance.now() < until) {
        const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${await tokenOf(who)}`, 'Idempotency-Key': key };
        const { status, reply } = await send(path, { method: 'POST', headers, body: JSON.stringify(body) });
        last = `${status ?? 'no answer'} ${reply?.code ?? ''}`.trim();
        note(last);
        // An answer counts only if it is complete.
        if (status !== null && status < 300 && reply !== null) return reply as Reply;
        await sleep(TRY_AGAIN_MS);
      }
      throw new Error(`${path} was never done: ${last}`);
    },
  };
}
