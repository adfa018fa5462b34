import { type RawBuilder, sql } from 'kysely';
import type { userReferrals } from '#contract/admin-users.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { userRef } from '#server/modules/admins/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';

type Referrals = ReplyOf<typeof userReferrals>;

const LEVELS_UP = 3;
/** Maximum number of invitees shown per inviter, by level: a tree of some thousands at most. */
const SHOWN = [50, 20, 10] as const;

/** Returns the tree of invites around a user. Throws `not_found`. */
export async function referrals({ db }: Deps, id: string): Promise<Referrals> {
  const [user] = await findInvited(db, [id]);
  if (!user) throw new AppError('not_found');
  const [referrers, invitees] = await Promise.all([findReferrers(db, user), findTree(db, id)]);
  return { referrers, invitees };
}

/** Returns the inviter of a user, then the inviter's inviter, and so on. */
async function findReferrers(db: Db, user: InvitedRow): Promise<Referrals['referrers']> {
  const found: InvitedRow[] = [];
  for (let id = user.invited_by; id !== null && found.length < LEVELS_UP; id = found.at(-1)!.invited_by) {
    found.push(...(await findInvited(db, [id])));
  }
  return found.map(invited);
}

async function findTree(db: Db, id: string): Promise<Referrals['invitees']> {
  const tree: Referrals['invitees'] = [];
  let parents = [id];
  for (const [depth, eachMax] of SHOWN.entries()) {
    const rows = parents.length === 0 ? [] : await findInvitees(db, parents, eachMax);
    tree.push(...rows.map((row) => ({ ...invited(row), level: depth + 1, invited_by: row.invited_by! })));
    parents = rows.filter(({ invitees }) => invitees > 0).map((row) => row.id);
  }
  return tree;
}

const invited = (row: InvitedRow): Referrals['referrers'][number] => ({
  ...userRef(row),
  status: row.status,
  registered_at: row.created_at.toISOString(),
  points_balance: row.balance,
  invite_status: inviteStatus(row),
  invitees: row.invitees,
});

function inviteStatus({ invited_by, state }: InvitedRow): Referrals['referrers'][number]['invite_status'] {
  if (invited_by === null) return null;
  if (state === null) return 'registered';
  return state === 'due' ? 'qualified' : state;
}

/** A user in a tree of invites. */
interface InvitedRow {
  id: string;
  display_name: string | null;
  public_handle: string;
  email: string | null;
  status: 'normal' | 'disabled' | 'deleted';
  created_at: Date;
  invited_by: string | null;
  balance: number;
  /** State of the invite by which the user came; null until the user was found to qualify. */
  state: 'due' | 'in_review' | 'rewarded' | 'refused' | null;
  invitees: number;
}

/** Returns the latest invitees of each of these users, at most `eachMax` per user. */
const findInvitees = (db: Db, inviterIds: readonly string[], eachMax: number): Promise<InvitedRow[]> =>
  rowsOf(
    db,
    sql`unnest(${inviterIds}::uuid[]) with ordinality as inviter (id, place),
      lateral (select * from users u where u.invited_by = inviter.id order by u.created_at desc, u.id desc limit ${eachMax}) u`,
    sql`inviter.place, u.created_at desc, u.id desc`,
  );

/** Returns users by id, with their data on invites. */
const findInvited = (db: Db, ids: readonly string[]): Promise<InvitedRow[]> =>
  rowsOf(db, sql`users u`, sql`u.id`, sql`u.id = any(${ids}::uuid[])`);

async function rowsOf(db: Db, from: RawBuilder<unknown>, order: RawBuilder<unknown>, condition = sql`true`): Promise<InvitedRow[]> {
  const { rows } = await sql<InvitedRow>`
    select u.id, u.display_name, u.public_handle, u.email, u.status, u.created_at, u.invited_by, coalesce(a.balance, 0) as balance, r.state,
      (select count(*) from users i where i.invited_by = u.id) as invitees
    from ${from}
    left join lateral (select balance from accounts where kind = 'balance' and owner = u.id limit 1) a on true
    left join invite_rewards r on r.invitee_id = u.id
    where ${condition} order by ${order}`.execute(db);
  return rows;
}
