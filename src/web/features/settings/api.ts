import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Overview } from '#contract/account.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { type Profile, removePhone, sendPhoneCode, updateProfile, verifyPhone } from '#contract/profile.ts';
import { call } from '#web/data/call.ts';
import { overviewQuery } from '#web/data/queries.tsx';
import { useSession } from '#web/data/session.ts';

export type ProfileChanges = InputOf<typeof updateProfile>;

export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (changes: ProfileChanges) => call(updateProfile, changes),
    onSuccess: ({ profile }) => showProfile(client, profile),
  });
}

export const sendCodeTo = (phone: string) => call(sendPhoneCode, { phone });

export function useVerifyPhone() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof verifyPhone>) => call(verifyPhone, input),
    onSuccess: ({ profile }) => showProfile(client, profile),
  });
}

export function useRemovePhone() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(removePhone, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: overviewQuery.queryKey }),
  });
}

/** Shows the server's profile here and in the bar at once; refetches the rest of the account, which may depend on it (such as days). */
function showProfile(client: QueryClient, profile: Profile): void {
  client.setQueryData(overviewQuery.queryKey, (overview: Overview | undefined) => (overview ? { ...overview, profile } : overview));
  const { display_name, public_handle, avatar_url, email } = profile;
  useSession.setState(({ user }) => (user ? { user: { ...user, display_name, public_handle, avatar_url, email } } : {}));
  void client.invalidateQueries({ queryKey: ['account'] });
}
