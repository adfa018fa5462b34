import { isIP } from 'node:net';
import { type RawBuilder, sql } from 'kysely';
import type { USER_SORTS, USER_STATUSES } from '#contract/admin-users.ts';
import type { Provider } from '#contract/oauth.ts';
import { normaliseWallet } from '#domain/withdrawals/wallet.ts';
import type { Deps } from '#server/deps.ts';
import { likeText } from '#server/platform/db/like.ts';
import type { Db } from '#server/platform/db/pool.ts';

export interface UserOrder {
  sort: (typeof USER_SORTS)[number];
  order: 'asc' | 'desc';
}

/** Selects the ids of users who may match a filter, at most `max` per condition, unordered; each condition is looked up by itself. */
const candidates = (filter: UserFilter, max: number): RawBuilder<unknown> => {
  const conditions = filter.q === null ? [sql`true`] : searchConditions(filter.q, filter);
  const parts = conditions.map((condition) => sql`(select u.id from users u where ${condition} and ${hasStatus(filter)} limit ${max})`);
  return sql.join(parts, sql` union `);
};

/** Returns a filter as one condition on `u`. */
const passes = (filter: UserFilter): RawBuilder<unknown> =>
  filter.q === null ? hasStatus(filter) : sql`(${sql.join(searchConditions(filter.q, filter), sql` or `)}) and ${hasStatus(filter)}`;

/** Counts the users of a filter, up to `max`. */
export const countUsersQuery = (filter: UserFilter, max: number) => sql<{ count: number }>`
  select count(*) as count from (select from (${candidates(filter, max)}) found limit ${max}) counted`;

/**
 * Counts the users of a narrow filter, up to `max + 1`, and selects the ids of a page: all matching users are looked up one by one and
 * sorted. Returns no ids if there are more than `max`.
 */
export function fewUsersQuery(filter: UserFilter, order: UserOrder, max: number, limit: number, offset: number) {
  const sortedBy =
    order.sort === 'points_balance'
      ? sql`(select balance from listed_balances where user_id = found.id limit 1) l`
      : sql`(select created_at, last_login_at from users where id = found.id limit 1) u`;
  return sql<{ count: number; ids: string[] }>`
    with found as materialized (select id from (${candidates(filter, max + 1)}) candidates limit ${max + 1}),
      counted as materialized (select count(*) as count from found)
    select count, array(
      select found.id from found, lateral ${sortedBy} where (select count from counted) <= ${max}
      order by ${inOrder(order, sql`found.id`)} limit ${limit} offset ${offset}
    ) as ids from counted`;
}

/** Selects the ids of a page of many users: scans an index that has them in order and picks those that match the filter. */
export function manyUsersQuery(filter: UserFilter, order: UserOrder, limit: number, offset: number) {
  const condition = passes(filter);
  if (order.sort !== 'points_balance') {
    return sql<{ id: string }>`
      select u.id from users u where ${condition} order by ${inOrder(order, sql`u.id`)} limit ${limit} offset ${offset}`;
  }
  const isUnfiltered = filter.q === null && filter.status === null;
  return sql<{ id: string }>`
    select l.user_id as id from listed_balances l
    ${isUnfiltered ? sql`` : sql`, lateral (select from users u where u.id = l.user_id and ${condition} limit 1) u`}
    order by ${inOrder(order, sql`l.user_id`)} limit ${limit} offset ${offset}`;
}

/** Users who never signed in come last by latest sign-in and first by earliest, so that one index serves both orders. */
function inOrder({ sort, order }: UserOrder, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const value = { registered_at: sql`u.created_at`, last_login_at: sql`u.last_login_at`, points_balance: sql`l.balance` }[sort];
  const nulls = sort !== 'last_login_at' ? sql`` : order === 'desc' ? sql` nulls last` : sql` nulls first`;
  return order === 'desc' ? sql`${value} desc${nulls}, ${id} desc` : sql`${value} asc${nulls}, ${id} asc`;
}

/**
 * With a million users, both plans need at most some 20,000 lookups: up to this many matches are sorted; for a search with more matches, as
 * many users are scanned until a page is full.
 */
