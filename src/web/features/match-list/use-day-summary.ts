import { useInfiniteQuery } from '@tanstack/react-query';
import { type DayPage, type DayRequest, dayMatches } from './api.ts';

/** What a page needs of a day beside its list. */
export type DaySummary = Pick<DayPage, 'leagues' | 'counts'>;

/**
 * The day's leagues and chips, whatever narrows its list. A goal or a price changes neither, and so draws nothing that only
 * counts.
 */
export function useDaySummary(request: DayRequest) {
  const { data, error, refetch } = useInfiniteQuery({
    ...dayMatches({ ...request, status: null, leagueId: null, q: '' }),
    select: ({ pages: [first] }): DaySummary | undefined => first && { leagues: first.leagues, counts: first.counts },
  });
  return { day: data, error, refetch: () => void refetch() };
}
