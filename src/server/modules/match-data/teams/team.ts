import { sql } from 'kysely';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getTeam } from '#contract/teams.ts';
import { statusesOf } from '#domain/matches/match-status.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { type LeagueRow, leagueRef, teamRef } from '#server/modules/match-data/leagues/refs.ts';
import { utcDates } from '#server/modules/match-data/matches/local-day.ts';
import { dayTopic } from '#server/modules/match-data/matches/match-view.ts';
import { findSummaries } from '#server/modules/match-data/matches/service.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';

/** Returns a team, its leagues, and its matches around now. */
export const one = (deps: Deps, { id }: { id: number }): ReplyPlan<ReplyOf<typeof getTeam>> => ({
  key: String(id),
  topics: topicsAbout(deps.now()),
  make: async () => {
    const now = deps.now();
    const team = await findTeam(deps.db, id);
    const [leagues, matchIds, expectedGoals] = await Promise.all([
      findLeaguesOfTeam(deps.db, id, now),
      findIdsOfTeam(deps.db, id, now),
      findExpectedGoals(deps.db, id),
    ]);
    return {
      team: teamRef(team),
      sport: team.sport as Sport,
      country_code: team.country_code,
      leagues: leagues.map(leagueRef),
      matches: await findSummaries(deps, matchIds),
      expected_goals: expectedGoals,
    };
  },
});

/** Maximum number of finished matches, and of upcoming matches. */
const EACH_WAY = 10;

/** Returns the topics to which changes of matches played around now are published. */
export const topicsAbout = (now: Date): string[] =>
  utcDates({ from: new Date(now.getTime() - DAY_MS), to: new Date(now.getTime() + DAY_MS) }).map(dayTopic);

/** Returns a team's last matches, those in play, and the next ones. Leaves out unplayed matches whose kick-off was more than a day ago: they are not upcoming any more. */
async function findIdsOfTeam(db: Db, teamId: number, now: Date): Promise<number[]> {
  const some = (side: 'home' | 'away', condition: ReturnType<typeof sql>, order: 'asc' | 'desc') => sql`
    (select id, kickoff_at from matches where ${sql.ref(`${side}_team_id`)} = ${teamId} and ${condition}
      order by kickoff_at ${sql.raw(order)}, id limit ${EACH_WAY})`;
  const ids = (condition: ReturnType<typeof sql>, order: 'asc' | 'desc') => sql`
    (select id from (${some('home', condition, order)} union all ${some('away', condition, order)}) as both_sides
      order by kickoff_at ${sql.raw(order)}, id limit ${EACH_WAY})`;
  const isOf = (group: 'live' | 'finished' | 'upcoming') => sql`status = any(${statusesOf(group)}::text[])`;
  const isAhead = sql`${isOf('upcoming')} and (kickoff_at is null or kickoff_at > ${new Date(now.getTime() - DAY_MS)})`;
  const isOver = sql`${isOf('finished')} and kickoff_at is not null`;
  const { rows } = await sql<{ id: number }>`
    ${ids(isOver, 'desc')} union ${ids(isOf('live'), 'asc')} union ${ids(isAhead, 'asc')}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns means over the finished matches of current seasons for which expected goals of both sides are known; null if there are none. */
async function findExpectedGoals(db: Db, teamId: number): Promise<ReplyOf<typeof getTeam>['expected_goals']> {
  const of = (side: 'home' | 'away') => sql`
    select own.numbers->>'expected_goals' as scored, theirs.numbers->>'expected_goals' as conceded
    from matches m join leagues l on l.id = m.league_id and l.current_season = m.season
    join match_statistics own on own.match_id = m.id and own.side = ${side}
    join match_statistics theirs on theirs.match_id = m.id and theirs.side <> ${side}
    where m.${sql.ref(`${side}_team_id`)} = ${teamId} and m.status in ('ft', 'aet', 'pen')`;
  const { rows } = await sql<{ matches: number; scored: number | null; conceded: number | null }>`
    select count(*)::integer as matches, avg(scored::float8) as scored, avg(conceded::float8) as conceded
    from (${of('home')} union all ${of('away')}) as known where scored is not null and conceded is not null`.execute(db);
  const { matches, scored, conceded } = rows[0]!;
  return scored === null || conceded === null ? null : { matches, scored, conceded };
}

/** Throws `not_found` for an unknown team. */
export async function findTeam(db: Db, id: number) {
  const team = await db.selectFrom('teams').selectAll().where('id', '=', id).executeTakeFirst();
  if (!team) throw new AppError('not_found');
  return team;
}

/** Returns the leagues in which a team has matches: the most recently played one first, those not played in yet last. */
export async function findLeaguesOfTeam(db: Db, id: number, now: Date): Promise<LeagueRow[]> {
  const { rows } = await sql<LeagueRow>`
    select l.* from leagues l join (
      select league_id, kickoff_at from matches where home_team_id = ${id}
      union all select league_id, kickoff_at from matches where away_team_id = ${id}
    ) as m on m.league_id = l.id
    group by l.id
    order by max(m.kickoff_at) filter (where m.kickoff_at <= ${now}) desc nulls last, min(m.kickoff_at), l.id`.execute(db);
  return rows;
}
