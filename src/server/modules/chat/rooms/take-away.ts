import type { Transaction } from 'kysely';
import type { reportChatMessage } from '#contract/chat.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import { CHAT_KEPT_MS, CHAT_REPORTS_HIDE, isTrustedReporter } from '#domain/chat.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { type RequestLimit, requestLimit } from '#server/platform/http/request-limit.ts';
import { type Announce, transact } from '#server/platform/transact.ts';
import * as messages from './message-queries.ts';
import { tellMessages } from './message-view.ts';
import * as reports from './report-queries.ts';
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
    await tellMessages(db, announce, [message.id]);
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
    const record = await reports.findRecord(db, userId, new Date(now.getTime() - CHAT_KEPT_MS));
    const reporter = { ...record, createdAt: user.created_at, isConfirmed: await isConfirmed(db, user) };
    const is_trusted = isTrustedReporter(reporter, now);
    await reports.insertReport(db, { message_id: message.id, reporter_id: userId, reason, is_trusted, created_at: now });
    if (message.removed !== null || message.kept_at !== null) return;
    if ((await reports.countTrusted(db, message.id)) < CHAT_REPORTS_HIDE) return;
    await messages.setHidden(db, message.id, now);
    await tellMessages(db, announce, [message.id]);
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
  await tellMessages(db, announce, [id]);
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
  if (message.removed !== null) await tellMessages(db, announce, [id]);
  return true;
}
