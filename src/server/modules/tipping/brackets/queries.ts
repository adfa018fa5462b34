import { type Selectable, sql, type Transaction } from 'kysely';
import type { BracketRules, BracketScore } from '#domain/tipping/bracket-score.ts';
import type { BracketTree } from '#domain/tipping/bracket-shape.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';

export interface ChallengeRow {
  id: number;
  league_id: number;
  season: string;
  section: string;
  rules: BracketRules;
  facts_hash: string | null;
}

type StoredEntry = Selectable<DB['bracket_entries']>;
export type EntryRow = Omit<StoredEntry, 'tree'> & { tree: BracketTree };

type Key = Pick<ChallengeRow, 'league_id' | 'season' | 'section'>;

export const findChallenge = (db: Db, { league_id, season, section }: Key): Promise<ChallengeRow | undefined> =>
  challenges(db).where('league_id', '=', league_id).where('season', '=', season).where('section', '=', section).executeTakeFirst();

const challenges = (db: Db) =>
  db
    .selectFrom('bracket_challenges')
    .select(['id', 'league_id', 'season', 'section', 'facts_hash'])
    .select(sql<BracketRules>`rules`.as('rules'))
    .$castTo<ChallengeRow>();

/**
 * Returns the challenge of a competition, and creates it with its first entry. It is locked against being scored meanwhile, which locks it
 * for itself alone; other entries are made at the same time.
 */
export async function takeChallenge(db: Transaction<DB>, key: Key, rules: BracketRules, now: Date): Promise<ChallengeRow> {
  await db
    .insertInto('bracket_challenges')
    .values({ ...key, rules: JSON.stringify(rules), created_at: now })
    .onConflict((oc) => oc.doNothing())
    .execute();
  const { id } = (await findChallenge(db, key))!;
  return await challenges(db).where('id', '=', id).forShare().executeTakeFirstOrThrow();
}

/** Returns the challenges in which something can still change. */
export const findRunning = (db: Db): Promise<ChallengeRow[]> => challenges(db).where('closed_at', 'is', null).orderBy('id').execute();

export const lockChallenge = (db: Transaction<DB>, id: number): Promise<ChallengeRow> =>
  challenges(db).where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

export const updateChallenge = (db: Db, id: number, values: { facts_hash?: string; closed_at?: Date }) =>
  db.updateTable('bracket_challenges').set(values).where('id', '=', id).execute();

const entries = (db: Db) => db.selectFrom('bracket_entries as e').selectAll('e').$castTo<EntryRow>();

export const findOwn = (db: Db, challengeId: number, userId: string): Promise<EntryRow | undefined> =>
  entries(db).where('challenge_id', '=', challengeId).where('user_id', '=', userId).executeTakeFirst();

export const lockOwn = (db: Transaction<DB>, challengeId: number, userId: string): Promise<EntryRow | undefined> =>
  entries(db).where('challenge_id', '=', challengeId).where('user_id', '=', userId).forUpdate().executeTakeFirst();

export type NewEntry = Omit<EntryRow, 'locked_at'>;

/** Inserts an entry, or replaces the one of its user, which keeps its id. */
export const upsertEntry = ({ tree, ...entry }: NewEntry, db: Db) => {
  const { id: _, ...changes } = { ...entry, tree: JSON.stringify(tree) };
  return db
    .insertInto('bracket_entries')
    .values({ ...entry, tree: JSON.stringify(tree) })
    .onConflict((oc) => oc.columns(['challenge_id', 'user_id']).doUpdateSet(changes))
    .execute();
};

export const deleteEntry = (db: Db, id: string) => db.deleteFrom('bracket_entries').where('id', '=', id).execute();

/** Returns entries in the order of their ids, after one. */
export const findSome = (db: Db, challengeId: number, after: string, limit: number): Promise<EntryRow[]> =>
  entries(db).where('challenge_id', '=', challengeId).where('id', '>', after).orderBy('id').limit(limit).execute();

/** Stores what entries of one challenge came to. */
export async function storeScores(db: Db, scores: readonly ({ id: string } & Omit<BracketScore, 'lines'>)[], now: Date): Promise<void> {
  const rows = scores.map(({ id, points, possible, isAlive, isLate }) => ({ id, points, possible, is_alive: isAlive, is_late: isLate }));
  await sql`
    update bracket_entries e set points = s.points, possible = s.possible, is_alive = s.is_alive, is_late = e.is_late or s.is_late, scored_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) s (id uuid, points integer, possible integer, is_alive boolean, is_late boolean)
    where e.id = s.id`.execute(db);
}

