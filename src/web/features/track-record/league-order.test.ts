import { describe, expect, it } from 'vitest';
import { firstOrder, inOrder, type LeagueFigures } from './leagues-card.tsx';

const row = (league: string, rest: Partial<LeagueFigures> = {}): LeagueFigures => ({
  league_id: 1,
  league,
  season: '2026/27',
  matches: 100,
  rps: 0.2,
  log_loss: 1,
  brier: 0.6,
  ...rest,
});
const names = (rows: LeagueFigures[]) => rows.map(({ league }) => league);

describe('the order of leagues', () => {
  it('begins with the most matches, the latest season, the best figures and A', () => {
    const rows = [row('B', { matches: 40, season: '2025/26', rps: 0.19 }), row('A', { matches: 90, rps: 0.21 })];
    expect(names(inOrder(rows, firstOrder('matches'), 'en'))).toEqual(['A', 'B']);
    expect(names(inOrder(rows, firstOrder('season'), 'en'))).toEqual(['A', 'B']);
    expect(names(inOrder(rows, firstOrder('rps'), 'en'))).toEqual(['B', 'A']);
    expect(names(inOrder(rows, firstOrder('league'), 'en'))).toEqual(['A', 'B']);
  });

  it('is reversible', () => {
    const rows = [row('A', { rps: 0.19 }), row('B', { rps: 0.21 })];
    expect(names(inOrder(rows, { column: 'rps', isDescending: true }, 'en'))).toEqual(['B', 'A']);
  });

  it.each([true, false])('puts leagues with too few matches last, descending: %s', (isDescending) => {
    const rows = [row('Few', { matches: 29, rps: 0.1 }), row('Fewer', { matches: 2, rps: 0.9 }), row('Many')];
    expect(names(inOrder(rows, { column: 'rps', isDescending }, 'en'))[0]).toBe('Many');
  });

  it('follows the language’s alphabet, and leaves its input unchanged', () => {
    const rows = [row('Đức'), row('Ý'), row('Anh')];
    expect(names(inOrder(rows, firstOrder('league'), 'vi'))).toEqual(['Anh', 'Đức', 'Ý']);
    expect(names(rows)).toEqual(['Đức', 'Ý', 'Anh']);
  });
});
