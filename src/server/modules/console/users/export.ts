import type { usersFile } from '#contract/admin-users.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf, recordAudit } from '#server/modules/admins/public.ts';
import { deviceName } from '#server/modules/identity/public.ts';
import { BYTE_ORDER_MARK, csvLine, encoded } from '#server/platform/csv.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { filterOf, userViews } from './list.ts';
import { findUserRowsAfter, type UserRow } from './list-queries.ts';
import type { UserFilter } from './search.ts';

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
