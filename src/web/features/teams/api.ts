import { queryOptions } from '@tanstack/react-query';
import { getTeam } from '#contract/teams.ts';
import { call } from '#web/data/call.ts';

/** While a match of the team is in play, for what no push tells; else now and then. */
export const TEAM_REFRESH_MS = 60_000;

/** A team, where it plays, and its matches around now. */
export const teamQuery = (id: number) => queryOptions({ queryKey: ['teams', id], queryFn: ({ signal }) => call(getTeam, { id }, signal) });
