import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

/** A held invite, with the data of both sides that a decision needs. */
export interface ReviewRow {
  invitee_id: string;
  inviter_id: string;
  reasons: ('device' | 'wallet' | 'mailbox' | 'ip')[];
  qualified_at: Date;
  created_at: Date;
  devices: string[];
  wallets: string[];
  inviter_held: number;
  inviter_paid: number;
}

/** Returns held invites, oldest first. */
export async function findHeld(db: Db, limit: number, offset: number): Promise<ReviewRow[]> {
  const devicesOf = (id: 'invitee_id' | 'inviter_id') => sql`(
    select registration_device_id from users where id = r.${sql.ref(id)} and registration_device_id is not null
    union select device_id from sessions where user_id = r.${sql.ref(id)} and device_id is not null)`;
  const walletsOf = (id: 'invitee_id' | 'inviter_id') => sql`(
    select wallet_address from users where id = r.${sql.ref(id)} and wallet_address is not null
    union select wallet_address from past_wallets where user_id = r.${sql.ref(id)})`;
  const { rows } = await sql<ReviewRow>`
    select r.invitee_id, r.inviter_id, r.reasons, r.qualified_at, r.created_at,
      array(${devicesOf('invitee_id')} intersect ${devicesOf('inviter_id')}) as devices,
      array(${walletsOf('invitee_id')} intersect ${walletsOf('inviter_id')}) as wallets,
      (select count(*) from invite_rewards o where o.inviter_id = r.inviter_id and o.state = 'in_review') as inviter_held,
      (select count(*) from invite_rewards o where o.inviter_id = r.inviter_id and o.state = 'rewarded') as inviter_paid
    from (
      select * from invite_rewards where state = 'in_review' order by created_at, invitee_id limit ${limit} offset ${offset}
    ) r
    order by r.created_at, r.invitee_id`.execute(db);
  return rows;
}

/** Counts held invites, up to `max`. */
export async function countHeld(db: Db, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from invite_rewards where state = 'in_review' limit ${max}) counted`.execute(db);
  return rows[0]!.count;
}

/** A side of an invite. */
export interface SideRow {
  id: string;
  display_name: string | null;
  public_handle: string;
  email: string | null;
  status: 'normal' | 'disabled' | 'deleted';
  created_at: Date;
  registration_ip: string | null;
  registration_country: string | null;
  played: number;
}

/** Returns users by id. */
export async function findSides(db: Db, ids: readonly string[]): Promise<Map<string, SideRow>> {
  const { rows } = await sql<SideRow>`
    select u.id, u.display_name, u.public_handle, u.email, u.status, u.created_at, host(u.registration_ip) as registration_ip,
      u.registration_country, coalesce(s.played, 0) as played
    from users u left join user_stats s on s.user_id = u.id
    where u.id = any(${[...new Set(ids)]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the ids of both sides of an invite; empty if there is none. */
export async function findBothSides(db: Db, inviteeId: string): Promise<string[]> {
  const row = await db
    .selectFrom('invite_rewards')
    .select(['invitee_id', 'inviter_id'])
    .where('invitee_id', '=', inviteeId)
    .executeTakeFirst();
  return row ? [row.invitee_id, row.inviter_id] : [];
}
