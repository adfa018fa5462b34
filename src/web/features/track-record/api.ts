import { queryOptions } from '@tanstack/react-query';
import { getTrackRecord } from '#contract/forecasts.ts';
import { call } from '#web/data/call.ts';
import type { RecordAddress } from './record-filters.tsx';

const REFRESH_MS = 60_000;

/** Parameters of the query: null for all leagues or seasons. */
const asked = ({ sport, league, season }: RecordAddress) => ({ sport, ...(league && { league_id: league }), ...(season && { season }) });

/** Queries the results of a sport's forecasts. Data stays visible until new data arrives, but never another sport's. */
export const trackRecordQuery = (address: RecordAddress) =>
  queryOptions({
    queryKey: ['track-record', address.sport, { league: address.league, season: address.season }],
    queryFn: ({ signal }) => call(getTrackRecord, asked(address), signal),
    placeholderData: (shown, query) => (query?.queryKey[1] === address.sport ? shown : undefined),
    refetchInterval: REFRESH_MS,
  });

/** Returns the address of the single forecasts as a file. */
export function csvAddress(address: RecordAddress): string {
  const values = Object.entries(asked(address)).map(([name, value]) => [name, String(value)]);
  return `${getTrackRecord.path}.csv?${new URLSearchParams(values)}`;
}
