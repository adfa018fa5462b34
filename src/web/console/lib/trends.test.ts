import { expect, it } from 'vitest';
import type { TrendDay } from '#contract/overview.ts';
import { changeOf, windowValue } from './trends.ts';

const day = (changes: Partial<TrendDay>): TrendDay => ({
  day: '2026-11-20',
  is_partial: false,
  registrations: 0,
  daily_actives: 0,
  weekly_actives: 0,
  bets: 0,
  bet_participants: 0,
  recharge_amount: 0,
  recharge_users: 0,
  average_recharge: null,
  ...changes,
});

it('sums daily counts, and averages people', () => {
  const days = [day({ bets: 3, daily_actives: 4 }), day({ bets: 5, daily_actives: 8 })];
  expect(windowValue(days, 'bets')).toBe(8);
  expect(windowValue(days, 'daily_actives')).toBe(6);
});

it('leaves out days without a value', () => {
  expect(windowValue([day({}), day({ average_recharge: 40 })], 'average_recharge')).toBe(40);
  expect(windowValue([day({})], 'average_recharge')).toBeNull();
});

it.each([
  [110, 100, 0.1],
  [90, 100, -0.1],
  [5, 0, null],
  [null, 5, null],
  [5, null, null],
])('from %s against %s the change is %s', (now, before, change) => {
  const found = changeOf(now, before);
  if (change === null) expect(found).toBeNull();
  else expect(found).toBeCloseTo(change);
});
