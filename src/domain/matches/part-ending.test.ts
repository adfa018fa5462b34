import { expect, it } from 'vitest';
import type { MatchDetail } from '#contract/matches.ts';
import { makeScore } from '#test/web/fixtures/matches.ts';
import { partEnding } from './match-timeline.ts';

const ending = (period: 'H1' | 'H2' | 'ET', status: MatchDetail['status'], score = makeScore(2, 1)) =>
  partEnding({ status, score } as MatchDetail, { period, rows: [], score: [1, 1] });

it('returns the score at the end of a part, from the feed rather than the events', () => {
  expect(ending('H1', 'ht')).toEqual({ words: 'half_time_score', score: [1, 1] });
  expect(ending('H1', 'ft', makeScore(2, 1, { halftime: [0, 1] }))).toEqual({ words: 'half_time_score', score: [0, 1] });
  expect(ending('H2', 'ft')).toEqual({ words: 'final_score', score: [1, 1] });
  expect(ending('H2', 'et', makeScore(2, 1, { fulltime: [1, 1] }))).toEqual({ words: 'full_time_score', score: [1, 1] });
  expect(ending('ET', 'p')).toEqual({ words: 'extra_time_score', score: [2, 1] });
});

it.each([
  ['H1', 'h1'],
  ['H2', 'h2'],
  ['ET', 'et'],
  ['H2', 'susp'],
  ['H2', 'abd'],
] as const)('says nothing of the end of %s while it is %s', (period, status) => {
  expect(ending(period, status)).toBeNull();
});
