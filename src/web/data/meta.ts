import { queryOptions, useQuery } from '@tanstack/react-query';
import { getMeta, type Meta } from '#contract/meta.ts';
import { call } from './call.ts';

/** The settings that pages need; they change with a new version, and when operators switch something: the banner above every page hears of that. */
export const metaQuery = queryOptions({
  queryKey: ['meta'],
  queryFn: ({ signal }) => call(getMeta, {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The settings, undefined until they have arrived. */
export const useMeta = (): Meta | undefined => useQuery(metaQuery).data;
