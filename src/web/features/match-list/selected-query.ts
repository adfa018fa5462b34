import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { selectedMatches } from '#contract/matches.ts';
import { call } from '#web/data/call.ts';
import { timeZone } from '#web/lib/dates.ts';
import type { LocalDate } from './local-day.ts';

/** What somebody follows of a day, and the day for which it was asked. */
export interface Selected extends ReplyOf<typeof selectedMatches> {
  date: LocalDate;
}
export type SelectedMatch = Selected['items'][number];

/** Matches by their ids whatever day they are on, and those of teams and leagues on one day. */
export interface Selection {
  date: LocalDate;
  ids: Iterable<number>;
  teamIds: Iterable<number>;
  leagueIds: Iterable<number>;
}

export const SELECTED_KEY = ['matches', 'selected'] as const;

/** Where nothing is followed, nothing is asked, and the answer is there at once. What was on show stays until the new is here. */
export function selection({ date, ...followed }: Selection) {
  const [ids, team_ids, league_ids] = [followed.ids, followed.teamIds, followed.leagueIds].map(written) as [string, string, string];
  const tz = timeZone();
  const nothing = ids === '' && team_ids === '' && league_ids === '' && { date, items: [], confirmed_at: null };
  return queryOptions({
    queryKey: [...SELECTED_KEY, date, tz, { ids, team_ids, league_ids }],
    queryFn: async ({ signal }): Promise<Selected> =>
      nothing || { date, ...(await call(selectedMatches, { date, tz, ids, team_ids, league_ids }, signal)) },
    ...(nothing && { initialData: nothing }),
    placeholderData: keepPreviousData,
    // The list waits for it with what it shows, and can do without.
    retry: false,
  });
}

/** In order, so that the same ids are the same question. */
const written = (ids: Iterable<number>): string => [...ids].toSorted((a, b) => a - b).join();
