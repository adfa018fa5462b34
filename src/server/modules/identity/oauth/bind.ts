import type { Transaction } from 'kysely';
import { emailIdentity } from '#domain/identity/email.ts';
import type { Deps } from '#server/deps.ts';
import { holdRedeem } from '#server/modules/identity/security/queries.ts';
import type { Trait } from '#server/modules/play-limits/public.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Announce } from '#server/platform/transact.ts';
import type { Identity } from './identity.ts';
import { linkAccount } from './linked-accounts.ts';

/**
 * Duration of the withdrawal hold after a contact or a sign-in method is added, as a thief may have added it (docs/rules.md#withdrawals).
 */
const HOLD_MS = 6 * 3_600_000;

/**
 * Links an OAuth identity to a user; self-exclusions known by that identity then apply. Throws `oauth_already_linked`,
 * `telegram_already_bound`.
 */
export async function bind(deps: Deps, db: Transaction<DB>, userId: string, identity: Identity): Promise<void> {
  await linkAccount(deps, db, { userId, ...identity });
  await deps.wiring.carryExclusions(deps, db, userId, traitsOf(identity));
}

/** Same for an existing user: also puts withdrawals on hold and notifies open tabs. Send the security warning first. */
export async function bindLater(deps: Deps, db: Transaction<DB>, announce: Announce, userId: string, identity: Identity): Promise<void> {
  await bind(deps, db, userId, identity);
  const now = deps.now();
  await holdRedeem(deps, db, userId, new Date(now.getTime() + HOLD_MS), now);
  announce(`me:${userId}`, { t: 'account' });
}

/** Returns the traits that self-exclusions match: the provider account, and the mailbox that the provider has verified. */
const traitsOf = ({ type, subject, email }: Identity): Trait[] => [
  { kind: type, value: subject },
  ...(email === null ? [] : [{ kind: 'email' as const, value: emailIdentity(email) }]),
];
