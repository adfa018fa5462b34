import { expect, it } from 'vitest';
import { readPlan } from '#domain/matches/knock-out-plan.ts';
import { modelPicks } from './bracket-model.ts';
import { type BracketShape, readTree } from './bracket-shape.ts';

const DRAWN: BracketShape = {
  ...{ groups: [], plan: null, decided: [], thirdPlace: null },
  first: [
    [1, 2],
    [3, null],
  ],
};
const strengths = (...all: number[]) => new Map(all.map((strength, index) => [index + 1, strength]));

it('lets the stronger of two teams advance, and what is decided stand', () => {
  expect(modelPicks({ ...DRAWN, thirdPlace: undefined }, strengths(0.1, 0.4, 0.2))?.winners).toEqual([[2, 3], [2]]);
  expect(modelPicks({ ...DRAWN, thirdPlace: undefined, decided: [[1, 3]] }, strengths(0.1, 0.4, 0.2))?.winners).toEqual([[1, 3], [3]]);
});

it('does not play without the strength of every team', () => {
  expect(modelPicks({ ...DRAWN, thirdPlace: undefined }, strengths(0.1, 0.4))).toBeNull();
});

it('orders groups, takes the strongest thirds that the plan can seat, and plays for third place', () => {
  const plan = readPlan('A1-AB3 B1-A2 B2-CD3 C1-D1');
  const group = (name: string, first: number) => ({ name: `Group ${name}`, teams: [first, first + 1, first + 2], order: null });
  const shape: BracketShape = {
    ...{ groups: [group('A', 1), group('B', 4), group('C', 7), group('D', 10)], plan, first: plan.first, decided: [], thirdPlace: null },
  };
  // The thirds of A and B are the strongest, but one seat is for one of C or D.
  const picks = modelPicks(shape, strengths(...[9, 8, 7], ...[6, 5, 6.5], ...[3, 2, 1], ...[4, 3.5, 1.5]))!;
  expect(picks.orders[1]).toEqual([6, 4, 5]);
  expect(picks.best.toSorted((a, b) => a - b)).toEqual([3, 12]);
  expect(readTree(shape, picks).tree).toMatchObject({ thirdPlace: { winner: picks.third_place } });
});
