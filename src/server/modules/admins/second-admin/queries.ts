import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

/** How long an admin who created or reset an account counts as the same person as its owner. */
export const HANDS_MS = 30 * 86_400_000;

/**
 * Returns which of these admins count as the same person as an admin: one of the two created, reset, promoted or enabled the other since a
 * moment, or a third admin did so with both. Requesters and approvers of such changes count, over any number of accounts in between.
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

/** Returns which of these admins signed in with a browser that an admin also used; sessions are stored for 30 days after their end. */
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

/**
 * Returns for each decision of an admin whether it still counts: the admin is active, has a permitted role, and was not disabled, demoted
 * or reset since.
 */
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

/** Returns the active supers except these. */
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

/** Returns whether an admin has disabled or demoted somebody since a moment: then they do not count as the only super. */
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

/** Returns whom to notify of changes of admins: active supers or all active admins, and the affected admin. */
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
