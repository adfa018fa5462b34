import { type Selectable, sql } from 'kysely';
import { DAY_MS, utcDay } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';

type Counts = Pick<Deps, 'db' | 'now'>;

/** Rows of a day are written within seconds of it; this long after its end the day is counted a last time. */
const SETTLED_AFTER_SECONDS = 60 * 60;

/** Returns a day as YYYY-MM-DD shifted by `days`, which may be negative. */
export const addDays = (day: string, days: number): string => utcDay(new Date(Date.parse(day) + days * DAY_MS));

/**
 * Counts and stores today so far, the figures of the whole site, and every day since the first registration that has no final count.
 * Returns the number of such days. It may be interrupted anywhere and run in several processes. Run it every minute.
 */
export async function countDays({ db, now }: Counts): Promise<number> {
  const today = utcDay(now());
  await saveDay(db, await countDay(db, today, now()));
  await saveSiteCounts(db, await countSite(db, now()));
  const first = await findFirstDay(db);
  if (first === null || first >= today) return 0;
  const uncounted = await findUncounted(db, first, addDays(today, -1), SETTLED_AFTER_SECONDS);
  for (const day of uncounted) await saveDay(db, await countDay(db, day, now()));
  return uncounted.length;
}

/**
 * Returns the counts of the days from `first` to `last`, both included and oldest first, without days before the first registration; the
 * last day is always included. Counts days now that no job has counted yet.
 */
export async function countedDays({ db, now }: Counts, first: string, last: string): Promise<DayCounts[]> {
  const begin = (await findFirstDay(db)) ?? last;
  const kept = new Map((await findDays(db, first, last)).map((row) => [row.day, row]));
  const days: DayCounts[] = [];
  for (const day of daysFrom(first, last)) {
    const counts = kept.get(day) ?? (day >= begin || day === last ? await countDay(db, day, now()) : null);
    if (counts) days.push(counts);
  }
  return days;
}

/** Returns all days from `first` to `last`, both included. */
export function daysFrom(first: string, last: string): string[] {
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  return Array.from({ length: days }, (_, index) => addDays(first, index));
}

/** Returns the counts of users and active users, at most a minute old while the job runs. */
export const siteCounts = async ({ db, now }: Counts): Promise<SiteCounts> => (await findSiteCounts(db)) ?? countSite(db, now());

/** Counts of a UTC day; docs/decisions/033-counting-days.md defines each column. */
export type DayCounts = Selectable<DB['daily_stats']>;

/** Counts a UTC day from all its rows. */
export async function countDay(db: Db, day: string, at: Date): Promise<DayCounts> {
  const { rows } = await sql<DayCounts>`
    select span.day, ${at}::timestamptz as counted_at,
      (select count(*) from users where created_at >= began_at and created_at < ends_at) as registrations,
      (select count(*) from active_days a where a.day = span.day) as daily_actives,
      (
        select count(*) from (select user_id from active_days a where a.day > span.day - 7 and a.day <= span.day group by user_id) w
      ) as weekly_actives,
      bet.placed as bets, bet.users as bet_participants, recharge.amount as recharge_amount, recharge.users as recharge_users
    from (
      select d.day, d.day::timestamp at time zone 'UTC' as began_at, (d.day + 1)::timestamp at time zone 'UTC' as ends_at from (select ${day}::date as day) d
    ) span
    cross join lateral (
      select count(*) as placed, count(distinct user_id) as users from bets where placed_at >= began_at and placed_at < ends_at
    ) bet
    cross join lateral (
      select coalesce(sum(amount), 0)::bigint as amount, count(distinct to_owner) as users from transfers
      where source = 'manual_adjust' and to_kind = 'balance' and created_at >= began_at and created_at < ends_at
    ) recharge`.execute(db);
  return rows[0]!;
}

/** Stores the counts of a day unless a later count is already stored. */
async function saveDay(db: Db, counts: DayCounts): Promise<void> {
  await db
    .insertInto('daily_stats')
    .values(counts)
    .onConflict((oc) => oc.column('day').doUpdateSet(counts).where('daily_stats.counted_at', '<=', counts.counted_at))
    .execute();
}

/** Returns the UTC day of the first registration; null before it. */
export async function findFirstDay(db: Db): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select (min(created_at) at time zone 'UTC')::date as day from users`.execute(db);
  return rows[0]!.day;
}

/**
 * Returns the days from `first` to `last`, both included, that were never counted or whose last count is less than `settledAfterSeconds`
 * after their end; latest first.
 */
async function findUncounted(db: Db, first: string, last: string, settledAfterSeconds: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select d.day::date as day
    from generate_series(${first}::date, ${last}::date, interval '1 day') as d (day)
    left join daily_stats s on s.day = d.day::date
    where s.day is null or s.counted_at < (d.day::date + 1)::timestamp at time zone 'UTC' + ${settledAfterSeconds} * interval '1 second'
    order by d.day desc`.execute(db);
  return rows.map(({ day }) => day);
}

/** Returns the stored counts of the days from `first` to `last`, both included; omits days that were not counted. Oldest first. */
const findDays = (db: Db, first: string, last: string) =>
  db
    .selectFrom('daily_stats')
    .selectAll()
    .where('day', '>=', sql<string>`${first}::date`)
    .where('day', '<=', sql<string>`${last}::date`)
    .orderBy('day')
    .execute();

export type SiteCounts = Omit<Selectable<DB['site_counts']>, 'singleton'>;

/** Counts all users and the active ones as of a time. */
export async function countSite(db: Db, at: Date): Promise<SiteCounts> {
  const dayAgo = sql`(${at}::timestamptz - interval '24 hours')`;
  const twoDaysAgo = sql`(${at}::timestamptz - interval '48 hours')`;
  const { rows } = await sql<SiteCounts>`
    -- Once, and each of the two by an index of its own.
    with here as materialized (select (select count(*) from users) - (select count(*) from users where status = 'deleted') as users)
    select here.users, here.users - (select count(*) from users where created_at > ${dayAgo} and status <> 'deleted') as users_before,
      (
        select count(*) from (
          select user_id from active_days where day >= (${dayAgo} at time zone 'UTC')::date and last_at > ${dayAgo} group by user_id
        ) a
      ) as actives,
      (
        select count(*) from (
          select user_id from active_days
          where day >= (${twoDaysAgo} at time zone 'UTC')::date and day <= (${dayAgo} at time zone 'UTC')::date
            and last_at > ${twoDaysAgo} and first_at <= ${dayAgo}
          group by user_id
        ) a
      ) as actives_before,
      ${at}::timestamptz as counted_at
    from here`.execute(db);
  return rows[0]!;
}

/** Stores the counts of the site unless later ones are already stored. */
async function saveSiteCounts(db: Db, counts: SiteCounts): Promise<void> {
  await db
    .insertInto('site_counts')
    .values(counts)
    .onConflict((oc) => oc.column('singleton').doUpdateSet(counts).where('site_counts.counted_at', '<=', counts.counted_at))
    .execute();
}

/** Returns the last counts of the site; undefined before the first. */
const findSiteCounts = (db: Db): Promise<SiteCounts | undefined> => db.selectFrom('site_counts').selectAll().executeTakeFirst();
