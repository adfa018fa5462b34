import { ANSWER_MS_MAX, notSent, type Outcome, retryAfterMs, withoutAnswer } from '#server/platform/messaging/channel.ts';
import type { Gateway } from './gateway.ts';
import type { GatewaySettings } from './gateway-settings.ts';

type HttpSettings = Omit<Extract<GatewaySettings, { kind: 'http' }>, 'kind'> & { answerMs?: number };

/**
 * Sends texts through any service, by one request (docs/decisions/017): POST `{to, text}` with the token as bearer and the row's id as
 * Idempotency-Key. Any 2xx means that the service has accepted it. It has no receipts.
 */
export const createPlainHttp = ({ url, token, answerMs = ANSWER_MS_MAX }: HttpSettings): Gateway => ({
  kind: 'http',
  send: async ({ id, to, text }) => {
    const body = JSON.stringify({ to, text });
    const headers = {
      'Content-Type': 'application/json',
      'Idempotency-Key': id,
      ...(token !== null && { Authorization: `Bearer ${token}` }),
    };
    try {
      const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(answerMs) });
      await answer.body?.cancel();
      return outcomeOf(answer);
    } catch (error) {
      return withoutAnswer('The SMS service', error);
    }
  },
});

/** Statuses that concern the message itself; other refusals concern us, and can be fixed within the day. */
const ABOUT_MESSAGE = new Set([400, 409, 410, 413, 422]);

function outcomeOf({ ok, status, headers }: Response): Outcome {
  if (ok) return { kind: 'sent' };
  const problem = `The SMS service answered ${status}`;
  if (status === 429 || status === 503) return notSent(problem, retryAfterMs(headers.get('retry-after')));
  if (ABOUT_MESSAGE.has(status)) return { kind: 'refused', problem };
  return status >= 500 || status === 408 ? { kind: 'unknown', problem } : notSent(problem);
}
