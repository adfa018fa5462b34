import { sql, type Transaction } from 'kysely';
import { experienceFor, type RewardedAction } from '#domain/ledger/levels.ts';
import { utcDay } from '#domain/time.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** The change of a user's stats caused by one action. */
export interface StatsChange {
  userId: string;
  played: number;
  hits: number;
  netWon: number;
  /** The action that experience is given for; null if none is given. */
  deed: RewardedAction | null;
}

/** Adds the changes to users' stats, and experience up to the daily limit. Takes one entry per user; each row is written once. */
export async function addToStats(db: Transaction<DB>, changes: readonly StatsChange[], at: Date): Promise<void> {
  if (changes.length === 0) return;
  const day = utcDay(at);
  const users = changes.map(({ userId }) => userId);
  await lockStats(db, users);
  const earned = await findExperienceOfDay(db, users, day);
  const sums = changes.map(({ deed, ...change }) => ({
    ...change,
    gained: deed === null ? 0 : experienceFor(deed, earned.get(change.userId) ?? 0),
  }));
  const gains = sums.filter(({ gained }) => gained > 0);
  if (gains.length > 0) await addExperienceOfDay(db, gains, day);
  await addSums(db, sums, at);
}

/** Adds the experience for an action, up to the daily limit. */
export const addExperience = (db: Transaction<DB>, userId: string, deed: RewardedAction, at: Date): Promise<void> =>
  addToStats(db, [{ userId, played: 0, hits: 0, netWon: 0, deed }], at);

/** Locks users' stats, ordered by user id to avoid deadlocks. What a user earned on a day changes only under this lock. */
async function lockStats(db: Db, userIds: readonly string[]): Promise<void> {
  await sql`select from user_stats where user_id = any(${userIds}::uuid[]) order by user_id for update`.execute(db);
}

/** Returns the experience users have earned on a UTC day so far; users without any are left out. */
async function findExperienceOfDay(db: Db, userIds: readonly string[], day: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ user_id: string; points: number }>`
    select user_id, points from experience_days where user_id = any(${userIds}::uuid[]) and day = ${day}::date`.execute(db);
  return new Map(rows.map(({ user_id, points }) => [user_id, points]));
}

/** Adds to the experience users have earned on a UTC day. */
async function addExperienceOfDay(db: Db, gains: readonly { userId: string; gained: number }[], day: string): Promise<void> {
  await sql`
    insert into experience_days as e (user_id, day, points)
    select user_id, ${day}::date, gained
    from unnest(${gains.map(({ userId }) => userId)}::uuid[], ${gains.map(({ gained }) => gained)}::int[]) as g (user_id, gained)
    on conflict (user_id, day) do update set points = e.points + excluded.points`.execute(db);
}

interface StatsSums {
  userId: string;
  played: number;
  hits: number;
  netWon: number;
  gained: number;
}

/** Adds to users' stats, with one entry per user. */
async function addSums(db: Db, changes: readonly StatsSums[], at: Date): Promise<void> {
  const column = (name: Exclude<keyof StatsSums, 'userId'>) => changes.map((change) => change[name]);
  await sql`
    update user_stats s set played = s.played + c.played, hits = s.hits + c.hits, net_won = s.net_won + c.net_won,
                            experience = s.experience + c.gained, updated_at = ${at}
    from unnest(
      ${changes.map(({ userId }) => userId)}::uuid[], ${column('played')}::int[], ${column('hits')}::int[], ${column('netWon')}::bigint[],
      ${column('gained')}::int[]
    ) as c (user_id, played, hits, net_won, gained)
    where s.user_id = c.user_id`.execute(db);
}
