import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError, waitSeconds } from './api-error.ts';

const RETRIES_MAX = 2;

/** Errors worth a retry: the network, and unavailable servers. A refusal would be repeated, and a timeout is reported first. */
const mayPass = (error: Error): boolean =>
  error instanceof ApiError && error.code !== 'timeout' && waitSeconds(error) === null && (error.status === 0 || error.status >= 502);

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // The socket delivers changes; anything else is refetched after half a minute.
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        // Without a network the service worker answers, with what it saved; what it lacks fails at once instead of loading for ever.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => failures < RETRIES_MAX && mayPass(error),
      },
      // Without a network an action fails at once: one that was held back would be carried out later, when nobody expects it.
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/** The query cache. Data of the signed-in user has keys that begin with 'account'. */
export const queryClient = createQueryClient();

/** Removes the previous user's data, and refetches data that differs by user. */
export function clearUser(client: QueryClient = queryClient): void {
  client.removeQueries({ queryKey: ['account'] });
  void client.invalidateQueries();
}

/** Stores the user's data from an answer. Without existing data it is fetched instead: the user may have changed before the answer came. */
export function setKnown<Data>(client: QueryClient, queryKey: QueryKey, data: Data): void {
  if (client.getQueryData(queryKey) === undefined) void client.invalidateQueries({ queryKey });
  else client.setQueryData<Data>(queryKey, data);
}
