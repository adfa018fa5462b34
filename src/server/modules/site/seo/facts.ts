import type { LeagueRef, TeamRef } from '#contract/matches.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { Score } from '#domain/matches/score.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import {
  findDraw,
  findLeaguesOfTeam,
  findPlayerBrief,
  type LeagueRow,
  leagueRef,
  leagueTopic,
  type TeamRow,
  teamRef,
} from '#server/modules/match-data/public.ts';
import * as pages from './queries.ts';

/** The facts about a match on its page. Times are ISO 8601 in UTC. */
export interface PageMatch {
  id: number;
  kickoff_at: string | null;
  /** The kick-off first announced while the match was open for betting. */
  first_kickoff_at: string | null;
  status: MatchStatus;
  score: Score | null;
  penalty: Score | null;
  venue: string | null;
  season: string;
  home: TeamRef;
  away: TeamRef;
  league: LeagueRef;
}

export interface PageLeague {
  league: LeagueRef;
  seasons: string[];
}

/** Returns the facts of a match, null if there is no such match; cached like the API's replies, so that crawling is cheap. */
export const pageMatch = (deps: Deps, id: number): Promise<PageMatch | null> =>
  cached(deps, `match ${id}`, [`match:${id}`], async () => {
    const row = await pages.findMatch(deps.db, id);
    if (!row) return null;
    return {
      id: row.id,
      kickoff_at: row.kickoff_at?.toISOString() ?? null,
      first_kickoff_at: row.first_kickoff_at?.toISOString() ?? null,
      status: row.status as MatchStatus,
      score: row.home_score === null || row.away_score === null ? null : [row.home_score, row.away_score],
      penalty: row.penalty as Score | null,
      venue: row.venue,
      season: row.season,
      home: teamRef(row.home as TeamRow),
      away: teamRef(row.away as TeamRow),
      league: leagueRef(row.league as LeagueRow),
    };
  });

export const pageLeague = (deps: Deps, id: number): Promise<PageLeague | null> =>
  cached(deps, `league ${id}`, [leagueTopic(id)], async () => {
    const [league, seasons] = await Promise.all([pages.findLeague(deps.db, id), pages.findSeasons(deps.db, id)]);
    return league ? { league: leagueRef(league), seasons: [...new Set([league.current_season, ...seasons])] } : null;
  });

/** Returns whether a season has only a knockout draw and no table. */
export const pageIsDraw = (deps: Deps, { league, seasons }: PageLeague, season = seasons[0] ?? ''): Promise<boolean> =>
  cached(deps, `draw ${league.id} ${season}`, [leagueTopic(league.id)], async () => (await findDraw(deps.db, league, season)).isAll);

/** The facts about a team on its page. Results are left out: a shared link must not tell them to a reader behind the spoiler shield. */
export interface PageTeam {
  team: TeamRef;
  sport: Sport;
  /** The league that it last played in or plays in next; null without matches. */
  league: LeagueRef | null;
}

export const pageTeam = (deps: Deps, id: number): Promise<PageTeam | null> =>
  cached(deps, `team ${id}`, [], async () => {
    const team = await pages.findTeam(deps.db, id);
    if (!team) return null;
    const [league] = await findLeaguesOfTeam(deps.db, id, deps.now());
    return { team: teamRef(team), sport: team.sport as Sport, league: league ? leagueRef(league) : null };
  });

/** The facts about a player on its page, without results for the same reason. */
export interface PagePlayer extends PageTeam {
  /** The id of the page that shows the player: a shortened name's id leads there. */
  id: number;
  name: string;
}

export const pagePlayer = (deps: Deps, id: number): Promise<PagePlayer | null> =>
  cached(deps, `player ${id}`, [], async () => {
    const found = await findPlayerBrief(deps.db, id);
    const within = found && (await pageTeam(deps, found.team.id));
    return found && within && { id: found.id, name: found.name, ...within };
  });

/** Returns whether any match is played on a UTC day. */
export const dayHasMatches = (deps: Deps, sport: Sport, day: string): Promise<boolean> =>
  cached(deps, `day ${sport} ${day}`, [`matches:${day}`], () => {
    const from = new Date(`${day}T00:00:00Z`);
    return pages.hasMatches(deps.db, sport, from, new Date(from.getTime() + DAY_MS));
  });

/** Returns a value from the cache of API replies, or makes it; valid until one of the topics changes. */
export async function cached<T>(deps: Deps, key: string, topics: string[], make: () => Promise<T>): Promise<T> {
  // Not a valid request address, so it cannot collide with a cached API reply.
  const name = `page ${key}`;
  const reply = await deps.replies.get({ key: name, topics, make }, name, deps.now().getTime(), JSON.stringify);
  return JSON.parse(Buffer.from(reply.in('identity').bytes).toString()) as T;
}
