import { expect, it } from 'vitest';
import { type Comparison, verdictOf } from './figures-card.tsx';

const beside = (matches: number, difference: number, error: number): Comparison => {
  const figures = { matches, rps: 0.2, log_loss: 1, brier: 0.6 };
  return { name: 'market', model: figures, other: figures, rps_difference: difference, rps_standard_error: error };
};

it.each([
  ['level within what luck does', 312, -0.0019, 0.001, 'level'],
  ['better beyond it', 312, -0.002, 0.001, 'better'],
  ['worse beyond it', 312, 0.002, 0.001, 'worse'],
  ['level where both said the same', 312, 0, 0, 'level'],
  ['not judged below 30 matches, however far apart', 29, -0.2, 0.001, 'few'],
  ['judged from 30 on', 30, -0.2, 0.001, 'better'],
] as const)('the model is %s', (_, matches, difference, error, verdict) => {
  expect(verdictOf(beside(matches, difference, error))).toBe(verdict);
});
