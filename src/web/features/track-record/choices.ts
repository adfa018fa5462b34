import type { TrackRecord } from '#contract/forecasts.ts';
import type { RecordAddress } from './record-address.ts';

type Rows = TrackRecord['by_league'];

/** The leagues to choose from, each once; also the one that the address names, without a name where nothing is known of it. */
export function leagueChoices(rows: Rows, { league }: RecordAddress): { id: number; name: string | null }[] {
  const names = new Map<number, string | null>(rows.map((row) => [row.league_id, row.league]));
  if (league !== null && !names.has(league)) names.set(league, null);
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => (a.name ?? '').localeCompare(b.name ?? ''));
}

/** The seasons of the chosen league, or of all, the latest first; also the one that the address names. */
export function seasonChoices(rows: Rows, { league, season }: RecordAddress): string[] {
  const played = rows.filter((row) => league === null || row.league_id === league).map((row) => row.season);
  return [...new Set([...played, ...(season === null ? [] : [season])])].sort().reverse();
}
