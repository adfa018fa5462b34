import { describe, expect, it } from 'vitest';
import { matchEventsBetween, pointsMoved, type WatchedState } from './webhook-event.ts';

const state = (values: Partial<WatchedState>): WatchedState => ({
  ...{ sport: 'football', status: 'ns', score: null, penalty: null, awardedTo: null, parts: 0 },
  ...values,
});
const told = (before: Partial<WatchedState>, after: Partial<WatchedState>) =>
  matchEventsBetween(state(before), state(after)).map(({ type, ...more }) => [type, ...Object.values(more)]);

describe('events of a football match', () => {
  it('are its start, each goal, and its end', () => {
    expect(told({}, { status: 'h1', score: [0, 0] })).toEqual([['match.started']]);
    expect(told({ status: 'h1', score: [0, 0] }, { status: 'h1', score: [1, 0] })).toEqual([['match.goal', 'home', 1, false]]);
    expect(told({ status: 'h2', score: [1, 0] }, { status: 'ft', score: [1, 0] })).toEqual([['match.ended']]);
    expect(told({ status: 'h1', score: [0, 0] }, { status: 'ht', score: [0, 0] })).toEqual([]);
  });

  it('say which goal was taken back', () => {
    expect(told({ status: 'h1', score: [1, 0] }, { status: 'h1', score: [0, 0] })).toEqual([['match.goal', 'home', 1, true]]);
  });

  it('are all told when reports come late, in order', () => {
    expect(told({ status: 'h1', score: [0, 0] }, { status: 'ft', score: [2, 1] })).toEqual([
      ['match.goal', 'home', 2, false],
      ['match.goal', 'away', 1, false],
      ['match.ended'],
    ]);
    expect(told({}, { status: 'h1', score: [0, 1] })).toEqual([['match.started'], ['match.goal', 'away', 1, false]]);
    expect(told({}, { status: 'ft', score: [2, 1] })).toEqual([['match.started'], ['match.ended']]);
  });

  it('include an end without a result, and no start of a match that was never played', () => {
    for (const status of ['canc', 'wo', 'awd'] as const) expect(told({}, { status })).toEqual([['match.ended']]);
    expect(told({ status: 'h2', score: [1, 0] }, { status: 'abd', score: [1, 0] })).toEqual([['match.ended']]);
    expect(told({}, { status: 'pst' })).toEqual([]);
  });

  it('say what a corrected result was before, and come again if the match goes on', () => {
    const ft = { status: 'ft', score: [2, 1] } as const;
    expect(told({ ...ft, score: [2, 1] }, { ...ft, score: [2, 2] })).toEqual([
      ['match.corrected', { status: 'ft', score: [2, 1], penalty: null }],
    ]);
    expect(told({ ...ft, score: [1, 1] }, { status: 'et', score: [1, 1] })).toEqual([]);
    expect(told({ status: 'p', score: [1, 1] }, { status: 'pen', score: [1, 1], penalty: [5, 4] })).toEqual([['match.ended']]);
    expect(told({ ...ft, score: [2, 1] }, { ...ft, score: [2, 1] })).toEqual([]);
  });
});

describe('events of other sports', () => {
  it('are the ends of parts and no single points', () => {
    const tennis = { sport: 'tennis', status: 'live' } as const;
    expect(told({ ...tennis, score: [0, 0], parts: 1 }, { ...tennis, score: [1, 0], parts: 1 })).toEqual([
      ['match.part_ended', { kind: 'set', n: 1 }],
    ]);
    const basketball = { sport: 'basketball', status: 'live' } as const;
    expect(told({ ...basketball, parts: 1 }, { ...basketball, parts: 2 })).toEqual([['match.part_ended', { kind: 'quarter', n: 1 }]]);
    expect(told({ ...basketball, parts: 4 }, { ...basketball, status: 'ft', score: [90, 80], parts: 4 })).toEqual([
      ['match.part_ended', { kind: 'quarter', n: 4 }],
      ['match.ended'],
    ]);
    expect(told({ ...basketball, parts: 4 }, { ...basketball, parts: 5 })).toEqual([['match.part_ended', { kind: 'quarter', n: 4 }]]);
  });
});

describe('a forecast', () => {
  it('moves by the largest change of an outcome, in percentage points', () => {
    expect(pointsMoved({ home: 0.5, draw: 0.3, away: 0.2 }, { home: 0.46, draw: 0.28, away: 0.26 })).toBe(6);
    expect(pointsMoved({ home: 0.5, draw: 0, away: 0.5 }, { home: 0.5, draw: 0, away: 0.5 })).toBe(0);
  });
});
