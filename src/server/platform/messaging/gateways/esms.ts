import { z } from 'zod';
import { notSent, type Outcome, type Outgoing } from '#server/platform/messaging/channel.ts';
import { askGateway, type Delivery, type Gateway, jsonRequest } from './gateway.ts';
import type { GatewaySettings } from './gateway-settings.ts';

type EsmsSettings = Omit<Extract<GatewaySettings, { kind: 'esms' }>, 'kind'> & { answerMs?: number };

/**
 * Sends texts to Vietnamese numbers under a registered name (developers.esms.vn). Networks pass on only texts that were registered, so a
 * code is written into the operator's template where there is one. eSMS signs no receipts, so it is asked.
 */
export function createEsms({ url, apiKey, secretKey, brand, template, answerMs }: EsmsSettings): Gateway {
  const keys = { ApiKey: apiKey, SecretKey: secretKey };
  return {
    kind: 'esms',
    send: async (message) => {
      if (!message.to.startsWith(VIETNAM)) return { kind: 'refused', problem: `${NAME} reaches Vietnamese numbers only` };
      const content = contentOf(message, template);
      const body = {
        ...keys,
        ...{ Phone: message.to.slice(1), Content: content, Brandname: brand, SmsType: CUSTOMER_CARE },
        ...{ IsUnicode: isAscii(content) ? '0' : '1', Sandbox: '0', RequestId: message.id },
      };
      const told = await askGateway(NAME, `${url}${SEND_PATH}`, jsonRequest(body), answerMs);
      return 'failed' in told ? told.failed : outcomeOf(told.answer);
    },
    askDelivery: async (reference) => {
      const query = new URLSearchParams({ RefId: reference, ...keys });
      const told = await askGateway(NAME, `${url}${STATUS_PATH}?${query}`, { method: 'GET' }, answerMs);
      const status = 'answer' in told ? SendStatus.safeParse(told.answer.body).data : undefined;
      return status?.SMSID === reference ? deliveryIn(status) : null;
    },
  };
}

const NAME = 'eSMS';
const VIETNAM = '+84';
const CUSTOMER_CARE = '2';
const SEND_PATH = '/MainService.svc/json/SendMultipleMessage_V4_post_json/';
const STATUS_PATH = '/MainService.svc/json/GetSendStatus';

/** A code with a link does not fit a registered text, but is worth trying as it is. */
function contentOf({ code, text }: Outgoing, template: string | null): string {
  if (template === null || code === null || code.needsLink) return text;
  return template.replaceAll('{code}', code.digits).replaceAll('{minutes}', String(code.minutes));
}

const isAscii = (text: string): boolean => /^[\n\r\x20-\x7e]*$/.test(text);

const SendResult = z.object({ CodeResult: z.string().regex(/^\d{1,4}$/), SMSID: z.string().min(1).max(200).nullish() });

const number = z.coerce.number<number | string>().int().min(0);
const SendStatus = z.object({
  ...{ CodeResponse: z.literal('100'), SMSID: z.string(), SendStatus: number },
  ...{ SendSuccess: number, SendFailed: number },
});

/** The codes in the body of a success, because eSMS answers 200 to everything. */
const TAKEN = '100';
const TAKEN_BEFORE = '124';
const UNKNOWN_FAULT = '99';

function outcomeOf({ status, body, afterMs }: { status: number; body: unknown; afterMs: number | undefined }): Outcome {
  const result = SendResult.safeParse(body).data;
  if (status === 429 || status === 503) return notSent(`${NAME} answered ${status}`, afterMs);
  if (status >= 400 && status < 500) return notSent(`${NAME} answered ${status}`);
  if (result === undefined || status !== 200) return { kind: 'unknown', problem: `${NAME} answered ${status}` };
  const problem = `${NAME} answered code ${result.CodeResult}`;
  if (result.CodeResult === TAKEN_BEFORE) return { kind: 'sent' };
  if (result.CodeResult === TAKEN) return { kind: 'sent', ...(result.SMSID && { receipt: { gateway: 'esms', reference: result.SMSID } }) };
  // All other codes are about our keys, balance, name or template.
  return result.CodeResult === UNKNOWN_FAULT ? { kind: 'unknown', problem } : notSent(problem);
}

/** The send has ended when eSMS handed the text to the network. */
const SEND_ENDED = 5;

function deliveryIn(status: z.output<typeof SendStatus>): Delivery {
  if (status.SendStatus !== SEND_ENDED) return 'pending';
  if (status.SendSuccess > 0) return 'delivered';
  return status.SendFailed > 0 ? 'undelivered' : 'pending';
}
