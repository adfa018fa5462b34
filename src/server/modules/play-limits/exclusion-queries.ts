import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { ExclusionReviews } from '#server/platform/db/schema.ts';

/** What a person is recognised by. `wallet` is a wallet that was entered, `paid_wallet` one that a withdrawal was paid to. */
export type TraitKind = 'email' | 'phone' | 'wallet' | 'paid_wallet' | 'device' | 'google' | 'telegram';

/** Returns a user's exclusions, the last to end first. */
export const findExclusions = (db: Db, userId: string, limit: number) =>
  db
    .selectFrom('exclusions')
    .select(['kind', 'began_at', 'until', 'follows'])
    .where('user_id', '=', userId)
    .orderBy('until', 'desc')
    .limit(limit)
    .execute();

/** Returns a user's exclusion that ends last; undefined if there is none. */
export const findExclusion = (db: Db, userId: string, at: Date) =>
  db
    .selectFrom('exclusions')
    .select(['id', 'kind', 'began_at', 'until'])
    .where('user_id', '=', userId)
    .where('until', '>', at)
    .orderBy('until', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Returns until when a user is excluded from play (null: not excluded), and whether the account is being deleted; undefined if there is no
 * such user.
 */
export async function findBarriers(db: Db, userId: string, at: Date) {
  const { rows } = await sql<{ excludedUntil: Date | null; isLeaving: boolean }>`
    select deletion_due_at is not null as "isLeaving",
      (select max(until) from exclusions where user_id = u.id and until > ${at}) as "excludedUntil"
    from users u where id = ${userId}`.execute(db);
  return rows[0];
}

/** Returns until when a user has closed tipping for themselves; null if they have not. */
export async function findTippingPause(db: Db, userId: string, at: Date): Promise<Date | null> {
  const { until } = await db
    .selectFrom('exclusions')
    .select(({ fn }) => fn.max('until').as('until'))
    .where('user_id', '=', userId)
    .where('pauses_tipping', '=', true)
    .where('until', '>', at)
    .executeTakeFirstOrThrow();
  return until;
}

export interface SelfExclusionRow {
  id: string;
  user_id: string;
  began_at: Date;
  until: Date;
  pauses_tipping: boolean;
}

/** Returns the self-exclusion that ends last among other users who only entered the wallets of these marks; undefined if there is none. */
export async function findTypedExclusion(
  db: Db,
  userId: string,
  marks: readonly Buffer[],
  at: Date,
): Promise<SelfExclusionRow | undefined> {
  const { rows } = await sql<SelfExclusionRow>`
    select e.id, e.user_id, e.began_at, e.until, e.pauses_tipping from exclusion_marks m join exclusions e on e.id = m.exclusion_id
    where m.hash = any(${marks}::bytea[]) and e.user_id <> ${userId} and e.until > ${at}
    order by e.until desc limit 1`.execute(db);
  return rows[0];
}

/**
 * Returns the self-exclusion that ends last for a user: their own, or another user's with one of these marks; undefined if there is none.
 * Marks of a device count only for accounts younger than the exclusion, as a household may share the device.
 */
export async function findSelfExclusion(
  db: Db,
  userId: string,
  marks: { personal: readonly Buffer[]; device: readonly Buffer[] },
  at: Date,
): Promise<SelfExclusionRow | undefined> {
  const { rows } = await sql<SelfExclusionRow>`/* find_self_exclusion */
    select e.id, e.user_id, e.began_at, e.until, e.pauses_tipping from (
      select * from exclusions where user_id = ${userId} and kind = 'self_exclusion'
      union all
      select e.* from exclusion_marks m join exclusions e on e.id = m.exclusion_id where m.hash = any(${marks.personal}::bytea[])
      union all
      select e.* from exclusion_marks m join exclusions e on e.id = m.exclusion_id
        where m.hash = any(${marks.device}::bytea[]) and e.began_at <= (select created_at from users where id = ${userId})
    ) e
    where e.until > ${at}
    order by e.until desc, e.user_id = ${userId} desc limit 1`.execute(db);
  return rows[0];
}

export interface NewExclusion {
  id: string;
  user_id: string;
  kind: string;
  began_at: Date;
  until: Date;
  follows: string | null;
  pauses_tipping: boolean;
}

/** Inserts an exclusion and its marks in one statement, which is atomic without a transaction. */
export async function insertExclusion(db: Db, exclusion: NewExclusion, marks: readonly Buffer[]): Promise<void> {
  await db
    .with('begun', (query) => query.insertInto('exclusions').values(exclusion).returning('id'))
    .insertInto('exclusion_marks')
    .columns(['hash', 'exclusion_id'])
    .expression((eb) => eb.selectFrom('begun').select([sql<Buffer>`unnest(${marks}::bytea[])`.as('hash'), 'id']))
    .onConflict((oc) => oc.doNothing())
    .execute();
}

export async function insertMarks(db: Db, exclusionId: string, marks: readonly Buffer[]): Promise<void> {
  await sql`insert into exclusion_marks (hash, exclusion_id) select unnest(${marks}::bytea[]), ${exclusionId}
    on conflict do nothing`.execute(db);
}

/** Locks a user's row, so that requests that are about to store new traits wait. */
export async function lockUser(db: Db, userId: string): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}

