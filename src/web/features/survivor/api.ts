import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import {
  createSurvivor,
  getSurvivor,
  getSurvivorEntry,
  getSurvivorTable,
  joinSurvivor,
  leaveSurvivor,
  listSurvivor,
  pickSurvivor,
} from '#contract/survivor.ts';
import { call } from '#web/data/call.ts';

/** Results come in while the page is open, and are not pushed to it. */
const REFRESH_MS = 30_000;
const SURVIVOR = ['account', 'survivor'] as const;

/** Queries the user's games, and the leagues to play. */
export const listQuery = queryOptions({
  queryKey: [...SURVIVOR, 'list'],
  queryFn: ({ signal }) => call(listSurvivor, {}, signal),
  refetchInterval: REFRESH_MS,
});

/** Queries the games of a tipping group. */
export const groupGamesQuery = (group_id: string) =>
  queryOptions({
    queryKey: [...SURVIVOR, 'group', group_id],
    queryFn: ({ signal }) => call(listSurvivor, { group_id }, signal),
  });

/** Queries a game with the user's picks. */
export const gameQuery = (id: string) =>
  queryOptions({
    queryKey: [...SURVIVOR, 'game', id],
    queryFn: ({ signal }) => call(getSurvivor, { game_id: id }, signal),
    refetchInterval: REFRESH_MS,
  });

/** Queries a game's table, page by page. */
export const tableQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...SURVIVOR, 'table', id],
    queryFn: ({ signal, pageParam }) => call(getSurvivorTable, { game_id: id, ...(pageParam !== null && { after: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: REFRESH_MS,
  });

export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: ['survivor-entry', id],
    queryFn: ({ signal }) => call(getSurvivorEntry, { id }, signal),
    refetchInterval: REFRESH_MS,
  });

/** Makes a game, or joins the open one of a league. Resolves to its id. */
export function useMakeGame() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof createSurvivor>) => call(createSurvivor, input),
    onSettled: () => client.invalidateQueries({ queryKey: SURVIVOR }),
  });
}

/** What a user does in a game. If it is too late, the page shows how the game is now. */
export function useGameChanges(id: string) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: SURVIVOR });
  const join = useMutation({ mutationFn: () => call(joinSurvivor, { game_id: id }), onSettled });
  const leave = useMutation({ mutationFn: () => call(leaveSurvivor, { game_id: id }), onSettled });
  const pick = useMutation({
    mutationFn: ({ round, team_id }: { round: string; team_id: number }) => call(pickSurvivor, { game_id: id, round, team_id }),
    onSettled,
  });
  return { join, leave, pick };
}
