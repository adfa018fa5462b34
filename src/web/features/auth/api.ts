import { queryOptions } from '@tanstack/react-query';
import { registerMeta } from '#contract/auth.ts';
import { call } from '#web/data/call.ts';

/** The rules of registration; asked once. */
export const registerMetaQuery = queryOptions({
  queryKey: ['register-meta'],
  queryFn: ({ signal }) => call(registerMeta, {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
});
