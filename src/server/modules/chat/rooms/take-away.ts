import { sql, type Transaction } from 'kysely';
import type { reportChatMessage } from '#contract/chat.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import { CHAT_KEPT_MS, CHAT_REPORTS_HIDE, type ChatReportReason, isTrustedReporter } from '#domain/chat/chat.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { type RequestLimit, requestLimit } from '#server/platform/http/request-limit.ts';
import { type Announce, transact } from '#server/platform/transact.ts';
import * as messages from './message-queries.ts';
import { publishMessages } from './message-view.ts';
import { isConfirmed } from './send.ts';

/** Whoever reports more is at odds with the whole room. */
const REPORTS_PER_HOUR = 30;
export const reportLimit = (deps: Deps): RequestLimit => requestLimit(deps, 'chat-report', REPORTS_PER_HOUR, 60 * 60);

/** Takes a user's own message away; what is gone already stays so. Throws `not_found`, also for somebody else's. */
export async function deleteOwn(deps: Deps, userId: string, id: string): Promise<Record<string, never>> {
  await requireUser(deps, userId);
  await transact(deps, async (db, announce) => {
    const message = await messages.lockMessage(db, Number(id));
    if (message?.user_id !== userId) throw new AppError('not_found');
    // What is hidden waits for a moderator: its author does not end that.
    if (message.removed !== null) return;
    await messages.setRemoved(db, message.id, 'deleted', null, deps.now());
    await publishMessages(db, announce, [message.id]);
  });
  return {};
}

/**
 * Keeps that a user found something wrong with a message, and hides it when enough whom we trust have. Throws `not_found` for what is not
 * there (any more), for a line of the match, and for one's own; `rate_limited`.
 */
export async function report(
  deps: Deps,
  limit: RequestLimit,
  userId: string,
  { id, reason }: ParsedInputOf<typeof reportChatMessage>,
): Promise<Record<string, never>> {
  const user = await requireUser(deps, userId);
  await limit.count(userId);
  const now = deps.now();
  await transact(deps, async (db, announce) => {
    const message = await messages.lockMessage(db, Number(id));
    if (message?.kind !== 'user' || message.user_id === userId) throw new AppError('not_found');
    if (message.removed === 'deleted' || message.removed === 'moderated') throw new AppError('not_found');
    const record = await findRecord(db, userId, new Date(now.getTime() - CHAT_KEPT_MS));
    const reporter = { ...record, createdAt: user.created_at, isConfirmed: await isConfirmed(db, user) };
    const is_trusted = isTrustedReporter(reporter, now);
    await insertReport(db, { message_id: message.id, reporter_id: userId, reason, is_trusted, created_at: now });
    if (message.removed !== null || message.kept_at !== null) return;
    if ((await countTrusted(db, message.id)) < CHAT_REPORTS_HIDE) return;
    await messages.setHidden(db, message.id, now);
    await publishMessages(db, announce, [message.id]);
  });
  return {};
}

/**
 * Takes a message away for good, as a moderator decided, and tells its room; false where that was so before, or there is no such message of a
 * user. What became of its reports is written by whoever calls.
 */
export async function removeMessage(db: Transaction<DB>, announce: Announce, id: number, adminId: string, at: Date): Promise<boolean> {
  const message = await messages.lockMessage(db, id);
  if (message?.kind !== 'user' || message.removed === 'moderated') return false;
  await messages.setRemoved(db, id, 'moderated', adminId, at);
  await publishMessages(db, announce, [id]);
  return true;
}

/**
 * Lets a message stand, as a moderator decided: it is shown again, and reports do not hide it any more. False where there is no such message of
 * a user. What its author took away stays away.
 */
export async function keepMessage(db: Transaction<DB>, announce: Announce, id: number, adminId: string, at: Date): Promise<boolean> {
  const message = await messages.lockMessage(db, id);
  if (message?.kind !== 'user' || message.removed === 'deleted') return false;
  await messages.setKept(db, id, adminId, at);
  if (message.removed !== null) await publishMessages(db, announce, [id]);
  return true;
}

/** How somebody behaved in chats since a moment: whether they were muted, and what became of their reports. */
async function findRecord(db: Db, userId: string, since: Date) {
  const { rows } = await sql<{ wasMuted: boolean; upheld: number; dismissed: number }>`
    select
      exists (select from chat_mutes where user_id = ${userId} and coalesce(lifted_at, until, 'infinity') > ${since}) as "wasMuted",
      count(*) filter (where state = 'upheld') as upheld,
      count(*) filter (where state = 'dismissed') as dismissed
    from chat_reports where reporter_id = ${userId} and created_at > ${since}`.execute(db);
  return rows[0]!;
}

interface NewReport {
  message_id: number;
  reporter_id: string;
  reason: ChatReportReason;
  is_trusted: boolean;
  created_at: Date;
}

/** Keeps a report; the same reporter's second one of a message changes nothing. */
async function insertReport(db: Db, report: NewReport): Promise<void> {
  await db
    .insertInto('chat_reports')
    .values(report)
    .onConflict((conflict) => conflict.columns(['message_id', 'reporter_id']).doNothing())
    .execute();
}

/** How many reporters whom we trust wait for a message to be looked at. */
async function countTrusted(db: Db, messageId: number): Promise<number> {
  const { count } = await db
    .selectFrom('chat_reports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('message_id', '=', messageId)
    .where('state', '=', 'open')
    .where('is_trusted', '=', true)
    .executeTakeFirstOrThrow();
  return count;
}
