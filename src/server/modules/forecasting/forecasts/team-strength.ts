import { sql } from 'kysely';
import type { TeamStrength } from '#contract/teams.ts';
import { strengthOf } from '#domain/forecast/drivers.ts';
import type { Side } from '#domain/matches/sport.ts';
import type { Deps } from '#server/deps.ts';
import { type LeagueRow, leagueRef } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import type { StoredForecast } from './stored-forecast.ts';

/**
 * Returns what the football model held of a team before each match of a season: that of the league in which it last had a frozen forecast,
 * because strengths are relative to a league. The reply changes when a match begins, and expires before that would be noticed.
 */
export const teamStrength = (deps: Deps, { id }: { id: number }): ReplyPlan<TeamStrength> => ({
  key: String(id),
  topics: [],
  make: async () => {
    const team = await deps.db.selectFrom('teams').select('id').where('id', '=', id).executeTakeFirst();
    if (team === undefined) throw new AppError('not_found');
    const rows = await findFrozen(deps.db, id);
    const last = rows.at(-1);
    const points = rows.filter(({ league_id }) => league_id === last?.league_id);
    return {
      league: last ? leagueRef(last.league) : null,
      points: points.map(({ match_id, kickoff_at, rated, side }) => ({
        match_id,
        at: kickoff_at.toISOString(),
        ...strengthOf(rated, side),
      })),
    };
  },
});

interface FrozenRow {
  match_id: number;
  kickoff_at: Date;
  league_id: number;
  league: LeagueRow;
  side: Side;
  rated: NonNullable<StoredForecast['football']>['leading'];
}

/**
 * Returns a team's frozen football forecasts of current league seasons, by kick-off. Cups are left out: their teams come from several
 * leagues. From the first match on whose result is hidden from the reader there are none: a later strength would tell it.
 */
async function findFrozen(db: Db, teamId: number): Promise<FrozenRow[]> {
  const asSide = (side: Side) => sql`
    select m.id as match_id, m.kickoff_at, m.is_concealed, m.league_id, row_to_json(l) as league, ${side}::text as side,
      f.content#>'{football,leading}' as rated
    from matches m join forecasts f on f.match_id = m.id
    join leagues l on l.id = m.league_id and l.current_season = m.season and l.form = 'league'
    where m.${sql.ref(`${side}_team_id`)} = ${teamId} and f.frozen_at is not null and m.kickoff_at is not null
      and (f.content->>${`${side}_team_id`}::text)::integer = ${teamId} and jsonb_typeof(f.content->'football') = 'object'`;
  const { rows } = await sql<FrozenRow>`
    with seen as (${asSide('home')} union all ${asSide('away')}),
      hidden as (
        select min(kickoff_at) as since from matches where is_concealed and (home_team_id = ${teamId} or away_team_id = ${teamId})
      )
    select match_id, kickoff_at, league_id, league, side, rated from seen, hidden
    where hidden.since is null or kickoff_at <= hidden.since order by kickoff_at, match_id`.execute(db);
  return rows;
}
