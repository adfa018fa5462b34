import type { Transaction } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { isAddressUnproven } from '#server/modules/identity/contacts/service.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import * as security from './queries.ts';
import type { User } from './warnings.ts';

/**
 * Refuses with `contact_unconfirmed` what an account may not set up before its address is confirmed: whoever registered may have typed the
 * address of somebody else, and wait for its owner. An account without an address is proven by where it signs in.
 */
export function requireConfirmed(user: Pick<User, 'email' | 'email_verified_at'>): void {
  if (isAddressUnproven(user)) throw new AppError('contact_unconfirmed');
}

/**
 * The caller, locked, for a change that gives the account a way in, a factor, a contact or a place to be paid at. Every such change goes through here.
 * The session is looked up under the lock: whoever proves the address meanwhile ends it, and comes either wholly before or wholly after. Throws
 * `session_expired`, `account_disabled` and `contact_unconfirmed`.
 */
export async function lockConfirmed(deps: Deps, db: Transaction<DB>, { id, sessionId }: SignedIn): Promise<User> {
  const user = await security.lockUser(db, { id });
  if (!user || !(await security.hasLiveSession(db, id, sessionId, deps.now()))) throw new AppError('session_expired');
  if (user.status !== 'normal') throw new AppError('account_disabled');
  requireConfirmed(user);
  return user;
}
