import { z } from 'zod';
import { CHAT_REPORT_REASONS } from '#domain/chat/chat.ts';
import { CHAT_WORD_ACTIONS } from '#domain/chat/chat-words.ts';
import { EVERY_ADMIN, SUPPORTERS } from '#domain/identity/admin-role.ts';
import { LOCALES } from '#domain/identity/locale.ts';
import { USER_STATUSES } from './admin-users.ts';
import { adminRef, userRef } from './approvals.ts';
import { reason } from './audit.ts';
import { chatMessage } from './chat.ts';
import { listOf, numericId, paging, queryText, timestamp, uuid } from './common.ts';
import { contestCase } from './contest-admin.ts';
import { endpoint } from './endpoint.ts';

/** The moderation of the chat (docs/moderation.md). All admins can read; supporters and above can act. */
const path = '/api/admin/chat';
const count = z.number().int();

/** Why a message was reported. `held`: not reported, but held back by a listed word until a moderator has looked. */
export const REPORT_REASONS = [...CHAT_REPORT_REASONS, 'held'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** The decision on a report: none yet, the message was removed, or it was left in place. */
export const REPORT_STATES = ['open', 'upheld', 'dismissed'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/** Durations of a mute in hours: an hour, a day, a week, thirty days. Null means for good. */
export const MUTE_HOURS = [1, 24, 168, 720] as const;
export type MuteHours = (typeof MUTE_HOURS)[number] | null;

export const APPEAL_STATES = ['open', 'accepted', 'refused'] as const;
export type AppealState = (typeof APPEAL_STATES)[number];

const locale = z.enum(LOCALES);
/** Digits that fit into a safe integer. */
const messageId = z.string().regex(/^\d{1,15}$/);

/** The author or reporter, with the state of their account. */
const member = userRef.extend({ status: z.enum(USER_STATUSES) });
export type ChatMember = z.infer<typeof member>;

/** A message as moderators read it: the original text, even if it is hidden from others. */
export const moderatedMessage = chatMessage.pick({ id: true, kind: true, removed: true, event: true, reply_to: true, at: true }).extend({
  /** Null for a system line, and after the author's account is deleted. */
  author: member.nullable(),
  /** '' for a system line, and after the author's account is deleted. */
  text: z.string(),
});
export type ModeratedMessage = z.infer<typeof moderatedMessage>;

/** A message that was reported or held. */
export const reportedMessage = z.object({
  message: moderatedMessage,
  /** The room: a match's, or (if null) that of a tipping group. */
  match: contestCase.shape.match.nullable(),
  /** Null in a group's room. */
  locale: locale.nullable(),
  /** The group whose room it is; its name is null after it ended. */
  group: z.object({ id: uuid, name: z.string().nullable() }).nullable(),
  state: z.enum(REPORT_STATES),
  /** Number of distinct reporters; 0 for a message that was only held. */
  reporters: count,
  /** Reports by reason, the most frequent first. */
  reasons: z.array(z.object({ reason: z.enum(REPORT_REASONS), count })),
  /** Times of the first and the last report; if there is none, when it was sent. */
  first_at: timestamp,
  last_at: timestamp,
});
export type ReportedMessage = z.infer<typeof reportedMessage>;

export const listChatReports = endpoint({
  method: 'GET',
  path: `${path}/reports`,
  access: EVERY_ADMIN,
  summary: 'Messages that were reported or held: undecided ones first, then the newest',
  input: z.object({ ...paging, state: z.enum([...REPORT_STATES, 'all']).default('open'), locale: locale.optional() }),
  reply: listOf(reportedMessage),
});

/** A mute, which applies to every room. */
export const listedMute = z.object({
  id: uuid,
  user: member,
  by: adminRef,
  /** Shown to the user. */
  reason: z.string(),
  /** The message that caused it; null if there was no single one, or it is no longer kept. */
  message_id: z.string().nullable(),
  created_at: timestamp,
  /** Null if it is for good. */
  until: timestamp.nullable(),
  /** Set if it was ended by hand before its time. */
  lifted: z.object({ at: timestamp, by: adminRef }).nullable(),
  /** Whether it applies now. */
  is_active: z.boolean(),
});
export type ListedMute = z.infer<typeof listedMute>;

export const getChatReport = endpoint({
  method: 'GET',
  path: `${path}/reports/:message_id`,
  access: EVERY_ADMIN,
  summary: "A message with the ten before and after it, its reports, and its author's record in the chat",
  input: z.object({ message_id: messageId }),
  reply: z.object({
    ...reportedMessage.shape,
    /** Null if the message was neither reported nor held nor checked by a moderator. */
    state: z.enum(REPORT_STATES).nullable(),
    /** From the same room with its system lines, oldest first, without the message itself. */
    before: z.array(moderatedMessage),
    after: z.array(moderatedMessage),
    reports: z.array(
      z.object({
        reporter: member,
        reason: z.enum(REPORT_REASONS),
        /** A trusted reporter: three of these hide a message. */
        is_trusted: z.boolean(),
        state: z.enum(REPORT_STATES),
        at: timestamp,
        decided_by: adminRef.nullable(),
        decided_at: timestamp.nullable(),
      }),
    ),
    /** Null for a system line, and after the author's account is deleted. */
    author: z
      .object({
        /** The latest 20, including the current one. */
        mutes: z.array(listedMute),
        /** Messages of theirs that moderators removed in the last 30 days; older ones are not kept. */
        removed_count: count,
        /** The latest 10 of these. */
        removed: z.array(moderatedMessage),
      })
      .nullable(),
  }),
});
export type ChatReportDetail = z.infer<typeof getChatReport.reply>;

const decision = { input: z.strictObject({ id: messageId, reason }), reply: z.object({ state: z.enum(REPORT_STATES) }) };

export const removeChatMessage = endpoint({
  method: 'POST',
  path: `${path}/messages/:id/remove`,
  access: SUPPORTERS,
  summary: 'Removes a message and upholds its reports; `already_decided` if it was decided and not reported since',
  ...decision,
});

export const keepChatMessage = endpoint({
  method: 'POST',
  path: `${path}/messages/:id/keep`,
  access: SUPPORTERS,
  summary: 'Dismisses the reports of a message and shows it again; `already_decided` if nothing is left to decide',
  ...decision,
});

export const restoreChatMessage = endpoint({
  method: 'POST',
  path: `${path}/messages/:id/restore`,
  access: SUPPORTERS,
  summary: 'Shows a message again that a moderator or the owner of its group removed; reports that were upheld count as dismissed',
  /** `already_decided` for one that neither removed, or that its author had deleted before; `same_reviewer` for its author. */
  ...decision,
});

export const listChatMutes = endpoint({
  method: 'GET',
  path: `${path}/mutes`,
  access: EVERY_ADMIN,
  summary: 'Present and past mutes, newest first',
  input: z.object({ ...paging, state: z.enum(['active', 'ended', 'all']).default('active'), user_id: uuid.optional() }),
  reply: listOf(listedMute),
});

export const muteUser = endpoint({
  method: 'POST',
  path: `${path}/mutes`,
  access: SUPPORTERS,
  status: 201,
  summary: 'Mutes a user in every room; `already_decided` if they are muted, `not_found` if the account is closed',
  /** `message_id`: the message that caused it. */
  input: z.strictObject({ user_id: uuid, hours: z.literal(MUTE_HOURS).nullable(), message_id: messageId.optional(), reason }),
  reply: z.object({ mute: listedMute }),
});

export const liftChatMute = endpoint({
  method: 'POST',
  path: `${path}/mutes/:id/lift`,
  access: SUPPORTERS,
  summary: 'Ends a mute early, and accepts the appeal against it; `already_decided` if it has ended',
  input: z.strictObject({ id: uuid, reason }),
  reply: z.object({ mute: listedMute }),
});

/** An appeal of a muted user against their mute. */
export const chatAppeal = z.object({
  id: uuid,
  mute: listedMute,
  text: z.string(),
  created_at: timestamp,
  state: z.enum(APPEAL_STATES),
  /** The answer, shown to the user. */
  answer: z.string().nullable(),
  decided_by: adminRef.nullable(),
  decided_at: timestamp.nullable(),
});
export type ChatAppeal = z.infer<typeof chatAppeal>;

export const listChatAppeals = endpoint({
  method: 'GET',
  path: `${path}/appeals`,
  access: EVERY_ADMIN,
  summary: 'Appeals against mutes: the longest waiting first, then the latest decided',
  input: z.object({ ...paging, state: z.enum([...APPEAL_STATES, 'all']).default('open') }),
  reply: listOf(chatAppeal),
});

const appealDecision = { input: z.strictObject({ id: uuid, reason }), reply: z.object({ appeal: chatAppeal }) };

export const acceptChatAppeal = endpoint({
  method: 'POST',
  path: `${path}/appeals/:id/accept`,
  access: SUPPORTERS,
  summary: 'Accepts an appeal: lifts the mute',
  ...appealDecision,
});

export const rejectChatAppeal = endpoint({
  method: 'POST',
  path: `${path}/appeals/:id/refuse`,
  access: SUPPORTERS,
  summary: 'Rejects an appeal against a mute',
  ...appealDecision,
});

export const chatWord = z.object({
  id: numericId,
  locale,
  /** As compared with texts: lower case, plain letters for wide and decorated ones, without joiners. */
  word: z.string(),
  action: z.enum(CHAT_WORD_ACTIONS),
  by: adminRef,
  created_at: timestamp,
});
export type ChatWord = z.infer<typeof chatWord>;

/** Maximum length of a listed word, in characters. */
export const CHAT_WORD_MAX = 60;

export const listChatWords = endpoint({
  method: 'GET',
  path: `${path}/words`,
  access: EVERY_ADMIN,
  summary: 'Words that are masked or held for review, by language of the room, in alphabetical order',
  input: z.object({ ...paging, locale: locale.optional(), q: queryText(CHAT_WORD_MAX).optional() }),
  reply: listOf(chatWord),
});

export const setChatWord = endpoint({
  method: 'POST',
  path: `${path}/words`,
  access: SUPPORTERS,
  status: 201,
  summary: 'Adds a word to a list, or changes its effect; `already_decided` if it has that effect',
  input: z.strictObject({ locale, word: z.string().trim().min(1).max(CHAT_WORD_MAX), action: z.enum(CHAT_WORD_ACTIONS) }),
  reply: z.object({ word: chatWord }),
});

export const removeChatWord = endpoint({
  method: 'DELETE',
  path: `${path}/words/:id`,
  access: SUPPORTERS,
  summary: 'Removes a word from its list',
  input: z.object({ id: numericId }),
  reply: z.object({ word: chatWord }),
});
