import { expect, it } from 'vitest';
import { videoDecision } from './match-timeline.ts';

it.each([
  ['Goal cancelled', 'goal_cancelled'],
  ['Goal Disallowed - offside', 'goal_cancelled'],
  ['Goal confirmed', 'goal_confirmed'],
  ['Penalty confirmed', 'penalty_given'],
  ['Penalty cancelled', 'penalty_cancelled'],
  ['Card upgrade', 'card_changed'],
  ['Something new', null],
  [null, null],
] as const)('%s: %s', (detail, decision) => {
  expect(videoDecision(detail)).toBe(decision);
});
