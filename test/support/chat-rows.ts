import { randomUUID } from 'node:crypto';
import type { ChatReportReason } from '#domain/chat/chat.ts';
import type { Locale } from '#domain/identity/locale.ts';
import type { TestApp } from './app.ts';

/** Chat rows, written directly into the database as modules/chat/rooms stores them. */

interface Said {
  matchId: number;
  locale?: Locale;
  text?: string;
  replyTo?: number;
  /** Whether a listed word holds the message. */
  isHeld?: boolean;
}

/** Creates a user's message, sent now. Returns its id. */
export async function createChatMessage({ deps }: Pick<TestApp, 'deps'>, user: { id: string }, said: Said): Promise<string> {
  const now = deps.now();
  const held = said.isHeld ? { removed: 'hidden', removed_at: now, hidden_because: 'word' } : {};
  const { id } = await deps.db
    .insertInto('chat_messages')
    .values({
      match_id: said.matchId,
      locale: said.locale ?? 'en',
      kind: 'user',
      user_id: user.id,
      cid: randomUUID(),
      text: said.text ?? 'What a match',
      reply_to: said.replyTo ?? null,
      created_at: now,
      ...held,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

/** Creates a user's report of a message, sent now; the reporter is trusted by default. */
export async function createChatReport(
  { deps }: Pick<TestApp, 'deps'>,
  user: { id: string },
  messageId: string,
  reason: ChatReportReason = 'abuse',
  isTrusted = true,
): Promise<void> {
  await deps.db
    .insertInto('chat_reports')
    .values({ message_id: Number(messageId), reporter_id: user.id, reason, is_trusted: isTrusted, created_at: deps.now() })
    .execute();
}

/** Creates a user's appeal against a mute, sent now. Returns its id. */
export async function createChatAppeal({ deps }: Pick<TestApp, 'deps'>, muteId: string, text = 'It was a joke'): Promise<string> {
  const id = randomUUID();
  await deps.db.insertInto('chat_appeals').values({ id, mute_id: muteId, text, created_at: deps.now() }).execute();
  return id;
}
