import { describe, expect, it } from 'vitest';
import { readRecordAddress, recordSearch } from './record-filters.tsx';

const read = (search: string) => readRecordAddress(new URLSearchParams(search));

describe('the forecasts selected by the address', () => {
  it.each([
    ['', { sport: 'football', league: null, season: null }],
    ['sport=tennis&league=7&season=2026/27', { sport: 'tennis', league: 7, season: '2026/27' }],
    ['sport=curling&league=x&season=', { sport: 'football', league: null, season: null }],
    ['league=0', { sport: 'football', league: null, season: null }],
    ['league=2147483648', { sport: 'football', league: null, season: null }],
  ])('%j', (search, address) => {
    expect(read(search)).toEqual(address);
  });

  it('have a season cut to the maximum length', () => {
    expect(read(`season=${'2'.repeat(500)}`).season).toHaveLength(20);
  });

  it.each(['', '?sport=esports', '?league=4&season=2026', '?sport=tennis&league=4&season=2026%2F27'])(
    'is written as it is read: %j',
    (search) => {
      expect(recordSearch(read(search))).toBe(search);
    },
  );
});
