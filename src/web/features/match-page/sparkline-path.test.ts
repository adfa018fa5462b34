import { expect, it } from 'vitest';
import { sparklinePath } from './sparkline.tsx';

const points = (...pairs: [number, number][]) => pairs.map(([at, value]) => ({ at, value }));

it('goes in steps from the opening on the left to now on the right, with the highest at the top', () => {
  expect(sparklinePath(points([0, 2], [50, 3], [100, 1]), 104, 20)).toEqual({ path: 'M2 10H2V10H52V2H102V18', end: [102, 18] });
});

it('draws a constant price as a line through the middle', () => {
  expect(sparklinePath(points([5, 2.1]), 52, 16)).toEqual({ path: 'M2 8H50V8', end: [50, 8] });
  expect(sparklinePath(points([0, 2.1], [9, 2.1]), 52, 16).path).toBe('M2 8H2V8H50V8');
});
