import { sql, type Transaction } from 'kysely';
import type { DivisionMove, Medal, PastSeason } from '#contract/divisions.ts';
import type { OpenDivision, PlannedSeat } from '#domain/tipping/divisions.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** Serializes whatever gives or takes a place in a season; until the end of the transaction. */
export const holdDivisions = (db: Transaction<DB>) => sql`select pg_advisory_xact_lock(hashtextextended('divisions', 26))`.execute(db);

/** Returns the season that is not closed; undefined before the first. */
export const findOpenSeason = (db: Db) =>
  db.selectFrom('division_seasons').select(['season', 'opened_at']).where('closed_at', 'is', null).executeTakeFirst();

/** Opens a season. Returns whether it did: after a clock was set back the season may have been closed before. */
export async function insertSeason(db: Db, season: string, now: Date): Promise<boolean> {
  const values = { season, opened_at: now };
  const insert = db.insertInto('division_seasons').values(values);
  const opened = await insert
    .onConflict((oc) => oc.column('season').doNothing())
    .returning('season')
    .executeTakeFirst();
  return opened !== undefined;
}

export const isPlayer = async (db: Db, userId: string): Promise<boolean> =>
  (await db.selectFrom('division_players').select('user_id').where('user_id', '=', userId).executeTakeFirst()) !== undefined;

/** Adds a player; one who takes part already keeps the date. */
export async function insertPlayer(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .insertInto('division_players')
    .values({ user_id: userId, joined_at: now })
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** Removes a player, their place in the open season, and what they entered in seasons that are not closed. */
export async function deletePlayer(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('division_players').where('user_id', '=', userId).execute();
  await sql`delete from division_seats s using division_seasons o where o.season = s.season and o.closed_at is null and s.user_id = ${userId}`.execute(
    db,
  );
  await sql`delete from division_entries e where e.user_id = ${userId}
    and not exists (select from division_seasons c where c.season = e.season and c.closed_at is not null)`.execute(db);
}

/** Removes players who were absent from a season, and what they entered after its end. */
export async function deletePlayers(db: Db, userIds: readonly string[], season: string): Promise<void> {
  await db
    .deleteFrom('division_entries')
    .where('user_id', '=', sql<string>`any(${[...userIds]}::uuid[])`)
    .where('season', '>', season)
    .execute();
  await db
    .deleteFrom('division_players')
    .where('user_id', '=', sql<string>`any(${[...userIds]}::uuid[])`)
    .execute();
}

/** Returns those who wait for a place in a season, first come first. */
export async function findWaiting(db: Db, season: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select p.user_id from division_players p join users u on u.id = p.user_id and u.status = 'normal'
    where not exists (select from division_seats s where s.season = ${season} and s.user_id = p.user_id)
    order by p.joined_at, p.user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

export async function findDivisions(db: Db, season: string): Promise<OpenDivision[]> {
  const { rows } = await sql<OpenDivision>`
    select tier, number, count(*)::integer as players from division_seats where season = ${season}
    group by tier, number order by tier, number`.execute(db);
  return rows;
}

export async function insertSeats(db: Db, season: string, seats: readonly PlannedSeat[], now: Date): Promise<void> {
  if (seats.length === 0) return;
  const rows = seats.map(({ userId, tier, number }) => ({ user_id: userId, tier, number }));
  await sql`insert into division_seats (season, user_id, tier, number, seated_at)
    select ${season}, s.user_id, s.tier, s.number, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) s (user_id uuid, tier smallint, number smallint)`.execute(db);
}

export interface SeatRow {
  user_id: string;
  handle: string;
  tier: number;
  number: number;
  seated_at: Date;
  /** Whether the user still takes part. */
  plays: boolean;
  place: number | null;
  points: number | null;
  matches: number | null;
  move: DivisionMove | null;
  medal: Medal | null;
}

/** Returns the seats of a season, or of one of its divisions; not those of users who are disabled. */
export async function findSeats(db: Db, season: string, division?: { tier: number; number: number }): Promise<SeatRow[]> {
  const { rows } = await sql<SeatRow>`
    select s.user_id, u.public_handle as handle, s.tier, s.number, s.seated_at, s.place, s.points, s.matches, s.move, s.medal,
      exists (select from division_players p where p.user_id = s.user_id) as plays
    from division_seats s join users u on u.id = s.user_id and u.status = 'normal'
    where s.season = ${season} ${division ? sql`and s.tier = ${division.tier} and s.number = ${division.number}` : sql``}
    order by s.tier, s.number, s.place, u.public_handle`.execute(db);
  return rows;
}

export const findSeat = (db: Db, season: string, userId: string) =>
  db.selectFrom('division_seats').select(['tier', 'number']).where('season', '=', season).where('user_id', '=', userId).executeTakeFirst();

export interface FinalSeat {
  user_id: string;
  place: number;
  points: number;
  matches: number;
  move: DivisionMove;
  medal: Medal | null;
}

/** Writes how a season ended, and closes it. */
export async function closeSeason(db: Db, season: string, seats: readonly FinalSeat[], now: Date): Promise<void> {
  await sql`update division_seats s set place = f.place, points = f.points, matches = f.matches, move = f.move, medal = f.medal
    from jsonb_to_recordset(${JSON.stringify(seats)}::jsonb)
      f (user_id uuid, place smallint, points integer, matches smallint, move text, medal text)
    where s.season = ${season} and s.user_id = f.user_id`.execute(db);
  await db.updateTable('division_seasons').set({ closed_at: now }).where('season', '=', season).execute();
}

/** Returns a user's closed seasons, latest first. */
export async function findPast(db: Db, userId: string, limit: number): Promise<PastSeason[]> {
  const { rows } = await sql<PastSeason>`
    select s.season, s.tier, s.number, s.place, s.points, s.move, s.medal,
      (select count(*)::integer from division_seats o where o.season = s.season and o.tier = s.tier and o.number = s.number) as players
    from division_seats s where s.user_id = ${userId} and s.place is not null
    order by s.season desc limit ${limit}`.execute(db);
  return rows;
}