const FEW_MAX = 20_000;
const WIDE_SEARCH_MAX = 500;

/** Counts the users of a filter, up to slightly more than `max`, and returns the ids of a page; null if that page is too deep. */
export async function findUserIds(db: Db, filter: UserFilter, order: UserOrder, page: { max: number; limit: number; offset: number }) {
  const { limit, offset } = page;
  const ofMany = async () => (await manyUsersQuery(filter, order, limit, offset).execute(db)).rows.map(({ id }) => id);
  if (!isNarrow(filter)) {
    const { rows } = await countUsersQuery(filter, page.max + 1).execute(db);
    return { count: rows[0]!.count, ids: await ofMany() };
  }
  const { rows } = await fewUsersQuery(filter, order, FEW_MAX, limit, offset).execute(db);
  const { count, ids } = rows[0]!;
  if (count <= FEW_MAX) return { count, ids };
  return { count, ids: offset < WIDE_SEARCH_MAX ? await ofMany() : null };
}

/** Finds a few users by a search: those with exactly this address or handle first, then the latest registered. */
export async function findFewUsers(db: Db, search: Pick<UserFilter, 'q' | 'spellsContacts'>, limit: number) {
  const typed = (search.q ?? '').trim().toLowerCase().replace(/^@/, '');
  const named = searchConditions(search.q ?? '', search).map(
    (condition) => sql`(select u.id from users u where ${condition} limit ${limit})`,
  );
  const traits = search.spellsContacts ? usersOfTrait(typed, normaliseWallet(search.q ?? ''), limit) : [];
  const { rows } = await sql<Pick<UserRow, 'id' | 'display_name' | 'public_handle' | 'email' | 'status'>>`
    select u.id, u.display_name, u.public_handle, u.email, u.status from (${sql.join([...named, ...traits], sql` union `)}) f
    cross join lateral (select * from users where id = f.id limit 1) u
    order by (u.public_handle = ${typed} or coalesce(u.email = ${typed}, false)) desc, u.created_at desc, u.id limit ${limit}`.execute(db);
  return rows;
}

/** Selects the ids of a few users by what they share: a wallet, now or before, an IP address, or the domain of their address. */
function usersOfTrait(typed: string, wallet: string, limit: number): RawBuilder<unknown>[] {
  if (isIP(typed) !== 0) {
    const isIt = (column: RawBuilder<unknown>) => sql`household(${column}) = household(${typed}::inet) and ${column} = ${typed}::inet`;
    return [
      sql`(select id from users where ${isIt(sql`registration_ip`)} limit ${limit})`,
      // Many sessions may be of one user.
      sql`(select distinct user_id from (select user_id from sessions where ${isIt(sql`ip`)} limit 1000) s limit ${limit})`,
    ];
  }
  const domain = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(typed)
    ? [sql`(select id from users where email_identity is not null and mail_domain(email_identity) = ${typed} limit ${limit})`]
    : [];
  return [
    ...domain,
    sql`(select id from users where wallet_address = ${wallet})`,
    sql`(select user_id from past_wallets where wallet_address = ${wallet} limit ${limit})`,
  ];
}

/** A user as listed in the console. */
export interface UserRow {
  id: string;
  display_name: string | null;
  public_handle: string;
  email: string | null;
  phone: string | null;
  status: (typeof USER_STATUSES)[number];
  created_at: Date;
  registration_ip: string | null;
  registration_country: string | null;
  last_login_at: Date | null;
  balance: number;
  invite_code: string;
  linked_accounts: { type: Provider; identifier: string }[];
  invited_by: string | null;
  invitees: number;
}

/** Returns users by id, in the order of registration. */
export const findUserRows = (db: Db, ids: readonly string[]): Promise<UserRow[]> => rowsOf(db, sql`u.id = any(${ids}::uuid[])`, sql``);

