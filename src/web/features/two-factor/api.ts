import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { beginTwoFactor, confirmTwoFactor, endTwoFactor, getTwoFactor, renewRecoveryCodes } from '#contract/two-factor.ts';
import { call } from '#web/data/call.ts';

/** Queries whether signing in requires a code of an authenticator app. */
export const twoFactorQuery = queryOptions({
  queryKey: ['account', 'two-factor'],
  queryFn: ({ signal }) => call(getTwoFactor, {}, signal),
});

/** Generates a secret after step-up. It is not kept in this browser. */
export const useBegin = () => useMutation({ mutationFn: () => call(beginTwoFactor, {}), gcTime: 0 });

export function useConfirm() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (totp: string) => (await call(confirmTwoFactor, { totp })).recovery_codes,
    gcTime: 0,
    onSuccess: () => fetchAccount(client),
  });
}

export function useRenewCodes() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await call(renewRecoveryCodes, {})).recovery_codes,
    gcTime: 0,
    onSuccess: () => fetchAccount(client),
  });
}

export function useTurnOff() {
  const client = useQueryClient();
  return useMutation({ mutationFn: () => call(endTwoFactor, {}), onSuccess: () => fetchAccount(client) });
}

/** Refetches the overview, which includes the second factor's state. Not awaited: the change is already saved. */
const fetchAccount = (client: QueryClient): void => void client.invalidateQueries({ queryKey: ['account'] });
