import type {
  ChatReportDetail,
  getChatReport,
  listChatReports,
  ModeratedMessage,
  ReportedMessage,
  removeChatMessage,
} from '#contract/chat-moderation.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { userChat } from '#contract/user-records.ts';
import { CHAT_RETENTION_MS } from '#domain/chat/chat.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf, recordAudit, requireOthers, requireReason } from '#server/modules/admins/public.ts';
import { approveMessage, removeMessage } from '#server/modules/chat/rooms/take-away.ts';
import { findMatchLines } from '#server/modules/match-data/public.ts';
import { findTippingNames } from '#server/modules/tipping/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { COUNT_MAX, offsetOf, totalOf } from '#server/platform/http/paging.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import { adminView } from './admin-view.ts';
import { countLinesOf, countRemovedOf, findAround, findLines, findLinesOf, findRemovedOf, type LineRow, lineView } from './lines.ts';
import { mutesOf } from './mutes.ts';
import {
  type CaseRow,
  closeReports,
  countReported,
  findCases,
  findRemovedBefore,
  findReported,
  findReportStates,
  findReportsOf,
  lockMessage,
  overturnReports,
} from './report-queries.ts';

/** Number of messages shown on either side of the reported one. */
const AROUND = 10;
/** Maximum number of reporters shown for a message; more would not help the decision. */
const REPORTS_MAX = 100;
const REMOVED_MAX = 10;

/** Lists messages that were reported or held. Throws `invalid_query`. */
export async function list(
  { db, now }: Deps,
  { state, locale, page, page_size }: ParsedInputOf<typeof listChatReports>,
): Promise<ReplyOf<typeof listChatReports>> {
  const offset = offsetOf({ page, page_size });
  const filter = { state, locale, since: new Date(now().getTime() - CHAT_RETENTION_MS) };
  const [ids, counted] = await Promise.all([findReported(db, filter, page_size, offset), countReported(db, filter, COUNT_MAX)]);
  const [lines, cases] = await Promise.all([findLines(db, ids), findCases(db, ids)]);
  const rooms = await roomsOf(db, [...lines.values()]);
  const items = ids.flatMap((id): ReportedMessage[] => {
    const [line, found] = [lines.get(id), cases.get(id)];
    // The message was deleted or decided between the two queries, so it is no longer listed.
    if (!line || !found?.state) return [];
    return [{ ...aboutCase(line, found, rooms), state: found.state }];
  });
  return { items, page, page_size, ...totalOf(counted) };
}

type RoomOf = (line: LineRow) => Pick<ReportedMessage, 'match' | 'locale' | 'group'>;

/** Returns a function that says in which room each of these messages is. */
async function roomsOf(db: Db, lines: readonly LineRow[]): Promise<RoomOf> {
  const matchIds = lines.flatMap(({ match_id }) => match_id ?? []);
  const groupIds = [...new Set(lines.flatMap(({ group_id }) => group_id ?? []))];
  const [matches, names] = await Promise.all([findMatchLines(db, matchIds), findTippingNames(db, groupIds)]);
  return ({ match_id, locale, group_id }) => ({
    match: match_id === null ? null : matches.get(match_id)!,
    locale: locale as ReportedMessage['locale'],
    group: group_id === null ? null : { id: group_id, name: names.get(group_id) ?? null },
  });
}

const aboutCase = (line: LineRow, { reporters, reasons, first_at, last_at }: CaseRow, rooms: RoomOf) => ({
  message: lineView(line),
  ...rooms(line),
  reporters,
  reasons,
  first_at: first_at.toISOString(),
  last_at: last_at.toISOString(),
});

/** Returns a message with everything needed to decide it. Throws `not_found`, also for a match event line. */
export async function detail({ db, now }: Deps, { message_id }: ParsedInputOf<typeof getChatReport>): Promise<ChatReportDetail> {
  const id = Number(message_id);
  const [lines, cases] = await Promise.all([findLines(db, [id]), findCases(db, [id])]);
  const [line, found] = [lines.get(id), cases.get(id)];
  if (!line || !found || line.kind !== 'user') throw new AppError('not_found');
  const [rooms, before, after, reports, author] = await Promise.all([
    roomsOf(db, [line]),
    findAround(db, line, 'before', AROUND),
    findAround(db, line, 'after', AROUND),
    findReportsOf(db, id, REPORTS_MAX),
    line.user_id === null ? null : aboutAuthor(db, line.user_id, now()),
  ]);
  return {
    ...aboutCase(line, found, rooms),
    state: found.state,
    before: before.map(lineView),
    after: after.map(lineView),
    reports: reports.map(reportView),
    author,
  };
}

