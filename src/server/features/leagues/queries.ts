import { sql } from 'kysely';
import { isFinal, MATCH_STATUSES, statusesOf } from '#domain/match-status.ts';
import type { Sport } from '#domain/sport.ts';
import type { Db } from '#server/db/pool.ts';

const FINAL = MATCH_STATUSES.filter(isFinal);

/** All leagues with what is on in them; `from` to `to` is today. */
export const findLeagues = (db: Db, sport: Sport | undefined, from: Date, to: Date) =>
  db
    .selectFrom('leagues as l')
    .selectAll('l')
    .select((eb) => [
      eb
        .selectFrom('league_teams as t')
        .select(sql<number>`count(*)::integer`.as('count'))
        .whereRef('t.league_id', '=', 'l.id')
        .whereRef('t.season', '=', 'l.current_season')
        .$asScalar()
        .$notNull()
        .as('teams'),
      eb
        .selectFrom('matches as m')
        .select(sql<number>`count(*)::integer`.as('count'))
        .whereRef('m.league_id', '=', 'l.id')
        .where('m.kickoff_at', '>=', from)
        .where('m.kickoff_at', '<', to)
        .$asScalar()
        .$notNull()
        .as('matches_today'),
      eb
        .selectFrom('matches as m')
        .select(sql<number>`count(*)::integer`.as('count'))
        .whereRef('m.league_id', '=', 'l.id')
        .where('m.status', 'in', statusesOf('live'))
        .$asScalar()
        .$notNull()
        .as('live'),
    ])
    .$if(sport !== undefined, (query) => query.where('l.sport', '=', sport!))
    .orderBy('l.id')
    .execute();

export const findLeague = (db: Db, id: number) => db.selectFrom('leagues').selectAll().where('id', '=', id).executeTakeFirst();

/** Every season of which anything is known, the newest first. */
export async function findSeasons(db: Db, leagueId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('league_teams')
    .distinct()
    .select('season')
    .where('league_id', '=', leagueId)
    .orderBy('season', 'desc')
    .execute();
  return rows.map(({ season }) => season);
}

export const findTeams = (db: Db, leagueId: number, season: string) =>
  db
    .selectFrom('league_teams as lt')
    .innerJoin('teams as t', 't.id', 'lt.team_id')
    .selectAll('t')
    .where('lt.league_id', '=', leagueId)
    .where('lt.season', '=', season)
    .execute();

/** The season's matches that were played to the end, all of them or those that kicked off before a moment. */
export const findPlayed = (db: Db, leagueId: number, season: string, before: Date | null) =>
  db
    .selectFrom('matches')
    .select(['home_team_id', 'away_team_id', 'home_score', 'away_score', 'kickoff_at'])
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .where('status', 'in', FINAL)
    .where('home_score', 'is not', null)
    .where('away_score', 'is not', null)
    .where('kickoff_at', 'is not', null)
    .$if(before !== null, (query) => query.where('kickoff_at', '<', before!))
    .$narrowType<{ home_score: number; away_score: number; kickoff_at: Date }>()
    .execute();
