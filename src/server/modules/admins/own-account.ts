import type { UserRef } from '#contract/approvals.ts';
import { emailIdentity } from '#domain/identity/email.ts';
import type { Deps } from '#server/deps.ts';
import { requireNoInterest } from '#server/modules/admins/conflict-of-interest/service.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { findUserRefs } from './user-refs.ts';

/** Returns whether a user account has the admin's own mailbox. */
export const isOwnAccount = (user: Pick<UserRef, 'email'> | undefined, admin: { email: string }): boolean =>
  Boolean(user?.email) && emailIdentity(user!.email!) === emailIdentity(admin.email);

/**
 * Prevents admins from deciding about themselves. Throws `same_reviewer` if one of these users is the admin, `own_interest` if they have an
 * interest in one.
 */
export async function requireOthers(
  deps: Pick<Deps, 'config' | 'now'>,
  db: Db,
  userIds: readonly string[],
  admin: { id: string; email: string },
): Promise<void> {
  for (const user of (await findUserRefs(db, userIds)).values()) if (isOwnAccount(user, admin)) throw new AppError('same_reviewer');
  await requireNoInterest(deps, db, admin, { userIds });
}
