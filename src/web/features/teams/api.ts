import { queryOptions } from '@tanstack/react-query';
import { getTeam } from '#contract/teams.ts';
import { call } from '#web/data/call.ts';

/** Refetch interval during a match of the team, for changes that are not pushed; otherwise less often. */
export const TEAM_REFRESH_MS = 60_000;

/** Queries a team, its leagues, and its current matches. */
export const teamQuery = (id: number) => queryOptions({ queryKey: ['teams', id], queryFn: ({ signal }) => call(getTeam, { id }, signal) });
