import type { z } from 'zod';
import { EVENT_SUMMARIES, TOLD_EVENTS, type ToldEvent, webhookBody } from '#contract/v1/webhook-events.ts';

type Schema = Record<string, unknown>;

const HEADERS = [
  { name: 'webhook-id', description: 'The id of the event: the same in every attempt.', schema: { type: 'string', format: 'uuid' } },
  { name: 'webhook-timestamp', description: 'When this attempt was made, in seconds since 1970.', schema: { type: 'integer' } },
  {
    name: 'webhook-signature',
    description:
      '`v1,` and an HMAC-SHA256 in base64, by the scheme of Standard Webhooks; two of them, separated by a space, after a new secret.',
    schema: { type: 'string' },
  },
];

const RESPONSES = {
  '2XX': { description: 'Delivered.' },
  '410': { description: 'The webhook is turned off, and its owner gets a mail.' },
  default: { description: 'Failed: the event is sent again, for a day. So it is without an answer within 10 seconds.' },
};

/**
 * Returns the `webhooks` of an OpenAPI 3.1 description: what this site sends to the servers of users.
 *
 * @param schemaOf Returns the JSON schema of a body, and adds what it refers to among the components.
 */
export const describeWebhooks = (schemaOf: (schema: z.ZodType) => Schema): Schema =>
  Object.fromEntries(TOLD_EVENTS.map((type) => [type, { post: eventOperation(type, schemaOf) }]));

const eventOperation = (type: ToldEvent, schemaOf: (schema: z.ZodType) => Schema): Schema => ({
  operationId: operationOf(type),
  summary: EVENT_SUMMARIES[type],
  description: `Sent to webhooks that chose \`${type}\`. An event can come twice, and events of a match come in order.`,
  tags: ['webhooks'],
  security: [],
  parameters: HEADERS.map((header) => ({ ...header, in: 'header', required: true })),
  requestBody: { required: true, content: { 'application/json': { schema: schemaOf(webhookBody(type)) } } },
  responses: RESPONSES,
});

/** Returns the name of an event's operation: `receiveMatchPartEnded` of `match.part_ended`. */
const operationOf = (type: ToldEvent): string =>
  `receive${type.replace(/(^|[._])(\w)/g, (_, _mark, letter: string) => letter.toUpperCase())}`;
