import { sql } from 'kysely';
import type { KnownRules } from '#domain/matches/league-rules.ts';
import { MANUAL_FEED } from '#server/modules/match-data/import/feed.ts';
import type { LeagueRow, TeamRow } from '#server/modules/match-data/leagues/refs.ts';
import type { Db } from '#server/platform/db/pool.ts';

export interface FixtureFilter {
  /** Only this match. */
  id?: number | undefined;
  leagueId?: number | undefined;
  /** A UTC day. */
  day?: { from: Date; until: Date } | undefined;
}

/** Selects the matches entered by operators; each has one manual id. */
const selectManualMatches = (db: Db, { id, leagueId, day }: FixtureFilter) =>
  db
    .selectFrom('matches as m')
    .innerJoin('feed_ids as f', (join) => join.onRef('f.id', '=', 'm.id').on('f.kind', '=', 'match').on('f.feed', '=', MANUAL_FEED))
    .$if(id !== undefined, (query) => query.where('m.id', '=', id!))
    .$if(leagueId !== undefined, (query) => query.where('m.league_id', '=', leagueId!))
    .$if(day !== undefined, (query) => query.where('m.kickoff_at', '>=', day!.from).where('m.kickoff_at', '<', day!.until));

export type FixtureRow = Awaited<ReturnType<typeof findFixtures>>[number];

/** Returns manually entered matches, those without a date first, then by descending kick-off. */
export const findFixtures = (db: Db, filter: FixtureFilter, limit: number, offset: number) =>
  selectManualMatches(db, filter)
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .innerJoin('teams as h', 'h.id', 'm.home_team_id')
    .innerJoin('teams as a', 'a.id', 'm.away_team_id')
    .selectAll('m')
    .select('f.feed_id')
    .select([sql<LeagueRow>`to_jsonb(l)`.as('league'), sql<TeamRow>`to_jsonb(h)`.as('home'), sql<TeamRow>`to_jsonb(a)`.as('away')])
    .orderBy('m.kickoff_at', (order) => order.desc().nullsFirst())
    .orderBy('m.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

/** Returns the number of matches, counted up to `max`. */
export async function countFixtures(db: Db, filter: FixtureFilter, max: number): Promise<number> {
  const { count } = await db
    .selectFrom(selectManualMatches(db, filter).select('m.id').limit(max).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The league fields that are sent again when a season begins. */
export interface OpenLeague extends LeagueRow {
  current_season: string;
  rules: KnownRules;
  rating_group: string | null;
  surface: string | null;
}

/** Returns leagues that none of these feeds covers, by name; only the league `id` if given. */
export async function findOpenLeagues(db: Db, feeds: readonly string[], limit: number, id?: number): Promise<OpenLeague[]> {
  const rows = await db
    .selectFrom('leagues as l')
    .select(['l.id', 'l.sport', 'l.name', 'l.names', 'l.country_code', 'l.form', 'l.draw_possible', 'l.settles_on'])
    .select(['l.current_season', 'l.rules', 'l.rating_group', 'l.surface'])
    .$if(id !== undefined, (query) => query.where('l.id', '=', id!))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('feed_ids as f')
            .select('f.id')
            .whereRef('f.id', '=', 'l.id')
            .where('f.kind', '=', 'league')
            .where('f.feed', '=', sql<string>`any(${feeds}::text[])`),
        ),
      ),
    )
    .orderBy('l.name')
    .orderBy('l.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, rules: row.rules as KnownRules }));
}

/** Returns a team's sport; undefined for an unknown team. */
export async function findSport(db: Db, teamId: number): Promise<string | undefined> {
  return (await db.selectFrom('teams').select('sport').where('id', '=', teamId).executeTakeFirst())?.sport;
}

/** Gives a known league or team this manual id. */
export async function adopt(db: Db, kind: 'league' | 'team', feedId: string, id: number): Promise<void> {
  await db
    .insertInto('feed_ids')
    .values({ feed: MANUAL_FEED, kind, feed_id: feedId, id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Returns manually entered matches whose last entry is still valid at `now`: all except those past their kick-off for which nothing was
 * entered since. Matches that kicked off before `since` are left out, because nothing depends on them any more.
 */
export async function findStanding(db: Db, now: Date, since: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('feed_ids as f')
    .innerJoin('matches as m', 'm.id', 'f.id')
    .select('m.id')
    .where('f.feed', '=', MANUAL_FEED)
    .where('f.kind', '=', 'match')
    .where((eb) => eb.or([eb('m.kickoff_at', 'is', null), eb('m.kickoff_at', '>', since)]))
    .where((eb) => eb.or([eb('m.status', '<>', 'ns'), eb('m.kickoff_at', '>', now)]))
    .execute();
  return rows.map(({ id }) => id);
}
