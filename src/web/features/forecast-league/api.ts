import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf, ReplyOf } from '#contract/endpoint.ts';
import {
  createForecastGroup,
  endForecastGroup,
  type ForecastGroup,
  getForecast,
  getForecastGroup,
  getForecastStanding,
  getForecastTable,
  joinForecastGroup,
  type LeagueForecast,
  listForecastGroups,
  listForecastMatches,
  listForecasts,
  putForecast,
  removeForecastMember,
  renameForecastGroup,
  withdrawForecast,
} from '#contract/forecast-league.ts';
import type { TableWindow } from '#domain/forecast/forecast-league.ts';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { call } from '#web/data/call.ts';
import { toast } from '#web/data/toasts.ts';

/** Milliseconds between refetches, because forecasts are made and scored while the page is open. */
const REFRESH_MS = 60_000;
const FORECASTS = ['account', 'forecasts'] as const;
const GROUPS = ['account', 'forecast-groups'] as const;

type ForecastPage = ReplyOf<typeof listForecasts>;

/** Queries upcoming matches with the user's forecasts. */
export const matchesQuery = (asked: InputOf<typeof listForecastMatches>) =>
  queryOptions({
    queryKey: [...FORECASTS, 'matches', asked],
    queryFn: ({ signal }) => call(listForecastMatches, asked, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

/** Queries the user's forecasts. */
export const ownQuery = (asked: InputOf<typeof listForecasts>) =>
  queryOptions({
    queryKey: [...FORECASTS, 'own', asked],
    queryFn: ({ signal }) => call(listForecasts, asked, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

/** Queries the user's forecast for a match; refetched when its status changes. */
export const forecastQuery = (matchId: number, status: string) =>
  queryOptions({
    queryKey: [...FORECASTS, 'match', matchId, status],
    queryFn: ({ signal }) => call(getForecast, { match_id: matchId }, signal),
    placeholderData: (shown, query) => (query?.queryKey[3] === matchId ? shown : undefined),
    refetchInterval: REFRESH_MS,
  });

export const standingQuery = (window: TableWindow) =>
  queryOptions({
    queryKey: [...FORECASTS, 'standing', window],
    queryFn: ({ signal }) => call(getForecastStanding, { window }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

/** Queries the ranking of all users. */
export const tableQuery = (asked: InputOf<typeof getForecastTable>) =>
  queryOptions({
    queryKey: ['forecast-table', asked],
    queryFn: ({ signal }) => call(getForecastTable, asked, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

/** Queries the user's leagues with friends. */
export const groupsQuery = queryOptions({
  queryKey: [...GROUPS, 'all'],
  queryFn: ({ signal }) => call(listForecastGroups, {}, signal),
});

export const groupQuery = (groupId: string, window: TableWindow) =>
  queryOptions({
    queryKey: [...GROUPS, groupId, window],
    queryFn: ({ signal }) => call(getForecastGroup, { group_id: groupId, window }, signal),
    placeholderData: (shown, query) => (query?.queryKey[2] === groupId ? shown : undefined),
    refetchInterval: REFRESH_MS,
  });

/** Saves, changes or (null) withdraws the forecast for a match, and shows the reply wherever the match is shown. */
export function useSaveForecast(matchId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (percents: { home: number; draw: number; away: number } | null) =>
      percents === null
        ? call(withdrawForecast, { match_id: matchId })
        : call(putForecast, { match_id: matchId, home: percents.home, draw: percents.draw, away: percents.away }),
    onSuccess: (forecast) => showForecast(client, forecast),
    onError: (error) => {
      // The match has begun: the form or the list's row disappears, so the reason is shown in a toast.
      if (isClosed(error)) toast('error', errorText(error));
      return client.invalidateQueries({ queryKey: FORECASTS });
    },
  });
}

/** Returns whether the match has begun, or no longer accepts forecasts. */
export const isClosed = (error: Error): boolean => error instanceof ApiError && error.code === 'forecast_closed';

function showForecast(client: QueryClient, forecast: LeagueForecast): void {
  const { id } = forecast.match;
  client.setQueriesData({ queryKey: [...FORECASTS, 'match', id] }, forecast);
  client.setQueriesData(
    { queryKey: [...FORECASTS, 'matches'] },
    (page: ForecastPage | undefined) => page && { ...page, items: page.items.map((shown) => (shown.match.id === id ? forecast : shown)) },
  );
  void client.invalidateQueries({ queryKey: [...FORECASTS, 'own'] });
}

/** Changes leagues with friends. The promises resolve once the refetch has begun. */
export function useGroupChanges() {
  const client = useQueryClient();
  const changing = async <T>(change: Promise<T>): Promise<T> => {
    const reply = await change;
    void client.invalidateQueries({ queryKey: GROUPS });
    return reply;
  };
  return {
    create: (name: string) => changing(call(createForecastGroup, { name })),
    join: (code: string) => changing(call(joinForecastGroup, { code })),
    rename: ({ id }: ForecastGroup, name: string) => changing(call(renameForecastGroup, { group_id: id, name })),
    end: ({ id }: ForecastGroup) => changing(call(endForecastGroup, { group_id: id })),
    /** Removes a member; with the user's own handle, leaves the league. */
    remove: ({ id }: ForecastGroup, handle: string) => changing(call(removeForecastMember, { group_id: id, handle })),
  };
}
