import { expect, it } from 'vitest';
import { isWithinSeason } from './season.ts';

it.each([
  ['2025-08-15', '2025/26', true],
  ['2026-05-24', '2025/26', true],
  ['2020-08-02', '2019/20', true],
  ['2025-05-31', '2025/26', false],
  ['2027-03-01', '2025/26', false],
  ['2026-09-01', '2025-2026', false],
  ['2026-07-19', '2026', true],
  ['2025-11-30', '2026', false],
  ['2027-02-28', '2026', true],
  ['2031-01-01', '2026 Summer', true],
  ['2031-01-01', 'Clausura', true],
])('%s in %s: %s', (day, season, isWithin) => {
  expect(isWithinSeason(day, season)).toBe(isWithin);
});
