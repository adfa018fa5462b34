import { isIP } from 'node:net';
import type { SearchHits, searchConsole } from '#contract/console-search.ts';
import { SEARCH_HITS_MAX } from '#contract/console-search.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import { type AdminRole, SUPERS, seesContacts } from '#domain/identity/admin-role.ts';
import { UUID } from '#domain/uuid.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf, recordAudit, userRef } from '#server/modules/admins/public.ts';
import { findCaseIds } from '#server/modules/console/contests/queries.ts';
import { findMatchLines } from '#server/modules/match-data/public.ts';
import { findFewWithdrawals } from '#server/modules/withdrawals/public.ts';
import { likeText } from '#server/platform/db/like.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { type RequestLimit, requestLimit } from '#server/platform/http/request-limit.ts';
import { findFewUsers } from './list-queries.ts';

const PER_MINUTE = 120;
/** One letter is the start of everything. */
const LENGTH_MIN = 2;

export const consoleSearchLimit = (deps: Deps): RequestLimit => requestLimit(deps, 'console_search', PER_MINUTE, 60);

/**
 * Returns a few users, withdrawals, contests and admins that a text may mean, as far as the admin's role sees them. Throws `rate_limited`.
 * Who used an IP address is nobody's daily business: that search is audited, without the address, which the log must not keep.
 */
export async function search(
  deps: Deps,
  limit: RequestLimit,
  admin: SignedInAdmin,
  request: RequestContext,
  { q }: ParsedInputOf<typeof searchConsole>,
): Promise<SearchHits> {
  await limit.count(admin.id);
  const text = q.trim();
  if (text.replace(/^@/, '').length < LENGTH_MIN) return { users: [], withdrawals: [], contests: [], admins: [] };
  const { db } = deps;
  const [users, withdrawals, contests, admins] = await Promise.all([
    findFewUsers(db, { q: text, spellsContacts: seesContacts(admin.role) }, SEARCH_HITS_MAX),
    findFewWithdrawals(deps, admin, text, SEARCH_HITS_MAX),
    findContests(db, text),
    findAdmins(db, admin.role, text),
  ]);
  if (isIP(text) !== 0 && seesContacts(admin.role)) {
    const entry = { action: 'search.ip', subject: { kind: 'search', id: 'ip' }, after: { users: users.length } };
    await recordAudit(db, actorOf(admin, request), entry, deps.now());
  }
  return { users: users.map((row) => ({ ...userRef(row), status: row.status })), withdrawals, contests, admins };
}

/** Returns contests by id, by their match's number, or by part of a team's or league's name. */
async function findContests(db: Db, text: string): Promise<SearchHits['contests']> {
  const ids = UUID.test(text.toLowerCase()) ? [text] : await findCaseIds(db, { state: 'all', ids: null, text }, SEARCH_HITS_MAX, 0);
  const rows = await db
    .selectFrom('contests')
    .select(['id', 'market', 'state', 'match_id'])
    .where('id', 'in', ids.length === 0 ? [NOBODY] : ids)
    .execute();
  const matches = await findMatchLines(
    db,
    rows.map(({ match_id }) => match_id),
  );
  const hits = new Map(
    rows.map(({ match_id, ...row }) => [row.id, { ...row, match: matches.get(match_id)! } as SearchHits['contests'][number]]),
  );
  return ids.flatMap((id) => hits.get(id.toLowerCase()) ?? []);
}

/** No row has this id. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Returns admins by part of their address, to those who manage admins. */
async function findAdmins(db: Db, role: AdminRole, text: string): Promise<SearchHits['admins']> {
  if (!SUPERS.includes(role)) return [];
  const rows = await db
    .selectFrom('admins')
    .select(['id', 'email', 'role', 'status'])
    .where('email', 'like', `%${likeText(text.toLowerCase())}%`)
    .orderBy('email')
    .limit(SEARCH_HITS_MAX)
    .execute();
  return rows as SearchHits['admins'];
}
