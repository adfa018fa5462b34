import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { notSent, type Outcome } from '#server/platform/messaging/channel.ts';
import {
  askGateway,
  type Delivery,
  type Gateway,
  type GatewayAnswer,
  jsonRequest,
  parseJson,
  type ReceiptRequest,
  secondsUntil,
} from './gateway.ts';
import type { GatewaySettings } from './gateway-settings.ts';

type TelegramGatewaySettings = Omit<Extract<GatewaySettings, { kind: 'telegram-gateway' }>, 'kind'> & {
  now: () => Date;
  /** Where receipts are sent; null if we cannot be reached. */
  receiptUrl: string | null;
  answerMs?: number;
};

/** The validity that Telegram accepts, in seconds. It refunds a code that was not delivered within it. */
const TTL = { min: 30, max: 3_600 };

/**
 * Sends codes inside Telegram to whoever uses it with that phone number (core.telegram.org/gateway/api). It takes the code alone, so other
 * messages are refused, as is a code that needs the link of its message.
 */
export function createTelegramGateway({ url, token, now, receiptUrl, answerMs }: TelegramGatewaySettings): Gateway {
  const ask = (method: string, body: Record<string, unknown>) =>
    askGateway(NAME, `${url}/${method}`, jsonRequest(body, { Authorization: `Bearer ${token}` }), answerMs);
  return {
    kind: 'telegram-gateway',
    send: async ({ id, to, code }) => {
      if (code === null || code.needsLink) return { kind: 'refused', problem: `${NAME} takes codes only` };
      const ttl = Math.min(secondsUntil(code.validUntil, now()), TTL.max);
      if (ttl < TTL.min) return { kind: 'refused', problem: `${NAME} takes no code that expires in less than ${TTL.min} seconds` };
      // Nothing is sent by asking whether it is possible, so whatever goes wrong here leaves the message to the next gateway.
      const able = await ask('checkSendAbility', { phone_number: to });
      if ('failed' in able) return notSent(problemIn(able.failed));
      const request_id = requestId(able.answer);
      if (request_id === null) return refusal(able.answer) ?? notSent(`${NAME} answered ${able.answer.status} to whether it can send`);
      const sent = await ask('sendVerificationMessage', {
        ...{ phone_number: to, request_id, code: code.digits, ttl, payload: id },
        ...(receiptUrl !== null && { callback_url: receiptUrl }),
      });
      if ('failed' in sent) return sent.failed;
      const reference = requestId(sent.answer);
      if (reference !== null) return { kind: 'sent', receipt: { gateway: 'telegram-gateway', reference } };
      return refusal(sent.answer) ?? { kind: 'unknown', problem: `${NAME} answered ${sent.answer.status}` };
    },
    askDelivery: async (reference) => {
      const told = await ask('checkVerificationStatus', { request_id: reference });
      const status = 'answer' in told ? Success.safeParse(told.answer.body).data?.result : undefined;
      return status?.request_id === reference ? deliveryIn(status) : null;
    },
    readReceipt: (request) => {
      if (!isSigned(request, token)) return null;
      const status = RequestStatus.safeParse(parseJson(request.body)).data;
      return status === undefined ? null : { reference: status.request_id, delivery: deliveryIn(status) };
    },
  };
}

const NAME = 'Telegram Gateway';

const RequestStatus = z.object({
  request_id: z.string().min(1).max(200),
  delivery_status: z.object({ status: z.string().max(40) }).nullish(),
});
const Success = z.object({ ok: z.literal(true), result: RequestStatus });
const Refusal = z.object({ ok: z.literal(false), error: z.string().regex(/^[A-Z][A-Z0-9_]{0,79}$/) });

const requestId = ({ body }: GatewayAnswer): string | null => Success.safeParse(body).data?.result.request_id ?? null;

/** Errors about the number are final; others are about us (token, balance, pace), so the message stays unsent. */
function refusal({ body, afterMs }: GatewayAnswer): Outcome | null {
  const error = Refusal.safeParse(body).data?.error;
  if (error === undefined) return null;
  const problem = `${NAME} answered ${error}`;
  if (error.startsWith('PHONE_NUMBER_')) return { kind: 'refused', problem };
  const floodSeconds = /^FLOOD_WAIT_(\d{1,6})$/.exec(error)?.[1];
  return notSent(problem, floodSeconds === undefined ? afterMs : Number(floodSeconds) * 1_000);
}

const problemIn = (outcome: Outcome): string => ('problem' in outcome ? outcome.problem : NAME);

function deliveryIn({ delivery_status }: z.output<typeof RequestStatus>): Delivery {
  const status = delivery_status?.status;
  if (status === 'delivered' || status === 'read') return 'delivered';
  return status === 'expired' || status === 'revoked' ? 'undelivered' : 'pending';
}

/** The signature is of the time, a line break and the body, under the hash of our token. */
function isSigned({ header, body }: ReceiptRequest, token: string): boolean {
  const at = header('x-request-timestamp') ?? '';
  const key = createHash('sha256').update(token).digest();
  const right = createHmac('sha256', key).update(`${at}\n${body}`).digest();
  const shown = Buffer.from(header('x-request-signature') ?? '', 'hex');
  return shown.length === right.length && timingSafeEqual(shown, right);
}
