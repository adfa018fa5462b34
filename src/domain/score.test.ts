import { describe, expect, it } from 'vitest';
import { impossibleScore, type MatchScore, ninetyMinuteScore, outcomeOf } from './score.ts';

const score = (home: number | null, away: number | null, parts: Partial<MatchScore> = {}): MatchScore => ({
  home,
  away,
  halftime: null,
  fulltime: null,
  extratime: null,
  penalty: null,
  ...parts,
});

describe('ninetyMinuteScore', () => {
  it('is not known before 90 minutes are over, whatever the feed fills in', () => {
    expect(ninetyMinuteScore('h2', score(1, 0, { fulltime: [1, 0] }))).toBeNull();
    expect(ninetyMinuteScore('abd', score(1, 0))).toBeNull();
    expect(ninetyMinuteScore('awd', score(3, 0))).toBeNull();
  });

  it('leaves extra time and penalties out', () => {
    expect(ninetyMinuteScore('aet', score(2, 1, { fulltime: [1, 1] }))).toEqual([1, 1]);
    expect(ninetyMinuteScore('pen', score(1, 1, { fulltime: [1, 1], penalty: [4, 3] }))).toEqual([1, 1]);
    expect(ninetyMinuteScore('et', score(2, 1, { fulltime: [1, 1] }))).toEqual([1, 1]);
    expect(ninetyMinuteScore('p', score(1, 1))).toBeNull();
  });

  it('is the score now at full time, where the feed gives no part', () => {
    expect(ninetyMinuteScore('ft', score(2, 1))).toEqual([2, 1]);
    expect(ninetyMinuteScore('ft', score(2, 1, { fulltime: [2, 0] }))).toEqual([2, 0]);
    expect(ninetyMinuteScore('ft', score(null, null))).toBeNull();
  });
});

describe('impossibleScore', () => {
  it('believes an ordinary match, a goal taken back by VAR included', () => {
    expect(impossibleScore(null, score(null, null))).toBeNull();
    expect(impossibleScore(score(0, 0), score(1, 0))).toBeNull();
    expect(impossibleScore(score(2, 0), score(1, 0))).toBeNull();
    expect(impossibleScore(null, score(3, 2, { halftime: [1, 1], fulltime: [2, 2], extratime: [1, 0] }))).toBeNull();
  });

  it.each([
    ['not_a_count', null, score(-1, 0)],
    ['not_a_count', null, score(0, 1.5)],
    ['not_a_count', null, score(0, 0, { penalty: [-1, 0] })],
    ['one_side_missing', null, score(1, null)],
    ['halftime_above_fulltime', null, score(2, 0, { halftime: [2, 0], fulltime: [1, 0] })],
    ['below_earlier_part', null, score(0, 1, { halftime: [1, 1] })],
    ['below_earlier_part', null, score(1, 1, { fulltime: [2, 1] })],
    ['halftime_shrank', score(1, 0, { halftime: [1, 0] }), score(1, 0, { halftime: [0, 0] })],
    ['dropped_by_more_than_one', score(3, 0), score(1, 0)],
  ])('%s', (reason, previous, next) => expect(impossibleScore(previous, next)).toBe(reason));
});

it('names who is ahead', () => {
  expect([outcomeOf(2, 1), outcomeOf(0, 0), outcomeOf(0, 4)]).toEqual(['home', 'draw', 'away']);
});
