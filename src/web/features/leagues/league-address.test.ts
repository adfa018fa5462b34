import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readLeagueAddress, withLeagueAddress } from './league-address.ts';

const read = (search: string) => readLeagueAddress(new URLSearchParams(search));

it('reads valid values and ignores others', () => {
  expect(read('')).toEqual({ tab: null, season: null, round: null, view: 'all', live: true, list: 'goals', team: null });
  expect(read('?tab=scorers&season=2025%2F26&round=Final&view=away&live=0&list=assists&team=7')).toEqual({
    tab: 'scorers',
    season: '2025/26',
    round: 'Final',
    view: 'away',
    live: false,
    list: 'assists',
    team: 7,
  });
  expect(read('?tab=x&season=&round=&view=nowhere&live=yes&list=cards&team=-1')).toEqual(read(''));
  expect(read(`?season=${'9'.repeat(10_000)}`).season).toHaveLength(20);
});

it('writes what it reads, without default values', () => {
  const address = fc.record({
    tab: fc.constantFrom('table', 'draw', 'fixtures', 'scorers', 'outlook', null),
    season: fc.option(fc.string({ minLength: 1, maxLength: 20 }), { nil: null }),
    round: fc.option(fc.string({ minLength: 1, maxLength: 120 }), { nil: null }),
    view: fc.constantFrom('all', 'home', 'away'),
    live: fc.boolean(),
    list: fc.constantFrom('goals', 'assists'),
    team: fc.option(fc.integer({ min: 1, max: 999_999_999 }), { nil: null }),
  });
  fc.assert(
    fc.property(address, (one) => {
      expect(read(withLeagueAddress(new URLSearchParams(), one))).toEqual(one);
    }),
  );
  expect(withLeagueAddress(new URLSearchParams('?live=0&view=home'), { live: true, view: 'all' })).toBe('');
});

it('drops round and team when the season changes', () => {
  const params = new URLSearchParams('?tab=fixtures&round=Final&team=7');
  expect(withLeagueAddress(params, { season: '2024/25' })).toBe('?tab=fixtures&season=2024%2F25');
});
