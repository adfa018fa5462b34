import { createHash } from 'node:crypto';
import { type ClientRequest, request as plainRequest } from 'node:http';
import { Agent, request } from 'node:https';
import { isIP } from 'node:net';
import webPush from 'web-push';
import type { PushPayload } from '#contract/notifications.ts';
import type { Deps } from '#server/deps.ts';
import { lookupPublic } from '#server/platform/http/public-lookup.ts';
import { retryAfterMs } from '#server/platform/messaging/channel.ts';
import { vapidKey } from './vapid.ts';

export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushOptions {
  /** Seconds after which the push service drops an undelivered message. */
  ttlSeconds: number;
  /** `low`: delivered silently, when the device is awake anyway. */
  urgency: 'low' | 'high';
}

/** `gone`: the subscription no longer exists. `not_sent`: worth a retry, even if it may have arrived, because the same tag replaces it. */
export type PushOutcome =
  | { kind: 'sent' | 'gone' }
  | { kind: 'not_sent'; problem: string; afterMs?: number }
  | { kind: 'refused'; problem: string };

export interface PushService {
  send: (to: Subscription, payload: PushPayload, options: PushOptions) => Promise<PushOutcome>;
  close: () => void;
}

const ANSWER_MS_MAX = 10_000;
/** Lifetime of a signature; push services accept at most a day. */
const SIGNED_MS = 3_600_000;
/** Maximum payload accepted by push services (RFC 8291), minus at most 110 bytes of encryption overhead. */
const PAYLOAD_BYTES_MAX = 4_096 - 110;

/**
 * Creates the client that sends encrypted payloads to browsers' push services (RFC 8030, 8188, 8291, 8292). Endpoints come from users, so
 * it only connects to names that resolve to public addresses, follows no redirects, and keeps nothing of a response but its status. In
 * tests, `standIn` is asked instead of all of them.
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

/**
 * Returns the push topic of a payload (32 base64url characters): a newer message with the same topic replaces one that the push service
 * still holds.
 */
const topicOf = ({ tag }: PushPayload): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32);

/** Returns a function that signs our identity for a push service's origin; signatures are reused for an hour. */
function signatures(deps: Deps): (origin: string) => Promise<string> {
  const known = new Map<string, { text: string; untilMs: number }>();
  return async (origin) => {
    const nowMs = deps.now().getTime();
    const { text, untilMs } = known.get(origin) ?? { text: '', untilMs: 0 };
    if (nowMs < untilMs) return text;
    const { publicKey, privateKey } = await vapidKey(deps);
    // The library uses the clock of the machine, as the push service does, rather than `deps.now`.
    const { Authorization } = webPush.getVapidHeaders(origin, subjectOf(deps.config), publicKey, privateKey, 'aes128gcm');
    if (known.size > 100) known.clear();
    known.set(origin, { text: Authorization, untilMs: nowMs + SIGNED_MS });
    return Authorization;
  };
}

/** Returns the contact of the site's operator for push services. */
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

/** Sends a request and returns the parts of the response that are needed. */
const exchange = (asked: ClientRequest, body: Buffer | null): Promise<Answer> =>
  new Promise((resolve, reject) => {
    asked.on('error', reject);
    asked.on('response', (response) => {
      // The body is ignored: a short one leaves the connection reusable, a long one closes it.
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

/** Returns whether an endpoint can belong to a push service: https on the default port, a host name, no credentials. */
export function isPushEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  // A host name that ends in digits only is parsed as an IP address, however it was written.
  return protocol === 'https:' && port === '' && username === '' && password === '' && hostname.includes('.') && !isIP(hostname);
}
