import type { userPoints } from '#contract/admin-users.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { UserLimits, userChat } from '#contract/user-records.ts';
import type { Deps } from '#server/deps.ts';
import { historyOf } from '#server/modules/account/public.ts';
import { adjustmentsBehind } from '#server/modules/admins/public.ts';
import { messagesOf } from '#server/modules/chat/public.ts';
import { exclusionsOf, limitsOf } from '#server/modules/play-limits/public.ts';
import { requireKnown } from './user.ts';

/** Sources of points that admins give or take. */
const BY_ADMINS: readonly string[] = ['manual_adjust', 'admin_adjust'];

/** Returns a page of a user's balance changes, with who gave or took points by hand and why. Throws `not_found`. */
export async function points(deps: Deps, { id, ...asked }: ParsedInputOf<typeof userPoints>): Promise<ReplyOf<typeof userPoints>> {
  const { items, ...page } = await historyOf(deps, id, asked);
  const byHand = items.filter(({ source }) => BY_ADMINS.includes(source)).map((row) => Number(row.id));
  const adjustments = await adjustmentsBehind(deps.db, byHand);
  return { ...page, items: items.map((row) => ({ ...row, adjustment: adjustments.get(Number(row.id)) ?? null })) };
}

const EXCLUSIONS_MAX = 50;

/** Returns a user's limits and their times away from play. Throws `not_found`. */
export async function limits(deps: Deps, id: string): Promise<UserLimits> {
  await requireKnown(deps.db, id);
  const [limits, exclusions] = await Promise.all([limitsOf(deps, deps.db, id), exclusionsOf(deps.db, id, EXCLUSIONS_MAX)]);
  return { ...limits, exclusions };
}

/** Returns a page of a user's messages. Throws `not_found`, and `invalid_query` for a page too deep. */
export async function chat(deps: Deps, { id, page, page_size }: ParsedInputOf<typeof userChat>): Promise<ReplyOf<typeof userChat>> {
  await requireKnown(deps.db, id);
  return messagesOf(deps, id, { page, page_size });
}
