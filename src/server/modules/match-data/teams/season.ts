import { sql } from 'kysely';
import type { MatchEvent } from '#domain/matches/match-details.ts';
import { isStarted, MATCH_STATUSES } from '#domain/matches/match-status.ts';
import type { RatedPlayer } from '#domain/matches/player-marks.ts';
import type { LineupPlayer, SquadPlayer } from '#domain/matches/probable-lineup.ts';
import type { TeamInMatch } from '#domain/matches/season-players.ts';
import { SIDES, type Side } from '#domain/matches/sport.ts';
import { anyOf, findEvents } from '#server/modules/match-data/matches/detail-queries.ts';
import { matchEvent } from '#server/modules/match-data/matches/match-view.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** A team's match that has begun, with what is known of the team's players in it. */
export interface SeasonMatch extends TeamInMatch {
  id: number;
  leagueId: number;
  season: string;
  status: string;
  /** The team's own goals scored, without a shoot-out; null without a score. */
  goals: number | null;
  coach: string | null;
  /** The ratings of both sides, and who gave them; null without any. */
  rated: { source: string; bySide: Record<Side, readonly RatedPlayer[]> } | null;
}

export interface TeamSeason {
  /** By kick-off. */
  matches: SeasonMatch[];
  squad: SquadPlayer[];
  coach: string | null;
}

/** Returns a team's matches that have begun in the current seasons of its leagues, and its squad. */
export async function findTeamSeason(db: Db, teamId: number): Promise<TeamSeason> {
  const rows = await findMatches(db, teamId);
  const ids = rows.map(({ id }) => id);
  const [events, ratings, squad] = await Promise.all([
    findEvents(db, ids),
    findRatings(db, ids),
    db.selectFrom('squads').select(['coach', 'players']).where('team_id', '=', teamId).executeTakeFirst(),
  ]);
  const matches = rows.map(({ players, status, has_extra_time, ...row }) => {
    const rated = ratings.get(row.id) ?? null;
    return {
      ...row,
      status,
      lineup: players ?? [],
      events: (events.get(row.id) ?? []).map(matchEvent) as MatchEvent[],
      ratings: rated?.bySide[row.side] ?? [],
      rated,
      lengthMinutes: PLAYED.includes(status) ? (has_extra_time ? 120 : 90) : null,
    };
  });
  return { matches, squad: (squad?.players ?? []) as unknown as SquadPlayer[], coach: squad?.coach ?? null };
}

/** Statuses of matches that were played to the end. */
const PLAYED: readonly string[] = ['ft', 'aet', 'pen'];
const BEGUN = MATCH_STATUSES.filter(isStarted);

interface MatchRow extends Pick<SeasonMatch, 'id' | 'leagueId' | 'season' | 'status' | 'side' | 'goals' | 'coach'> {
  has_extra_time: boolean;
  /** The official line-up; null if none was told. */
  players: LineupPlayer[] | null;
}

async function findMatches(db: Db, teamId: number): Promise<MatchRow[]> {
  const asSide = (side: Side) => sql`
    select m.id, m.kickoff_at, m.league_id, m.season, m.status, m.status = 'aet' or m.extratime is not null as has_extra_time,
      ${side}::text as side, m.${sql.ref(`${side}_score`)} as goals, u.coach, u.players
    from matches m join leagues l on l.id = m.league_id and l.current_season = m.season
    left join lineups u on u.match_id = m.id and u.side = ${side}
    where m.${sql.ref(`${side}_team_id`)} = ${teamId} and m.status = any(${BEGUN}::text[])`;
  const { rows } = await sql<MatchRow>`
    select id, league_id as "leagueId", season, status, has_extra_time, side, goals, coach, players
    from (${asSide('home')} union all ${asSide('away')}) as both_sides
    order by kickoff_at, id`.execute(db);
  return rows;
}

async function findRatings(db: Db, matchIds: readonly number[]): Promise<Map<number, NonNullable<SeasonMatch['rated']>>> {
  const rows = await db
    .selectFrom('player_ratings')
    .select(['match_id', 'side', 'source', 'players'])
    .where('match_id', '=', anyOf(matchIds))
    .execute();
  const found = new Map<number, NonNullable<SeasonMatch['rated']>>();
  for (const { match_id, side, source, players } of rows) {
    const known = found.get(match_id) ?? { source, bySide: { home: [], away: [] } };
    const isSide = SIDES.find((one) => one === side);
    if (isSide) known.bySide[isSide] = players as unknown as RatedPlayer[];
    found.set(match_id, known);
  }
  return found;
}
