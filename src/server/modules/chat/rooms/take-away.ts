import { sql, type Transaction } from 'kysely';
import type { reportChatMessage } from '#contract/chat.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import { CHAT_REPORTS_HIDE, CHAT_RETENTION_MS, type ChatReportReason, isTrustedReporter } from '#domain/chat/chat.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import { lockMembership } from '#server/modules/tipping/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { type RequestLimit, requestLimit } from '#server/platform/http/request-limit.ts';
import { type Announce, transact } from '#server/platform/transact.ts';
import { lockMessage, markApproved, publishMessages, setHidden, setRemoved } from './messages.ts';
import { isConfirmed } from './send.ts';

/** Maximum number of reports per user and hour. */
const REPORTS_PER_HOUR = 30;
export const reportLimit = (deps: Deps): RequestLimit => requestLimit(deps, 'chat-report', REPORTS_PER_HOUR, 60 * 60);

/** Deletes a user's own message; no effect if it is already removed. Throws `not_found`, also for another user's message. */
export async function deleteOwn(deps: Deps, userId: string, id: string): Promise<Record<string, never>> {
  await requireUser(deps, userId);
  await transact(deps, async (db, announce) => {
    const message = await lockMessage(db, Number(id));
    if (message?.user_id !== userId) throw new AppError('not_found');
    // A hidden message waits for a moderator, and its author cannot end that by deleting it.
    if (message.removed !== null) return;
    await setRemoved(db, message.id, 'deleted', null, deps.now());
    await publishMessages(db, announce, [message.id]);
  });
  return {};
}

/**
 * Stores a user's report of a message, and hides the message after enough trusted reports. Throws `not_found` if the message does not exist
 * or is removed, for a match event line, and for the user's own message; `rate_limited`.
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
    const message = await lockMessage(db, Number(id));
    if (message?.kind !== 'user' || message.user_id === userId) throw new AppError('not_found');
    if (message.removed !== null && message.removed !== 'hidden') throw new AppError('not_found');
    // Who cannot read a group's room knows nothing to report, and must not help to hide what is said there.
    if (message.group_id !== null && !(await lockMembership(db, message.group_id, userId))) throw new AppError('not_found');
    const record = await findRecord(db, userId, new Date(now.getTime() - CHAT_RETENTION_MS));
    const reporter = { ...record, createdAt: user.created_at, isConfirmed: await isConfirmed(db, user) };
    const is_trusted = isTrustedReporter(reporter, now);
    await insertReport(db, { message_id: message.id, reporter_id: userId, reason, is_trusted, created_at: now });
    if (message.removed !== null || message.kept_at !== null) return;
    if ((await countTrusted(db, message.id)) < CHAT_REPORTS_HIDE) return;
    await setHidden(db, message.id, now);
    await publishMessages(db, announce, [message.id]);
  });
  return {};
}

/**
 * Removes a message permanently by a moderator's decision and publishes the change to its room; returns false if it was already removed so,
 * or there is no such user message. The caller closes its reports.
 */
export async function removeMessage(db: Transaction<DB>, announce: Announce, id: number, adminId: string, at: Date): Promise<boolean> {
  const message = await lockMessage(db, id);
  if (message?.kind !== 'user' || message.removed === 'moderated') return false;
  await setRemoved(db, id, 'moderated', adminId, at);
  await publishMessages(db, announce, [id]);
  return true;
}

/**
 * Keeps a message by a moderator's decision: it is shown again, and later reports do not hide it. Returns false if there is no such user
 * message. A message deleted by its author stays deleted; what the owner of a group removed is shown again only if `overrules` the owner.
 */
export async function approveMessage(
  db: Transaction<DB>,
  announce: Announce,
  id: number,
  adminId: string,
  at: Date,
  { overrules = false } = {},
): Promise<boolean> {
  const message = await lockMessage(db, id);
  if (message?.kind !== 'user' || message.removed === 'deleted' || (message.removed === 'group' && !overrules)) return false;
  await markApproved(db, id, adminId, at);
  if (message.removed !== null) await publishMessages(db, announce, [id]);
  return true;
}

/** Returns a user's chat record since a moment: whether they were muted, and the outcome of their reports. */
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

/** Inserts a report; a second report of the same message by the same user has no effect. */
async function insertReport(db: Db, report: NewReport): Promise<void> {
  await db
    .insertInto('chat_reports')
    .values(report)
    .onConflict((conflict) => conflict.columns(['message_id', 'reporter_id']).doNothing())
    .execute();
}

/** Counts the open reports of a message by trusted reporters. */
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
