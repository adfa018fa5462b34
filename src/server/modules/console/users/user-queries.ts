import { sql } from 'kysely';
import type { Provider } from '#contract/linked-accounts.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** A user as they are kept, with what of their points and play is one value; undefined where there never was one. */
export const findUser = (db: Db, id: string) =>
  db
    .selectFrom('users as u')
    .leftJoin('accounts as held', (join) => join.onRef('held.owner', '=', 'u.id').on('held.kind', '=', 'held'))
    .leftJoin('user_stats as s', 's.user_id', 'u.id')
    .select([
      ...(['u.id', 'u.email_verified_at', 'u.phone_verified_at', 'u.totp_enabled_at', 'u.avatar_url', 'u.country', 'u.time_zone'] as const),
      ...(['u.locale', 'u.wallet_address', 'u.wallet_changed_at', 'u.password_changed_at', 'u.redeem_held_until'] as const),
      ...(['u.deletion_due_at', 'held.balance as held', 's.played', 's.hits', 's.experience', 's.net_won'] as const),
    ])
    .select((eb) => eb('u.password_hash', 'is not', null).as('has_password'))
    .where('u.id', '=', id)
    .executeTakeFirst();

/** The last time that an admin disabled or enabled a user; undefined where nobody ever did. */
export const findStatusChange = (db: Db, userId: string) =>
  db
    .selectFrom('audit_log')
    .select(['action', 'reason', 'admin_email', 'created_at'])
    .where('subject_kind', '=', 'user')
    .where('subject_id', '=', userId)
    .where('action', 'in', ['user.disable', 'user.enable'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** How a user is reached and signs in. */
export const findContacts = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .select(['email', 'email_verified_at', 'phone', 'phone_verified_at', 'wallet_address', 'wallet_changed_at', 'totp_enabled_at'])
    .where('id', '=', userId)
    .executeTakeFirst();

/** Accounts elsewhere, as their owner knows them. */
export async function findLinks(db: Db, userId: string) {
  const rows = await db
    .selectFrom('linked_accounts')
    .select(['id', 'type', 'identifier', 'subject', 'reachable', 'created_at', 'verified_at'])
    .where('user_id', '=', userId)
    .orderBy('type')
    .execute();
  return rows.map(({ type, ...row }) => ({ ...row, type: type as Provider }));
}

/** Wallets that a user had before the present one. */
export const findPastWallets = (db: Db, userId: string) =>
  db
    .selectFrom('past_wallets as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select('p.wallet_address')
    .where('p.user_id', '=', userId)
    .where((eb) => eb('p.wallet_address', 'is distinct from', eb.ref('u.wallet_address')))
    .orderBy('p.wallet_address')
    .limit(100)
    .execute();

/** Where a user is and was signed in: what goes on first, then by when they were last seen. */
export const findSessions = (db: Db, userId: string, now: Date, limit: number, offset: number) =>
  db
    .selectFrom('sessions')
    .select([
      ...(['id', 'user_agent', 'country', 'remember', 'created_at', 'last_seen_at', 'expires_at', 'device_id'] as const),
      ...(['ended_at', 'ended_because'] as const),
      sql<string | null>`host(ip)`.as('ip'),
    ])
    .where('user_id', '=', userId)
    .orderBy((eb) => eb.and([eb('ended_at', 'is', null), eb('expires_at', '>', now)]), 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();

/** How many sessions of a user are kept. */
export async function countSessions(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('sessions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}
