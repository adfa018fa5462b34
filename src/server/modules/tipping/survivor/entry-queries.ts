import { type Selectable, sql } from 'kysely';
import { rankKey, type SurvivorPick, type SurvivorStanding } from '#domain/tipping/survivor.ts';
import type { ComingRound } from '#domain/tipping/survivor-rounds.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** Entries that everybody may see: of users who are here and, in the game of a group, still in it; and of the model. */
const listed = sql`
  survivor_entries e join survivor_games g on g.id = e.game_id left join users u on u.id = e.user_id
  where (e.user_id is null or (u.status = 'normal' and u.deletion_due_at is null))
    and (g.group_id is null or e.user_id is null or exists (
      select from tipping_members m where m.group_id = g.group_id and m.user_id = e.user_id and m.left_at is null))`;

export type EntryRow = Selectable<DB['survivor_entries']>;

export const findOwn = (db: Db, gameId: string, userId: string): Promise<EntryRow | undefined> =>
  db.selectFrom('survivor_entries').selectAll().where('game_id', '=', gameId).where('user_id', '=', userId).executeTakeFirst();

export const findModel = (db: Db, gameId: string): Promise<EntryRow | undefined> =>
  db.selectFrom('survivor_entries').selectAll().where('game_id', '=', gameId).where('user_id', 'is', null).executeTakeFirst();

/** Inserts an entry, unless its user has one. */
export const insertEntry = (db: Db, entry: Pick<EntryRow, 'id' | 'game_id' | 'user_id' | 'joined_at' | 'lives'>) =>
  db
    .insertInto('survivor_entries')
    .values({ ...entry, rank_key: rankKey({ lives: entry.lives, out: null }) })
    .onConflict((oc) => oc.doNothing())
    .execute();

export const deleteEntry = (db: Db, id: string) => db.deleteFrom('survivor_entries').where('id', '=', id).execute();

/** Returns entries in the order of their ids, after one. */
export const findSome = (db: Db, gameId: string, after: string, limit: number): Promise<EntryRow[]> =>
  db.selectFrom('survivor_entries').selectAll().where('game_id', '=', gameId).where('id', '>', after).orderBy('id').limit(limit).execute();

/** Stores where entries stand. */
export async function storeStandings(db: Db, standings: readonly ({ id: string } & SurvivorStanding)[]): Promise<void> {
  const rows = standings.map(({ id, lives, out }) => ({ id, lives, out, rank: rankKey({ lives, out }) }));
  await sql`
    update survivor_entries e set lives = s.lives, out_in = s.out, rank_key = s.rank
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) s (id uuid, lives smallint, out smallint, rank integer)
    where e.id = s.id`.execute(db);
}

/** A pick with its time of entry. */
export interface TimedPick {
  pick: SurvivorPick;
  pickedAt: Date;
}

/** Returns the picks of entries by round. */
export async function findPicks(db: Db, entryIds: readonly string[]): Promise<Map<string, Map<string, TimedPick>>> {
  const byEntry = new Map(entryIds.map((id) => [id, new Map<string, TimedPick>()]));
  if (entryIds.length === 0) return byEntry;
  const rows = await db
    .selectFrom('survivor_picks')
    .selectAll()
    .where('entry_id', '=', sql<string>`any(${[...entryIds]}::uuid[])`)
    .execute();
  for (const { entry_id, round, team_id, match_id, picked_at } of rows) {
    const pick: SurvivorPick = team_id === null ? 'excused' : { team: team_id, match: match_id! };
    byEntry.get(entry_id)!.set(round, { pick, pickedAt: picked_at });
  }
  return byEntry;
}

/** Stores a pick in place of the one before. */
export const upsertPick = (db: Db, entryId: string, round: string, { team, match }: { team: number; match: number }, at: Date) =>
  db
    .insertInto('survivor_picks')
    .values({ entry_id: entryId, round, team_id: team, match_id: match, picked_at: at })
    .onConflict((oc) => oc.columns(['entry_id', 'round']).doUpdateSet({ team_id: team, match_id: match, picked_at: at }))
    .execute();

/**
 * Closes a round: from now on its picks are shown. Picks of its matches belong to it, even if it had another name. Whoever is out has
 * nothing to pick; the model without a forecast does not play at all if it is the first round.
 */
