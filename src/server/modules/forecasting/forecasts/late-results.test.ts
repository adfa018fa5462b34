import { expect, it } from 'vitest';
import { MINUTE_MS } from '#domain/time.ts';
import { createLateResults } from './late-results.ts';

it('waits until no late result has come for 90 seconds', () => {
  const late = createLateResults();
  expect(late.isDue(0)).toBe(false);
  late.note([1, 2], 0);
  late.note([1, 2, 3], MINUTE_MS);
  // The same results are found again for two minutes.
  late.note([2, 3], 2 * MINUTE_MS);
  expect(late.isDue(2.4 * MINUTE_MS)).toBe(false);
  expect(late.isDue(2.5 * MINUTE_MS)).toBe(true);
  late.clear();
  expect(late.isDue(9 * MINUTE_MS)).toBe(false);
});

it('waits at most fifteen minutes while results keep coming', () => {
  const late = createLateResults();
  const dueAt: number[] = [];
  for (let minute = 0; minute < 40; minute++) {
    late.note([minute], minute * MINUTE_MS);
    if (!late.isDue(minute * MINUTE_MS)) continue;
    dueAt.push(minute);
    late.clear();
  }
  expect(dueAt).toEqual([15, 31]);
});
