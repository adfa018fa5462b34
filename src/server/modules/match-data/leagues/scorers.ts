import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { getLeagueScorers } from '#contract/leagues.ts';
import type { Deps } from '#server/deps.ts';
import { findPlayerIds } from '#server/modules/match-data/teams/player-ids.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import { findSeason, inNaturalOrder, leagueTopic } from './leagues.ts';
import * as leagues from './queries.ts';
import { teamRef } from './refs.ts';

type Reply = ReplyOf<typeof getLeagueScorers>;

interface Scorer {
  player: string;
  teamId: number;
  goals: number;
  penalties: number;
  assists: number;
}

/**
 * Returns the players of a season, or of one of its teams, with the most goals and with the most assists, and how many goals have a known
 * scorer and a known assist. Throws `not_found` for a team that does not play in it.
 */
export function scorers(
  deps: Deps,
  { id, season: wanted, team_id: teamId, top }: ParsedInputOf<typeof getLeagueScorers>,
): ReplyPlan<Reply> {
  return {
    key: JSON.stringify([id, wanted, teamId, top]),
    topics: [leagueTopic(id)],
    make: async () => {
      const { season, heading } = await findSeason(deps.db, id, wanted);
      const [events, all, teamRows] = await Promise.all([
        leagues.findGoals(deps.db, id, season),
        leagues.countGoals(deps.db, id, season, teamId ?? null),
        leagues.findTeams(deps.db, id, season),
      ]);
      const teams = new Map(teamRows.map((team) => [team.id, teamRef(team)]));
      if (teamId !== undefined && !teams.has(teamId)) throw new AppError('not_found');
      const isWanted = (team: number) => (teamId === undefined ? teams.has(team) : team === teamId);
      const { players, assisted } = tally(events, isWanted);
      const listed = async (count: 'goals' | 'assists'): Promise<Reply['items']> => {
        const ranking = players.filter((player) => player[count] > 0).sort(BY[count]);
        const shown = ranking.slice(0, top);
        const idOf = await findPlayerIds(
          deps.db,
          shown.map(({ player, teamId: team }) => ({ teamId: team, name: player })),
        );
        return shown.map(({ teamId: team, ...player }) => ({
          ...player,
          player_id: idOf(team, player.player),
          position: ranking.findIndex((other) => other[count] === player[count]) + 1,
          team: teams.get(team)!,
        }));
      };
      // An own goal is told for the side of the player who scored it, and counts for the other.
      const named = events.filter(
        ({ type, player, ...event }) => type !== 'assist' && player !== null && isWanted(creditedTeam(type, event)),
      );
      return {
        ...heading,
        teams: [...teams.values()].sort((a, b) => inNaturalOrder.compare(a.name, b.name)),
        items: await listed('goals'),
        assists: await listed('assists'),
        // A feed may send more goal events than the scores add up to; the known goals are limited to all goals.
        goals: { all, named: Math.min(named.length, all), assisted: Math.min(assisted, all) },
      };
    },
  };
}

type GoalOf = Pick<leagues.GoalEventRow, 'side' | 'home_team_id' | 'away_team_id'>;

/** The team of the player. */
const teamOf = ({ side, home_team_id, away_team_id }: GoalOf): number => (side === 'home' ? home_team_id : away_team_id);

/** The team that the goal counts for. */
const creditedTeam = (type: string, { side, home_team_id, away_team_id }: GoalOf): number =>
  (side === 'home') === (type !== 'own_goal') ? home_team_id : away_team_id;

/** Adds up goals and assists of the wanted teams; `assisted` is the number of assists. A name identifies one player per team. */
function tally(events: readonly leagues.GoalEventRow[], isWanted: (teamId: number) => boolean): { players: Scorer[]; assisted: number } {
  const scorers = new Map<string, Scorer>();
  const of = (player: string, teamId: number): Scorer => {
    const key = JSON.stringify([teamId, player]);
    const scorer = scorers.get(key) ?? { player, teamId, goals: 0, penalties: 0, assists: 0 };
    scorers.set(key, scorer);
    return scorer;
  };
  const assists = new Map<string, { player: string; teamId: number }>();
  for (const { type, match_id, period, minute, stoppage, player, other, ...event } of events) {
    const teamId = teamOf(event);
    if (type === 'own_goal' || !isWanted(teamId)) continue;
    if (type !== 'assist' && player !== null) {
      const scorer = of(player, teamId);
      scorer.goals += 1;
      scorer.penalties += type === 'penalty' ? 1 : 0;
    }
    // A feed may send an assist with its goal, as its own event, or both; it counts once.
    const assistant = type === 'assist' ? player : other;
    if (assistant !== null)
      assists.set(JSON.stringify([match_id, period, minute, stoppage, teamId, assistant]), { player: assistant, teamId });
  }
  for (const { player, teamId } of assists.values()) of(player, teamId).assists += 1;
  return { players: [...scorers.values()], assisted: assists.size };
}

const byName = (a: Scorer, b: Scorer): number => (a.player < b.player ? -1 : Number(a.player > b.player)) || a.teamId - b.teamId;

/** Scorers by goals, then fewer penalties, then assists, then name; assists by their number, then goals, then name. */
const BY: Record<'goals' | 'assists', (a: Scorer, b: Scorer) => number> = {
  goals: (a, b) => b.goals - a.goals || a.penalties - b.penalties || b.assists - a.assists || byName(a, b),
  assists: (a, b) => b.assists - a.assists || b.goals - a.goals || byName(a, b),
};
