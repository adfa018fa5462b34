import { queryOptions } from '@tanstack/react-query';
import { getBestOfDay } from '#contract/best.ts';
import { ApiError } from '#web/data/api-error.ts';
import { call } from '#web/data/call.ts';
import { assumeUtc, timeZone } from '#web/lib/dates.ts';

/** Matches end at any time, and their ends are not pushed to this page. */
const REFRESH_MS = 30_000;

/** Queries what was remarkable of a day, YYYY-MM-DD, in the reader's time zone. */
export const bestQuery = (date: string) =>
  queryOptions({
    queryKey: ['best', date],
    queryFn: ({ signal }) => {
      const inZone = (tz: string) => call(getBestOfDay, { date, tz }, signal);
      return inZone(timeZone()).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'invalid_time_zone') throw error;
        assumeUtc();
        return inZone(timeZone());
      });
    },
    refetchInterval: REFRESH_MS,
  });
