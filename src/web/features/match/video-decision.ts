export type VideoDecision = 'goal_cancelled' | 'goal_confirmed' | 'penalty_given' | 'penalty_cancelled' | 'card_changed';

/** In the order in which they are looked for: "goal not confirmed" is a goal cancelled. */
const WORDS: readonly [VideoDecision, RegExp][] = [
  ['penalty_cancelled', /penalty.*(cancel|disallow|overturn|not)/],
  ['penalty_given', /penalty/],
  ['goal_cancelled', /goal.*(cancel|disallow|overturn|offside|not)/],
  ['goal_confirmed', /goal/],
  ['card_changed', /card/],
];

/** What the video referee decided, from a feed's free words ("Goal Disallowed - offside"); null where we do not know them. */
export const videoDecision = (detail: string | null): VideoDecision | null =>
  WORDS.find(([, words]) => words.test((detail ?? '').toLowerCase()))?.[0] ?? null;
