import { queryOptions } from '@tanstack/react-query';
import { getMatch } from '#contract/matches.ts';
import { call } from './call.ts';

/** A match with all that is known of it. */
export const matchQuery = (id: number) =>
  queryOptions({ queryKey: ['matches', id], queryFn: ({ signal }) => call(getMatch, { id }, signal) });
