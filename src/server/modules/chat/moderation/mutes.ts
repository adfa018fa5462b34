import type {
  acceptChatAppeal,
  ChatAppeal,
  ListedMute,
  liftChatMute,
  listChatAppeals,
  listChatMutes,
  muteUser,
} from '#contract/chat-moderation.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { HOUR_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf, recordAudit, requireOthers, requireReason } from '#server/modules/admins/public.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { COUNT_MAX, offsetOf, totalOf } from '#server/platform/http/paging.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import { adminView } from './admin-view.ts';
import * as mutes from './mute-queries.ts';

/** Number of a user's latest mutes shown beside their reported messages. */
const OF_USER_MAX = 20;

/** Lists mutes, active and ended. Throws `invalid_query`. */
export async function list(
  { db, now }: Deps,
  { state, user_id, page, page_size }: ParsedInputOf<typeof listChatMutes>,
): Promise<ReplyOf<typeof listChatMutes>> {
  const filter = { state, userId: user_id, now: now() };
  const offset = offsetOf({ page, page_size });
  const [ids, counted] = await Promise.all([mutes.findMuteIds(db, filter, page_size, offset), mutes.countMutes(db, filter, COUNT_MAX)]);
  return { items: await viewsOf(db, ids, filter.now), page, page_size, ...totalOf(counted) };
}

/** Returns a user's latest mutes. */
export const mutesOf = async (db: Db, userId: string, now: Date): Promise<ListedMute[]> =>
  viewsOf(db, await mutes.findMuteIds(db, { state: 'all', userId, now }, OF_USER_MAX, 0), now);

/** Returns mutes by id, as lists show them. */
const viewsOf = async (db: Db, ids: readonly string[], now: Date): Promise<ListedMute[]> =>
  (await mutes.findMutesByIds(db, ids)).map((row) => muteView(row, now));

const muteView = (row: mutes.MuteRow, now: Date): ListedMute => ({
  id: row.id,
  user: row.member,
  by: { id: row.admin_id, email: row.admin_email },
  reason: row.reason,
  message_id: row.message_id === null ? null : String(row.message_id),
  created_at: row.created_at.toISOString(),
  until: row.until?.toISOString() ?? null,
  lifted: row.lifted_at === null ? null : { at: row.lifted_at.toISOString(), by: adminView(row.lifted_by, row.lifted_email)! },
  is_active: isActive(row, now),
});

/** Returns whether a mute currently prevents its user from writing. */
const isActive = ({ lifted_at, until }: Pick<mutes.MuteRow, 'lifted_at' | 'until'>, now: Date): boolean =>
  lifted_at === null && (until === null || until > now);

/**
 * Mutes a user for some hours or permanently, and notifies them on their own topic. Throws `reason_required`, `not_found` if the user is
 * deleted or did not write the given message, `already_decided` while the user is muted, `same_reviewer` if the user is the admin's own
 * account.
 */
export const mute = (
  deps: Deps,
  admin: SignedInAdmin,
  request: RequestContext,
  { user_id, hours, message_id, reason }: ParsedInputOf<typeof muteUser>,
): Promise<ReplyOf<typeof muteUser>> => {
  requireReason(reason);
  const now = deps.now();
  const messageId = message_id === undefined ? null : Number(message_id);
  return transact(deps, async (db, announce) => {
    const status = await mutes.lockUserStatus(db, user_id);
    if (status === undefined || status === 'deleted') throw new AppError('not_found');
    await requireOthers(deps, db, [user_id], admin);
    if (messageId !== null && !(await mutes.isMessageOf(db, messageId, user_id))) throw new AppError('not_found');
    if ((await mutes.countMutes(db, { state: 'active', userId: user_id, now }, 1)) > 0) throw new AppError('already_decided');
    const until = hours === null ? null : new Date(now.getTime() + hours * HOUR_MS);
    const id = newId(deps);
    await mutes.insertMute(db, { id, user_id, message_id: messageId, admin_id: admin.id, until, reason, created_at: now });
    const after = { mute_id: id, until: until?.toISOString() ?? null, message_id: message_id ?? null };
    const entry = { action: 'chat.mute', subject: { kind: 'user', id: user_id }, after, reason };
    await recordAudit(db, actorOf(admin, request), entry, now);
    announce(`me:${user_id}`, { t: 'account' });
    return { mute: (await viewsOf(db, [id], now))[0]! };
  });
};

