import { describe, expect, it } from 'vitest';
import { type Chances, chancesTold, type MatchSeen, newsBetween } from './match-news.ts';

const seen = (given: Partial<MatchSeen> = {}): MatchSeen => ({
  ...{ sport: 'football', status: 'h1', score: [0, 0], reds: [0, 0], hasLineups: true, chances: null, toldChances: null },
  ...given,
});
const told = (before: Partial<MatchSeen>, after: Partial<MatchSeen>) =>
  newsBetween(seen(before), seen(after)).map(({ kind, side, isTakenBack }) =>
    [kind, ...(side ? [side] : []), ...(isTakenBack ? ['back'] : [])].join(' '),
  );
const EVEN: Chances = [0.4, 0.3, 0.3];

describe('news of a match', () => {
  it.each<[string, Partial<MatchSeen>, Partial<MatchSeen>, string[]]>([
    ['nothing new', {}, {}, []],
    ['line-ups', { status: 'ns', score: null, hasLineups: false }, { status: 'ns', score: null }, ['lineups']],
    ['line-ups that come with the kick-off', { status: 'ns', score: null, hasLineups: false }, {}, ['kickoff']],
    ['a start', { status: 'ns', score: null }, {}, ['kickoff']],
    ['a start with an early goal', { status: 'ns', score: null }, { score: [0, 1] }, ['kickoff', 'goal away']],
    ['a match that was postponed and is played', { status: 'pst', score: null }, {}, ['kickoff']],
    ['a goal', {}, { score: [1, 0] }, ['goal home']],
    ['a goal of each side', {}, { score: [1, 1] }, ['goal home', 'goal away']],
    ['a goal taken back', { score: [1, 0] }, { score: [0, 0] }, ['goal home back']],
    ['one taken back, and another', { score: [1, 0] }, { score: [0, 1] }, ['goal home back', 'goal away']],
    ['a score that is not known any more', { score: [1, 0] }, { score: null }, []],
    ['a red card', {}, { reds: [0, 1] }, ['red_card away']],
    ['a card taken back', { reds: [0, 1] }, {}, []],
    ['half time', {}, { status: 'ht' }, ['half_time']],
    ['half time with a late goal', {}, { status: 'ht', score: [1, 0] }, ['goal home', 'half_time']],
    ['the second half', { status: 'ht' }, { status: 'h2' }, []],
    ['the end', { status: 'h2' }, { status: 'ft' }, ['full_time']],
    ['the end with a late goal', { status: 'h2' }, { status: 'ft', score: [1, 0] }, ['full_time']],
    ['the end after penalties', { status: 'p' }, { status: 'pen' }, ['full_time']],
    ['another name for the same end', { status: 'ft' }, { status: 'aet' }, []],
    ['extra time after an end that was none', { status: 'ft' }, { status: 'et' }, []],
    ['a match that was never played', { status: 'ns', score: null }, { status: 'awd', score: [3, 0] }, []],
    ['a final score that was corrected', { status: 'ft', score: [1, 0] }, { status: 'ft', score: [1, 1] }, []],
    ['a match given up', { status: 'h2' }, { status: 'abd' }, []],
    ['a pause', { status: 'h2' }, { status: 'susp' }, []],
    ['play after it', { status: 'susp' }, { status: 'h2' }, []],
    ['a basket', { sport: 'basketball', status: 'live', score: [10, 8] }, { sport: 'basketball', status: 'live', score: [12, 8] }, []],
    [
      'the end of a basketball match',
      { sport: 'basketball', status: 'live', score: [80, 78] },
      { sport: 'basketball', status: 'ft', score: [82, 78] },
      ['full_time'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(told(before, after)).toEqual(expected);
  });

  it('have a weight equal to the change of the chances', () => {
    const [goal] = newsBetween(seen({ chances: EVEN }), seen({ score: [1, 0], chances: [0.7, 0.2, 0.1] }));
    expect(goal?.swing).toBeCloseTo(0.3, 10);
    expect(newsBetween(seen({ chances: null }), seen({ score: [1, 0], chances: EVEN }))[0]?.swing).toBe(0);
  });
});

describe('a swing without a goal', () => {
  const from: Chances = [0.7, 0.2, 0.1];
  const swing = (after: Chances, more: Partial<MatchSeen> = {}) =>
    newsBetween(seen({ toldChances: from, chances: from }), seen({ chances: after, ...more })).filter(({ kind }) => kind === 'swing');

  it('is reported once it is large enough, as the chance of the side that changed most', () => {
    expect(swing([0.46, 0.36, 0.18])).toEqual([]);
    expect(swing([0.44, 0.38, 0.18])).toMatchObject([{ side: 'home', chance: [0.7, 0.44] }]);
    expect(swing([0.28, 0.22, 0.5])).toMatchObject([{ side: 'home' }]);
    expect(swing([0.5, 0.0, 0.5])).toMatchObject([{ side: 'away', chance: [0.1, 0.5] }]);
  });

  it('is not reported if a goal or a card explains it, or outside play', () => {
    expect(swing([0.2, 0.3, 0.5], { score: [0, 1] })).toEqual([]);
    expect(swing([0.2, 0.3, 0.5], { reds: [1, 0] })).toEqual([]);
    expect(swing([0.2, 0.3, 0.5], { status: 'susp' })).toEqual([]);
  });

  it('is measured from the chances at the last report', () => {
    const before = seen({ toldChances: from, chances: [0.5, 0.3, 0.2] });
    const slow = seen({ chances: [0.47, 0.33, 0.2] });
    expect(chancesTold(before, slow, newsBetween(before, slow))).toBe(from);
    const goal = seen({ score: [0, 1], chances: [0.2, 0.3, 0.5] });
    expect(chancesTold(before, goal, newsBetween(before, goal))).toBe(goal.chances);
    expect(chancesTold(seen(), slow, [])).toBe(slow.chances);
  });
});
