import { describe, expect, it } from 'vitest';
import { inPlayForecast, inPlayModel } from './in-play.ts';
import { TURN_MIN, type TurningEvent, winProbabilityTimeline } from './in-play-timeline.ts';
import { scoreMatrix } from './score-matrix.ts';

const model = inPlayModel(scoreMatrix(1.6, 1.1));
const over = { period: 'ft', minute: 90 } as const;
const goal = (minute: number, side: 'home' | 'away', stoppage: number | null = null): TurningEvent => ({
  cause: 'goal',
  side,
  period: minute > 45 ? 'h2' : 'h1',
  minute,
  stoppage,
});

describe('a win probability timeline', () => {
  it('runs from kick-off in steps of five minutes to the end, where it is certain', () => {
    const points = winProbabilityTimeline(model, [], over);
    expect(points.map(({ minute }) => minute)).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90]);
    expect(points[9]?.period).toBe('ht');
    expect(points.at(-1)?.outcomes.draw).toBe(1);
    expect(points.every(({ turn }) => turn === null)).toBe(true);
  });

  it('explains each move: the event, its side, and the change of each outcome', () => {
    const red: TurningEvent = { cause: 'red_card', side: 'home', period: 'h2', minute: 71 };
    const points = winProbabilityTimeline(model, [red, goal(23, 'home')], over);
    const turns = points.filter(({ turn }) => turn !== null);
    expect(turns.map(({ minute, turn }) => [minute, turn?.cause, turn?.side])).toEqual([
      [23, 'goal', 'home'],
      [71, 'red_card', 'home'],
    ]);
    const before = inPlayForecast(model, { period: 'h2', minute: 71, score: [1, 0] }).outcomes;
    const after = inPlayForecast(model, { period: 'h2', minute: 71, score: [1, 0], reds: [1, 0] }).outcomes;
    const { deltaHome, deltaDraw, deltaAway } = turns[1]!.turn!;
    expect(deltaHome).toBeCloseTo(after.home - before.home, 12);
    expect(deltaHome).toBeLessThan(-TURN_MIN);
    expect(deltaHome + deltaDraw + deltaAway).toBeCloseTo(0, 12);
    expect(points.at(-1)).toMatchObject({ score: [1, 0], reds: [1, 0], outcomes: { home: 1 } });
  });

  it('gives no reason for an event of little effect, but keeps its point', () => {
    const rout = [goal(5, 'home'), goal(10, 'home'), goal(20, 'home'), goal(30, 'home'), goal(40, 'home'), goal(88, 'away')];
    const last = winProbabilityTimeline(model, rout, over).find(({ minute }) => minute === 88);
    expect(last).toMatchObject({ score: [5, 1], turn: null });
  });

  it('reverts a cancelled goal, and ignores one that was never scored', () => {
    const cancelled: TurningEvent = { cause: 'goal_cancelled', side: 'away', period: 'h1', minute: 32 };
    const points = winProbabilityTimeline(model, [cancelled, goal(30, 'away')], over);
    expect(points.filter(({ turn }) => turn).map(({ turn }) => turn?.cause)).toEqual(['goal', 'goal_cancelled']);
    expect(points.find(({ turn }) => turn?.cause === 'goal_cancelled')?.turn?.deltaAway).toBeLessThan(0);
    expect(points.at(-1)?.score).toEqual([0, 0]);
    expect(winProbabilityTimeline(model, [cancelled], over)).toEqual(winProbabilityTimeline(model, [], over));
  });

  it('keeps the order of play in stoppage time and around half-time for events in any order', () => {
    const events = [goal(90, 'away', 4), goal(46, 'home'), goal(45, 'away', 2), goal(90, 'home', 1)];
    const points = winProbabilityTimeline(model, events, over);
    expect(points.map(({ score }) => score.join('-')).filter((score, i, all) => score !== all[i - 1])).toEqual([
      '0-0',
      '0-1',
      '1-1',
      '2-1',
      '2-2',
    ]);
    expect(points.filter(({ period }) => period === 'ht')).toMatchObject([{ score: [0, 1] }]);
  });

  it('stops at the current time, and ignores later events', () => {
    const until = { period: 'h2', minute: 60, stoppage: null } as const;
    const points = winProbabilityTimeline(model, [goal(60, 'home'), goal(61, 'away')], until);
    expect(points.at(-1)).toMatchObject({ minute: 60, score: [1, 0], turn: null });
    expect(points.filter(({ minute }) => minute === 60)).toHaveLength(2);
    expect(winProbabilityTimeline(model, [], { period: 'ns', minute: 0 })).toHaveLength(1);
  });
});
