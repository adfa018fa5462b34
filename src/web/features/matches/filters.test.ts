import { describe, expect, it } from 'vitest';
import { readFilters, withFilters } from './filters.ts';

const read = (query: string) => readFilters(new URLSearchParams(query));

describe('filters in the address', () => {
  it('are read as written', () => {
    expect(read('date=2026-03-02&sport=tennis&tab=leagues&status=live&league=7&q=%20avalon%20')).toEqual({
      date: '2026-03-02',
      sport: 'tennis',
      tab: 'leagues',
      status: 'live',
      leagueId: 7,
      q: 'avalon',
    });
  });

  it.each(['', 'date=2026-02-30', 'sport=chess', 'tab=x', 'status=paused', 'league=0', 'league=-3', 'league=1e3', 'q=%20'])(
    'fall back where they make no sense: %s',
    (query) => {
      expect(read(query)).toEqual({ date: null, sport: 'football', tab: 'all', status: null, leagueId: null, q: '' });
    },
  );

  it('cut a search that no server takes', () => {
    expect(read(`q=${'a'.repeat(100)}`).q).toHaveLength(80);
  });

  it('are written without defaults, beside what belongs to others', () => {
    const params = new URLSearchParams('invite=ABCDEFGH&status=live');
    expect(withFilters(params, { leagueId: 7 })).toBe('?invite=ABCDEFGH&status=live&league=7');
    expect(withFilters(params, { status: null })).toBe('?invite=ABCDEFGH');
    expect(withFilters(new URLSearchParams('q=x'), { q: '', tab: 'all', sport: 'football' })).toBe('');
  });
});
