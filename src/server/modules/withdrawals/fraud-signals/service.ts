import { type RawBuilder, sql } from 'kysely';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Evidence, ProvenanceView, userEvidence } from '#contract/fraud-signals.ts';
import { groupBy } from '#domain/grouping.ts';
import { provenanceOf } from '#domain/ledger/provenance.ts';
import type { Deps } from '#server/deps.ts';
import { sumBySource } from '#server/modules/ledger/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { ringOf } from './assess.ts';
import { accountRef, findAccounts, winningsOf } from './winnings.ts';

/** Maximum number of accounts listed, and counted, of each kind. */
const LISTED_MAX = 50;
const COUNTED_MAX = 1_000;

/** Returns all evidence about a user's relation to other accounts and the origin of the user's points. Throws `not_found`. */
export async function allEvidence({ db }: Pick<Deps, 'db'>, userId: string): Promise<ReplyOf<typeof userEvidence>> {
  if ((await findAccounts(db, [userId])).length === 0) throw new AppError('not_found');
  const [evidence, provenance, winnings] = await Promise.all([evidenceOf(db, userId), provenancesOf(db, [userId]), winningsOf(db, userId)]);
  return { evidence, provenance: provenance.get(userId)!, winnings };
}

/** Returns accounts that share a browser, an IP address or a wallet with a user, and the invites around the user. */
export async function evidenceOf(db: Db, userId: string): Promise<Evidence> {
  const [devices, networks, wallets, invites, ring] = await Promise.all([
    findSharingDevices(db, userId, LISTED_MAX),
    findSharingNetworks(db, userId, LISTED_MAX),
    findSharingWallets(db, userId, LISTED_MAX),
    findInviteEdges(db, userId, LISTED_MAX),
    ringOf(db, userId, LISTED_MAX),
  ]);
  return {
    ring,
    devices: sharedList(devices),
    networks: sharedList(networks),
    wallets: sharedList(wallets),
    invites: {
      items: invites.map((edge) => ({
        account: accountRef(edge),
        direction: edge.direction,
        at: edge.at.toISOString(),
        status: STATUS_OF[edge.state ?? 'none'],
        reasons: edge.reasons,
      })),
      count: countOf(invites),
    },
  };
}

const sharedList = (rows: readonly SharedRow[]): Evidence['devices'] => ({
  items: rows.map((row) => ({ account: accountRef(row), what: row.what, at: row.at?.toISOString() ?? null })),
  count: countOf(rows),
});

const countOf = (rows: readonly { count: number }[]): number => Math.min(rows[0]?.count ?? 0, COUNTED_MAX);

const STATUS_OF = { none: 'registered', due: 'qualified', in_review: 'in_review', rewarded: 'rewarded', refused: 'refused' } as const;

/** Returns the origin of the points of each of these users. */
export async function provenancesOf(db: Db, userIds: readonly string[]): Promise<Map<string, ProvenanceView>> {
  const sums = groupBy(await sumBySource(db, userIds), ({ user_id }) => user_id);
  return new Map(userIds.map((id) => [id, provenanceOf(sums.get(id) ?? [])]));
}

/** Another account with what it shares with the requested one. */
export interface SharedRow {
  id: string;
  display_name: string | null;
  public_handle: string;
  email: string | null;
  status: 'normal' | 'disabled' | 'deleted';
  what: string;
  at: Date | null;
  /** Total number of such accounts, including this one. */
  count: number;
}

/** Maximum number of latest browsers, addresses and wallets examined per account, and of latest visitors of each. */
const TRAITS_MAX = 50;
const SEEN_MAX = 1_000;

/**
 * Returns accounts that share a trait with a user, last seen first. `own` selects the user's traits as (what, at), `seen` the accounts seen
 * with the current row of `own` as (user_id, at): each is a separate lookup, which ends after a fixed number of rows however many share the
 * trait.
 */
