import { queryOptions } from '@tanstack/react-query';
import { getTeam, getTeamPlayers, getTeamStrength } from '#contract/teams.ts';
import { call } from '#web/data/call.ts';

/** Refetch interval during a match of the team, for changes that are not pushed; otherwise less often. */
export const TEAM_REFRESH_MS = 60_000;

/** Queries a team, its leagues, and its current matches. */
export const teamQuery = (id: number) => queryOptions({ queryKey: ['teams', id], queryFn: ({ signal }) => call(getTeam, { id }, signal) });

/** Queries a team's players in its current seasons. */
export const teamPlayersQuery = (id: number) =>
  queryOptions({
    queryKey: ['teams', id, 'players'],
    queryFn: ({ signal }) => call(getTeamPlayers, { id }, signal),
    refetchInterval: TEAM_REFRESH_MS,
  });

/** Queries what the model held of a team before each match of the season. */
export const teamStrengthQuery = (id: number) =>
  queryOptions({ queryKey: ['teams', id, 'strength'], queryFn: ({ signal }) => call(getTeamStrength, { id }, signal) });