/** Returns users of a filter after a time and id of registration, in that order. */
export async function findUserRowsAfter(
  db: Db,
  filter: UserFilter,
  after: { created_at: Date; id: string } | null,
  limit: number,
): Promise<UserRow[]> {
  const behind = after === null ? sql`true` : sql`(u.created_at, u.id) > (${after.created_at}, ${after.id}::uuid)`;
  return rowsOf(db, sql`${passes(filter)} and ${behind}`, sql`order by u.created_at, u.id limit ${limit}`);
}

async function rowsOf(db: Db, condition: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select u.id, u.display_name, u.public_handle, u.email, u.phone, u.status, u.created_at, host(u.registration_ip) as registration_ip,
      u.registration_country, u.last_login_at, coalesce(a.balance, 0) as balance, u.invite_code, u.invited_by,
      coalesce(linked.accounts, '[]') as linked_accounts, (select count(*) from users i where i.invited_by = u.id) as invitees
    from (select u.* from users u where ${condition} ${order}) u
    left join lateral (select balance from accounts where kind = 'balance' and owner = u.id limit 1) a on true
    left join lateral (
      select json_agg(json_build_object('type', type, 'identifier', identifier) order by type) as accounts
      from linked_accounts where user_id = u.id
    ) linked on true
    order by u.created_at, u.id`.execute(db);
  return rows;
}

/** Filter for users. */
export interface UserFilter {
  /** Prefix of an identifier of the user; null means every user. */
  q: string | null;
  status: (typeof USER_STATUSES)[number] | null;
  /**
   * Whether addresses and numbers are found by prefix. Otherwise only by the full value: an admin who may not see one could guess it
   * character by character.
   */
  spellsContacts: boolean;
}

/** Ids begin with the time: fewer characters would match everyone who registered within some weeks. */
const ID_BEGINNING = /^[0-9a-f]{8,32}$/;

/** Returns whether a filter may match only a small part of the users. */
const isNarrow = ({ q, status }: UserFilter): boolean => q !== null || (status !== null && status !== 'normal');

/** Returns the filter's condition on the status of `u`, as a literal in the query text so that partial indexes are used. */
const hasStatus = ({ status }: UserFilter): RawBuilder<unknown> => (status === null ? sql`true` : sql`u.status = ${sql.lit(status)}`);

/** Returns conditions on `u`, each served by its own index; a user matches `q` if one of them holds. */
function searchConditions(q: string, { spellsContacts }: Pick<UserFilter, 'spellsContacts'>): RawBuilder<unknown>[] {
  const typed = q.trim().toLowerCase();
  const phone = typed.replace(/[\s().-]/g, '').replace(/^(\+|00)/, '');
  return [
    spellsContacts ? sql`u.email like ${prefix(typed)}` : sql`u.email = ${typed}`,
    sql`u.public_handle like ${prefix(typed.replace(/^@/, ''))}`,
    sql`lower(u.display_name) like ${prefix(typed)}`,
    sql`u.invite_code like ${prefix(typed.toUpperCase())}`,
    ...(/^\d+$/.test(phone) ? [spellsContacts ? sql`u.phone like ${prefix(`+${phone}`)}` : sql`u.phone = ${`+${phone}`}`] : []),
    ...idCondition(typed.replaceAll('-', '')),
  ];
}

function idCondition(hex: string): RawBuilder<unknown>[] {
  if (!ID_BEGINNING.test(hex)) return [];
  return [sql`u.id between ${hex.padEnd(32, '0')}::uuid and ${hex.padEnd(32, 'f')}::uuid`];
}

const prefix = (text: string): string => `${likeText(text)}%`;

/** Transfers processed in one transaction. */
const AT_ONCE = 10_000;

/**
 * Updates the balances that users are sorted by up to the sealed part of the ledger. Returns the number of transfer ids processed. Run it
 * often, in any number of processes.
 */
export async function refreshListedBalances({ db }: Pick<Deps, 'db'>): Promise<number> {
  for (let listed = 0; ; ) {
    const { rows } = await sql<{ ids: number }>`select list_balances(${AT_ONCE}) as ids`.execute(db);
    const { ids } = rows[0]!;
    if (ids === 0) return listed;
    listed += ids;
  }
}
