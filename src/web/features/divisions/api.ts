import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { getDivision, joinDivisions, leaveDivisions } from '#contract/divisions.ts';
import { call } from '#web/data/call.ts';

const DIVISION = ['account', 'division'] as const;
/** Milliseconds between refetches: results come in while the page is open. */
const REFRESH_MS = 60_000;

/** Queries the caller's division of a season, or (null) of the present one. */
export const divisionQuery = (season: string | null) =>
  queryOptions({
    queryKey: [...DIVISION, season],
    queryFn: ({ signal }) => call(getDivision, season === null ? {} : { season }, signal),
    refetchInterval: REFRESH_MS,
  });

export function useMembership() {
  const client = useQueryClient();
  const changing = async (change: Promise<unknown>): Promise<void> => {
    await change;
    await client.invalidateQueries({ queryKey: DIVISION });
  };
  return {
    join: () => changing(call(joinDivisions, {})),
    leave: () => changing(call(leaveDivisions, {})),
  };
}
