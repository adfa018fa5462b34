import { emailIdentity } from '#domain/identity/email.ts';
import type { Deps } from '#server/deps.ts';
import { checkSeconds } from '#server/modules/admins/second-admin/service.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { findGivers, isTied, type Subject } from './queries.ts';

type Needed = Pick<Deps, 'config' | 'now'>;
interface Interested {
  id: string;
  email: string;
}

/**
 * Returns whether an admin has a personal interest in users, or in those with a stake in a contest or on a match (docs/decisions/050): a
 * user with the admin's mailbox, or with a browser or IP address of the admin's console sessions, and users who share a wallet with such a
 * user, invited them, or were invited by them. In the demo one person acts as everybody on one device, so only the mailbox counts.
 */
export const hasInterest = ({ config }: Needed, db: Db, { id, email }: Interested, subject: Subject): Promise<boolean> =>
  isTied(db, { id, emailIdentity: emailIdentity(email) }, subject, !config.demo);

/** Throws `own_interest` if an admin would decide about their own interest. */
export async function requireNoInterest(deps: Needed, db: Db, admin: Interested, subject: Subject): Promise<void> {
  if (await hasInterest(deps, db, admin, subject)) throw new AppError('own_interest');
}

/** Returns whether a user's payout would contain points that this admin, or one who counts as the same person, gave or approved. */
export async function hasGivenPoints(deps: Needed, db: Db, adminId: string, userId: string): Promise<boolean> {
  const givers = await findGivers(db, userId);
  const seconds = await checkSeconds(deps, db, adminId, givers);
  return givers.some((giver) => seconds.get(giver) !== null);
}
