import { z } from 'zod';
import { CHAT_HISTORY, CHAT_STATES, CHAT_TEXT_MAX } from '#domain/chat.ts';
import { LOCALES } from '#domain/locale.ts';
import { numericId, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { matchEvent } from './matches.ts';

/**
 * What is said about a match, in a room for each language (decisions.md section 7). A page joins `chat:<match id>:<language>` on the socket,
 * then asks for what was said last; after a gap it asks again. Without a socket it asks every 15 seconds, and sends by POST.
 */

/** Why a message is not taken, on the socket as over HTTP. */
export const CHAT_REFUSALS = [
  'rate_limited',
  'login_required',
  'contact_unconfirmed',
  'account_disabled',
  'account_leaving',
  'self_excluded',
  'chat_muted',
  'chat_read_only',
  'message_too_long',
  'store_failed',
  'switched_off',
  'not_found',
] as const satisfies readonly ErrorCode[];

/** Who said something, as everybody sees them: the picture is drawn from the handle. */
export const chatAuthor = z.object({ handle: z.string(), name: z.string() });

export const chatMessage = z.object({
  /** Rises with time: a decimal number, as text. */
  id: z.string(),
  /** `system`: a goal or a card, which pages put in their own words. */
  kind: z.enum(['user', 'system']),
  /** Null for a system line, and where the author's account is gone. */
  author: chatAuthor.nullable(),
  /** Plain text; '' where it was taken away. */
  text: z.string(),
  /** Taken away: by its author, by a moderator, or hidden until one has looked at it. */
  removed: z.enum(['deleted', 'moderated', 'hidden']).nullable(),
  /** What it answers, in short; null where it answers nothing. */
  reply_to: z.object({ id: z.string(), handle: z.string().nullable(), text: z.string() }).nullable(),
  /** Handles that it names with an @ and that exist. */
  mentions: z.array(z.string()),
  /** Of a system line. */
  event: matchEvent.nullable(),
  /** The author's own number for it, so that their page knows its own. */
  cid: uuid.nullable(),
  at: timestamp,
});
export type ChatMessage = z.infer<typeof chatMessage>;

export const chatRoom = z.object({
  match_id: z.number().int(),
  locale: z.enum(LOCALES),
  state: z.enum(CHAT_STATES),
  /** Seconds between two messages of one user: more where much is said. */
  slow_seconds: z.number().int(),
});
export type ChatRoom = z.infer<typeof chatRoom>;

/** What somebody sends. Sending the same `cid` again stores nothing twice. */
export const newMessage = {
  cid: uuid,
  /** Trimmed and cleared of control characters; what is left counts. Bounded here against floods alone. */
  text: z
    .string()
    .min(1)
    .max(CHAT_TEXT_MAX * 8),
  reply_to: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
};

const room = { id: numericId, locale: z.enum(LOCALES) };

export const getChat = endpoint({
  method: 'GET',
  path: '/api/matches/:id/chat',
  access: 'public',
  summary: `How a room is, and what was said there last: ${CHAT_HISTORY} messages, oldest first`,
  input: z.object({
    ...room,
    /** Only what was said before this id: one page further up. */
    before: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
  }),
  reply: z.object({ room: chatRoom, items: z.array(chatMessage), has_more: z.boolean() }),
});

export const sendChat = endpoint({
  method: 'POST',
  path: '/api/matches/:id/chat',
  access: 'user',
  status: 201,
  summary: 'Says something in a room, where no socket can be had',
  input: z.strictObject({ ...room, ...newMessage }),
  reply: z.object({ id: z.string() }),
});
