import { expect, it } from 'vitest';
import { makeMatch } from '#test/web/fixtures/matches.ts';
import { datesToFollow, matchDays } from './match-days.tsx';

const at = (kickoff_at: string | null, status: 'ns' | 'ft' | 'h2' = 'ns') => makeMatch({ kickoff_at, status });

it('groups matches by day in playing order, those without a day last', () => {
  const matches = [at(null), at('2026-11-22T12:00:00.000Z'), at('2026-11-20T12:30:00.000Z'), at('2026-11-20T12:00:00.000Z')];
  const [unknown, late, second, first] = matches.map(({ id }) => id);
  expect(matchDays(matches).map((day) => day.matches.map(({ id }) => id))).toEqual([[first, second], [late], [unknown]]);
  expect(matchDays([])).toEqual([]);
});

it('follows the dates of unfinished matches within about a day', () => {
  const now = Date.parse('2026-11-21T12:00:00.000Z');
  const matches = [
    at('2026-11-20T23:59:00.000Z', 'h2'),
    at('2026-11-21T13:00:00.000Z'),
    at('2026-11-21T10:00:00.000Z', 'ft'),
    at('2026-11-21T18:00:00.000Z'),
    at('2026-11-29T12:00:00.000Z'),
    at(null),
  ];
  expect(datesToFollow(matches, now)).toEqual(['2026-11-20', '2026-11-21']);
  expect(datesToFollow([matches[2]!, matches[4]!, matches[5]!], now)).toEqual([]);
});
