import { sql, type Transaction } from 'kysely';
import { missingTips } from '#server/modules/tipping/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';

export interface ReminderTimes {
  at: Date;
  /** Tips that close sooner are not worth a reminder. */
  from: Date;
  /** Who misses a tip that closes by then is reminded... */
  soon: Date;
  /** ...also of those that close by then. */
  until: Date;
  joinedBy: Date;
}

/** Notes all tips that are missing as found `at`. What was told before, of the same match in whatever group, is left out. */
export async function noteMissing(db: Db, { at, soon, ...within }: ReminderTimes): Promise<void> {
  await sql`
    insert into tip_reminders as r (user_id, match_id, group_id, closes_at, found_at, due_at)
    select user_id, match_id, group_id, closes_at, ${at}, ${at} from (
      select m.*, min(closes_at) over (partition by user_id) as first_at from (${missingTips(within)}) m
      where not exists (
        select from tip_reminders t where t.user_id = m.user_id and t.match_id = m.match_id and t.told_at is not null)
        -- Who closed tipping for themselves is not asked to tip.
        and not exists (select from exclusions e where e.user_id = m.user_id and e.pauses_tipping and e.until > ${at})
    ) found
    where first_at <= ${soon}
    order by user_id, match_id, group_id
    on conflict (user_id, match_id, group_id) do update set closes_at = excluded.closes_at, found_at = excluded.found_at
      where r.told_at is null`.execute(db);
}

/** What a user is reminded of. */
export interface Reminder {
  user_id: string;
  tips: number;
  groups: number;
  /** One of the groups: the only one, if there is one. */
  group_id: string;
  group_name: string;
  /** When the first of these tips closes. */
  closes_at: Date;
}

/** Returns whether this transaction may send reminders: one at a time does. */
export async function mayRemind(db: Transaction<DB>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select pg_try_advisory_xact_lock(hashtext('matchpoint tip reminders')) as may`.execute(db);
  return rows[0]!.may;
}

/** Returns the next users, by id, whose tips were found missing at `at` and who may be told now. */
export async function findReminders(db: Db, at: Date, after: string, limit: number): Promise<Reminder[]> {
  const { rows } = await sql<Reminder>`
    select r.user_id, count(*)::integer as tips, count(distinct r.group_id)::integer as groups, min(r.closes_at) as closes_at,
      (array_agg(g.id order by r.closes_at, g.id))[1] as group_id, (array_agg(g.name order by r.closes_at, g.id))[1] as group_name
    from tip_reminders r join tipping_groups g on g.id = r.group_id
    where r.found_at = ${at} and r.told_at is null and r.due_at <= ${at} and r.user_id > ${after}::uuid
    group by r.user_id order by r.user_id limit ${limit}`.execute(db);
  return rows;
}

/** Records that users were reminded of what was found at `at`. */
export async function markReminded(db: Db, userIds: readonly string[], at: Date): Promise<void> {
  await sql`
    update tip_reminders set told_at = ${at}
    where user_id = any(${userIds}::uuid[]) and found_at = ${at} and told_at is null and due_at <= ${at}`.execute(db);
}

/** Puts off what users are to be reminded of. What closes meanwhile is not found again, and so never told. */
export async function putOffReminders(db: Db, until: readonly { userId: string; dueAt: Date }[], at: Date): Promise<void> {
  if (until.length === 0) return;
  await sql`
    update tip_reminders r set due_at = u.due_at
    from unnest(${until.map(({ userId }) => userId)}::uuid[], ${until.map(({ dueAt }) => dueAt)}::timestamptz[]) as u (user_id, due_at)
    where r.user_id = u.user_id and r.found_at = ${at} and r.told_at is null and r.due_at <= ${at}`.execute(db);
}

/** Forgets reminders of tips that closed before a moment, unless the match may still be played. */
export async function deleteOldReminders(db: Db, before: Date): Promise<void> {
  await sql`
    delete from tip_reminders r using matches m
    where r.closes_at < ${before} and m.id = r.match_id and (m.kickoff_at < ${before} or m.status in ('canc', 'abd', 'awd', 'wo'))`.execute(
    db,
  );
}
