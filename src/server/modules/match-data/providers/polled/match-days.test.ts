import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import type { KnownMatch } from './known-match.ts';
import { dropOldDays, dueDays, missingMatches } from './match-days.ts';

const NOW = Date.parse('2026-11-22T00:30:00Z');
const match = (startedMs: number, more: Partial<KnownMatch> = {}): KnownMatch => ({
  ...{ league: 'PL', kickoffMs: NOW - startedMs, status: 'live', checkedMs: 0, liveMs: 0, overMs: null },
  ...more,
});
const due = (fixtures: Record<string, KnownMatch>, answeredMs: Record<string, number> = {}, everyMs = (_days: number) => MINUTE_MS) =>
  dueDays({ fixtures, answeredMs }, { everyMs, listedMs: () => 0 }, NOW);

describe('days that are due', () => {
  it('are both days of an evening around midnight, each at the pace that the allowance leaves to two', () => {
    const answeredMs = { 'day:2026-11-21': NOW, 'day:2026-11-22': NOW };
    const both = { a: match(HOUR_MS), b: match(10 * MINUTE_MS) };
    const bothAfter = (dueMs: number) => ['2026-11-21', '2026-11-22'].map((date) => ({ urgency: 'live', dueMs, date }));
    expect(due(both, answeredMs)).toEqual(bothAfter(NOW + MINUTE_MS));
    expect(due(both, answeredMs, (days) => days * 5 * MINUTE_MS)).toEqual(bothAfter(NOW + 10 * MINUTE_MS));
  });

  it('are asked for hourly while a match has no time yet or was postponed, and after the end when results are checked', () => {
    const answeredMs = { 'day:2026-11-22': NOW };
    for (const status of ['tbd', 'pst'] as const)
      expect(due({ a: match(10 * MINUTE_MS, { status }) }, answeredMs)).toMatchObject([{ urgency: 'today', dueMs: NOW + HOUR_MS }]);
    const over = match(2 * HOUR_MS, { status: 'ft', overMs: NOW - MINUTE_MS });
    expect(due({ a: over }, { 'day:2026-11-21': NOW })).toMatchObject([{ urgency: 'today', dueMs: NOW + 14 * MINUTE_MS }]);
  });
});

it('matches missing from their day’s list are asked for by themselves, less often while the provider does not know them', () => {
  const answeredMs = { 'day:2026-11-22': NOW };
  const missing = (more: Partial<KnownMatch>) => missingMatches({ fixtures: { a: match(10 * MINUTE_MS, more) }, answeredMs }, NOW);
  expect(missing({ liveMs: NOW })).toEqual([]);
  expect(missing({ checkedMs: NOW })).toEqual([{ id: 'a', dueMs: NOW + 5 * MINUTE_MS }]);
  expect(missing({ checkedMs: NOW, unknownTimes: 1 })).toEqual([{ id: 'a', dueMs: NOW + 10 * MINUTE_MS }]);
});

it('times of days long ago are dropped, and no others', () => {
  const kept = { answeredMs: { 'day:2026-11-01': 1, 'day:2026-11-20': 1, 'match:5': 1 }, failed: {} };
  dropOldDays(kept, NOW);
  expect(Object.keys(kept.answeredMs)).toEqual(['day:2026-11-20', 'match:5']);
});
