import { z } from 'zod';
import { CHAT_APPEAL_MAX, CHAT_HISTORY, CHAT_REPORT_REASONS, CHAT_STATES, CHAT_TEXT_MAX } from '#domain/chat/chat.ts';
import { LOCALES } from '#domain/identity/locale.ts';
import { nothing, numericId, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { matchEvent } from './matches.ts';

/**
 * What is said about a match, in a room for each language (docs/rules.md#chat). A page joins `chat:<match id>:<language>` on the socket,
 * then asks for what was said last; after a gap it asks again. Without a socket it asks every 15 seconds, and sends by POST.
 */

/** Reasons for rejecting a message, on the socket and over HTTP. */
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

/** Of a message: what a safe integer can hold, in digits. */
const messageId = z.string().regex(/^\d{1,15}$/);

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
  /**
   * Taken away: by its author, by a moderator, or hidden until one has looked at it. A system line is 'deleted' where the feed took its event
   * back: a goal that does not count.
   */
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
  reply_to: messageId.optional(),
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
    before: messageId.optional(),
  }),
  reply: z.object({ room: chatRoom, items: z.array(chatMessage), has_more: z.boolean() }),
});

export const sendChat = endpoint({
  method: 'POST',
  path: '/api/matches/:id/chat',
  access: 'user',
  isPlay: true,
  status: 201,
  summary: 'Says something in a room, where no socket can be had',
  input: z.strictObject({ ...room, ...newMessage }),
  reply: z.object({ id: z.string() }),
});

const oneMessage = { id: messageId };

export const deleteChatMessage = endpoint({
  method: 'DELETE',
  path: '/api/chat/messages/:id',
  access: 'user',
  summary: "Takes one of the caller's own messages away; once more is no error",
  input: z.object(oneMessage),
  reply: nothing,
});

export const reportChatMessage = endpoint({
  method: 'POST',
  path: '/api/chat/messages/:id/report',
  access: 'user',
  summary: 'Says that something is wrong with a message of somebody else; twice counts once',
  input: z.strictObject({ ...oneMessage, reason: z.enum(CHAT_REPORT_REASONS) }),
  reply: nothing,
});

/** Handles of those whose messages a user does not want to read, the last one first: their page leaves them out. */
export const ignoredInChat = z.object({ handles: z.array(z.string()) });

/** In any case, with its @ or without. */
const oneIgnored = { handle: z.string().regex(/^@?\w{1,20}$/) };

export const listIgnored = endpoint({
  method: 'GET',
  path: '/api/chat/ignored',
  access: 'user',
  summary: 'Whose messages the caller does not want to read',
  input: z.object({}),
  reply: ignoredInChat,
});

export const ignoreInChat = endpoint({
  method: 'PUT',
  path: '/api/chat/ignored/:handle',
  access: 'user',
  summary: "Somebody's messages are not to be shown to the caller any more",
  input: z.strictObject(oneIgnored),
  reply: ignoredInChat,
});

export const readInChat = endpoint({
  method: 'DELETE',
  path: '/api/chat/ignored/:handle',
  access: 'user',
  summary: "Somebody's messages are to be shown again; not having ignored them is no error",
  input: z.object(oneIgnored),
  reply: ignoredInChat,
});

export const chatMute = z.object({
  id: uuid,
  /** Null where it has no end. */
  until: timestamp.nullable(),
  /** What the admin wrote to the user. */
  reason: z.string(),
  created_at: timestamp,
  /** The user's appeal; null if there is none. */
  appeal: z
    .object({
      text: z.string(),
      created_at: timestamp,
      /** 'refused': the mute stays; where one is accepted, there is no mute any more. */
      state: z.enum(['open', 'accepted', 'refused']),
      answer: z.string().nullable(),
    })
    .nullable(),
});
export type ChatMute = z.infer<typeof chatMute>;

/** Of several the one that lasts longest. */
const ownMute = z.object({ mute: chatMute.nullable() });

export const getChatMute = endpoint({
  method: 'GET',
  path: '/api/chat/mute',
  access: 'user',
  summary: 'The mute that the caller is under; null where they may write',
  input: z.object({}),
  reply: ownMute,
});

export const appealChatMute = endpoint({
  method: 'POST',
  path: '/api/chat/mute/appeal',
  access: 'user',
  status: 201,
  summary: 'Says something against the mute that the caller is under, once',
  input: z.strictObject({ text: z.string().trim().min(1).max(CHAT_APPEAL_MAX) }),
  reply: ownMute,
});
