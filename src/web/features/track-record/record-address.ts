import { SPORTS, type Sport } from '#domain/matches/sport.ts';
import { oneOf } from '#web/lib/address-values.ts';

/** Which forecasts are looked at. */
export interface RecordAddress {
  sport: Sport;
  /** Null is every league. */
  league: number | null;
  /** Null is every season. */
  season: string | null;
}

/** As long as the server takes it, and as large as its ids are; what is beyond names nothing. */
const SEASON_LENGTH_MAX = 20;
const ID_MAX = 2_147_483_647;

/** Reads the address; what makes no sense there counts as not said. */
export function readRecordAddress(params: URLSearchParams): RecordAddress {
  const league = Number(/^[1-9]\d{0,9}$/.exec(params.get('league') ?? '')?.[0] ?? 0);
  return {
    sport: oneOf(SPORTS, params.get('sport')) ?? 'football',
    league: league > 0 && league <= ID_MAX ? league : null,
    season: params.get('season')?.slice(0, SEASON_LENGTH_MAX) || null,
  };
}

/** The query that says so, with its question mark; empty where there is nothing to say. */
export function recordSearch({ sport, league, season }: RecordAddress): string {
  const search = new URLSearchParams();
  if (sport !== 'football') search.set('sport', sport);
  if (league !== null) search.set('league', String(league));
  if (season !== null) search.set('season', season);
  return search.size === 0 ? '' : `?${search}`;
}
