import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { ExclusionReviews } from '#server/platform/db/schema.ts';

/** A self-exclusion that may be a user's. */
export type ReviewRow = Selectable<ExclusionReviews>;

/** Writes down that operators have to look; what was written down before, decided or not, stays. */
export async function insertReview(db: Db, row: Insertable<ExclusionReviews>): Promise<void> {
  await db
    .insertInto('exclusion_reviews')
    .values(row)
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** Whose exclusion it is; of one that was carried to the user, from whom. */
const ownerOf = sql<string>`coalesce(
  case when r.reason = 'carried' then (select o.user_id from exclusions o where o.id = e.follows) end, e.user_id)`.as('owner_id');

/** What waits for an operator, and whose exclusion it is; the oldest first. What would be over by now is left out. */
export const findOpenReviews = (db: Db, at: Date, limit: number, offset: number) =>
  db
    .selectFrom('exclusion_reviews as r')
    .innerJoin('exclusions as e', 'e.id', 'r.exclusion_id')
    .select(['r.user_id', 'r.exclusion_id', 'r.reason', 'r.until', 'r.created_at', 'e.began_at', ownerOf])
    .where('r.state', '=', 'open')
    .where('r.until', '>', at)
    .orderBy('r.created_at')
    .orderBy('r.user_id')
    .orderBy('r.exclusion_id')
    .limit(limit)
    .offset(offset)
    .execute();

/** How many wait, counted to `max` and no further. */
export async function countOpenReviews(db: Db, at: Date, max: number): Promise<number> {
  const { count } = await db
    .selectFrom((eb) =>
      eb.selectFrom('exclusion_reviews').select('user_id').where('state', '=', 'open').where('until', '>', at).limit(max).as('open'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** One of them, locked, and whose exclusion it is: who decides about it meanwhile waits. */
export const lockReview = (db: Db, userId: string, exclusionId: string) =>
  db
    .selectFrom('exclusion_reviews as r')
    .innerJoin('exclusions as e', 'e.id', 'r.exclusion_id')
    .selectAll('r')
    .select(ownerOf)
    .where('r.user_id', '=', userId)
    .where('r.exclusion_id', '=', exclusionId)
    .forUpdate('r')
    .executeTakeFirst();

export async function setReviewState(
  db: Db,
  { user_id, exclusion_id }: Pick<ReviewRow, 'user_id' | 'exclusion_id'>,
  state: 'excluded' | 'dismissed',
  at: Date,
): Promise<void> {
  await db
    .updateTable('exclusion_reviews')
    .set({ state, decided_at: at })
    .where('user_id', '=', user_id)
    .where('exclusion_id', '=', exclusion_id)
    .execute();
}
