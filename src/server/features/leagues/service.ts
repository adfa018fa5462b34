import type { ReplyOf } from '#contract/endpoint.ts';
import type { getLeague, getStandings, listLeagues } from '#contract/leagues.ts';
import type { Sport } from '#domain/sport.ts';
import { type PlayedMatch, type StandingRow, standings as tableOf } from '#domain/standings.ts';
import type { Db } from '#server/db/pool.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/http/app-error.ts';
import type { ReplyPlan } from '#server/http/cached-replies.ts';
import * as leagues from './queries.ts';
import { leagueRef, teamRef } from './refs.ts';

export { type LeagueRow, leagueRef, type TeamRow, teamRef } from './refs.ts';

const DAY_MS = 86_400_000;

/** What the feed's changes to a league's matches are announced to, for the replies kept about it. */
export const leagueTopic = (id: number): string => `league:${id}`;
export const ALL_LEAGUES_TOPIC = 'leagues';

/** Today is the UTC day: the numbers beside a league say how busy it is, not what is on where the visitor is. */
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

/** The table of a season; a cup has none, and answers no rows. */
export function standings(
  deps: Deps,
  { id, season, top }: { id: number; season?: string | undefined; top?: number | undefined },
): ReplyPlan<ReplyOf<typeof getStandings>> {
  return {
    key: JSON.stringify([id, season, top]),
    topics: [leagueTopic(id)],
    make: async () => {
      const [league, seasons] = await Promise.all([findLeague(deps.db, id), leagues.findSeasons(deps.db, id)]);
      if (season !== undefined && season !== league.current_season && !seasons.includes(season)) throw new AppError('not_found');
      const shown = season ?? league.current_season;
      const { rows, teams } = league.form === 'cup' ? noTable : await table(deps.db, id, shown, null);
      const zones = league.zones as { from: number; to: number; tone: 'good' | 'bad' }[];
      return {
        league: leagueRef(league),
        season: shown,
        seasons,
        teams: rows.length,
        rows: rows.slice(0, top).map((row) => ({
          position: row.position,
          team: teamRef(teams.get(row.team.id)!),
          played: row.played,
          won: row.won,
          drawn: row.drawn,
          lost: row.lost,
          goals_for: row.goalsFor,
          goals_against: row.goalsAgainst,
          goal_difference: row.goalDifference,
          points: row.points,
          form: row.form,
          zone: zones.find(({ from, to }) => row.position >= from && row.position <= to)?.tone ?? null,
        })),
      };
    },
  };
}

/** A season's table, as it stands or as it stood before a moment. */
export async function table(db: Db, leagueId: number, season: string, before: Date | null) {
  const [teamRows, played] = await Promise.all([leagues.findTeams(db, leagueId, season), leagues.findPlayed(db, leagueId, season, before)]);
  const teams = new Map(teamRows.map((team) => [team.id, team]));
  const matches = played.flatMap(({ home_team_id, away_team_id, home_score, away_score, kickoff_at }): PlayedMatch[] => {
    const [homeTeam, awayTeam] = [teams.get(home_team_id), teams.get(away_team_id)];
    return homeTeam && awayTeam ? [{ homeTeam, awayTeam, score: [home_score, away_score], kickoffAt: kickoff_at }] : [];
  });
  return { rows: tableOf(matches, undefined, teamRows), teams };
}

const noTable: Awaited<ReturnType<typeof table>> = { rows: [] as StandingRow[], teams: new Map() };

async function findLeague(db: Db, id: number) {
  const league = await leagues.findLeague(db, id);
  if (!league) throw new AppError('not_found');
  return league;
}
