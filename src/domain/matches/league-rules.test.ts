import { expect, it } from 'vitest';
import { DEFAULT_LEAGUE_RULES, rulesOfSeason } from './league-rules.ts';

it('are the default ones without data', () => {
  expect(rulesOfSeason({}, '2025/26')).toEqual(DEFAULT_LEAGUE_RULES);
  expect(rulesOfSeason({ points: { win: 2, draw: 1 } }, '2025/26')).toEqual({ ...DEFAULT_LEAGUE_RULES, points: { win: 2, draw: 1 } });
});

it('are those of the season, else of the next later known one', () => {
  const wins = (win: number) => ({ points: { win, draw: 1 } });
  const known = { ...wins(4), earlier: { '1990': wins(2), '2022': wins(3) } };
  const win = (season: string) => rulesOfSeason(known, season).points.win;
  expect(['1986', '1990', '1994', '2022', '2026', '2030', 'constructor'].map(win)).toEqual([2, 2, 3, 3, 4, 4, 4]);
});
