import { z } from 'zod';
import { LOCALES } from '#domain/identity/locale.ts';
import { listOf, paging, queryText, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';

export const MESSAGE_CHANNELS = ['email', 'telegram', 'sms'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** A message that the demo shows instead of sending. */
export const outboxMessage = z.object({
  id: uuid,
  at: timestamp,
  channel: z.enum(MESSAGE_CHANNELS),
  to: z.string(),
  locale: z.enum(LOCALES),
  kind: z.string(),
  /** Mails only. */
  subject: z.string().nullable(),
  text: z.string(),
  /** Mails only: a complete document. */
  html: z.string().nullable(),
});
export type OutboxMessage = z.infer<typeof outboxMessage>;

/** Exists in demo mode only. */
export const getOutbox = endpoint({
  method: 'GET',
  path: '/api/dev/outbox',
  access: 'public',
  summary: 'Messages that the demo would have sent, newest first',
  input: z.object({ to: queryText(254).optional(), ...paging }),
  reply: listOf(outboxMessage),
});
