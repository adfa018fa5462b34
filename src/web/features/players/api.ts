import { queryOptions } from '@tanstack/react-query';
import { getPlayer } from '#contract/players.ts';
import { call } from '#web/data/call.ts';

/** Refetch interval, for the figures of a match in play. */
const REFRESH_MS = 60_000;

/** Queries a player's season. */
export const playerQuery = (id: number) =>
  queryOptions({
    queryKey: ['players', id],
    queryFn: ({ signal }) => call(getPlayer, { id }, signal),
    refetchInterval: REFRESH_MS,
  });
