import type { LeagueRef } from '#contract/matches.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { inNaturalOrder } from './natural-order.ts';
import * as leagues from './queries.ts';
import { leagueRef } from './refs.ts';

export async function findLeague(db: Db, id: number) {
  const league = await leagues.findLeague(db, id);
  if (!league) throw new AppError('not_found');
  return league;
}

export interface LeagueSeason {
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
