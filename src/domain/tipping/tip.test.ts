import { describe, expect, it } from 'vitest';
import { NO_SCORE } from '#domain/matches/score.ts';
import { modelTip } from './model-tip.ts';
import { isPossibleTip, resultAsTip, seriesTips } from './tip.ts';

describe('a possible tip', () => {
  it.each([
    ['football', null, [0, 0], true],
    ['football', null, [20, 20], true],
    ['football', null, [21, 0], false],
    ['football', null, [1.5, 0], false],
    ['football', null, [-1, 0], false],
    ['basketball', null, [5, 0], true],
    ['basketball', null, [0, 1], true],
    ['basketball', null, [0, 0], false],
    ['basketball', null, [2, 1], false],
    ['basketball', null, [6, 0], false],
    ['tennis', { parts: 5, race: true }, [3, 2], true],
    ['tennis', { parts: 5, race: true }, [2, 1], false],
    ['tennis', null, [2, 1], true],
    ['esports', { parts: 2, race: false }, [1, 1], true],
    ['esports', { parts: 2, race: false }, [2, 1], false],
    ['esports', { parts: 1, race: true }, [0, 1], true],
  ] as const)('%s %o: %o is %s', (sport, format, tip, expected) => {
    expect(isPossibleTip(sport, format, [tip[0], tip[1]])).toBe(expected);
  });

  it('lists every way in which a series can end', () => {
    expect(seriesTips('tennis', { parts: 3, race: true })).toEqual([
      [2, 0],
      [2, 1],
      [1, 2],
      [0, 2],
    ]);
    expect(seriesTips('esports', { parts: 2, race: false })).toEqual([
      [2, 0],
      [1, 1],
      [0, 2],
    ]);
    expect(seriesTips('football', null)).toEqual([]);
  });
});

describe('a result', () => {
  const after = { ...NO_SCORE, home: 3, away: 2, fulltime: [2, 2] as [number, number] };

  it('is football’s after 90 minutes, or with extra time if the group says so', () => {
    expect(resultAsTip('football', 'ninety_minutes', 'aet', after)).toEqual({ score: [2, 2], isFinal: true });
    expect(resultAsTip('football', 'extra_time', 'aet', after)).toEqual({ score: [3, 2], isFinal: true });
    // In extra time the score that counts stands still.
    expect(resultAsTip('football', 'ninety_minutes', 'et', after)).toEqual({ score: [2, 2], isFinal: false });
  });

  it('is unknown if a match went on without saying how its 90 minutes ended', () => {
    expect(resultAsTip('football', 'ninety_minutes', 'aet', { ...after, fulltime: null })).toBeNull();
  });

  it('is the score so far in play, and nothing before, called off or awarded', () => {
    const score = { ...NO_SCORE, home: 1, away: 0 };
    expect(resultAsTip('football', 'ninety_minutes', 'h1', score)).toEqual({ score: [1, 0], isFinal: false });
    for (const status of ['ns', 'tbd', 'pst', 'canc', 'abd', 'awd', 'wo'] as const)
      expect(resultAsTip('football', 'ninety_minutes', status, score)).toBeNull();
  });

  it('is a margin band in basketball', () => {
    const margin = (home: number, away: number) => resultAsTip('basketball', 'ninety_minutes', 'ft', { ...NO_SCORE, home, away })?.score;
    expect(margin(100, 99)).toEqual([1, 0]);
    expect(margin(100, 95)).toEqual([1, 0]);
    expect(margin(100, 94)).toEqual([2, 0]);
    expect(margin(80, 130)).toEqual([0, 5]);
    expect(resultAsTip('basketball', 'ninety_minutes', 'h1', { ...NO_SCORE, home: 40, away: 40 })?.score).toEqual([0, 0]);
  });
});

describe('the model', () => {
  const outcomes = { home: 0.3, draw: 0, away: 0.7 };
  it('tips its likeliest score, or the favourite as it expects the match', () => {
    const football = {
      top: [
        { home: 1, away: 1 },
        { home: 0, away: 1 },
      ],
    };
    expect(modelTip('football', null, { outcomes, expected: null, football })).toEqual([1, 1]);
    expect(modelTip('football', null, { outcomes, expected: null, football: null })).toBeNull();
    expect(modelTip('basketball', null, { outcomes, expected: { home: 90, away: 97.4 }, football: null })).toEqual([0, 2]);
    expect(modelTip('tennis', { parts: 5, race: true }, { outcomes, expected: { home: 1.2, away: 2.7 }, football: null })).toEqual([1, 3]);
    expect(modelTip('esports', null, { outcomes, expected: null, football: null })).not.toBeNull();
  });
});
