import { expect, it } from 'vitest';
import { makeLeague, makeMatch, makeScore, makeTeam } from '#test/web/fixtures/matches.ts';
import { datesToHear, formOf, nextOf } from './use-team.ts';

const league = makeLeague();
const [town, other] = [makeTeam('Avalon Town', { id: 31 }), makeTeam('Northgate', { id: 32 })];
const on = (kickoff_at: string | null, rest: Partial<Parameters<typeof makeMatch>[0]> = {}) => ({
  ...makeMatch({ home: town, away: other, kickoff_at, ...rest }),
  league,
});
const ended = (home: number, away: number, rest: Parameters<typeof on>[1] = {}) =>
  on('2026-11-01T15:00:00.000Z', { status: 'ft', score: makeScore(home, away), ...rest });

it('form is the last five results, by an award if there is one, without matches that came to nothing', () => {
  const away = { home: other, away: town };
  const awarded = { status: 'awd' as const, score: { ...makeScore(0, 0), awarded_to: 'away' as const } };
  const matches = [ended(5, 0), ended(2, 1), ended(1, 1), ended(2, 0, away), ended(0, 0, awarded), ended(0, 1, away)];
  const none = [ended(0, 0, { status: 'abd' }), on(null), on('2026-11-02T15:00:00.000Z', { status: 'h1', score: makeScore(1, 0) })];
  expect(formOf([...matches, ...none], 31)).toEqual(['W', 'D', 'L', 'L', 'W']);
  expect(formOf([], 31)).toEqual([]);
});

it('the next match is the one in play, or the first to come', () => {
  const [live, next] = [on('2026-11-20T15:00:00.000Z', { status: 'h2' }), on('2026-11-19T15:00:00.000Z')];
  expect(nextOf([ended(1, 0), next, live])).toBe(live);
  expect(nextOf([ended(1, 0), next])).toBe(next);
  expect(nextOf([ended(1, 0)])).toBeUndefined();
});

it('pushes are heard of dates on which something can change', () => {
  const now = Date.parse('2026-11-20T16:00:00Z');
  const live = on('2026-11-20T15:00:00.000Z', { status: 'h1' });
  expect(datesToHear([ended(1, 0), live, on('2026-11-25T15:00:00.000Z'), on(null)], now)).toEqual(['2026-11-20']);
});
