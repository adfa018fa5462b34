import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { ExclusionReviews } from '#server/platform/db/schema.ts';

/** A self-exclusion that may belong to a user. */
export type ReviewRow = Selectable<ExclusionReviews>;

/** Creates a review for operators; an existing one, decided or not, stays. */
export async function insertReview(db: Db, row: Insertable<ExclusionReviews>): Promise<void> {
  await db
    .insertInto('exclusion_reviews')
    .values(row)
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** The owner of the exclusion; for one that was carried over, the user whom it came from. */
const ownerOf = sql<string>`coalesce(
  case when r.reason = 'carried' then (select o.user_id from exclusions o where o.id = e.follows) end, e.user_id)`.as('owner_id');

/** Returns open reviews with the owners of their exclusions, oldest first; leaves out exclusions that would be over. */
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

/** Counts open reviews, up to `max`. */
export async function countOpenReviews(db: Db, at: Date, max: number): Promise<number> {
  const { count } = await db
    .selectFrom((eb) =>
      eb.selectFrom('exclusion_reviews').select('user_id').where('state', '=', 'open').where('until', '>', at).limit(max).as('open'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Locks and returns a review and the owner of its exclusion, so that concurrent decisions wait. */
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
