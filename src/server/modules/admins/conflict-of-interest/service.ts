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
 * Whether an admin has an interest of their own in users, or in who has a stake in a contest or on a match (docs/decisions/050): a user with their
 * mailbox, or with a browser or an address of their sessions in the console, and whoever shares a wallet with such a user, invited them, or was
 * invited by them. In the demo one person plays everybody, on one device: there the mailbox alone counts.
 */
export const hasInterest = ({ config }: Needed, db: Db, { id, email }: Interested, subject: Subject): Promise<boolean> =>
  isTied(db, { id, emailIdentity: emailIdentity(email) }, subject, !config.demo);

/** Refuses what an admin would decide about their own interest. Throws `own_interest`. */
export async function requireNoInterest(deps: Needed, db: Db, admin: Interested, subject: Subject): Promise<void> {
  if (await hasInterest(deps, db, admin, subject)) throw new AppError('own_interest');
}

/** Whether a payout of a user would be of points that this admin gave or agreed to give, or somebody who counts as one person with them. */
export async function hasGivenPoints(deps: Needed, db: Db, adminId: string, userId: string): Promise<boolean> {
  const givers = await findGivers(db, userId);
  const seconds = await checkSeconds(deps, db, adminId, givers);
  return givers.some((giver) => seconds.get(giver) !== null);
}
