import type { Db } from '#server/platform/db/pool.ts';

/** Returns the last check-in, which today's streak continues; null if the user never checked in. */
export async function findLastCheckIn(db: Db, userId: string) {
  const last = await db
    .selectFrom('check_ins')
    .select(['day', 'streak', 'points'])
    .where('user_id', '=', userId)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ?? null;
}

export async function insertCheckIn(
  db: Db,
  checkIn: { userId: string; day: string; streak: number; points: number; at: Date },
): Promise<void> {
  const { userId, day, streak, points, at } = checkIn;
  await db.insertInto('check_ins').values({ user_id: userId, day, streak, points, created_at: at }).execute();
}
