import type { removeChatMessage } from '#contract/chat-moderation.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf, recordAudit, requireOthers, requireReason } from '#server/modules/admins/public.ts';
import { keepMessage, removeMessage } from '#server/modules/chat/rooms/take-away.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import { closeReports, findReportStates, lockMessage } from './report-queries.ts';

type Decision = ParsedInputOf<typeof removeChatMessage>;
type Decided = ReplyOf<typeof removeChatMessage>;

/**
 * Removes a message and upholds its reports; also works for a message that has no reports or that its author deleted. Throws
 * `reason_required`, `not_found`, `already_decided` if a moderator has decided and no report has arrived since.
 */
export const remove = (deps: Deps, admin: SignedInAdmin, request: RequestContext, { id, reason }: Decision): Promise<Decided> => {
  requireReason(reason);
  const at = deps.now();
  return transact(deps, async (db, announce) => {
    const { row, isWaiting, isDecided } = await lockCase(db, id);
    if (isDecided && !isWaiting) throw new AppError('already_decided');
    await removeMessage(db, announce, row.id, admin.id, at);
    const reports = await closeReports(db, { id: row.id, state: 'upheld', by: admin.id, at });
    // The text stays in the message row and is deleted with it; the audit log does not copy it.
    const [before, after] = [{ removed: row.removed }, { removed: 'moderated', reports_upheld: reports, user_id: row.user_id }];
    const entry = { action: 'chat.remove', subject: { kind: 'chat_message', id }, before, after, reason };
    await recordAudit(db, actorOf(admin, request), entry, at);
    return { state: 'upheld' };
  });
};

/**
 * Dismisses the reports of a message and shows it again if it was hidden. Throws `reason_required`, `not_found`, `already_decided` if
 * nothing is left to decide, `same_reviewer` for the message's author.
 */
export const keep = (deps: Deps, admin: SignedInAdmin, request: RequestContext, { id, reason }: Decision): Promise<Decided> => {
  requireReason(reason);
  const at = deps.now();
  return transact(deps, async (db, announce) => {
    const { row, isWaiting } = await lockCase(db, id);
    if (!isWaiting) throw new AppError('already_decided');
    if (row.user_id !== null) await requireOthers(deps, db, [row.user_id], admin);
    await keepMessage(db, announce, row.id, admin.id, at);
    const reports = await closeReports(db, { id: row.id, state: 'dismissed', by: admin.id, at });
    const removed = row.removed === 'hidden' ? null : row.removed;
    const [before, after] = [{ removed: row.removed }, { removed, reports_dismissed: reports, user_id: row.user_id }];
    const entry = { action: 'chat.keep', subject: { kind: 'chat_message', id }, before, after, reason };
    await recordAudit(db, actorOf(admin, request), entry, at);
    return { state: 'dismissed' };
  });
};

/** Returns a message, locked so that concurrent decisions run one after the other. Throws `not_found`, also for a match event line. */
async function lockCase(db: Db, id: string) {
  const row = await lockMessage(db, Number(id));
  if (!row) throw new AppError('not_found');
  const reports = await findReportStates(db, row.id);
  const isRemoved = row.removed === 'moderated';
  return {
    row,
    isWaiting: !isRemoved && (row.removed === 'hidden' || reports.isOpen),
    isDecided: isRemoved || row.kept_at !== null || reports.isDecided,
  };
}