async function findSharing(
  db: Db,
  userId: string,
  own: RawBuilder<unknown>,
  seen: RawBuilder<unknown>,
  limit: number,
): Promise<SharedRow[]> {
  const { rows } = await sql<SharedRow>`
    with own as materialized (
      select what, max(at) as at from (${own}) o where what is not null group by what order by max(at) desc nulls last limit ${TRAITS_MAX}
    ), latest as (
      select distinct on (s.user_id) s.user_id, own.what, s.at from own, lateral (${seen}) s
      where s.user_id <> ${userId}
      order by s.user_id, s.at desc nulls last
    )
    select u.id, u.display_name, u.public_handle, u.email, u.status, l.what::text as what, l.at, l.count
    from (select *, count(*) over () as count from latest order by at desc nulls last, user_id limit ${limit}) l
    join users u on u.id = l.user_id
    order by l.at desc nulls last, l.user_id`.execute(db);
  return rows;
}

/** Returns accounts that registered in a browser of the user or had a session in it. */
const findSharingDevices = (db: Db, userId: string, limit: number): Promise<SharedRow[]> =>
  findSharing(
    db,
    userId,
    sql`select registration_device_id as what, created_at as at from users where id = ${userId}
      union all select device_id, created_at from sessions where user_id = ${userId}`,
    sql`(select id as user_id, created_at as at from users where registration_device_id = own.what order by created_at desc limit ${SEEN_MAX})
      union all (select user_id, created_at from sessions where device_id = own.what order by created_at desc limit ${SEEN_MAX})`,
    limit,
  );

/** Returns accounts that registered from an IP address of the user or had a session from there. */
const findSharingNetworks = (db: Db, userId: string, limit: number): Promise<SharedRow[]> =>
  findSharing(
    db,
    userId,
    sql`select household(registration_ip) as what, created_at as at from users where id = ${userId}
      union all select household(ip), created_at from sessions where user_id = ${userId}`,
    sql`(select id as user_id, created_at as at from users
        where registration_ip is not null and household(registration_ip) = own.what order by created_at desc limit ${SEEN_MAX})
      union all (select user_id, created_at from sessions
        where ip is not null and household(ip) = own.what order by created_at desc limit ${SEEN_MAX})`,
    limit,
  );

/** Returns accounts that have or had a present or past wallet of the user; the time is known for present wallets only. */
const findSharingWallets = (db: Db, userId: string, limit: number): Promise<SharedRow[]> =>
  findSharing(
    db,
    userId,
    sql`select wallet_address as what, wallet_changed_at as at from users where id = ${userId}
      union all select wallet_address, null from past_wallets where user_id = ${userId}`,
    sql`select id as user_id, wallet_changed_at as at from users where wallet_address = own.what
      union all (select user_id, null from past_wallets where wallet_address = own.what limit ${SEEN_MAX})`,
    limit,
  );

export interface InviteEdge extends Omit<SharedRow, 'what' | 'at'> {
  direction: 'inviter' | 'invitee';
  /** When the invitee registered. */
  at: Date;
  /** Null until the invitee was found to qualify. */
  state: 'due' | 'in_review' | 'rewarded' | 'refused' | null;
  reasons: string[];
}

/** Returns a user's inviter, then the invitees, latest first; `count` covers all of them, up to a thousand. */
async function findInviteEdges(db: Db, userId: string, limit: number): Promise<InviteEdge[]> {
  const { rows } = await sql<InviteEdge>`
    with edge as (
      select 'inviter' as direction, invited_by as other, id as invitee, created_at as at from users where id = ${userId} and invited_by is not null
      union all
      (select 'invitee', id, id, created_at from users where invited_by = ${userId} order by created_at desc limit ${SEEN_MAX})
    )
    select u.id, u.display_name, u.public_handle, u.email, u.status, e.direction, e.at, e.count, r.state, coalesce(r.reasons, '{}') as reasons
    from (select *, count(*) over () as count from edge order by direction desc, at desc, other limit ${limit}) e
    join users u on u.id = e.other left join invite_rewards r on r.invitee_id = e.invitee
    order by e.direction desc, e.at desc, e.other`.execute(db);
  return rows;
}
