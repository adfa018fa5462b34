import { sql } from 'kysely';
import type { RingTrait } from '#domain/withdrawals/ring/facts.ts';
import type { Db } from '#server/platform/db/pool.ts';

export interface OwnTrait {
  user_id: string;
  kind: RingTrait['kind'];
  value: string;
}

/** Maximum number of latest browsers, wallets and hosts examined per account. */
const SESSIONS_MAX = 20;
const WALLETS_MAX = 10;

/** Returns browsers, wallets and mailbox names of accounts, which tie them to other accounts of one person. */
export async function findHandTraits(db: Db, userIds: readonly string[]): Promise<OwnTrait[]> {
  const { rows } = await sql<OwnTrait>`
    with asked as (select id from unnest(${userIds}::uuid[]) as a (id))
    select u.id as user_id, t.kind, t.value from asked a cross join lateral (select * from users where id = a.id limit 1) u
    cross join lateral (
      values ('device', u.registration_device_id::text), ('wallet', u.wallet_address), ('mail_name', mail_name(u.email_identity))
    ) t (kind, value) where t.value is not null
    union
    select a.id, 'device', s.device_id::text from asked a cross join lateral (
      select device_id from sessions where user_id = a.id order by created_at desc limit ${SESSIONS_MAX}) s where s.device_id is not null
    union
    select a.id, 'wallet', w.wallet_address from asked a cross join lateral (
      select wallet_address from past_wallets where user_id = a.id limit ${WALLETS_MAX}) w`.execute(db);
  return rows;
}

/** Returns the networks of accounts, their mail hosts and their inviters; `registration_ip` is needed for the wider tiers. */
export async function findPlaceTraits(db: Db, userIds: readonly string[]): Promise<(OwnTrait & { registration_ip: string | null })[]> {
  const { rows } = await sql<OwnTrait & { registration_ip: string | null }>`
    with asked as (select id from unnest(${userIds}::uuid[]) as a (id))
    select u.id as user_id, t.kind, t.value, host(u.registration_ip) as registration_ip
    from asked a cross join lateral (select * from users where id = a.id limit 1) u
    cross join lateral (
      values ('host', household(u.registration_ip)::text), ('mail_domain', mail_domain(u.email_identity)), ('inviter', u.invited_by::text),
        ('inviter', u.id::text)
    ) t (kind, value) where t.value is not null
    union
    select h.id, 'host', h.host, null from (
      select a.id, household(s.ip)::text as host, row_number() over (partition by a.id order by count(*) desc, household(s.ip)) as n
      from asked a cross join lateral (select ip from sessions where user_id = a.id order by created_at desc limit ${SESSIONS_MAX}) s
      where s.ip is not null group by a.id, household(s.ip)
    ) h where h.n <= ${HOSTS_MAX}`.execute(db);
  return rows;
}

const HOSTS_MAX = 4;

export interface TraitMember {
  kind: RingTrait['kind'];
  value: string;
  id: string;
  created_at: Date;
}

/** Trait values by kind. */
export type TraitValues = Record<RingTrait['kind'], readonly string[]>;

/** Maximum number of accounts, and of sessions, examined and counted per trait. A place with more accounts proves nothing. */
export const MEMBERS_MAX = 300;
const MEMBER_SESSIONS_MAX = 200;

/** Returns the accounts with each of these traits, by index lookups that end after a fixed number of rows however many share a trait. */
export async function findMembers(db: Db, values: TraitValues): Promise<TraitMember[]> {
  const { rows } = await sql<TraitMember>`
    select f.kind, f.value, u.id, u.created_at from (
      select 'device' as kind, v.value::text as value, m.id from unnest(${values.device}::uuid[]) v (value), lateral (
        (select id from users where registration_device_id = v.value order by created_at desc limit ${MEMBERS_MAX})
        union (select user_id from (
          select user_id from sessions where device_id = v.value order by created_at desc limit ${MEMBER_SESSIONS_MAX}) s)) m
      union all
      select 'wallet', v.value, m.id from unnest(${values.wallet}::text[]) v (value), lateral (
        select id from users where wallet_address = v.value
        union (select user_id from past_wallets where wallet_address = v.value limit ${MEMBERS_MAX})) m
      union all
      select 'mail_name', v.value, m.id from unnest(${values.mail_name}::text[]) v (value), lateral (
        select id from users where email_identity is not null and mail_name(email_identity) = v.value order by created_at desc limit ${MEMBERS_MAX}) m
      union all
      select 'mail_domain', v.value, m.id from unnest(${values.mail_domain}::text[]) v (value), lateral (
        select id from users where email_identity is not null and mail_domain(email_identity) = v.value order by created_at desc limit ${MEMBERS_MAX}) m
      union all
      select 'inviter', v.value::text, m.id from unnest(${values.inviter}::uuid[]) v (value), lateral (
        select v.value as id
        union all (select id from users where invited_by = v.value order by created_at desc limit ${MEMBERS_MAX})) m
      union all
      select 'host', v.value::text, m.id from unnest(${values.host}::cidr[]) v (value), lateral (
        (select id from users where registration_ip is not null and household(registration_ip) = v.value order by created_at desc limit ${MEMBERS_MAX})
        union (select user_id from (
          select user_id from sessions where ip is not null and household(ip) = v.value order by created_at desc limit ${MEMBER_SESSIONS_MAX}) s)) m
      union all
      select t.tier, v.value::text, m.id from (
        select 'site' as tier, unnest(${values.site}::cidr[]) as value union all select 'block', unnest(${values.block}::cidr[])
      ) t (tier, value), lateral (select t.value) v, lateral (
        select id from users where registration_ip is not null and household(registration_ip) between t.value
          and household(broadcast(t.value)) limit ${MEMBERS_MAX}) m
    ) f cross join lateral (select id, created_at from users where id = f.id limit 1) u`.execute(db);
  return rows;
}
