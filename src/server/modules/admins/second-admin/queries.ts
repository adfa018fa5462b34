import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

/** For so long whoever made an account, or gave it a new password, counts as one person with who has it. */
export const HANDS_MS = 30 * 86_400_000;

/**
 * Of these admins, those who count as one person with an admin: one of both made, reset, promoted or enabled the other since a moment, or somebody
 * did so with both of them; who asked for it and who agreed, and over any number of accounts between.
 */
export async function findOneHand(db: Db, adminId: string, otherIds: readonly string[], since: Date): Promise<Set<string>> {
  const { rows } = await sql<{ admin_id: string }>`
    with recursive hands (admin_id, hand) as (
      select id, id from unnest(${[adminId, ...otherIds]}::uuid[]) as asked (id)
      union
      select h.admin_id, maker.id from hands h
        join admin_events e on e.admin_id = h.hand and e.kind in ('create', 'reset', 'promote', 'enable') and e.at > ${since}
        cross join lateral (values (e.asked_by), (e.agreed_by)) as maker (id)
        where maker.id is not null
    )
    select distinct other.admin_id from hands own join hands other on other.hand = own.hand and other.admin_id <> own.admin_id
      where own.admin_id = ${adminId}`.execute(db);
  return new Set(rows.map(({ admin_id }) => admin_id));
}

/** Of these admins, those who signed in with a browser that an admin signed in with; sessions are known for 30 days after their end. */
export async function findOneDevice(db: Db, adminId: string, otherIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ admin_id: string }>`
    select distinct other.admin_id from admin_sessions own join admin_sessions other on other.device_id = own.device_id
      where own.admin_id = ${adminId} and other.admin_id = any(${otherIds}::uuid[])`.execute(db);
  return new Set(rows.map(({ admin_id }) => admin_id));
}

export interface WordGiven {
  admin_id: string;
  at: Date;
}

/** Of words that admins gave, those that still count: who gave it is not disabled, has a role that may, and was neither disabled, demoted nor reset since. */
export async function findCounting(db: Db, words: readonly WordGiven[], roles: readonly string[]): Promise<boolean[]> {
  if (words.length === 0) return [];
  const { rows } = await sql<{ counts: boolean }>`
    select a.status = 'normal' and a.role = any(${roles}::text[]) and not exists (
      select from admin_events e where e.admin_id = a.id and e.kind in ('disable', 'demote', 'reset') and e.at > w.at
    ) as counts
    from unnest(${words.map(({ admin_id }) => admin_id)}::uuid[], ${words.map(({ at }) => at)}::timestamptz[]) with ordinality as w (admin_id, at, n)
    join admins a on a.id = w.admin_id order by w.n`.execute(db);
  return rows.map(({ counts }) => counts);
}

/** Supers who are not disabled, but for these. */
export async function findOtherSupers(db: Db, exceptIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('admins')
    .select('id')
    .where('role', '=', 'super')
    .where('status', '=', 'normal')
    .where('id', '<>', sql<string>`all(${exceptIds}::uuid[])`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether an admin has disabled or demoted somebody since a moment: who is alone by their own hand is not the only one. */
export async function hasShutOut(db: Db, adminId: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('admin_events')
    .select('id')
    .where('asked_by', '=', adminId)
    .where('kind', 'in', ['disable', 'demote'])
    .where('at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface NewAdminEvent {
  admin_id: string;
  kind: 'create' | 'reset' | 'promote' | 'demote' | 'enable' | 'disable';
  asked_by: string | null;
  agreed_by: string | null;
  at: Date;
}

export async function insertEvent(db: Db, event: NewAdminEvent): Promise<void> {
  await db.insertInto('admin_events').values(event).execute();
}

/** Who is told of what happens among admins: supers, or all who are not disabled; and whom it is about. */
export async function findToTell(db: Db, adminId: string, audience: 'supers' | 'all'): Promise<{ id: string; email: string }[]> {
  return db
    .selectFrom('admins')
    .select(['id', 'email'])
    .where((eb) =>
      eb.or([eb('id', '=', adminId), eb.and([eb('status', '=', 'normal'), ...(audience === 'supers' ? [eb('role', '=', 'super')] : [])])]),
    )
    .orderBy('email')
    .execute();
}
