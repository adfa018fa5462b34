import { describe, expect, it } from 'vitest';
import { impossibleScore, type MatchScore, ninetyMinuteScore, outcomeOf, settledScore, usualSettlement } from './score.ts';

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
  it('is unknown before 90 minutes are over, whatever the feed fills in', () => {
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
  it('accepts an ordinary match, including a goal cancelled by VAR', () => {
    expect(impossibleScore('football', null, score(null, null))).toBeNull();
    expect(impossibleScore('football', score(0, 0), score(1, 0))).toBeNull();
    expect(impossibleScore('football', score(2, 0), score(1, 0))).toBeNull();
    expect(impossibleScore('football', null, score(3, 2, { halftime: [1, 1], fulltime: [2, 2], extratime: [1, 0] }))).toBeNull();
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
    ['dropped', score(3, 0), score(1, 0)],
  ])('%s', (reason, previous, next) => expect(impossibleScore('football', previous, next)).toBe(reason));

  it('limits how much of a score may be taken back, by sport', () => {
    expect(impossibleScore('basketball', score(90, 88), score(87, 88))).toBeNull();
    expect(impossibleScore('basketball', score(90, 88), score(86, 88))).toBe('dropped');
    expect(impossibleScore('tennis', score(1, 0), score(0, 0))).toBe('dropped');
    expect(impossibleScore('esports', score(1, 1), score(1, 0))).toBeNull();
  });
});

describe('the score that contests are settled on', () => {
  const aet = score(3, 2, { fulltime: [2, 2], extratime: [1, 0] });

  it('is football’s after 90 minutes', () => {
    expect(settledScore(usualSettlement('football'), 'aet', aet)).toEqual([2, 2]);
    expect(settledScore(usualSettlement('football'), 'et', aet)).toEqual([2, 2]);
  });

  it.each(['basketball', 'tennis', 'esports'] as const)('is the last one of %s, overtime included, and none before the end', (sport) => {
    const rule = usualSettlement(sport);
    expect(settledScore(rule, 'aet', score(101, 98))).toEqual([101, 98]);
    expect(settledScore(rule, 'ft', score(2, 1))).toEqual([2, 1]);
    for (const status of ['live', 'ht', 'et', 'susp', 'abd', 'awd', 'wo', 'canc'] as const)
      expect(settledScore(rule, status, score(2, 1))).toBeNull();
  });
});

it('names the side that is ahead', () => {
  expect([outcomeOf(2, 1), outcomeOf(0, 0), outcomeOf(0, 4)]).toEqual(['home', 'draw', 'away']);
});
