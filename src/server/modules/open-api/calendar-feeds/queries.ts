import { type Selectable, sql } from 'kysely';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { Score } from '#domain/matches/score.ts';
import { parseShield, type Shield } from '#domain/notifications/shield.ts';
import type { FixtureResult, FixtureSources, LeagueRow, TeamRow } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { CalendarFeeds } from '#server/platform/db/schema.ts';

export type FeedRow = Selectable<CalendarFeeds>;

/** A calendar with the names of what it is of. */
export type NamedFeed = Awaited<ReturnType<typeof findFeeds>>[number];

const named = (db: Db) =>
  db
    .selectFrom('calendar_feeds as f')
    .leftJoin('teams as t', 't.id', 'f.team_id')
    .leftJoin('leagues as l', 'l.id', 'f.league_id')
    .leftJoin('tipping_groups as g', 'g.id', 'f.group_id')
    .selectAll('f')
    .select(sql<TeamRow | null>`to_jsonb(t)`.as('team'))
    .select(sql<LeagueRow | null>`to_jsonb(l)`.as('league'))
    .select('g.name as group_name');

/** Returns a user's calendars, newest first; or the one with this id. */
export const findFeeds = (db: Db, userId: string, id?: string) =>
  named(db)
    .where('f.user_id', '=', userId)
    .$if(id !== undefined, (query) => query.where('f.id', '=', id!))
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id')
    .execute();

/**
 * Returns the calendar of a token; undefined if there is none, its user is disabled or is leaving, or is not in its group.
 */
export const findFeedByToken = (db: Db, tokenHash: Buffer) =>
  named(db)
    .innerJoin('users as u', 'u.id', 'f.user_id')
    .leftJoin('tipping_members as m', (join) =>
      join.onRef('m.group_id', '=', 'f.group_id').onRef('m.user_id', '=', 'f.user_id').on('m.left_at', 'is', null),
    )
    .where('f.token_hash', '=', tokenHash)
    .where('u.status', '=', 'normal')
    .where('u.deletion_due_at', 'is', null)
    .where((eb) => eb.or([eb('f.group_id', 'is', null), eb('m.id', 'is not', null)]))
    .executeTakeFirst();

export const countFeeds = async (db: Db, userId: string): Promise<number> =>
  (
    await db
      .selectFrom('calendar_feeds')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  ).count;

export const deleteFeed = async (db: Db, userId: string, id: string): Promise<void> => {
  await db.deleteFrom('calendar_feeds').where('id', '=', id).where('user_id', '=', userId).execute();
};

/** Notes that a calendar was asked for, unless that was noted after `before`. */
export const noteFetched = async (db: Db, id: string, at: Date, before: Date): Promise<void> => {
  await db
    .updateTable('calendar_feeds')
    .set({ fetched_at: at })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('fetched_at', 'is', null), eb('fetched_at', '<', before)]))
    .execute();
};

/** Returns the team or league of a public file. */
export const findTeam = (db: Db, id: number) => db.selectFrom('teams').selectAll().where('id', '=', id).executeTakeFirst();
export const findLeague = (db: Db, id: number) => db.selectFrom('leagues').selectAll().where('id', '=', id).executeTakeFirst();

/** Returns what a user follows. */
export async function findFollowed(db: Db, userId: string): Promise<FixtureSources> {
  const rows = await db.selectFrom('favorites').select(['kind', 'target_id']).where('user_id', '=', userId).execute();
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map(({ target_id }) => target_id);
  return { teams: of('team'), leagues: of('league'), matches: of('match') };
}

/** Returns what a tipping group tips, and since when. */
export async function findGroupSources(db: Db, groupId: string): Promise<{ sources: FixtureSources; startsAt: Date }> {
  const { starts_at } = await db.selectFrom('tipping_groups').select('starts_at').where('id', '=', groupId).executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('tipping_competitions')
    .select(['team_id', 'league_id', 'sport'])
    .where('group_id', '=', groupId)
    .execute();
  return {
    startsAt: starts_at,
    sources: {
      teams: rows.flatMap(({ team_id }) => team_id ?? []),
      leagues: rows.flatMap(({ league_id }) => league_id ?? []),
      sports: rows.flatMap(({ sport }) => sport ?? []),
    },
  };
}

/**
 * Returns the strictest spoiler shield of a user; null without one. A calendar is shown on every device, so the shields of all browsers
 * count in which the user is signed in, and that of the browser that chose last also after it was signed out.
 */
export async function findStrictestShield(db: Db, userId: string, at: Date): Promise<Shield | null> {
  const { rows } = await sql<{ shield: string }>`
    select s.shield from sessions s
    where s.user_id = ${userId} and s.shield is not null and (
      (s.ended_at is null and s.expires_at > ${at})
      or s.id = (select l.id from sessions l where l.user_id = ${userId} and l.shield_at is not null order by l.shield_at desc, l.id limit 1)
    )`.execute(db);
  const shields = rows.flatMap(({ shield }) => parseShield(shield) ?? []);
  if (shields.some((shield) => 'revealed' in shield)) return { revealed: [] };
  const delays = shields.flatMap((shield) => ('delaySeconds' in shield ? shield.delaySeconds : []));
  return delays.length === 0 ? null : { delaySeconds: Math.max(...delays) };
}

interface ResultRow {
  id: number;
  status: string;
  home_score: number;
  away_score: number;
  penalty: number[] | null;
  known_at: Date;
}

/** Returns the results of those of these matches that are over, as a reader with this shield sees them: the shield's own views say so. */
export async function findResults(db: Db, ids: readonly number[], shield: Shield | null): Promise<Map<number, FixtureResult>> {
  const read = async (from: Db, view: string) =>
    (
      await sql<ResultRow>`
        select m.id, m.status, m.home_score, m.away_score, m.penalty, greatest(m.status_since, m.fulltime_since) as known_at
        from ${sql.raw(view)} m
        where m.id = any(${ids}::int[]) and m.status in ('ft', 'aet', 'pen') and m.home_score is not null and m.away_score is not null`.execute(
        from,
      )
    ).rows;
  const rows =
    shield === null
      ? await read(db, 'public.matches')
      : await db.transaction().execute(async (tx) => {
          const mode = 'delaySeconds' in shield ? String(shield.delaySeconds) : 'reveal';
          await sql`select set_config('matchpoint.shield', ${mode}, true), set_config('matchpoint.revealed', '', true)`.execute(tx);
          return read(tx, 'shield.matches');
        });
  return new Map(
    rows.map(({ id, status, home_score, away_score, penalty, known_at }) => [
      id,
      { id, status: status as MatchStatus, home: home_score, away: away_score, penalty: penalty as Score | null, knownAt: known_at },
    ]),
  );
}
