import { z } from 'zod';
import { CHAT_APPEAL_MAX, CHAT_HISTORY, CHAT_REPORT_REASONS, CHAT_STATES, CHAT_TEXT_MAX, GROUP_MUTE_HOURS } from '#domain/chat/chat.ts';
import { LOCALES } from '#domain/identity/locale.ts';
import { nothing, numericId, queryText, sport, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { matchEvent, teamRef } from './matches.ts';

/**
 * The chat of a match, with a room for each language (docs/rules.md#chat), and of a tipping group, with one room for its members. A page
 * joins `chat:<match id>:<language>` or `chat:group:<group id>` on the socket, then fetches the latest messages, and again after a gap.
 * Without a socket it polls every 15 seconds, and sends by POST.
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
  'group_muted',
  'chat_read_only',
  'message_too_long',
  'store_failed',
  'switched_off',
  'not_found',
  'tips_hidden',
] as const satisfies readonly ErrorCode[];

/** Message id: digits that fit into a safe integer. */
const messageId = z.string().regex(/^\d{1,15}$/);

/** The author of a message, as everybody sees them: the picture is drawn from the handle. */
export const chatAuthor = z.object({ handle: z.string(), name: z.string() });

/** Whose tip of which match, by the ids that the list of a match's tips names. */
const tipRef = { match_id: numericId, member_id: numericId };
export type TipRef = { match_id: number; member_id: number };

/** The tip that a message comments on, in a group's room. */
const commentedTip = z.object({
  match: z.object({ id: z.number().int(), sport, home: teamRef, away: teamRef }),
  /** Null once the group's place or the member is no longer recorded. */
  member_id: z.number().int().nullable(),
  /** Who tipped, as the group names them; null for those who are no longer in it. */
  name: z.string().nullable(),
  tip: z.object({ home: z.number().int(), away: z.number().int() }).nullable(),
});
export type CommentedTip = z.infer<typeof commentedTip>;

export const chatMessage = z.object({
  /** Increases with time: a decimal number, as text. */
  id: z.string(),
  /** `system`: a goal or a card, which pages word themselves. */
  kind: z.enum(['user', 'system']),
  /** Null for a system line, after the author's account is deleted, and in a group for those who are no longer in it. */
  author: chatAuthor.nullable(),
  /** Plain text; '' if it was removed. */
  text: z.string(),
  /**
   * Removed by its author, by a moderator, by the owner or a helper of the group ('group'), or hidden until a moderator has looked at it. A
   * system line is 'deleted' if the feed withdrew its event: a goal that does not count.
   */
  removed: z.enum(['deleted', 'moderated', 'group', 'hidden']).nullable(),
  /** An excerpt of the message that it replies to; null if it is no reply. */
  reply_to: z.object({ id: z.string(), handle: z.string().nullable(), text: z.string() }).nullable(),
  /** Set for a comment on a tip. */
  tip: commentedTip.nullable(),
  /** Existing handles that it mentions with an @. */
  mentions: z.array(z.string()),
  /** Set for a system line. */
  event: matchEvent.nullable(),
  /** The author's own id for it, so that their page recognizes it. */
  cid: uuid.nullable(),
  at: timestamp,
});
export type ChatMessage = z.infer<typeof chatMessage>;

export const chatRoom = z.object({
  /** Null in a group's room. */
  match_id: z.number().int().nullable(),
  locale: z.enum(LOCALES).nullable(),
  /** Null in a match's room. */
  group_id: uuid.nullable(),
  state: z.enum(CHAT_STATES),
  /** Minimum seconds between two messages of one user: higher in a busy room. */
  slow_seconds: z.number().int(),
});
export type ChatRoom = z.infer<typeof chatRoom>;

/** A message to send. Sending the same `cid` again stores it only once. */
export const newMessage = {
  cid: uuid,
  /** Trimmed and stripped of control characters; the remaining text counts. This limit only protects against floods. */
  text: z
    .string()
    .min(1)
    .max(CHAT_TEXT_MAX * 8),
  reply_to: messageId.optional(),
};
/** In a group's room: the tip that the message comments on. `tips_hidden` until its match has closed in the group. */
export const newComment = { about: z.strictObject(tipRef).optional() };

const room = { id: numericId, locale: z.enum(LOCALES) };
/** Only messages before this id: the previous page. */
const before = messageId.optional();
const page = z.object({ room: chatRoom, items: z.array(chatMessage), has_more: z.boolean() });

export const getChat = endpoint({
  method: 'GET',
  path: '/api/matches/:id/chat',
  access: 'public',
  summary: `A room's state and its last ${CHAT_HISTORY} messages, oldest first`,
  input: z.object({ ...room, before }),
  reply: page,
});

export const sendChat = endpoint({
  method: 'POST',
  path: '/api/matches/:id/chat',
  access: 'user',
  isPlay: true,
  status: 201,
  summary: 'Posts a message to a room, for clients without a socket',
  input: z.strictObject({ ...room, ...newMessage }),
  reply: z.object({ id: z.string() }),
});

const ofGroup = { group_id: uuid };
/** When a mute in a group ends; null if it is for good. */
const groupMute = z.object({ until: timestamp.nullable() });

export const getGroupChat = endpoint({
  method: 'GET',
  path: '/api/tipping/groups/:group_id/chat',
  access: 'user',
  summary: `The room of a tipping group, for its members: its last ${CHAT_HISTORY} messages, or those about one tip, oldest first`,
  input: z.object({ ...ofGroup, before, match_id: numericId.optional(), member_id: numericId.optional() }),
  reply: page.extend({
    /** What keeps the caller from writing in this group alone. */
    group_mute: groupMute.nullable(),
  }),
});

export const sendGroupChat = endpoint({
  method: 'POST',
  path: '/api/tipping/groups/:group_id/chat',
  access: 'user',
  status: 201,
  summary: "Posts a message to the group's room, or a comment on a tip, for clients without a socket",
  input: z.strictObject({ ...ofGroup, ...newMessage, ...newComment }),
  reply: z.object({ id: z.string() }),
});

export const removeGroupMessage = endpoint({
  method: 'POST',
  path: '/api/tipping/groups/:group_id/chat/:id/remove',
  access: 'user',
  summary: "Removes a message from the group's room (owner and helpers); repeating it is no error",
  /** `already_decided` if a moderator has looked at it: what moderators decide stands. */
  input: z.strictObject({ ...ofGroup, id: messageId }),
  reply: nothing,
});

/** Present members who may not write in their group's room. */
export const groupMutes = z.object({ items: z.array(groupMute.extend({ handle: z.string() })) });

export const listGroupMutes = endpoint({
  method: 'GET',
  path: '/api/tipping/groups/:group_id/chat-mutes',
  access: 'user',
  summary: "Members who are muted in the group's room (owner and helpers)",
  input: z.object(ofGroup),
  reply: groupMutes,
});

const oneMember = { ...ofGroup, handle: queryText(60) };

export const muteInGroup = endpoint({
  method: 'PUT',
  path: '/api/tipping/groups/:group_id/chat-mutes/:handle',
  access: 'user',
  summary: "Mutes a member in the group's room for a day or for good (owner and helpers; helpers mute members only)",
  input: z.strictObject({ ...oneMember, hours: z.literal(GROUP_MUTE_HOURS).nullable() }),
  reply: groupMutes,
});

export const unmuteInGroup = endpoint({
  method: 'DELETE',
  path: '/api/tipping/groups/:group_id/chat-mutes/:handle',
  access: 'user',
  summary: 'Ends a mute in the group (owner and helpers); no error if there is none',
  input: z.object(oneMember),
  reply: groupMutes,
});

const oneMessage = { id: messageId };

export const deleteChatMessage = endpoint({
  method: 'DELETE',
  path: '/api/chat/messages/:id',
  access: 'user',
  summary: "Deletes one of the caller's messages; repeating it is no error",
  input: z.object(oneMessage),
  reply: nothing,
});

export const reportChatMessage = endpoint({
  method: 'POST',
  path: '/api/chat/messages/:id/report',
  access: 'user',
  summary: "Reports another user's message; repeating it counts once",
  input: z.strictObject({ ...oneMessage, reason: z.enum(CHAT_REPORT_REASONS) }),
  reply: nothing,
});

/** Handles whose messages a user ignores, newest first: the user's page leaves them out. */
export const ignoredInChat = z.object({ handles: z.array(z.string()) });

/** In any case, with or without its @. */
const oneIgnored = { handle: z.string().regex(/^@?\w{1,20}$/) };

export const listIgnored = endpoint({
  method: 'GET',
  path: '/api/chat/ignored',
  access: 'user',
  summary: 'Users whom the caller ignores',
  input: z.object({}),
  reply: ignoredInChat,
});

export const ignoreInChat = endpoint({
  method: 'PUT',
  path: '/api/chat/ignored/:handle',
  access: 'user',
  summary: 'Ignores a user: the caller sees none of their messages',
  input: z.strictObject(oneIgnored),
  reply: ignoredInChat,
});

export const readInChat = endpoint({
  method: 'DELETE',
  path: '/api/chat/ignored/:handle',
  access: 'user',
  summary: 'Stops ignoring a user; no error if they were not ignored',
  input: z.object(oneIgnored),
  reply: ignoredInChat,
});

export const chatMute = z.object({
  id: uuid,
  /** Null if it has no end. */
  until: timestamp.nullable(),
  /** What the admin wrote to the user. */
  reason: z.string(),
  created_at: timestamp,
  /** The user's appeal; null if there is none. */
  appeal: z
    .object({
      text: z.string(),
      created_at: timestamp,
      /** 'refused': the mute stays. An accepted appeal lifts the mute, so it never appears here. */
      state: z.enum(['open', 'accepted', 'refused']),
      answer: z.string().nullable(),
    })
    .nullable(),
});
export type ChatMute = z.infer<typeof chatMute>;

/** If there are several, the one that lasts longest. */
const ownMute = z.object({ mute: chatMute.nullable() });

export const getChatMute = endpoint({
  method: 'GET',
  path: '/api/chat/mute',
  access: 'user',
  summary: "The caller's mute; null if there is none",
  input: z.object({}),
  reply: ownMute,
});

export const appealChatMute = endpoint({
  method: 'POST',
  path: '/api/chat/mute/appeal',
  access: 'user',
  status: 201,
  summary: "Appeals against the caller's mute, once",
  input: z.strictObject({ text: z.string().trim().min(1).max(CHAT_APPEAL_MAX) }),
  reply: ownMute,
});
