import { type ExpressionBuilder, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { Sport } from '#domain/matches/sport.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';

type Teams = DB & { h: DB['teams']; a: DB['teams'] };

const teamObject = (eb: ExpressionBuilder<Teams, 'h' | 'a'>, team: 'h' | 'a') =>
  jsonBuildObject({
    id: eb.ref(`${team}.id`),
    name: eb.ref(`${team}.name`),
    short_name: eb.ref(`${team}.short_name`),
    names: eb.ref(`${team}.names`),
    colours: eb.ref(`${team}.colours`),
  });

/** Returns what a match's page metadata and picture need, in one query: much less than the page itself. */
export const findMatch = (db: Db, id: number) =>
  db
    .selectFrom('matches as m')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .innerJoin('teams as h', 'h.id', 'm.home_team_id')
    .innerJoin('teams as a', 'a.id', 'm.away_team_id')
    .select(['m.id', 'm.kickoff_at', 'm.status', 'm.home_score', 'm.away_score', 'm.penalty', 'm.venue', 'm.season'])
    .select((eb) => [
      teamObject(eb, 'h').as('home'),
      teamObject(eb, 'a').as('away'),
      jsonBuildObject({
        id: eb.ref('l.id'),
        sport: eb.ref('l.sport'),
        name: eb.ref('l.name'),
        names: eb.ref('l.names'),
        country_code: eb.ref('l.country_code'),
        form: eb.ref('l.form'),
        draw_possible: eb.ref('l.draw_possible'),
        settles_on: eb.ref('l.settles_on'),
      }).as('league'),
      // The kick-off when the match first opened for betting: a different one now means that the match was rescheduled.
      eb
        .selectFrom('contests as c')
        .select((c) => c.fn.min('c.first_deadline_at').as('at'))
        .whereRef('c.match_id', '=', 'm.id')
        .as('first_kickoff_at'),
    ])
    .where('m.id', '=', id)
    .executeTakeFirst();

export const findTeam = (db: Db, id: number) => db.selectFrom('teams').selectAll().where('id', '=', id).executeTakeFirst();

export const findLeague = (db: Db, id: number) => db.selectFrom('leagues').selectAll().where('id', '=', id).executeTakeFirst();

export async function findSeasons(db: Db, leagueId: number): Promise<string[]> {
  const rows = await db.selectFrom('league_teams').distinct().select('season').where('league_id', '=', leagueId).execute();
  return rows.map(({ season }) => season);
}

export async function hasMatches(db: Db, sport: Sport, from: Date, to: Date): Promise<boolean> {
  const row = await db
    .selectFrom('matches as m')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .select('m.id')
    .where('l.sport', '=', sport)
    .where('m.kickoff_at', '>=', from)
    .where('m.kickoff_at', '<', to)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Time of the last change to what a match's page metadata says. */
const changedAt = sql<Date>`least(greatest(m.status_since, m.seen_at), m.confirmed_at)`;

/** Returns the UTC days with matches between two moments, each with its last change. */
export const findMatchDays = (db: Db, from: Date, to: Date) =>
  db
    .selectFrom('matches as m')
    .select([sql<string>`to_char(m.kickoff_at, 'YYYY-MM-DD')`.as('day'), sql<Date>`max(${changedAt})`.as('changed_at')])
    .where('m.kickoff_at', '>=', from)
    .where('m.kickoff_at', '<', to)
    .groupBy('day')
    .orderBy('day')
    .execute();

export const findMatchesBetween = (db: Db, from: Date, to: Date, limit: number) =>
  db
    .selectFrom('matches as m')
    .select(['m.id', changedAt.as('changed_at')])
    .where('m.kickoff_at', '>=', from)
    .where('m.kickoff_at', '<', to)
    .orderBy('m.id')
    .limit(limit)
    .execute();

/** Returns leagues, each with the time its table last changed: its latest kick-off. */
export const findLeaguesForSitemap = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('leagues as l')
    .select('l.id')
    .select((eb) =>
      eb
        .selectFrom('matches as m')
        .select('m.kickoff_at')
        .whereRef('m.league_id', '=', 'l.id')
        .whereRef('m.season', '=', 'l.current_season')
        .where('m.kickoff_at', '<=', now)
        .orderBy('m.kickoff_at', 'desc')
        .limit(1)
        .as('changed_at'),
    )
    .orderBy('l.id')
    .limit(limit)
    .execute();

/** A shortened first name: "T. Lind". Its page is that of the full name, as soon as that is known. */
const SHORTENED = '^[[:alpha:]][.] ';

/** Returns the players of the leagues' current seasons; of more than `limit` those known last. */
export const findPlayersForSitemap = (db: Db, limit: number) =>
  db
    .selectFrom('players as p')
    .select('p.id')
    .where('p.name', '!~', SHORTENED)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('league_teams as t')
          .innerJoin('leagues as l', (join) => join.onRef('l.id', '=', 't.league_id').onRef('l.current_season', '=', 't.season'))
          .whereRef('t.team_id', '=', 'p.team_id')
          .select('t.team_id'),
      ),
    )
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute();

/** Returns the teams of the leagues' current seasons; of more than `limit` those known longest. */
export const findTeamsForSitemap = (db: Db, limit: number) =>
  db
    .selectFrom('league_teams as t')
    .innerJoin('leagues as l', (join) => join.onRef('l.id', '=', 't.league_id').onRef('l.current_season', '=', 't.season'))
    .select('t.team_id as id')
    .distinct()
    .orderBy('t.team_id')
    .limit(limit)
    .execute();