/** Locks the entries that were made before one of the moments, all of which have passed. Returns how many. */
export async function lockEntries(db: Db, challengeId: number, begins: readonly Date[], now: Date): Promise<number> {
  if (begins.length === 0) return 0;
  const { numAffectedRows } = await sql`
    update bracket_entries set locked_at = ${now}
    where challenge_id = ${challengeId} and locked_at is null
      and exists (select from unnest(${begins}::timestamptz[]) as begins (at) where at > made_at)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** The model's entry, unless it has one. */
export const insertModelEntry = ({ tree, ...entry }: NewEntry, db: Db) =>
  db
    .insertInto('bracket_entries')
    .values({ ...entry, tree: JSON.stringify(tree) })
    .onConflict((oc) => oc.doNothing())
    .execute();

export async function hasModelEntry(db: Db, challengeId: number): Promise<boolean> {
  const row = await db
    .selectFrom('bracket_entries')
    .select('id')
    .where('challenge_id', '=', challengeId)
    .where('user_id', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The entries that everybody may see, that of the model included; those whose points a shield hides are left out. */
const listed = sql`
  bracket_entries e left join users u on u.id = e.user_id
  where (e.user_id is null or (u.status = 'normal' and u.deletion_due_at is null)) and e.locked_at is not null and e.points is not null`;

export interface RankedRow {
  id: string;
  /** Null for the model. */
  handle: string | null;
  points: number;
  possible: number;
  is_alive: boolean;
  champion: number;
  /** Users' entries with more points. */
  ahead: number;
}

/** Where a page of the table ends. */
export interface Position {
  points: number;
  id: string;
}

/** Returns entries by points, those after one. The model takes no place from users. */
export async function findRanked(
  db: Db,
  { challengeId, isLate, after, limit }: { challengeId: number; isLate: boolean; after: Position | null; limit: number },
): Promise<RankedRow[]> {
  const ofKind = sql`${listed} and e.challenge_id = ${challengeId} and e.is_late = ${isLate}`;
  const isAfter = after === null ? sql`true` : sql`(e.points < ${after.points} or (e.points = ${after.points} and e.id > ${after.id}))`;
  const { rows } = await sql<RankedRow>`
    with page as (
      select e.id, u.public_handle as handle, e.points, e.possible, e.is_alive, (e.tree->'rounds'->-1->0->>'winner')::integer as champion
      from ${ofKind} and ${isAfter} order by e.points desc, e.id limit ${limit}
    ), keys as (
      select k.points, (select count(*)::integer from ${ofKind} and e.user_id is not null and e.points > k.points) as ahead
      from (select distinct points from page) k
    )
    select page.*, keys.ahead
    from page join keys using (points) order by page.points desc, page.id`.execute(db);
  return rows;
}

/** Whether points are hidden from the reader by the spoiler shield. */
export async function arePointsHidden(db: Db, challengeId: number): Promise<boolean> {
  const { rows } = await sql<{ hidden: boolean }>`
    select exists (select from bracket_entries where challenge_id = ${challengeId} and locked_at is not null and points is null) as hidden`.execute(
    db,
  );
  return rows[0]!.hidden;
}

/** Returns the place of an entry among users' entries of its kind, and how many of them there are and have fewer points. */
export async function findPlace(db: Db, entry: EntryRow): Promise<{ rank: number; entries: number; below: number }> {
  const { rows } = await sql<{ rank: number; entries: number; below: number }>`
    select (1 + count(*) filter (where e.points > ${entry.points}))::integer as rank, count(*)::integer as entries,
      (count(*) filter (where e.points < ${entry.points}))::integer as below
    from ${listed} and e.user_id is not null and e.challenge_id = ${entry.challenge_id} and e.is_late = ${entry.is_late}`.execute(db);
  return rows[0]!;
}

export interface EntryAt {
  challenge: Key;
  is_locked: boolean;
  /** Null for the model. */
  handle: string | null;
}

/** Returns where an entry belongs, and nothing of what it predicts; undefined if it is gone, or its user has left. */
export async function findAt(db: Db, id: string): Promise<EntryAt | undefined> {
  const { rows } = await sql<Key & Omit<EntryAt, 'challenge'>>`
    select c.league_id, c.season, c.section, e.locked_at is not null as is_locked, u.public_handle as handle
    from bracket_entries e join bracket_challenges c on c.id = e.challenge_id left join users u on u.id = e.user_id
    where e.id = ${id} and (e.user_id is null or (u.status = 'normal' and u.deletion_due_at is null))`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { league_id, season, section, ...rest } = row;
  return { challenge: { league_id, season, section }, ...rest };
}

export const findEntry = (db: Db, id: string): Promise<EntryRow | undefined> => entries(db).where('id', '=', id).executeTakeFirst();

export interface CompetitionRow {
  league: Parameters<typeof import('#server/modules/match-data/public.ts').leagueRef>[0];
  season: string;
  rounds: string[];
  is_entered: boolean;
}

/** Returns the cups whose matches are around now, with the rounds outside groups and whether a user has an entry; at most 60. */
export async function findCompetitions(
  db: Db,
  sport: string | null,
  userId: string | null,
  from: Date,
  to: Date,
): Promise<CompetitionRow[]> {
  const { rows } = await sql<CompetitionRow>`
    select to_jsonb(l) as league, m.season, array_remove(array_agg(case when m.group_name is null then m.round end), null) as rounds,
      exists (
        select from bracket_challenges c join bracket_entries e on e.challenge_id = c.id
        where c.league_id = l.id and c.season = m.season and e.user_id = ${userId}::uuid
      ) as is_entered
    from leagues l join matches m on m.league_id = l.id
    where l.form = 'cup' and (${sport}::text is null or l.sport = ${sport})
      and m.season in (select n.season from matches n where n.league_id = l.id and n.kickoff_at between ${from} and ${to})
    group by l.id, m.season order by l.id, m.season limit 60`.execute(db);
  return rows;
}
