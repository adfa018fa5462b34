import type { AdminUserRow, listUsers, usersFile } from '#contract/admin-users.ts';
import type { UserRef } from '#contract/approvals.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { type AdminRole, seesContacts } from '#domain/identity/admin-role.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf, findUserRefs, recordAudit, userRef } from '#server/modules/admins/public.ts';
import { deviceName } from '#server/modules/identity/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { offsetOf, TOTAL_MAX, totalOf } from '#server/platform/http/paging.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { BYTE_ORDER_MARK, csvLine, encoded } from '#server/platform/text-formats.ts';
import { findUserIds, findUserRows, findUserRowsAfter, type UserFilter, type UserRow } from './list-queries.ts';

/** Returns a page of users. Sorted by points, the order may be some seconds old; the points shown are current. Throws `invalid_query`. */
export async function list(
  { db }: Deps,
  { role }: Pick<SignedInAdmin, 'role'>,
  { q, status, sort, order, page, page_size }: ParsedInputOf<typeof listUsers>,
): Promise<ReplyOf<typeof listUsers>> {
  const [offset, filter] = [offsetOf({ page, page_size }), filterOf({ q, status }, role)];
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
    ...totalOf(count),
  };
}

/** Returns the filter an admin asked for, given the admin's role; a blank search is none. */
const filterOf = (
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

/** Rows per query: few enough not to delay other queries. */
const AT_ONCE = 1_000;

const COLUMNS = [
  ...['id', 'email', 'phone', 'name', 'handle', 'status', 'registered_at', 'registration_ip', 'registration_country', 'last_login_at'],
  ...['points_balance', 'referral_code', 'linked_accounts', 'referrer_id', 'referrer', 'invitees'],
];

/** Audits the export, then returns all users of a filter as the chunks of a CSV. No line is sent without the audit entry. */
export async function exportUsers(
  deps: Deps,
  admin: SignedInAdmin,
  request: RequestContext,
  asked: ParsedInputOf<typeof usersFile>,
): Promise<AsyncIterable<Uint8Array>> {
  const filter = filterOf(asked, admin.role);
  const { q, status } = filter;
  await recordAudit(
    deps.db,
    actorOf(admin, request),
    { action: 'users.export', subject: { kind: 'users', id: 'all' }, after: { q, status, device: deviceName(request.userAgent) } },
    deps.now(),
  );
  return encoded(linesOf(deps.db, filter));
}

/** Yields the lines. Pages by the last row read, so that users who register meanwhile come at the end. */
async function* linesOf(db: Db, filter: UserFilter): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS);
  for (let last: UserRow | null = null; ; ) {
    const rows: UserRow[] = await findUserRowsAfter(db, filter, last, AT_ONCE);
    const users = await userViews(db, rows);
    const lines = users.map((user) =>
      csvLine([
        ...[user.id, user.email, user.phone, user.display_name, user.public_handle, user.status, user.registered_at],
        ...[user.registration_ip, user.registration_country, user.last_login_at, user.points_balance, user.referral_code],
        ...[user.linked_accounts.map(({ type, identifier }) => `${type}: ${identifier}`).join('; ')],
        ...[user.referrer?.id, user.referrer?.display_name, user.invitees],
      ]),
    );
    if (lines.length > 0) yield lines.join('');
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1)!;
  }
}