/**
 * Ends a mute early; an open appeal against it is accepted with the same reason. Throws `reason_required`, `not_found`, `already_decided`
 * if the mute has ended, `same_reviewer`.
 */
export const lift = (
  deps: Deps,
  admin: SignedInAdmin,
  request: RequestContext,
  { id, reason }: ParsedInputOf<typeof liftChatMute>,
): Promise<ReplyOf<typeof liftChatMute>> => {
  requireReason(reason);
  const now = deps.now();
  return transact(deps, async (db, announce) => {
    const row = await mutes.lockMute(db, id);
    if (!row) throw new AppError('not_found');
    if (!isActive(row, now)) throw new AppError('already_decided');
    await requireOthers(deps, db, [row.user_id], admin);
    await mutes.liftMute(db, id, admin.id, now);
    const isAppealed = await mutes.decideAppealOf(db, id, { state: 'accepted', answer: reason, by: admin.id, at: now });
    const before = { mute_id: id, until: row.until?.toISOString() ?? null };
    const after = { mute_id: id, lifted: true, appeal: isAppealed ? 'accepted' : null };
    const entry = { action: 'chat.lift_mute', subject: { kind: 'user', id: row.user_id }, before, after, reason };
    await recordAudit(db, actorOf(admin, request), entry, now);
    announce(`me:${row.user_id}`, { t: 'account' });
    return { mute: (await viewsOf(db, [id], now))[0]! };
  });
};

/** Lists appeals against mutes. Throws `invalid_query`. */
export async function listAppeals(
  { db, now }: Deps,
  { state, page, page_size }: ParsedInputOf<typeof listChatAppeals>,
): Promise<ReplyOf<typeof listChatAppeals>> {
  const offset = offsetOf({ page, page_size });
  const [rows, counted] = await Promise.all([mutes.findAppeals(db, state, page_size, offset), mutes.countAppeals(db, state, COUNT_MAX)]);
  return { items: await appealViews(db, rows, now()), page, page_size, ...totalOf(counted) };
}

async function appealViews(db: Db, rows: readonly mutes.AppealRow[], now: Date): Promise<ChatAppeal[]> {
  const views = await viewsOf(
    db,
    rows.map(({ mute_id }) => mute_id),
    now,
  );
  const byId = new Map(views.map((view) => [view.id, view]));
  return rows.map((row) => ({
    id: row.id,
    mute: byId.get(row.mute_id)!,
    text: row.text,
    created_at: row.created_at.toISOString(),
    state: row.state as ChatAppeal['state'],
    answer: row.answer,
    decided_by: adminView(row.decided_by, row.decided_email),
    decided_at: row.decided_at?.toISOString() ?? null,
  }));
}

/**
 * Accepts an appeal, which lifts its mute unless the mute has already expired, or rejects it. The user sees the reason. Throws
 * `reason_required`, `not_found`, `already_decided`, `same_reviewer`.
 */
export const decideAppeal = (
  deps: Deps,
  admin: SignedInAdmin,
  request: RequestContext,
  { id, reason, state }: ParsedInputOf<typeof acceptChatAppeal> & { state: 'accepted' | 'refused' },
): Promise<ReplyOf<typeof acceptChatAppeal>> => {
  requireReason(reason);
  const now = deps.now();
  return transact(deps, async (db, announce) => {
    const muteId = await mutes.findMuteOfAppeal(db, id);
    // Locks the mute first, in the same order as lifting a mute does.
    const mute = muteId === undefined ? undefined : await mutes.lockMute(db, muteId);
    if (!mute) throw new AppError('not_found');
    await requireOthers(deps, db, [mute.user_id], admin);
    if (!(await mutes.decideAppealOf(db, mute.id, { state, answer: reason, by: admin.id, at: now }))) throw new AppError('already_decided');
    const isLifted = state === 'accepted' && isActive(mute, now);
    if (isLifted) await mutes.liftMute(db, mute.id, admin.id, now);
    const entry = {
      action: state === 'accepted' ? 'chat.accept_appeal' : 'chat.refuse_appeal',
      subject: { kind: 'user', id: mute.user_id },
      before: { appeal: 'open' },
      after: { appeal: state, appeal_id: id, mute_id: mute.id, ...(isLifted && { lifted: true }) },
      reason,
    };
    await recordAudit(db, actorOf(admin, request), entry, now);
    announce(`me:${mute.user_id}`, { t: 'account' });
    return { appeal: (await appealViews(db, [await mutes.findAppeal(db, id)], now))[0]! };
  });
};
