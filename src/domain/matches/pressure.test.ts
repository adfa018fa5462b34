import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SideStatistics } from './match-details.ts';
import { expectedGoalsOf, pressureOf, type StatisticSnapshot } from './pressure.ts';
import { expectedGoalsByShot, type Shot } from './shot.ts';

const at = (minute: number | null, home: SideStatistics, away: SideStatistics = {}, stoppage: number | null = null): StatisticSnapshot => ({
  ...{ minute, stoppage, home, away },
});
const clock = (minute: number, stoppage: number | null = null) => ({ minute, stoppage });

describe('pressure', () => {
  it('is the weighted difference between reports, per minute', () => {
    const pressure = pressureOf([
      at(4, { shots: 2, shots_on_target: 1, shots_inside_box: 1, corners: 0 }, { shots: 0 }),
      at(8, { shots: 2, shots_on_target: 1, shots_inside_box: 1, corners: 0 }, { shots: 1, corners: 1 }),
    ]);
    expect(pressure).toEqual({
      bars: [
        { from: clock(0), to: clock(4), home: 1, away: 0 },
        { from: clock(4), to: clock(8), home: 0, away: 0.5 },
      ],
      gaps: [],
      counted: ['shots', 'shots_on_target', 'shots_inside_box', 'corners'],
      resolutionMinutes: 4,
    });
  });

  it('counts possession by its minutes, in the interval and not since kick-off', () => {
    const bars = pressureOf([
      at(4, { shots: 0, possession: 50 }, { possession: 50 }),
      at(8, { shots: 0, possession: 75 }, { possession: 25 }),
    ])?.bars;
    expect(bars?.map(({ home, away }) => [home, away])).toEqual([
      [0.1, 0.1],
      [0.2, 0],
    ]);
  });

  it('joins reports to bars of three minutes, within a half', () => {
    const spans = pressureOf([
      ...[1, 2, 3, 4, 9, 14, 20, 26, 32, 38, 44].map((minute) => at(minute, { shots: minute })),
      at(45, { shots: 50 }, {}, 2),
      at(null, { shots: 51 }),
      ...[46, 47, 50].map((minute) => at(minute, { shots: 60 })),
    ])?.bars.map(({ from, to }) => [from.minute, to.minute + (to.stoppage ?? 0)]);
    const within = [9, 14, 20, 26, 32, 38, 44];
    expect(spans).toEqual([[0, 3], ...within.map((to, i) => [within[i - 1] ?? 3, to]), [44, 47], [45, 50]]);
  });

  it('says for which minutes no figures came, and counts what fell into them nowhere', () => {
    const pressure = pressureOf([at(20, { shots: 3 }), at(23, { shots: 4 }), at(32, { shots: 13 }), at(35, { shots: 13 })]);
    expect(pressure?.gaps).toEqual([
      { from: clock(0), to: clock(20) },
      { from: clock(23), to: clock(32) },
    ]);
    expect(pressure?.bars.map(({ from, home }) => [from.minute, home])).toEqual([
      [20, 1 / 3],
      [32, 0],
    ]);
  });

  it('is unknown without chances, and never negative when a correction takes some back', () => {
    expect(pressureOf([])).toBeNull();
    expect(pressureOf([at(5, { possession: 60 }, { possession: 40 })])).toBeNull();
    const bars = pressureOf([at(5, { shots: 5 }), at(9, { shots: 3 })])?.bars;
    expect(bars?.map(({ home }) => home)).toEqual([1, 0]);
  });

  it('reads stoppage time in the middle of a half as minutes, as the clock does', () => {
    const shots = (minute: number, stoppage: number | null, home: number) => ({ minute, stoppage, home: { shots: home }, away: {} });
    const bars = pressureOf([shots(4, null, 0), shots(1, 6, 3), shots(1, 9, 3)])?.bars;
    expect(bars?.map(({ from, to }) => [from, to])).toEqual([
      [clock(0), clock(4)],
      [clock(4), clock(7)],
      [clock(7), clock(10)],
    ]);
  });

  it('covers each minute at most once, whatever is told', () => {
    const told = fc.array(
      fc.record({
        minute: fc.option(fc.integer({ min: 1, max: 120 }), { freq: 5 }),
        stoppage: fc.option(fc.integer({ min: 0, max: 30 })),
        home: fc.record({ shots: fc.nat(30), possession: fc.nat(100) }, { requiredKeys: [] }),
        away: fc.record({ shots: fc.nat(30), corners: fc.nat(10) }, { requiredKeys: [] }),
      }),
    );
    fc.assert(
      fc.property(told, (snapshots) => {
        const bars = pressureOf(snapshots)?.bars ?? [];
        for (const [i, { from, to, home, away }] of bars.entries()) {
          expect(to.minute + (to.stoppage ?? 0)).toBeGreaterThan(from.minute + (from.stoppage ?? 0));
          expect(Math.min(home, away)).toBeGreaterThanOrEqual(0);
          const before = bars[i - 1]?.to.minute ?? 0;
          expect(from.minute).toBeGreaterThanOrEqual(before);
        }
      }),
    );
  });
});

describe('expected goals', () => {
  it('are drawn as they were told, corrections included', () => {
    const points = expectedGoalsOf([
      at(5, { expected_goals: 0.2 }, { expected_goals: 0 }),
      at(9, { expected_goals: 0.2 }, { expected_goals: 0 }),
      at(12, { expected_goals: 0.1 }, { expected_goals: 0.4 }),
      at(15, { expected_goals: 0.1 }),
    ]);
    expect(points).toEqual([
      { ...clock(5), home: 0.2, away: 0 },
      { ...clock(12), home: 0.1, away: 0.4 },
    ]);
  });

  it('grow with each shot, if all shots have some', () => {
    const shot = (side: 'home' | 'away', expected_goals: number | null): Shot => ({
      ...{
        id: `${side} ${expected_goals}`,
        side,
        period: 'H1',
        ...clock(9),
        player: null,
        x: 0.9,
        y: 0.5,
        outcome: 'saved',
        expected_goals,
      },
    });
    expect(expectedGoalsByShot([shot('home', 0.25), shot('away', 0.5)])).toEqual([
      { ...clock(9), home: 0.25, away: 0 },
      { ...clock(9), home: 0.25, away: 0.5 },
    ]);
    expect(expectedGoalsByShot([shot('home', 0.25), shot('away', null)])).toEqual([]);
  });
});
