import type { AdminUserRow, listUsers } from '#contract/admin-users.ts';
import type { UserRef } from '#contract/approvals.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { type AdminRole, seesContacts } from '#domain/identity/admin-role.ts';
import type { Deps } from '#server/deps.ts';
import { findUserRefs, userRef } from '#server/modules/admins/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { findUserIds, findUserRows, type UserRow } from './list-queries.ts';
import type { UserFilter } from './search.ts';

/** Upper bound of counting and paging (docs/rules.md#lists). */
const TOTAL_MAX = 10_000;

/** Returns a page of users. Sorted by points, the order may be some seconds old; the points shown are current. Throws `invalid_query`. */
export async function list(
  { db }: Deps,
  { role }: Pick<SignedInAdmin, 'role'>,
  { q, status, sort, order, page, page_size }: ParsedInputOf<typeof listUsers>,
): Promise<ReplyOf<typeof listUsers>> {
  const [offset, filter] = [(page - 1) * page_size, filterOf({ q, status }, role)];
  if (offset >= TOTAL_MAX) throw new AppError('invalid_query', { field: 'page' });
  const { count, ids } = await findUserIds(db, filter, { sort, order }, { max: TOTAL_MAX, limit: page_size, offset });
  if (ids === null) throw new AppError('invalid_query', { field: 'page' });
  const rows = new Map((await findUserRows(db, ids)).map((row) => [row.id, row]));
  return {
    items: await userViews(
      db,
      ids.map((id) => rows.get(id)!),
    ),
    page,
    page_size,
    total: Math.min(count, TOTAL_MAX),
    ...(count > TOTAL_MAX && { total_exact: false }),
  };
}

/** Returns the filter an admin asked for, given the admin's role; a blank search is none. */
export const filterOf = (
  { q = '', status }: { q?: string | undefined; status?: UserFilter['status'] | undefined },
  role: AdminRole,
): UserFilter => ({
  q: q.trim() === '' ? null : q,
  status: status ?? null,
  spellsContacts: seesContacts(role),
});

/** Returns users as listed in the console, with their inviters. */
export async function userViews(db: Db, rows: readonly UserRow[]): Promise<AdminUserRow[]> {
  const referrers = await findUserRefs(
    db,
    rows.flatMap(({ invited_by }) => invited_by ?? []),
  );
  return rows.map((row) => userView(row, row.invited_by === null ? null : (referrers.get(row.invited_by) ?? null)));
}

const userView = (row: UserRow, referrer: UserRef | null): AdminUserRow => ({
  ...userRef(row),
  phone: row.phone,
  status: row.status,
  registered_at: row.created_at.toISOString(),
  registration_ip: row.registration_ip,
  registration_country: row.registration_country,
  last_login_at: row.last_login_at?.toISOString() ?? null,
  points_balance: row.balance,
  referral_code: row.invite_code,
  linked_accounts: row.linked_accounts,
  referrer,
  invitees: row.invitees,
});
