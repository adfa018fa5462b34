import { describe, expect, it } from 'vitest';
import { faultsOf, readFilters, withFilters } from './filters.ts';

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
    'use defaults for invalid values: %s',
    (query) => {
      expect(read(query)).toEqual({ date: null, sport: 'football', tab: 'all', status: null, leagueId: null, q: '' });
    },
  );

  it('cut a search to the server’s maximum without splitting a character', () => {
    expect(read(`q=${'a'.repeat(10_000)}`).q).toHaveLength(80);
    expect(read(`q=${'a'.repeat(79)}${encodeURIComponent('🏆🏆')}`).q).toBe('a'.repeat(79));
    expect(read('q=%00a%07%0Ab%7F').q).toBe('a b');
  });

  it.each([
    ['', []],
    ['date=2026-03-02&sport=tennis&tab=leagues&status=live&league=7&q=avalon&invite=ABCDEFGH', []],
    ['date=&status=&q=', []],
    ['date=2026-02-30', ['date']],
    ['date=9999-01-01&q=a%00b', ['date', 'search']],
    [`q=${'a'.repeat(81)}`, ['search']],
    ['status=xyz', ['filter']],
    ['sport=chess', ['filter']],
    ['league=abc', ['filter']],
  ])('report what is invalid in %j', (query, faults) => {
    expect(faultsOf(new URLSearchParams(query))).toEqual(faults);
  });

  it('are written without defaults, and keep other parameters', () => {
    const params = new URLSearchParams('invite=ABCDEFGH&status=live');
    expect(withFilters(params, { leagueId: 7 })).toBe('?invite=ABCDEFGH&status=live&league=7');
    expect(withFilters(params, { status: null })).toBe('?invite=ABCDEFGH');
    expect(withFilters(new URLSearchParams('q=x'), { q: '', tab: 'all', sport: 'football' })).toBe('');
  });
});
