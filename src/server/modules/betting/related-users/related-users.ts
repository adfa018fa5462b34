import { sql } from 'kysely';
import { connectedComponents, groupBy } from '#domain/grouping.ts';
import { emailIdentity } from '#domain/identity/email.ts';
import type { Ties } from '#domain/settlement/play-at-risk.ts';
import type { Db } from '#server/platform/db/pool.ts';

/**
 * Returns how the given users are related among themselves: groups by browsers, wallets, mailboxes, invites and households, over any number
 * of steps; and hands, which are probably one person, by browsers, wallets and mailboxes alone. It only decides what counts as play, so a
 * doubtful case counts as a relation. Three statements, however many users there are.
 */
export async function relatedGroups(db: Db, userIds: readonly string[]): Promise<Ties> {
  const traits = await findSharedTraits(db, userIds);
  const mailboxes = await sharedMailboxes(db, userIds);
  const ofOneHand = traits.filter(({ kind }) => kind === 'device' || kind === 'wallet').map(({ users }) => users);
  const hands = connectedComponents([...ofOneHand, ...mailboxes]);
  const groups = connectedComponents([...traits.map(({ users }) => users), ...mailboxes]);
  return { groupOf: (userId) => groups.get(userId) ?? userId, handOf: (userId) => hands.get(userId) ?? userId };
}

/**
 * Returns groups of users with one mailbox. Account addresses are unique by mailbox; a Google address may equal another user's account
 * address.
 */
async function sharedMailboxes(db: Db, userIds: readonly string[]): Promise<string[][]> {
  const atGoogle = (await findGoogleAddresses(db, userIds)).map(({ user_id, identifier }) => ({
    userId: user_id,
    mailbox: emailIdentity(identifier),
  }));
  if (atGoogle.length === 0) return [];
  const mailboxes = atGoogle.map(({ mailbox }) => mailbox);
  const here = (await findByMailbox(db, userIds, mailboxes)).map(({ id, email_identity }) => ({
    userId: id,
    mailbox: email_identity!,
  }));
  return [...groupBy([...atGoogle, ...here], ({ mailbox }) => mailbox).values()].map((users) => users.map(({ userId }) => userId));
}

/** A trait shared by several of the given users: its kind and its users. */
interface SharedTrait {
  kind: 'device' | 'wallet' | 'invite' | 'network';
  users: string[];
}

/**
 * Returns every trait that at least two of the given users share: a browser of their registration or a session, a present or former wallet,
 * the inviter (one of them, or someone who invited several of them), and the household of a registration or session. Ended sessions are
 * known for 30 days, addresses of registrations for 90.
 */
async function findSharedTraits(db: Db, userIds: readonly string[]): Promise<SharedTrait[]> {
  const { rows } = await sql<SharedTrait>`
    with given as materialized (select unnest(${userIds}::uuid[]) as id), player as materialized (
      select u.id, u.registration_device_id, u.wallet_address, u.invited_by, u.registration_ip
      from given join users u on u.id = given.id
    ), seen as materialized (
      select s.user_id, s.device_id, s.ip from given join sessions s on s.user_id = given.id
    ), trait as (
      select 'device' as kind, registration_device_id::text as what, id as user_id from player where registration_device_id is not null
      union select 'device', device_id::text, user_id from seen where device_id is not null
      union select 'wallet', wallet_address, id from player where wallet_address is not null
      union select 'wallet', w.wallet_address, w.user_id from given join past_wallets w on w.user_id = given.id
      union select 'invite', invited_by::text, id from player where invited_by is not null
      union select 'invite', id::text, id from player where id in (select invited_by from player)
      union select 'network', household(registration_ip)::text, id from player where registration_ip is not null
      union select 'network', household(ip)::text, user_id from seen where ip is not null
    )
    select kind, array_agg(user_id::text) as users from trait group by kind, what having count(*) > 1`.execute(db);
  return rows;
}

/** Returns the Google addresses of those of the given users who sign in with Google. */
const findGoogleAddresses = (db: Db, userIds: readonly string[]): Promise<{ user_id: string; identifier: string }[]> =>
  db
    .selectFrom('linked_accounts')
    .select(['user_id', 'identifier'])
    .where('type', '=', 'google')
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .execute();

/** Returns which of the given users have an account with one of these mailboxes (`emailIdentity`). */
const findByMailbox = (
  db: Db,
  userIds: readonly string[],
  mailboxes: readonly string[],
): Promise<{ id: string; email_identity: string | null }[]> =>
  db
    .selectFrom('users')
    .select(['id', 'email_identity'])
    .where('email_identity', '=', sql<string>`any(${mailboxes}::text[])`)
    .where('id', '=', sql<string>`any(${userIds}::uuid[])`)
    .execute();
