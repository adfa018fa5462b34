import { ANSWER_MS_MAX, type Outcome, type Outgoing, retryAfterMs, withoutAnswer } from '#server/platform/messaging/channel.ts';
import type { GatewayKind } from './gateway-settings.ts';

/** What a gateway says of a message that it took. */
export type Delivery = 'pending' | 'delivered' | 'undelivered';

/** A receipt that a gateway sent to us: `reference` is its own id of the message. */
export interface Receipt {
  reference: string;
  delivery: Delivery;
}

/** A request to our address for receipts. */
export interface ReceiptRequest {
  /** The whole address that the gateway was told. */
  url: string;
  header: (name: string) => string | undefined;
  body: string;
}

/** A service that sends texts or codes to phones. */
export interface Gateway {
  kind: GatewayKind;
  /** Sends a message; does not throw for foreseen errors. */
  send: (message: Outgoing) => Promise<Outcome>;
  /** Asks what became of a message; null if the gateway did not say. Missing if it has no receipts. */
  askDelivery?: (reference: string) => Promise<Delivery | null>;
  /** Reads a receipt; null if it does not come from the gateway. Missing if it sends none that can be authenticated. */
  readReceipt?: (request: ReceiptRequest) => Receipt | null;
}

/** The timeout of one request to a gateway, in milliseconds. Several gateways are tried within HAND_OVER_MS_MAX. */
export const GATEWAY_ANSWER_MS = ANSWER_MS_MAX / 2;

const ANSWER_BYTES_MAX = 64 * 1024;

/** An answer that arrived whole. `body` is undefined if it is not JSON. */
export interface GatewayAnswer {
  status: number;
  body: unknown;
  /** How long the gateway asks to wait, in milliseconds. */
  afterMs: number | undefined;
}

/** Sends one request; returns the answer, or the outcome of a request without one: a timeout, a hang-up, an answer that is too long. */
export async function askGateway(
  name: string,
  url: string,
  init: RequestInit,
  answerMs = GATEWAY_ANSWER_MS,
): Promise<{ answer: GatewayAnswer } | { failed: Outcome }> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(answerMs) });
    const body = parseJson(await readLimited(response));
    return { answer: { status: response.status, body, afterMs: retryAfterMs(response.headers.get('retry-after')) } };
  } catch (error) {
    return { failed: error instanceof TooLong ? { kind: 'unknown', problem: `${name} answered too much` } : withoutAnswer(name, error) };
  }
}

class TooLong extends Error {}

async function readLimited(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_BYTES_MAX) throw new TooLong();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Returns undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sends JSON by POST. */
export const jsonRequest = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** Whole seconds from now until a moment; 0 if it has passed. */
export const secondsUntil = (until: Date, now: Date): number => Math.max(0, Math.floor((until.getTime() - now.getTime()) / 1_000));
