import { expect, it } from 'vitest';
import { makeLeague } from '#test/web/fixtures/matches.ts';
import { groupByCountry } from './league-list.tsx';

it('groups leagues by country, international ones last', () => {
  const league = (id: number, country_code: string | null) => ({
    ...makeLeague({ id, country_code }),
    season: '2026/27',
    teams: 16,
    matches_today: 8,
    live: 0,
  });
  const groups = groupByCountry([league(1, null), league(2, 'gb-eng'), league(3, 'es'), league(4, 'gb-eng')]);
  expect(groups.map(({ code, leagues }) => [code, leagues.map(({ id }) => id)])).toEqual([
    ['gb-eng', [2, 4]],
    ['es', [3]],
    [null, [1]],
  ]);
});
