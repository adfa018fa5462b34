import type { Transaction } from 'kysely';
import type { ChatMessage } from '#contract/chat.ts';
import { shortened } from '#domain/chat/chat-text.ts';
import type { Locale } from '#domain/identity/locale.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Announce } from '#server/platform/transact.ts';
import { findMessages, type MessageRow } from './message-queries.ts';
import { chatTopic, chatTopics } from './topics.ts';

/** Maximum length of the quoted part of a message: enough to recognise it. */
const QUOTED_MAX = 80;

/** Returns the public form of a message; a removed message has only the fact of its removal. */
export const messageView = (row: MessageRow): ChatMessage => ({
  id: String(row.id),
  kind: row.kind as ChatMessage['kind'],
  author: row.handle === null ? null : { handle: row.handle, name: row.name! },
  text: row.removed === null ? row.text : '',
  removed: row.removed as ChatMessage['removed'],
  reply_to: row.reply_id === null ? null : replyView(row),
  mentions: row.removed === null ? row.mentions : [],
  event: row.event as ChatMessage['event'],
  cid: row.cid,
  at: row.created_at.toISOString(),
});

const replyView = ({ reply_id, reply_handle, reply_text, reply_removed }: MessageRow) => ({
  id: String(reply_id),
  handle: reply_handle,
  text: reply_removed === null ? shortened(reply_text ?? '', QUOTED_MAX) : '',
});

/** Publishes messages in their current form to their rooms after the transaction commits: new and changed ones. */
export async function publishMessages(db: Transaction<DB>, announce: Announce, ids: readonly number[]): Promise<void> {
  for (const row of await findMessages(db, ids)) {
    const change = { t: 'chat' as const, messages: [messageView(row)] };
    const topics = row.locale === null ? chatTopics(row.match_id) : [chatTopic(row.match_id, row.locale as Locale)];
    for (const topic of topics) announce(topic, change);
  }
}
