import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { decideExclusionReview, listExclusionReviews } from '#contract/user-reviews.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf, findUserRefs, recordAudit, requireOthers, requireReason } from '#server/modules/admins/public.ts';
import { lockBalances } from '#server/modules/ledger/public.ts';
import { countOpenReviews, decideReview, findOpenReviews, lockReview } from '#server/modules/play-limits/public.ts';
import { once } from '#server/platform/db/idempotency.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { COUNT_MAX, offsetOf, totalOf } from '#server/platform/http/paging.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';

/** Returns a page of self-exclusions that may apply to another account. Throws `invalid_query`. */
export async function list(
  { db, now }: Deps,
  { page, page_size }: ParsedInputOf<typeof listExclusionReviews>,
): Promise<ReplyOf<typeof listExclusionReviews>> {
  const offset = offsetOf({ page, page_size });
  const [rows, counted] = await Promise.all([findOpenReviews(db, now(), page_size, offset), countOpenReviews(db, now(), COUNT_MAX)]);
  const users = await findUserRefs(
    db,
    rows.flatMap(({ user_id, owner_id }) => [user_id, owner_id]),
  );
  return {
    items: rows.map(({ user_id, owner_id, exclusion_id, reason, began_at, until, created_at }) => ({
      ...{ user: users.get(user_id)!, owner: users.get(owner_id)!, exclusion_id },
      reason: reason as ReplyOf<typeof listExclusionReviews>['items'][number]['reason'],
      ...{ began_at: began_at.toISOString(), until: until.toISOString(), created_at: created_at.toISOString() },
    })),
    page,
    page_size,
    ...totalOf(counted),
  };
}

/**
 * Applies a self-exclusion to a user, or decides that it does not apply. Throws `reason_required`, `not_found`, `already_decided`, and
 * `same_reviewer` if the admin is the user or the owner of the exclusion.
 */
export const decide = (
  deps: Deps,
  admin: SignedInAdmin,
  request: RequestContext,
  { user_id: userId, exclusion_id, decision, reason }: ParsedInputOf<typeof decideExclusionReview>,
): Promise<ReplyOf<typeof decideExclusionReview>> => {
  requireReason(reason);
  return transact(deps, (db, announce) =>
    once(db, request.idempotency, deps.now(), async () => {
      // Waits for a stake in progress.
      await lockBalances(db, [userId]);
      const review = await lockReview(db, userId, exclusion_id);
      if (!review) throw new AppError('not_found');
      await requireOthers(deps, db, [userId, review.owner_id], admin);
      if (review.state !== 'open') throw new AppError('already_decided');
      const state = await decideReview(deps, db, review, decision);
      announce(`me:${userId}`, { t: 'account' });
      const action = decision === 'exclude' ? 'exclusion.confirm' : 'exclusion.dismiss';
      const entry = { action, subject: { kind: 'user', id: userId }, before: { state: 'open' }, after: { state }, reason };
      await recordAudit(db, actorOf(admin, request), entry, deps.now());
      return { state };
    }),
  );
};
