import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { notSent, type Outcome, type Outgoing } from '#server/platform/messaging/channel.ts';
import { askGateway, type Delivery, type Gateway, type GatewayAnswer, type ReceiptRequest, secondsUntil } from './gateway.ts';
import type { GatewaySettings } from './gateway-settings.ts';

type TwilioSettings = Omit<Extract<GatewaySettings, { kind: 'twilio' }>, 'kind'> & {
  now: () => Date;
  /** Where receipts are sent; null if we cannot be reached. */
  receiptUrl: string | null;
  answerMs?: number;
};

/** The longest time that Twilio keeps a message that it cannot deliver, in seconds. */
const VALIDITY_MAX = 36_000;

/** Sends texts by Twilio's Messages API. It has no idempotency key: a message that may have arrived is never sent again. */
export function createTwilio({ url, accountSid, authToken, from, now, receiptUrl, answerMs }: TwilioSettings): Gateway {
  const messages = `${url}/2010-04-01/Accounts/${accountSid}/Messages`;
  const Authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const form = ({ to, text, code }: Outgoing) =>
    new URLSearchParams({
      ...{ To: to, Body: text, [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from },
      ...(code !== null && { ValidityPeriod: String(Math.min(Math.max(secondsUntil(code.validUntil, now()), 1), VALIDITY_MAX)) }),
      ...(receiptUrl !== null && { StatusCallback: receiptUrl }),
    });
  return {
    kind: 'twilio',
    send: async (message) => {
      const headers = { Authorization, 'Content-Type': 'application/x-www-form-urlencoded' };
      const told = await askGateway(NAME, `${messages}.json`, { method: 'POST', headers, body: form(message).toString() }, answerMs);
      return 'failed' in told ? told.failed : outcomeOf(told.answer);
    },
    askDelivery: async (reference) => {
      const init = { method: 'GET', headers: { Authorization } };
      const told = await askGateway(NAME, `${messages}/${encodeURIComponent(reference)}.json`, init, answerMs);
      const message = 'answer' in told ? Message.safeParse(told.answer.body).data : undefined;
      return message?.sid === reference ? deliveryIn(message.status) : null;
    },
    readReceipt: (request) => {
      if (!isSigned(request, authToken)) return null;
      const told = new URLSearchParams(request.body);
      const receipt = Message.safeParse({ sid: told.get('MessageSid'), status: told.get('MessageStatus') }).data;
      return receipt ? { reference: receipt.sid, delivery: deliveryIn(receipt.status) } : null;
    },
  };
}

const NAME = 'Twilio';

const Message = z.object({ sid: z.string().regex(/^[A-Z]{2}[0-9a-f]{32}$/), status: z.string().max(40) });
const Problem = z.object({ code: z.number().int() });

function outcomeOf({ status, body, afterMs }: GatewayAnswer): Outcome {
  const message = Message.safeParse(body).data;
  if (status >= 200 && status < 300 && message) return { kind: 'sent', receipt: { gateway: 'twilio', reference: message.sid } };
  const code = Problem.safeParse(body).data?.code;
  const problem = `${NAME} answered ${status}${code === undefined ? '' : ` (${code})`}`;
  if (status === 429 || status === 503) return notSent(problem, afterMs);
  // Of the refusals, only 400 is about the message: a number that does not exist, or whose owner wants no more texts.
  if (status === 400) return { kind: 'refused', problem };
  return status >= 300 && status < 500 && status !== 408 ? notSent(problem) : { kind: 'unknown', problem };
}

function deliveryIn(status: string): Delivery {
  if (status === 'delivered' || status === 'read') return 'delivered';
  return ['undelivered', 'failed', 'canceled'].includes(status) ? 'undelivered' : 'pending';
}

/** The signature is of the whole address and all fields, sorted by name, under our token. */
function isSigned({ url, header, body }: ReceiptRequest, authToken: string): boolean {
  const fields = [...new URLSearchParams(body)].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  const right = createHmac('sha1', authToken)
    .update(url + fields.flat().join(''))
    .digest();
  const shown = Buffer.from(header('x-twilio-signature') ?? '', 'base64');
  return shown.length === right.length && timingSafeEqual(shown, right);
}
