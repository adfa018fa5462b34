import type { TeamRef } from '#contract/matches.ts';
import { type KnownRules, type LeagueRules, rulesOfSeason } from '#domain/matches/league-rules.ts';
import { isFinal, isInPlay, type MatchStatus } from '#domain/matches/match-status.ts';
import type { Side, Sport } from '#domain/matches/sport.ts';
import { type FormResult, type PlayedMatch, standings } from '#domain/matches/standings.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { findLeague, inNaturalOrder } from './leagues.ts';
import * as leagues from './queries.ts';
import { teamRef } from './refs.ts';

type Team = Awaited<ReturnType<typeof leagues.findTeams>>[number];

/** A match whose score counts, finally or for now. */
export interface CountedMatch extends PlayedMatch<Team> {
  id: number;
  round: string;
  isInPlay: boolean;
}

/** The teams and matches of one table. */
export interface TableMatches {
  group: string | null;
  teams: Team[];
  matches: CountedMatch[];
}

/**
 * Returns the tables of a season: one per group in natural order, if its matches have groups; otherwise one, or none for a cup.
 * Matches without a group, such as knock-outs and play-offs, do not count for a group's table.
 */
export async function findTables(db: Db, league: { id: number; form: string }, season: string): Promise<TableMatches[]> {
  const [teams, matches] = await Promise.all([
    leagues.findTeams(db, league.id, season),
    leagues.findSeasonMatches(db, league.id, season, null),
  ]);
  return tablesOf(league.form, teams, matches);
}

function tablesOf(form: string, teams: Team[], matches: leagues.SeasonMatch[]): TableMatches[] {
  const groups = [...new Set(matches.flatMap(({ group_name }) => group_name ?? []))].sort(inNaturalOrder.compare);
  if (groups.length === 0) return form === 'cup' ? [] : [{ group: null, teams, matches: counted(teams, matches) }];
  return groups.map((group) => {
    const own = matches.filter(({ group_name }) => group_name === group);
    const ids = new Set(own.flatMap(({ home_team_id, away_team_id }) => [home_team_id, away_team_id]));
    const members = teams.filter(({ id }) => ids.has(id));
    return { group: groups.length === 1 ? null : group, teams: members, matches: counted(members, own) };
  });
}

/** Returns the matches that count: finished or awarded ones, and those in play; a suspended match counts again when it continues. */
function counted(teams: Team[], matches: leagues.SeasonMatch[]): CountedMatch[] {
  const byId = new Map(teams.map((team) => [team.id, team]));
  return matches.flatMap(
    ({ id, round, home_team_id, away_team_id, home_score, away_score, kickoff_at, status, awarded_to }): CountedMatch[] => {
      const [homeTeam, awayTeam] = [byId.get(home_team_id), byId.get(away_team_id)];
      const inPlay = isInPlay(status as MatchStatus);
      const counts = inPlay || isFinal(status as MatchStatus) || status === 'awd' || status === 'wo';
      if (!counts || !homeTeam || !awayTeam || home_score === null || away_score === null) return [];
      const awardedTo = awarded_to as Side | null;
      return [{ id, round, homeTeam, awayTeam, score: [home_score, away_score], awardedTo, kickoffAt: kickoff_at, isInPlay: inPlay }];
    },
  );
}

/** Returns the teams of a season, unordered. */
export const findTeamRefs = async (db: Db, leagueId: number, season: string): Promise<TeamRef[]> =>
  (await leagues.findTeams(db, leagueId, season)).map(teamRef);

export const rulesOf = (league: { rules: unknown; sport: string }, season: string): LeagueRules =>
  rulesOfSeason(league.rules as KnownRules, season, league.sport as Sport);

export interface TeamForm {
  team: Team;
  played: number;
  /** Position in the league or in the team's group; null if there is no table. */
  position: number | null;
  /** The last five results of the season, the newest last, knock-outs included. */
  form: FormResult[];
}

/** Returns the standing of every team of a season, before a moment or now, by results only. */
export async function table(db: Db, leagueId: number, season: string, before: Date | null): Promise<{ rows: TeamForm[] }> {
  const [league, teams, matches] = await Promise.all([
    findLeague(db, leagueId),
    leagues.findTeams(db, leagueId, season),
    leagues.findSeasonMatches(db, leagueId, season, before),
  ]);
  const results = matches.filter(({ status }) => !isInPlay(status as MatchStatus));
  const rules = rulesOf(league, season);
  const deductions = rules.deductions?.[season] ?? {};
  const places = tablesOf(league.form, teams, results).flatMap((one) => standings(one.matches, rules, { teams: one.teams, deductions }));
  const placeOf = new Map(places.map(({ team, position }) => [team.id, position]));
  const all = standings(counted(teams, results), rules, { teams });
  return { rows: all.map(({ team, played, form }) => ({ team, played, form, position: placeOf.get(team.id) ?? null })) };
}
