import { sql } from 'kysely';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getTeamPlayers, TeamPlayer } from '#contract/teams.ts';
import type { MatchEvent } from '#domain/matches/match-details.ts';
import { isStarted, MATCH_STATUSES } from '#domain/matches/match-status.ts';
import type { RatedPlayer } from '#domain/matches/player-marks.ts';
import type { LineupPlayer, SquadPlayer } from '#domain/matches/probable-lineup.ts';
import { type SeasonPlayer, seasonPlayers } from '#domain/matches/season-players.ts';
import type { Side } from '#domain/matches/sport.ts';
import type { Deps } from '#server/deps.ts';
import { anyOf, findEvents } from '#server/modules/match-data/matches/detail-queries.ts';
import { matchEvent } from '#server/modules/match-data/matches/match-view.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import { findTeam, topicsAbout } from './team.ts';

type Reply = ReplyOf<typeof getTeamPlayers>;

/** Returns a team's players in the current seasons of its leagues, and how much of these seasons is known. */
export const players = (deps: Deps, { id }: { id: number }): ReplyPlan<Reply> => ({
  key: String(id),
  topics: topicsAbout(deps.now()),
  make: async () => {
    await findTeam(deps.db, id);
    const matches = await findSeason(deps.db, id);
    const ids = matches.map((match) => match.id);
    const [events, ratings, squad] = await Promise.all([
      findEvents(deps.db, ids),
      findRatings(deps.db, ids),
      deps.db.selectFrom('squads').select(['coach', 'players']).where('team_id', '=', id).executeTakeFirst(),
    ]);
    const own = matches.map(({ id: matchId, side, players: lineup }) => ({
      side,
      lineup: lineup ?? [],
      events: (events.get(matchId) ?? []).map(matchEvent) as MatchEvent[],
      ratings: ratings.find((row) => row.match_id === matchId && row.side === side)?.players ?? [],
    }));
    const known = seasonPlayers(own, (squad?.players ?? []) as unknown as SquadPlayer[]).sort(byPosition);
    const all = matches.reduce((sum, { goals }) => sum + (goals ?? 0), 0);
    const named = known.reduce((sum, { goals }) => sum + goals, 0);
    return {
      coach: matches.findLast(({ coach }) => coach !== null)?.coach ?? squad?.coach ?? null,
      players: known.map(playerView),
      matches: { begun: matches.length, with_lineup: own.filter(({ lineup }) => lineup.length > 0).length },
      // A feed may send more goal events than the scores add up to.
      goals: { all, named: Math.min(named, all) },
      rated_by: [...new Set(ratings.map(({ source }) => source))].sort(),
    };
  },
});

const POSITIONS = ['GK', 'DEF', 'MID', 'FWD', 'OTH', null];

const byPosition = (a: SeasonPlayer, b: SeasonPlayer): number =>
  POSITIONS.indexOf(a.position) - POSITIONS.indexOf(b.position) ||
  (a.number ?? Infinity) - (b.number ?? Infinity) ||
  (a.name < b.name ? -1 : Number(a.name > b.name));

const playerView = ({ yellowCards, redCards, ...player }: SeasonPlayer): TeamPlayer => ({
  ...player,
  yellow_cards: yellowCards,
  red_cards: redCards,
});

interface TeamMatch {
  id: number;
  side: Side;
  /** The team's own goals scored, without a shoot-out; null without a score. */
  goals: number | null;
  coach: string | null;
  /** The official line-up; null if none was told. */
  players: LineupPlayer[] | null;
}

const BEGUN = MATCH_STATUSES.filter(isStarted);

/** Returns a team's matches that have begun in the current seasons of its leagues, by kick-off. */
async function findSeason(db: Db, teamId: number): Promise<TeamMatch[]> {
  const asSide = (side: Side) => sql`
    select m.id, m.kickoff_at, ${side}::text as side, m.${sql.ref(`${side}_score`)} as goals, u.coach, u.players
    from matches m join leagues l on l.id = m.league_id and l.current_season = m.season
    left join lineups u on u.match_id = m.id and u.side = ${side}
    where m.${sql.ref(`${side}_team_id`)} = ${teamId} and m.status = any(${BEGUN}::text[])`;
  const { rows } = await sql<TeamMatch>`
    select id, side, goals, coach, players from (${asSide('home')} union all ${asSide('away')}) as both_sides
    order by kickoff_at, id`.execute(db);
  return rows;
}

async function findRatings(db: Db, matchIds: readonly number[]) {
  const rows = await db
    .selectFrom('player_ratings')
    .select(['match_id', 'side', 'source', 'players'])
    .where('match_id', '=', anyOf(matchIds))
    .execute();
  return rows.map((row) => ({ ...row, players: row.players as unknown as RatedPlayer[] }));
}
