import type { Transaction } from 'kysely';
import { emailIdentity } from '#domain/identity/email.ts';
import type { Deps } from '#server/deps.ts';
import { holdRedeem } from '#server/modules/identity/security/queries.ts';
import type { Trait } from '#server/modules/play-limits/public.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Announce } from '#server/platform/transact.ts';
import type { Identity } from './identity.ts';
import { linkAccount } from './linked-accounts.ts';

/** docs/rules.md#withdrawals: payouts wait after a contact was bound, as it may be a thief's; a way in is no less. */
const HOLD_MS = 6 * 3_600_000;

/** Links an account elsewhere to a user, whom a self-exclusion follows by it. Throws `oauth_already_linked`, `telegram_already_bound`. */
export async function bind(deps: Deps, db: Transaction<DB>, userId: string, identity: Identity): Promise<void> {
  await linkAccount(deps, db, { userId, ...identity });
  await deps.wiring.carryExclusions(deps, db, userId, traitsOf(identity));
}

/** The same to somebody who has been here for a while: payouts wait, and pages of theirs that are open learn of it. Warn before. */
export async function bindLater(deps: Deps, db: Transaction<DB>, announce: Announce, userId: string, identity: Identity): Promise<void> {
  await bind(deps, db, userId, identity);
  const now = deps.now();
  await holdRedeem(deps, db, userId, new Date(now.getTime() + HOLD_MS), now);
  announce(`me:${userId}`, { t: 'account' });
}

/** What a self-exclusion knows them by: their account there, and the mailbox that the provider vouches for. */
const traitsOf = ({ type, subject, email }: Identity): Trait[] => [
  { kind: type, value: subject },
  ...(email === null ? [] : [{ kind: 'email' as const, value: emailIdentity(email) }]),
];
