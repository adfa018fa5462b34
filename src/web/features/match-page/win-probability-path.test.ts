import { expect, it } from 'vitest';
import { makePoint } from '#test/web/fixtures/forecasts.ts';
import { CHART, outcomePath, outcomeToReport, pointPlaces } from './win-probability-chart.tsx';

const EVEN = { home: 0.4, draw: 0.2, away: 0.4 };

it('has ten units per minute, and stoppage time moves neither half-time nor the end', () => {
  const clock = (minute: number, stoppage: number | null = null) => ({ minute, stoppage });
  expect(
    pointPlaces([clock(0), clock(45), clock(45, 2), clock(45, 19), clock(45), clock(46), clock(90), clock(90, 8), clock(90, 30)]),
  ).toEqual([0, 450, 460, 480, 480, 480, 900, 940, CHART.width]);
});

it('draws certain at the top and impossible at the bottom', () => {
  expect(outcomePath([makePoint(0, EVEN), makePoint(90, { home: 1, draw: 0, away: 0 })], 'home')).toBe('M0 120L900 0');
  expect(outcomePath([makePoint(0, EVEN), makePoint(90, { home: 1, draw: 0, away: 0 })], 'away')).toBe('M0 120L900 200');
});

it('reports an event’s effect on its side, or on the outcome that moved most', () => {
  expect(outcomeToReport({ cause: 'red_card', side: 'home', home: -0.14, draw: 0.05, away: 0.09 })).toBe('home');
  expect(outcomeToReport({ cause: 'red_card', side: 'home', home: -0.1, draw: -0.05, away: 0.15 })).toBe('home');
  expect(outcomeToReport({ cause: 'goal', side: 'home', home: 0.01, draw: 0.3, away: -0.31 })).toBe('away');
  expect(outcomeToReport({ cause: 'goal', side: 'away', home: -0.1, draw: -0.1, away: 0.2 })).toBe('away');
});