async function aboutAuthor(db: Db, userId: string, now: Date): Promise<ChatReportDetail['author']> {
  const [mutes, removed_count, removed] = await Promise.all([
    mutesOf(db, userId, now),
    countRemovedOf(db, userId),
    findRemovedOf(db, userId, REMOVED_MAX),
  ]);
  return { mutes, removed_count, removed: removed.map((row): ModeratedMessage => lineView(row)) };
}

const reportView = (row: Awaited<ReturnType<typeof findReportsOf>>[number]): ChatReportDetail['reports'][number] => ({
  reporter: row.reporter,
  reason: row.reason as ChatReportDetail['reports'][number]['reason'],
  is_trusted: row.is_trusted,
  state: row.state as ChatReportDetail['reports'][number]['state'],
  at: row.created_at.toISOString(),
  decided_by: adminView(row.decided_by, row.decided_email),
  decided_at: row.decided_at?.toISOString() ?? null,
});

type Decision = ParsedInputOf<typeof removeChatMessage>;
type Decided = ReplyOf<typeof removeChatMessage>;

/**
 * Removes a message and upholds its reports; also works for a message that has no reports or that its author deleted. Throws
 * `reason_required`, `not_found`, `already_decided` if a moderator has decided and no report has arrived since.
 */
export const removeReported = (deps: Deps, admin: SignedInAdmin, request: RequestContext, { id, reason }: Decision): Promise<Decided> => {
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
export const dismissReports = (deps: Deps, admin: SignedInAdmin, request: RequestContext, { id, reason }: Decision): Promise<Decided> => {
  requireReason(reason);
  const at = deps.now();
  return transact(deps, async (db, announce) => {
    const { row, isWaiting } = await lockCase(db, id);
    if (!isWaiting) throw new AppError('already_decided');
    if (row.user_id !== null) await requireOthers(deps, db, [row.user_id], admin);
    await approveMessage(db, announce, row.id, admin.id, at);
    const reports = await closeReports(db, { id: row.id, state: 'dismissed', by: admin.id, at });
    const removed = row.removed === 'hidden' ? null : row.removed;
    const [before, after] = [{ removed: row.removed }, { removed, reports_dismissed: reports, user_id: row.user_id }];
    const entry = { action: 'chat.keep', subject: { kind: 'chat_message', id }, before, after, reason };
    await recordAudit(db, actorOf(admin, request), entry, at);
    return { state: 'dismissed' };
  });
};

/**
 * Shows a message again that a moderator, also the same one, or the owner of its group removed: a moderator may overrule the owner. Its upheld reports count as dismissed; a mute for it goes on.
 * Throws `reason_required`, `not_found`, `already_decided` for a message that no moderator removed or that its author had deleted,
 * `same_reviewer` for its author.
 */
export const restoreRemoved = (deps: Deps, admin: SignedInAdmin, request: RequestContext, { id, reason }: Decision): Promise<Decided> => {
  requireReason(reason);
  const at = deps.now();
  return transact(deps, async (db, announce) => {
    const { row } = await lockCase(db, id);
    // Its author is gone with the text, or took it back: it is not ours to show.
    const isShowable =
      (row.removed === 'moderated' || row.removed === 'group') && row.user_id !== null && (await findRemovedBefore(db, id)) !== 'deleted';
    if (!isShowable) throw new AppError('already_decided');
    await requireOthers(deps, db, [row.user_id!], admin);
    await approveMessage(db, announce, row.id, admin.id, at, { overrules: true });
    const reports = await overturnReports(db, { id: row.id, by: admin.id, at });
    const [before, after] = [{ removed: row.removed }, { removed: null, reports_dismissed: reports, user_id: row.user_id }];
    const entry = { action: 'chat.restore', subject: { kind: 'chat_message', id }, before, after, reason };
    await recordAudit(db, actorOf(admin, request), entry, at);
    return { state: 'dismissed' };
  });
};

/** Returns a page of a user's messages, latest first. Throws `invalid_query`. */
export async function messagesOf(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { page, page_size }: { page: number; page_size: number },
): Promise<ReplyOf<typeof userChat>> {
  const offset = offsetOf({ page, page_size });
  const [lines, counted] = await Promise.all([findLinesOf(db, userId, page_size, offset), countLinesOf(db, userId, COUNT_MAX)]);
  const rooms = await roomsOf(db, lines);
  const items = lines.map((line) => ({ message: lineView(line), ...rooms(line) }));
  return { items, page, page_size, ...totalOf(counted) };
}

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
