import { describe, expect, it } from 'vitest';
import { isInPeriod, isPast, monthsOf, periodsOf, TABLE_PERIOD } from './table-period.ts';

describe('a period of a table', () => {
  it.each([
    ['2026-01-01T00:00:00.000Z', '2026-01', '2026-H1'],
    ['2026-06-30T23:59:59.999Z', '2026-06', '2026-H1'],
    ['2026-07-01T00:00:00.000Z', '2026-07', '2026-H2'],
    ['2026-12-31T23:59:59.999Z', '2026-12', '2026-H2'],
  ])('%s lies in %s and %s', (at, month, half) => {
    expect(periodsOf(at)).toEqual([month, half]);
    expect([month, half].every((period) => isInPeriod(at, period) && TABLE_PERIOD.test(period))).toBe(true);
    expect(isInPeriod(at, '2025-H2')).toBe(false);
  });

  it.each([
    ['2026-11', '2026-11-30T23:59:59.000Z', false],
    ['2026-11', '2026-12-01T00:00:00.000Z', true],
    ['2026-H1', '2026-06-30T23:59:59.000Z', false],
    ['2026-H1', '2026-07-01T00:00:00.000Z', true],
    ['2026-H2', '2027-01-01T00:00:00.000Z', true],
    ['2027-H1', '2026-12-01T00:00:00.000Z', false],
  ])('%s has passed at %s: %s', (period, at, hasPassed) => {
    expect(isPast(period, at)).toBe(hasPassed);
  });

  it('is named by its first and last month', () => {
    expect(monthsOf('2026-H2')).toEqual(['2026-07', '2026-12']);
    expect(monthsOf('2026-02')).toEqual(['2026-02', '2026-02']);
  });

  it.each(['2026', '2026-13', '2026-00', '2026-H3', '2026-h1', '26-11', '2026-11-01'])('is not %s', (text) => {
    expect(TABLE_PERIOD.test(text)).toBe(false);
  });
});
