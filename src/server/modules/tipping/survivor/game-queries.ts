import { type Selectable, sql, type Transaction } from 'kysely';
import type { ClosedRound } from '#domain/tipping/survivor-rounds.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';

export interface GameRow extends Selectable<DB['survivor_games']> {
  /** Those that have closed, in order. */
  rounds: ClosedRound[];
  /** Of who made it, as long as the account is there. */
  handle: string | null;
  group_name: string | null;
  /** Users who take part. */
  players: number;
}

interface StoredRound extends Omit<ClosedRound, 'deadline'> {
  deadline: string;
}

const games = (db: Db) =>
  db
    .selectFrom('survivor_games as g')
    .selectAll('g')
    .select([
      sql<StoredRound[]>`coalesce((select jsonb_agg(jsonb_build_object(
          'number', r.number, 'round', r.round, 'deadline', to_char(r.deadline at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'matchIds', to_jsonb(r.match_ids)) order by r.number)
        from survivor_rounds r where r.game_id = g.id), '[]')`.as('stored'),
      sql<
        string | null
      >`(select u.public_handle from users u where u.id = g.made_by and u.status = 'normal' and u.deletion_due_at is null)`.as('handle'),
      sql<string | null>`(select t.name from tipping_groups t where t.id = g.group_id)`.as('group_name'),
      sql<number>`(select count(*)::integer from survivor_entries c where c.game_id = g.id and c.user_id is not null)`.as('players'),
    ]);

type StoredGame = Omit<GameRow, 'rounds'> & { stored: StoredRound[] };

const gameOf = ({ stored, ...game }: StoredGame): GameRow => ({
  ...game,
  rounds: stored.map(({ deadline, ...round }) => ({ ...round, deadline: new Date(deadline) })),
});

export const findGame = async (db: Db, id: string): Promise<GameRow | undefined> => {
  const row = await games(db).where('g.id', '=', id).executeTakeFirst();
  return row && gameOf(row);
};

/** Returns the games in which something can still change: results may be corrected for some days. */
export const findRunning = async (db: Db, overSince: Date): Promise<GameRow[]> => {
  const rows = await games(db)
    .where((eb) => eb.or([eb('g.over_at', 'is', null), eb('g.over_at', '>', overSince)]))
    .orderBy('g.id')
    .execute();
  return rows.map(gameOf);
};

/** Returns the games of a user and of the user's groups, the newest first. */
export const findGamesOf = async (db: Db, userId: string, limit: number, groupId?: string): Promise<GameRow[]> => {
  const rows = await games(db)
    .$if(groupId !== undefined, (query) => query.where('g.group_id', '=', groupId!))
    .where(
      sql<boolean>`(exists (select from survivor_entries e where e.game_id = g.id and e.user_id = ${userId})
        or exists (select from tipping_members m where m.group_id = g.group_id and m.user_id = ${userId} and m.left_at is null))`,
    )
    .where(
      sql<boolean>`(g.group_id is null
        or exists (select from tipping_members m where m.group_id = g.group_id and m.user_id = ${userId} and m.left_at is null))`,
    )
    .orderBy('g.created_at', 'desc')
    .orderBy('g.id')
    .limit(limit)
    .execute();
  return rows.map(gameOf);
};

/** Returns the open games of leagues that are not over. */
export const findOpen = async (db: Db, leagueIds: readonly number[]): Promise<GameRow[]> => {
  const rows = await games(db)
    .where('g.kind', '=', 'open')
    .where('g.over_at', 'is', null)
    .where('g.league_id', '=', sql<number>`any(${[...leagueIds]}::int[])`)
    .orderBy('g.created_at')
    .execute();
  return rows.map(gameOf);
};

/** Serializes the closing of a game's rounds with picks and players that come in; until the end of the transaction. */
export const holdGame = (db: Transaction<DB>, gameId: string, as: 'entering' | 'closing') =>
  sql`select ${sql.raw(as === 'entering' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')}(hashtextextended(${gameId}, 27))`.execute(
    db,
  );

export type NewGame = Omit<Selectable<DB['survivor_games']>, 'facts_hash' | 'scored_at' | 'over_at'>;

/** Inserts a game. Returns false if there is an open game of this league that begins with the round. */
export async function insertGame(db: Db, game: NewGame): Promise<boolean> {
  const row = await db
    .insertInto('survivor_games')
    .values(game)
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export const updateGame = (
  db: Db,
  id: string,
  values: { facts_hash?: string; scored_at?: Date; over_at?: Date | null; begins_after?: Date },
) => db.updateTable('survivor_games').set(values).where('id', '=', id).execute();

export const deleteGame = (db: Db, id: string) => db.deleteFrom('survivor_games').where('id', '=', id).execute();

/** Returns how many games that are not over a user has made, and takes part in. */
export async function countGames(db: Db, userId: string): Promise<{ made: number; joined: number }> {
  const { rows } = await sql<{ made: number; joined: number }>`
    select (select count(*)::integer from survivor_games where made_by = ${userId} and over_at is null) as made,
      (select count(*)::integer from survivor_entries e join survivor_games g on g.id = e.game_id
        where e.user_id = ${userId} and g.over_at is null) as joined`.execute(db);
  return rows[0]!;
}
