import { queryOptions } from '@tanstack/react-query';
import { getMatchOdds } from '#contract/matches.ts';
import { call } from '#web/lib/call.ts';

/** Every bookmaker's prices. Pushes tell of the market as a whole only, so these are asked for again. */
export const matchOddsQuery = (id: number) =>
  queryOptions({ queryKey: ['matches', id, 'odds'], queryFn: ({ signal }) => call(getMatchOdds, { id }, signal) });
