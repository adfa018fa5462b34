import { sql } from 'kysely';
import type { LimitKind, LimitPeriod, SetLimit } from '#domain/care.ts';
import type { Db } from '#server/platform/db/pool.ts';

export interface LimitRow {
  kind: LimitKind;
  period: LimitPeriod;
  amount: number | null;
  next_amount: number | null;
  next_from: Date | null;
  used: number;
}

/** All six limits as they stand at a moment, those on stakes and the shorter periods first. */
export async function findLimits(db: Db, userId: string, at: Date): Promise<LimitRow[]> {
  const { rows } = await sql<LimitRow>`
    select * from play_limits_at(${userId}, ${at})
    order by kind desc, array_position(array['day', 'week', 'month'], period)`.execute(db);
  return rows;
}

export const findLimit = (db: Db, userId: string, kind: LimitKind, period: LimitPeriod) =>
  db
    .selectFrom('play_limits')
    .select(['amount', 'next_amount', 'next_from'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('period', '=', period)
    .executeTakeFirst();

export async function saveLimit(
  db: Db,
  userId: string,
  { kind, period }: { kind: LimitKind; period: LimitPeriod },
  { amount, next }: SetLimit,
  at: Date,
): Promise<void> {
  const values = { amount, next_amount: next?.amount ?? null, next_from: next?.from ?? null, changed_at: at };
  await db
    .insertInto('play_limits')
    .values({ user_id: userId, kind, period, ...values })
    .onConflict((oc) => oc.columns(['user_id', 'kind', 'period']).doUpdateSet(values))
    .execute();
}
