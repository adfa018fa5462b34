import { sql } from 'kysely';
import type { AdminSessionRow, AdminUser, userBindings, userSessions } from '#contract/admin-users.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Provider } from '#contract/oauth.ts';
import { levelOf } from '#domain/ledger/levels.ts';
import type { Deps } from '#server/deps.ts';
import { describeDevice } from '#server/modules/identity/public.ts';
import { exclusionOf } from '#server/modules/play-limits/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { userViews } from './list.ts';
import { findUserRows } from './list-queries.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Returns every single value about a user, who may be disabled or erased. Throws `not_found`. */
export async function getUser({ db, now }: Deps, id: string): Promise<AdminUser> {
  const [found, rows, change, exclusion] = await Promise.all([
    findUser(db, id),
    findUserRows(db, [id]),
    findStatusChange(db, id),
    exclusionOf(db, id, now()),
  ]);
  if (!found) throw new AppError('not_found');
  const [row] = await userViews(db, rows);
  const isHeld = found.redeem_held_until !== null && found.redeem_held_until > now();
  return {
    ...row!,
    email_verified_at: iso(found.email_verified_at),
    phone_verified_at: iso(found.phone_verified_at),
    has_password: Boolean(found.has_password),
    two_factor: found.totp_enabled_at !== null,
    avatar_url: found.avatar_url,
    country: found.country,
    time_zone: found.time_zone,
    locale: found.locale as AdminUser['locale'],
    wallet_address: found.wallet_address,
    wallet_changed_at: iso(found.wallet_changed_at),
    password_changed_at: iso(found.password_changed_at),
    points_held: found.held ?? 0,
    stats: {
      level: levelOf(found.experience ?? 0),
      experience: found.experience ?? 0,
      predictions_played: found.played ?? 0,
      hits: found.hits ?? 0,
      net_won: found.net_won ?? 0,
    },
    status_change: change ? statusChange(change) : null,
    redeem_held_until: isHeld ? iso(found.redeem_held_until) : null,
    exclusion,
    deletion_due_at: iso(found.deletion_due_at),
  };
}

const statusChange = (change: NonNullable<Awaited<ReturnType<typeof findStatusChange>>>): AdminUser['status_change'] => ({
  status: change.action === 'user.disable' ? 'disabled' : 'normal',
  reason: change.reason,
  admin_email: change.admin_email,
  at: change.created_at.toISOString(),
});

/** Returns a user's contacts, linked sign-ins and past wallets. Throws `not_found`. */
export async function bindings({ db }: Deps, id: string): Promise<ReplyOf<typeof userBindings>> {
  const [contacts, links, wallets] = await Promise.all([findContacts(db, id), findLinks(db, id), findPastWallets(db, id)]);
  if (!contacts) throw new AppError('not_found');
  const { email, phone, wallet_address } = contacts;
  return {
    email: email === null ? null : { address: email, verified_at: iso(contacts.email_verified_at) },
    phone: phone === null ? null : { number: phone, verified_at: iso(contacts.phone_verified_at) },
    linked_accounts: links.map((link) => ({
      ...link,
      created_at: link.created_at.toISOString(),
      verified_at: link.verified_at.toISOString(),
    })),
    wallet: wallet_address === null ? null : { address: wallet_address, since: iso(contacts.wallet_changed_at) },
    past_wallets: wallets.map(({ wallet_address }) => wallet_address),
    two_factor_since: iso(contacts.totp_enabled_at),
  };
}

/** Returns a user's present and past sessions. Throws `not_found`. */
export async function sessions(
  { db, now }: Deps,
  { id, page, page_size }: ParsedInputOf<typeof userSessions>,
): Promise<ReplyOf<typeof userSessions>> {
  await requireKnown(db, id);
  const [rows, total] = await Promise.all([findSessions(db, id, now(), page_size, (page - 1) * page_size), countSessions(db, id)]);
  return { items: rows.map(sessionView), page, page_size, total };
}

const sessionView = ({ user_agent, ...row }: Awaited<ReturnType<typeof findSessions>>[number]): AdminSessionRow => ({
  ...row,
  device: describeDevice(user_agent),
  created_at: row.created_at.toISOString(),
  last_seen_at: row.last_seen_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  ended_at: iso(row.ended_at),
  ended_because: row.ended_because as AdminSessionRow['ended_because'],
});

/** Throws `not_found` if the user never existed. */
export async function requireKnown(db: Deps['db'], id: string): Promise<void> {
  if (!(await findContacts(db, id))) throw new AppError('not_found');
}

/** Returns a user row with single values on points and play; undefined if the user never existed. */
const findUser = (db: Db, id: string) =>
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

/** Returns the last time an admin disabled or enabled a user; undefined if that never happened. */
const findStatusChange = (db: Db, userId: string) =>
  db
    .selectFrom('audit_log')
    .select(['action', 'reason', 'admin_email', 'created_at'])
    .where('subject_kind', '=', 'user')
    .where('subject_id', '=', userId)
    .where('action', 'in', ['user.disable', 'user.enable'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Returns a user's contacts. */
const findContacts = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .select(['email', 'email_verified_at', 'phone', 'phone_verified_at', 'wallet_address', 'wallet_changed_at', 'totp_enabled_at'])
    .where('id', '=', userId)
    .executeTakeFirst();

/** Returns a user's linked sign-ins as the owner sees them. */
async function findLinks(db: Db, userId: string) {
  const rows = await db
    .selectFrom('linked_accounts')
    .select(['id', 'type', 'identifier', 'subject', 'reachable', 'created_at', 'verified_at'])
    .where('user_id', '=', userId)
    .orderBy('type')
    .execute();
  return rows.map(({ type, ...row }) => ({ ...row, type: type as Provider }));
}

/** Returns the wallets that a user had before the present one. */
const findPastWallets = (db: Db, userId: string) =>
  db
    .selectFrom('past_wallets as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select('p.wallet_address')
    .where('p.user_id', '=', userId)
    .where((eb) => eb('p.wallet_address', 'is distinct from', eb.ref('u.wallet_address')))
    .orderBy('p.wallet_address')
    .limit(100)
    .execute();

/** Returns a user's sessions: active ones first, then by when they were last seen. */
const findSessions = (db: Db, userId: string, now: Date, limit: number, offset: number) =>
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

/** Counts a user's stored sessions. */
async function countSessions(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('sessions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}