export async function closeRound(
  db: Db,
  gameId: string,
  number: number,
  { round, deadline, matches }: ComingRound,
  now: Date,
): Promise<void> {
  const ids = matches.map(({ id }) => id);
  const closed = { game_id: gameId, number, round, closed_at: now, match_ids: ids };
  await db
    .insertInto('survivor_rounds')
    .values({ ...closed, deadline: deadline < now ? deadline : now })
    .execute();
  await sql`
    update survivor_picks p set round = ${round} from survivor_entries e
    where e.game_id = ${gameId} and p.entry_id = e.id and p.match_id = any(${ids}::int[]) and p.round <> ${round}
      and not exists (select from survivor_picks q where q.entry_id = p.entry_id and q.round = ${round})`.execute(db);
  if (number === 1) {
    await sql`
      delete from survivor_entries e where e.game_id = ${gameId} and e.user_id is null
        and not exists (select from survivor_picks p where p.entry_id = e.id)`.execute(db);
  }
  await sql`
    insert into survivor_picks (entry_id, round, team_id, match_id, picked_at)
    select e.id, ${round}, null, null, ${now}::timestamptz from survivor_entries e
      where e.game_id = ${gameId} and (e.out_in is not null or e.user_id is null)
    on conflict do nothing`.execute(db);
}

export interface RankedRow {
  id: string;
  user_id: string | null;
  handle: string | null;
  lives: number;
  out: number | null;
  rank_key: number;
  number: number | null;
  team_id: number | null;
  picked_at: Date | null;
  /** Users who stand better. */
  ahead: number;
}

/** Where a page of the table ends. */
export interface Position {
  rankKey: number;
  id: string;
}

/** Returns entries by standing, those after one, each with its pick of the last round that has closed, or of the one in which it fell. */
export async function findRanked(
  db: Db,
  { gameId, after, limit }: { gameId: string; after: Position | null; limit: number },
): Promise<RankedRow[]> {
  const isAfter =
    after === null ? sql`true` : sql`(e.rank_key < ${after.rankKey} or (e.rank_key = ${after.rankKey} and e.id > ${after.id}))`;
  const { rows } = await sql<RankedRow>`
    with page as (
      select e.id, e.user_id, u.public_handle as handle, e.lives, e.out_in, e.rank_key
      from ${listed} and e.game_id = ${gameId} and ${isAfter} order by e.rank_key desc, e.id limit ${limit}
    ), keys as (
      select k.rank_key, (select count(*)::integer from ${listed} and e.game_id = ${gameId} and e.user_id is not null and e.rank_key > k.rank_key) as ahead
      from (select distinct rank_key from page) k
    )
    select page.id, page.user_id, page.handle, page.lives, page.out_in as out, page.rank_key, keys.ahead,
      r.number, p.team_id, p.picked_at
    from page join keys using (rank_key)
      left join survivor_rounds r on r.game_id = ${gameId}
        and r.number = coalesce(page.out_in, (select max(number) from survivor_rounds where game_id = ${gameId}))
      left join survivor_picks p on p.entry_id = page.id and p.round = r.round and p.team_id is not null
    order by page.rank_key desc, page.id`.execute(db);
  return rows;
}

/** Returns the place of an entry among users, and how many of them there are and stand worse. */
export async function findPlace(db: Db, gameId: string, key: number): Promise<{ rank: number; players: number; below: number }> {
  const { rows } = await sql<{ rank: number; players: number; below: number }>`
    select (1 + count(*) filter (where e.rank_key > ${key}))::integer as rank, count(*)::integer as players,
      (count(*) filter (where e.rank_key < ${key}))::integer as below
    from ${listed} and e.game_id = ${gameId} and e.user_id is not null`.execute(db);
  return rows[0]!;
}

/** Returns the handles of those in first place. */
export async function findFirst(db: Db, gameId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ handle: string }>`
    with shown as (select u.public_handle as handle, e.rank_key from ${listed} and e.game_id = ${gameId} and e.user_id is not null)
    select handle from shown where rank_key = (select max(rank_key) from shown) order by handle limit ${limit}`.execute(db);
  return rows.map(({ handle }) => handle);
}

/** Returns the entry at an address; undefined if it is gone, or its user has left. */
export async function findEntry(db: Db, id: string): Promise<(EntryRow & { handle: string | null }) | undefined> {
  const { rows } = await sql<EntryRow & { handle: string | null }>`
    select e.*, u.public_handle as handle from ${listed} and e.id = ${id}`.execute(db);
  return rows[0];
}
