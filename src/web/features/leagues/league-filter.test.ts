import { expect, it } from 'vitest';
import { makeLeague } from '#test/web/fixtures/matches.ts';
import { leaguesCalled, sportsOf } from './league-list.tsx';

const numbers = { season: '2026/27', teams: 16, matches_today: 8, live: 0 };
const leagues = [
  { ...makeLeague({ id: 1, name: 'Süper Lig', names: {}, country_code: 'tr' }), ...numbers },
  { ...makeLeague({ id: 2, name: 'First Division', names: { 'zh-CN': '甲级联赛', vi: 'Giải Hạng Nhất' } }), ...numbers },
  { ...makeLeague({ id: 3, name: 'V.League 1', names: { vi: 'Vô địch Quốc gia' }, country_code: 'vn', sport: 'basketball' }), ...numbers },
];
const called = (typed: string) => leaguesCalled(leagues, typed, (code) => (code === 'tr' ? 'Türkiye' : 'elsewhere')).map(({ id }) => id);

it.each([
  ['super', [1]],
  ['SÜPER  lig', [1]],
  ['lig sup', [1]],
  ['turkiye', [1]],
  ['sueper', [1]],
  ['甲级', [2]],
  ['giai hang', [2]],
  ['vo dich', [3]],
  ['', [1, 2, 3]],
  ['   ', [1, 2, 3]],
  ['.*', []],
  ['super division', []],
])('finds by %j %j', (typed, ids) => {
  expect(called(typed)).toEqual(ids);
});

it('offers the sports that have leagues', () => {
  expect(sportsOf(leagues)).toEqual(['football', 'basketball']);
  expect(sportsOf([])).toEqual([]);
});
