import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError, waitSeconds } from './api-error.ts';

const RETRIES_MAX = 2;

/**
 * Worth another try: the network, and servers that are away. What was refused will be refused again, and whoever has waited
 * for an answer in vain is told so first.
 */
const mayPass = (error: Error): boolean =>
  error instanceof ApiError && error.code !== 'timeout' && waitSeconds(error) === null && (error.status === 0 || error.status >= 502);

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // The socket tells of changes; what it does not tell is asked again after half a minute.
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        retry: (failures, error) => failures < RETRIES_MAX && mayPass(error),
      },
      mutations: { retry: false },
    },
  });

/** The one cache. What belongs to the signed-in user lives under keys that begin with 'account'. */
export const queryClient = createQueryClient();

/** Removes the previous user's data, and refetches what differs by user. */
export function clearUser(client: QueryClient = queryClient): void {
  client.removeQueries({ queryKey: ['account'] });
  void client.invalidateQueries();
}

/** Shows what an answer says of the user. Where nothing is known, it is asked for: another user may be here when the answer comes. */
export function setKnown<Data>(client: QueryClient, queryKey: QueryKey, data: Data): void {
  if (client.getQueryData(queryKey) === undefined) void client.invalidateQueries({ queryKey });
  else client.setQueryData<Data>(queryKey, data);
}
