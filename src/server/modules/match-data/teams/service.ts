import type { ReplyOf } from '#contract/endpoint.ts';
import type { getTeam } from '#contract/teams.ts';
import type { Sport } from '#domain/matches/sport.ts';
import type { Deps } from '#server/deps.ts';
import { leagueRef, teamRef } from '#server/modules/match-data/leagues/refs.ts';
import { matchesOfTeam, topicsAbout } from '#server/modules/match-data/matches/of-team.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import { findLeaguesOfTeam, findTeam } from './queries.ts';

/** Returns a team, its leagues, and its matches around now. */
export const one = (deps: Deps, { id }: { id: number }): ReplyPlan<ReplyOf<typeof getTeam>> => ({
  key: String(id),
  topics: topicsAbout(deps.now()),
  make: async () => {
    const now = deps.now();
    const team = await findTeam(deps.db, id);
    if (!team) throw new AppError('not_found');
    const [leagues, matches] = await Promise.all([findLeaguesOfTeam(deps.db, id, now), matchesOfTeam(deps.db, id, now)]);
    return {
      team: teamRef(team),
      sport: team.sport as Sport,
      country_code: team.country_code,
      leagues: leagues.map(leagueRef),
      matches,
    };
  },
});
