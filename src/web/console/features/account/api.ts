import { queryOptions } from '@tanstack/react-query';
import { getAdminTwoFactor } from '#contract/admin-auth.ts';
import { call } from '#web/console/lib/call.ts';

/** Whether signing in takes a code of an authenticator app. */
export const twoFactorQuery = queryOptions({
  queryKey: ['own-two-factor'],
  queryFn: ({ signal }) => call(getAdminTwoFactor, {}, signal),
});
