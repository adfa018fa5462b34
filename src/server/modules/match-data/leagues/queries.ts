import { sql } from 'kysely';
import { isFinal, isInPlay, MATCH_STATUSES, matchGroup, statusesOf } from '#domain/matches/match-status.ts';
import type { Sport } from '#domain/matches/sport.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** Returns all leagues with their match counts; `from` to `to` is today. */
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

/** Returns all known seasons of a league, unordered. */
export async function findSeasons(db: Db, leagueId: number): Promise<string[]> {
  const rows = await db.selectFrom('league_teams').distinct().select('season').where('league_id', '=', leagueId).execute();
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

export interface SeasonMatch {
  id: number;
  round: string;
  home_team_id: number;
  away_team_id: number;
  home_score: number | null;
  away_score: number | null;
  kickoff_at: Date | null;
  status: string;
  group_name: string | null;
  awarded_to: string | null;
}

/** Returns all matches of a season, or those that kicked off before a moment. */
export const findSeasonMatches = (db: Db, leagueId: number, season: string, before: Date | null): Promise<SeasonMatch[]> =>
  db
    .selectFrom('matches')
    .select(['id', 'round', 'home_team_id', 'away_team_id', 'home_score', 'away_score', 'kickoff_at', 'status', 'group_name', 'awarded_to'])
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .$if(before !== null, (query) => query.where('kickoff_at', '<', before!))
    .execute();

/** Returns the round and group of each match of a season. */
export const findRoundOfMatches = (db: Db, leagueId: number, season: string) =>
  db.selectFrom('matches').select(['id', 'round', 'group_name']).where('league_id', '=', leagueId).where('season', '=', season).execute();

export interface RoundRow {
  name: string;
  from: Date | null;
  to: Date | null;
  finished: number;
  total: number;
  /** Kick-off of the round's middle match: the round keeps its place even if some of its matches were moved. */
  middle: Date | null;
  in_play: boolean;
  /** The next kick-off of its upcoming matches. */
  next: Date | null;
}

/** Returns the rounds of a season, unordered. */
export async function findRounds(db: Db, leagueId: number, season: string, now: Date): Promise<RoundRow[]> {
  const { rows } = await sql<RoundRow>`
    select round as name, min(kickoff_at) as from, max(kickoff_at) as to, count(*)::integer as total,
           (count(*) filter (where status = any(${statusesOf('finished')}::text[])))::integer as finished,
           percentile_disc(0.5) within group (order by kickoff_at) as middle,
           bool_or(status = any(${IN_PLAY}::text[])) as in_play,
           min(kickoff_at) filter (where status = any(${statusesOf('upcoming')}::text[]) and kickoff_at >= ${now}) as next
    from matches where league_id = ${leagueId} and season = ${season} group by round`.execute(db);
  return rows;
}

export async function findMatchesOfRound(db: Db, leagueId: number, season: string, round: string): Promise<number[]> {
  const rows = await db
    .selectFrom('matches')
    .select('id')
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .where('round', '=', round)
    .execute();
  return rows.map(({ id }) => id);
}

export interface GoalEventRow {
  match_id: number;
  type: string;
  side: string;
  period: string;
  minute: number;
  stoppage: number | null;
  player: string | null;
  other: string | null;
  home_team_id: number;
  away_team_id: number;
}

/**
 * Returns the goals that count, with scorers and assists, of finished matches and matches in play; shoot-outs are left out. The matches
 * are passed as an array, so that their events are looked up by the primary key: otherwise the planner reads all events of all leagues (20 ms).
 */
export async function findGoals(db: Db, leagueId: number, season: string): Promise<GoalEventRow[]> {
  return await db
    .selectFrom('match_events as e')
    .innerJoin('matches as m', 'm.id', 'e.match_id')
    .where('e.match_id', '=', sql<number>`any(array(${seasonPlayed(db, leagueId, season).select('m.id')}))`)
    .select(['e.match_id', 'e.type', 'e.side', 'e.period', 'e.minute', 'e.stoppage', 'm.home_team_id', 'm.away_team_id'])
    .select([nameIn('player'), nameIn('other')])
    .where('e.type', 'in', ['goal', 'penalty', 'own_goal', 'assist'])
    .where('e.period', '<>', 'P')
    .execute();
}

const nameIn = (column: 'player' | 'other') => sql<string | null>`nullif(btrim(e.${sql.ref(column)}), '')`.as(column);

/** Returns the total of all scores of a season, or of one team's own. */
export async function countGoals(db: Db, leagueId: number, season: string, teamId: number | null): Promise<number> {
  const { goals } = await seasonPlayed(db, leagueId, season)
    .select(
      sql<number>`coalesce(sum(case when ${teamId}::integer is null then m.home_score + m.away_score
        when m.home_team_id = ${teamId} then m.home_score when m.away_team_id = ${teamId} then m.away_score end), 0)::integer`.as('goals'),
    )
    .executeTakeFirstOrThrow();
  return goals;
}

const seasonPlayed = (db: Db, leagueId: number, season: string) =>
  db.selectFrom('matches as m').where('m.league_id', '=', leagueId).where('m.season', '=', season).where('m.status', 'in', PLAYED);

const IN_PLAY = MATCH_STATUSES.filter(isInPlay);
/** Statuses whose goals count: those of abandoned matches do not, and awarded goals have no scorer. */
const PLAYED = MATCH_STATUSES.filter((status) => isFinal(status) || matchGroup(status) === 'live');
