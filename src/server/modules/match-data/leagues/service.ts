import type { ReplyOf } from '#contract/endpoint.ts';
import type { getLeague, listLeagues } from '#contract/leagues.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import * as leagues from './queries.ts';
import { leagueRef } from './refs.ts';
import { findLeague } from './season.ts';
import { ALL_LEAGUES_TOPIC, leagueTopic } from './topics.ts';

/** Lists leagues. Today is the UTC day: a league's counts show how busy it is, not what is on in the visitor's time zone. */
export function list(deps: Deps, { sport }: { sport?: Sport | undefined }): ReplyPlan<ReplyOf<typeof listLeagues>> {
  const now = deps.now().getTime();
  const today = new Date(now - (now % DAY_MS));
  return {
    key: JSON.stringify([sport, today]),
    topics: [ALL_LEAGUES_TOPIC],
    make: async () => {
      const rows = await leagues.findLeagues(deps.db, sport, today, new Date(today.getTime() + DAY_MS));
      return {
        items: rows.map((row) => ({
          ...leagueRef(row),
          season: row.current_season,
          teams: row.teams,
          matches_today: row.matches_today,
          live: row.live,
        })),
      };
    },
  };
}

export const one = (deps: Deps, { id }: { id: number }): ReplyPlan<ReplyOf<typeof getLeague>> => ({
  key: String(id),
  topics: [leagueTopic(id)],
  make: async () => {
    const league = await findLeague(deps.db, id);
    return { ...leagueRef(league), season: league.current_season };
  },
});
