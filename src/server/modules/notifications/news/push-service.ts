import { createHash } from 'node:crypto';
import { type ClientRequest, request as plainRequest } from 'node:http';
import { Agent, request } from 'node:https';
import webPush from 'web-push';
import type { PushPayload } from '#contract/notifications.ts';
import type { Deps } from '#server/deps.ts';
import { retryAfterMs } from '#server/platform/messaging/http-outcome.ts';
import { lookupPublic } from './public-address.ts';
import { vapidKey } from './vapid.ts';

export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushOptions {
  /** After so many seconds the push service keeps it no longer. */
  ttlSeconds: number;
  /** Low: in silence, when the device is awake anyway. */
  urgency: 'low' | 'high';
}

/** `gone`: the browser wants nothing of us any more. `not_sent` is worth another try, also where it may have arrived: the same tag replaces itself. */
export type PushOutcome =
  | { kind: 'sent' | 'gone' }
  | { kind: 'not_sent'; problem: string; afterMs?: number }
  | { kind: 'refused'; problem: string };

export interface PushService {
  send: (to: Subscription, payload: PushPayload, options: PushOptions) => Promise<PushOutcome>;
  close: () => void;
}

const ANSWER_MS_MAX = 10_000;
/** Push services believe a signature for a day. */
const SIGNED_MS = 3_600_000;
/** What push services take, RFC 8291; what is encrypted is padded by less than 110 bytes. */
const PAYLOAD_BYTES_MAX = 4_096 - 110;

/**
 * Hands encrypted payloads to browsers' push services (RFC 8030, 8188, 8291, 8292). Who says where to is the user: only names that lead into the
 * internet are asked, no redirect is followed, and nothing of the answer is kept but its status. `standIn` is asked instead of all of them, in tests.
 */
export function createPushService(
  deps: Deps,
  { standIn, answerMs = ANSWER_MS_MAX }: { standIn?: string; answerMs?: number } = {},
): PushService {
  const agent = new Agent({ keepAlive: true, lookup: lookupPublic });
  const authorize = signatures(deps);
  const open = (endpoint: string, method: string, headers: Record<string, string>): ClientRequest => {
    const signal = AbortSignal.timeout(answerMs);
    if (standIn === undefined) return request(endpoint, { method, headers, agent, signal });
    return plainRequest(new URL(new URL(endpoint).pathname, standIn), { method, headers, signal });
  };
  return {
    send: async (to, payload, options) => {
      const text = JSON.stringify(payload);
      if (Buffer.byteLength(text) > PAYLOAD_BYTES_MAX) return { kind: 'refused', problem: 'the payload is too long' };
      try {
        const Authorization = await authorize(new URL(to.endpoint).origin);
        const { method, headers, body } = webPush.generateRequestDetails(
          { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } },
          text,
          {
            vapidDetails: null as never,
            headers: { Authorization },
            TTL: options.ttlSeconds,
            urgency: options.urgency,
            topic: topicOf(payload),
          },
        );
        const asTexts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
        return outcomeOf(await exchange(open(to.endpoint, method, asTexts), body));
      } catch (error) {
        const { code, name } = error as { code?: unknown; name?: unknown };
        return { kind: 'not_sent', problem: `the push service does not answer (${String(code ?? name)})` };
      }
    },
    close: () => agent.destroy(),
  };
}

/** A newer one with the same topic replaces what a push service still keeps: 32 letters of base64url. */
const topicOf = ({ tag }: PushPayload): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32);

/** Says who we are to a push service, by its origin; signed once an hour. */
function signatures(deps: Deps): (origin: string) => Promise<string> {
  const known = new Map<string, { text: string; untilMs: number }>();
  return async (origin) => {
    const nowMs = deps.now().getTime();
    const { text, untilMs } = known.get(origin) ?? { text: '', untilMs: 0 };
    if (nowMs < untilMs) return text;
    const { publicKey, privateKey } = await vapidKey(deps);
    // Its clock is the machine's, as the push service's is.
    const { Authorization } = webPush.getVapidHeaders(origin, subjectOf(deps.config), publicKey, privateKey, 'aes128gcm');
    if (known.size > 100) known.clear();
    known.set(origin, { text: Authorization, untilMs: nowMs + SIGNED_MS });
    return Authorization;
  };
}

/** Where a push service can reach whoever runs this site. */
function subjectOf({ publicUrl, securityContact, mail }: Deps['config']): string {
  if (securityContact) return securityContact;
  if (publicUrl?.startsWith('https:')) return publicUrl;
  const address = mail && (/<(.+)>/.exec(mail.from)?.[1] ?? mail.from);
  return `mailto:${address ?? 'nobody@matchpoint.invalid'}`;
}

interface Answer {
  status: number;
  retryAfter: string | undefined;
}

/** Sends a request, and reads of the answer what is needed. */
const exchange = (asked: ClientRequest, body: Buffer | null): Promise<Answer> =>
  new Promise((resolve, reject) => {
    asked.on('error', reject);
    asked.on('response', (response) => {
      // Nobody reads what it says: a short answer leaves the connection usable, a long one ends it.
      let length = 0;
      response.on('error', () => {});
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > 10_000) response.destroy();
      });
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
    });
    asked.end(body);
  });

function outcomeOf({ status, retryAfter }: Answer): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const problem = `the push service answered ${status}`;
  if (status !== 429 && status < 500) return { kind: 'refused', problem };
  const afterMs = retryAfterMs(retryAfter);
  return { kind: 'not_sent', problem, ...(afterMs !== undefined && { afterMs }) };
}
