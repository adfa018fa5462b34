import type { AdminSessionRow, AdminUser, userBindings, userSessions } from '#contract/admin-users.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { levelOf } from '#domain/levels.ts';
import type { Deps } from '#server/deps.ts';
import { describeDevice } from '#server/modules/identity/public.ts';
import { exclusionOf } from '#server/modules/play-limits/public.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { userViews } from './list.ts';
import { findUserRows } from './list-queries.ts';
import * as users from './user-queries.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Everything about a user that is one value, also of one who is disabled or gone. Throws `not_found`. */
export async function getUser({ db, now }: Deps, id: string): Promise<AdminUser> {
  const [found, rows, change, exclusion] = await Promise.all([
    users.findUser(db, id),
    findUserRows(db, [id]),
    users.findStatusChange(db, id),
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

const statusChange = (change: NonNullable<Awaited<ReturnType<typeof users.findStatusChange>>>): AdminUser['status_change'] => ({
  status: change.action === 'user.disable' ? 'disabled' : 'normal',
  reason: change.reason,
  admin_email: change.admin_email,
  at: change.created_at.toISOString(),
});

/** How a user is reached and signs in, and what wallets they had. Throws `not_found`. */
export async function bindings({ db }: Deps, id: string): Promise<ReplyOf<typeof userBindings>> {
  const [contacts, links, wallets] = await Promise.all([
    users.findContacts(db, id),
    users.findLinks(db, id),
    users.findPastWallets(db, id),
  ]);
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

/** Where a user is and was signed in. Throws `not_found`. */
export async function sessions(
  { db, now }: Deps,
  { id, page, page_size }: ParsedInputOf<typeof userSessions>,
): Promise<ReplyOf<typeof userSessions>> {
  await requireKnown(db, id);
  const [rows, total] = await Promise.all([
    users.findSessions(db, id, now(), page_size, (page - 1) * page_size),
    users.countSessions(db, id),
  ]);
  return { items: rows.map(sessionView), page, page_size, total };
}

const sessionView = ({ user_agent, ...row }: Awaited<ReturnType<typeof users.findSessions>>[number]): AdminSessionRow => ({
  ...row,
  device: describeDevice(user_agent),
  created_at: row.created_at.toISOString(),
  last_seen_at: row.last_seen_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  ended_at: iso(row.ended_at),
  ended_because: row.ended_because as AdminSessionRow['ended_because'],
});

/** Throws `not_found` where there never was such a user. */
export async function requireKnown(db: Deps['db'], id: string): Promise<void> {
  if (!(await users.findContacts(db, id))) throw new AppError('not_found');
}
