import type { ReplyOf } from '#contract/endpoint.ts';
import type { getLeague, listLeagues } from '#contract/leagues.ts';
import type { LeagueRef } from '#contract/matches.ts';
import { sectionsWithDraw } from '#domain/matches/bracket.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import * as leagues from './queries.ts';
import { leagueRef } from './refs.ts';

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

export async function findLeague(db: Db, id: number) {
  const league = await leagues.findLeague(db, id);
  if (!league) throw new AppError('not_found');
  return league;
}

interface LeagueSeason {
  league: Awaited<ReturnType<typeof findLeague>>;
  season: string;
  /** The first fields of every reply about a season. */
  heading: { league: LeagueRef; season: string; seasons: string[] };
}

/** Returns a league and one of its seasons, by default the current one. Throws `not_found` for an unknown season. */
export async function findSeason(db: Db, id: number, wanted: string | undefined): Promise<LeagueSeason> {
  const [league, known] = await Promise.all([findLeague(db, id), leagues.findSeasons(db, id)]);
  // The newest first; the demo world numbers its seasons ("2026 S99", "2026 S100").
  const seasons = known.sort((a, b) => inNaturalOrder.compare(b, a));
  const season = wanted ?? league.current_season;
  if (season !== league.current_season && !seasons.includes(season)) throw new AppError('not_found');
  return { league, season, heading: { league: leagueRef(league), season, seasons } };
}

/** Returns whether a season has knock-out rounds that lead to a final, and whether it has only these: no table and no groups. */
export async function findDraw(db: Db, league: { id: number; form: string }, season: string): Promise<{ has: boolean; isAll: boolean }> {
  const rounds = await leagues.findRoundOfMatches(db, league.id, season);
  const knockOuts = rounds.filter(({ group_name }) => group_name === null);
  const has = sectionsWithDraw(knockOuts.map(({ round }) => round)).size > 0;
  return { has, isAll: has && league.form === 'cup' && knockOuts.length === rounds.length };
}

/** Sorts "Group 2" before "Group 10", independent of the machine's locale. */
export const inNaturalOrder = new Intl.Collator('en', { numeric: true });

/** Returns the topic of a feed's changes to a league's matches, which invalidates the cached replies about the league. */
export const leagueTopic = (id: number): string => `league:${id}`;
export const ALL_LEAGUES_TOPIC = 'leagues';
