import type { acceptChatAppeal, ChatAppeal, listChatAppeals } from '#contract/chat-moderation.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf, recordAudit, requireOthers, requireReason } from '#server/modules/admins/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import * as mutes from './mute-queries.ts';
import { isActive, viewsOf } from './mutes.ts';
import { adminView, offsetOf, TOTAL_MAX, totalOf } from './paging.ts';

/** Lists appeals against mutes. Throws `invalid_query`. */
export async function list(
  { db, now }: Deps,
  { state, page, page_size }: ParsedInputOf<typeof listChatAppeals>,
): Promise<ReplyOf<typeof listChatAppeals>> {
  const offset = offsetOf(page, page_size);
  const [rows, counted] = await Promise.all([
    mutes.findAppeals(db, state, page_size, offset),
    mutes.countAppeals(db, state, TOTAL_MAX + 1),
  ]);
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
export const decide = (
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