/** Deletes the marks of exclusions that were over at a moment; returns how many marks. */
export async function deleteMarks(db: Db, at: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('exclusion_marks')
    .using('exclusions as e')
    .whereRef('e.id', '=', 'exclusion_id')
    .where('e.until', '<=', at)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Returns what a user is recognised by: a confirmed address or number, wallets, linked accounts, and browsers where they signed in. An
 * account with an unconfirmed address has its browsers only, as everything else could be somebody else's. A wallet is proven to be the
 * user's once a withdrawal was paid to it.
 */
export async function findTraits(db: Db, userId: string): Promise<{ kind: TraitKind; value: string }[]> {
  const { rows } = await sql<{ kind: TraitKind; value: string }>`
    with proven as materialized (select * from users where id = ${userId} and (email is null or email_verified_at is not null))
    select 'email' as kind, email_identity as value from proven where email_verified_at is not null
    union select 'phone', phone from proven where phone_verified_at is not null
    union select 'wallet', wallet_address from proven where wallet_address is not null
    union select 'paid_wallet', w.wallet_address from proven p join withdrawals w on w.user_id = p.id
      where w.status = 'approved' and w.tx_hash is not null and w.wallet_address is not null
    union select l.type, l.subject from proven p join linked_accounts l on l.user_id = p.id
    union select 'device', registration_device_id::text from users where id = ${userId} and registration_device_id is not null
    union select 'device', device_id::text from sessions where user_id = ${userId} and device_id is not null`.execute(db);
  return rows;
}

/** Ends a user's exclusions, and deletes their marks; returns the self-exclusions that began on this account, as they were. */
export async function endExclusions(db: Db, userId: string, at: Date): Promise<SelfExclusionRow[]> {
  const { rows } = await sql<SelfExclusionRow & { is_own: boolean }>`
    with held as (select * from exclusions where user_id = ${userId} and until > ${at} for update),
      ended as (update exclusions e set until = greatest(e.began_at, ${at}) from held where e.id = held.id),
      unmarked as (delete from exclusion_marks m using held where m.exclusion_id = held.id)
    select id, user_id, began_at, until, pauses_tipping, follows is null and kind = 'self_exclusion' as is_own from held`.execute(db);
  return rows.filter(({ is_own }) => is_own);
}

/** Ends one exclusion, and deletes its marks. */
export async function endExclusion(db: Db, id: string, at: Date): Promise<void> {
  await db.deleteFrom('exclusion_marks').where('exclusion_id', '=', id).execute();
  await sql`update exclusions set until = least(until, greatest(began_at, ${at})) where id = ${id}`.execute(db);
}

/** Deletes every limit of a user. */
export async function deleteLimits(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('play_limits').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

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

/** Returns whether an exclusion closes tipping too. */
export async function pausesTipping(db: Db, exclusionId: string): Promise<boolean> {
  const { pauses_tipping } = await db
    .selectFrom('exclusions')
    .select('pauses_tipping')
    .where('id', '=', exclusionId)
    .executeTakeFirstOrThrow();
  return pauses_tipping;
}
