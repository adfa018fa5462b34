import { sql } from 'kysely';
import type { UserRef } from '#contract/approvals.ts';
import { emailIdentity } from '#domain/identity/email.ts';
import type { Deps } from '#server/deps.ts';
import { checkSeconds } from '#server/modules/admins/second-admin/service.ts';
import { findUserRefs } from '#server/modules/admins/user-refs.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';

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

/** Maximum number of users considered for each way in which they are tied to an admin. */
const TIED_MAX = 5_000;

/** Addresses that do not identify a household: those of this machine and of private networks. */
const PRIVATE_NETWORKS = sql.raw(
  `'{127.0.0.0/8,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,169.254.0.0/16,100.64.0.0/10,::1/128,fc00::/7,fe80::/10,0.0.0.0/8}'::inet[]`,
);

/** The users concerned: given users, everybody with a bet in a contest, or everybody with a bet on a match. */
export interface Subject {
  userIds?: readonly string[];
  contestId?: string;
  matchId?: number;
}

/**
 * Returns whether a user concerned is tied to an admin. The admin's own users have the admin's mailbox or, unless `byTrace` is off, a
 * browser or an IP address of the admin's sessions; users tied to these share a wallet with them, invited them, or were invited by them.
 */
async function isTied(
  db: Db,
  admin: { id: string; emailIdentity: string },
  { userIds = [], contestId, matchId }: Subject,
  byTrace: boolean,
): Promise<boolean> {
  const traces = byTrace
    ? sql`
      union (select u.id from (select distinct device_id from admin_sessions where admin_id = ${admin.id} and device_id is not null) d
        join users u on u.registration_device_id = d.device_id limit ${TIED_MAX})
      union (select s.user_id from (select distinct device_id from admin_sessions where admin_id = ${admin.id} and device_id is not null) d
        join sessions s on s.device_id = d.device_id limit ${TIED_MAX})
      union (select u.id from homes join users u on u.registration_ip is not null and household(u.registration_ip) = homes.home limit ${TIED_MAX})
      union (select s.user_id from homes join sessions s on s.ip is not null and household(s.ip) = homes.home limit ${TIED_MAX})`
    : sql``;
  const { rows } = await sql<{ is_tied: boolean }>`
    with homes as materialized (
      select distinct household(ip) as home from admin_sessions
        where admin_id = ${admin.id} and ip is not null and not ip <<= any (${PRIVATE_NETWORKS})
    ), own as materialized (
      select id from users where email_identity = ${admin.emailIdentity}
      ${traces}
    ), wallets as materialized (
      select u.wallet_address as wallet from own join users u on u.id = own.id where u.wallet_address is not null
      union select p.wallet_address from own join past_wallets p on p.user_id = own.id
    ), tied as materialized (
      select id from own
      union (select u.id from wallets w join users u on u.wallet_address = w.wallet limit ${TIED_MAX})
      union (select p.user_id from wallets w join past_wallets p on p.wallet_address = w.wallet limit ${TIED_MAX})
      union (select u.invited_by from own join users u on u.id = own.id where u.invited_by is not null)
      union (select u.id from own join users u on u.invited_by = own.id limit ${TIED_MAX})
    )
    select exists (select from tied where id = any(${userIds}::uuid[]))
      or exists (select from tied t join bets b on b.user_id = t.id where b.contest_id = ${contestId ?? null}::uuid)
      or exists (
        select from tied t join bets b on b.user_id = t.id join contests c on c.id = b.contest_id where c.match_id = ${matchId ?? null}::integer
      ) as is_tied`.execute(db);
  return rows[0]!.is_tied;
}

/** Returns the admins who gave a user points or approved it. */
async function findGivers(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct giver.id from adjustments a left join approvals p on p.id = a.approval_id
      cross join lateral (values (a.admin_id), (p.decided_by)) as giver (id)
      where a.user_id = ${userId} and a.delta > 0 and giver.id is not null`.execute(db);
  return rows.map(({ id }) => id);
}
