import { queryOptions } from '@tanstack/react-query';
import { getTrackRecord } from '#contract/forecasts.ts';
import { call } from '#web/data/call.ts';
import type { RecordAddress } from './record-filters.tsx';

const REFRESH_MS = 60_000;

/** What is asked for: null is every league, every season. */
const asked = ({ sport, league, season }: RecordAddress) => ({ sport, ...(league && { league_id: league }), ...(season && { season }) });

/** How the forecasts of a sport did. What is on show stays until the new is here; another sport's is never shown for this one's. */
export const trackRecordQuery = (address: RecordAddress) =>
  queryOptions({
    queryKey: ['track-record', address.sport, { league: address.league, season: address.season }],
    queryFn: ({ signal }) => call(getTrackRecord, asked(address), signal),
    placeholderData: (shown, query) => (query?.queryKey[1] === address.sport ? shown : undefined),
    refetchInterval: REFRESH_MS,
  });

/** Where the same forecasts are one by one, as a file. */
export function csvAddress(address: RecordAddress): string {
  const values = Object.entries(asked(address)).map(([name, value]) => [name, String(value)]);
  return `${getTrackRecord.path}.csv?${new URLSearchParams(values)}`;
}
