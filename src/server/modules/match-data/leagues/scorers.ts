import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { getLeagueScorers } from '#contract/leagues.ts';
import type { Deps } from '#server/deps.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import { findSeason, leagueTopic } from './leagues.ts';
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

/** Returns a season's top scorers, and how many of its goals have a known scorer. */
export function scorers(deps: Deps, { id, season: wanted, top }: ParsedInputOf<typeof getLeagueScorers>): ReplyPlan<Reply> {
  return {
    key: JSON.stringify([id, wanted, top]),
    topics: [leagueTopic(id)],
    make: async () => {
      const { season, heading } = await findSeason(deps.db, id, wanted);
      const [events, all, teamRows] = await Promise.all([
        leagues.findGoals(deps.db, id, season),
        leagues.countGoals(deps.db, id, season),
        leagues.findTeams(deps.db, id, season),
      ]);
      const teams = new Map(teamRows.map((team) => [team.id, team]));
      const ranking = scorersOf(events).filter(({ teamId }) => teams.has(teamId));
      const named = events.filter(({ type, player }) => type !== 'assist' && player !== null).length;
      return {
        ...heading,
        items: ranking.slice(0, top).map(({ teamId, ...scorer }) => ({
          ...scorer,
          position: ranking.findIndex(({ goals }) => goals === scorer.goals) + 1,
          team: teamRef(teams.get(teamId)!),
        })),
        // A feed may send more goal events than the scores add up to; the known goals are limited to all goals.
        goals: { all, named: Math.min(named, all) },
      };
    },
  };
}

/** Ranks all scorers by goals, then fewer penalties, then assists, then name. A name identifies one player per team. */
function scorersOf(events: readonly leagues.GoalEventRow[]): Scorer[] {
  const scorers = new Map<string, Scorer>();
  const of = (player: string, teamId: number): Scorer => {
    const key = JSON.stringify([teamId, player]);
    const scorer = scorers.get(key) ?? { player, teamId, goals: 0, penalties: 0, assists: 0 };
    scorers.set(key, scorer);
    return scorer;
  };
  const assists = new Map<string, { player: string; teamId: number }>();
  for (const { type, side, match_id, period, minute, stoppage, player, other, home_team_id, away_team_id } of events) {
    if (type === 'own_goal') continue;
    const teamId = side === 'home' ? home_team_id : away_team_id;
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
  return [...scorers.values()].filter(({ goals }) => goals > 0).sort(asRanked);
}

const asRanked = (a: Scorer, b: Scorer): number =>
  b.goals - a.goals ||
  a.penalties - b.penalties ||
  b.assists - a.assists ||
  (a.player < b.player ? -1 : Number(a.player > b.player)) ||
  a.teamId - b.teamId;
