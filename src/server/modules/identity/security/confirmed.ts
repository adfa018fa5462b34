import type { Transaction } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { isAddressUnproven } from '#server/modules/identity/contacts/service.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import * as security from './queries.ts';
import type { User } from './warnings.ts';

/**
 * Throws `contact_unconfirmed` unless the account's address is confirmed: the person who registered may have typed somebody else's address,
 * and wait for its owner. An account without an address is proven by its linked sign-in.
 */
export function requireConfirmed(user: Pick<User, 'email' | 'email_verified_at'>): void {
  if (isAddressUnproven(user)) throw new AppError('contact_unconfirmed');
}

/**
 * Locks and returns the caller for a change that adds a sign-in method, a factor, a contact or a wallet. Every such change goes through
 * here. The session is looked up under the lock: a confirmation of the address ends the session, so the change comes wholly before or
 * wholly after it. Throws `session_expired`, `account_disabled` and `contact_unconfirmed`.
 */
export async function lockConfirmed(deps: Deps, db: Transaction<DB>, { id, sessionId }: SignedIn): Promise<User> {
  const user = await security.lockUser(db, { id });
  if (!user || !(await security.hasLiveSession(db, id, sessionId, deps.now()))) throw new AppError('session_expired');
  if (user.status !== 'normal') throw new AppError('account_disabled');
  requireConfirmed(user);
  return user;
}
