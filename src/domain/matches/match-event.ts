/**
 * What happens in a match (docs/rules.md#match-events), and two more that its list cannot tell: a shoot-out needs the penalties
 * that were missed, and a second yellow is neither one more caution nor a straight red.
 */
export const MATCH_EVENT_TYPES = [
  'goal',
  'penalty',
  'missed_penalty',
  'own_goal',
  'assist',
  'yellow',
  'second_yellow',
  'red',
  'substitution',
  'var',
] as const;
export type MatchEventType = (typeof MATCH_EVENT_TYPES)[number];

/** The part of the match an event belongs to: the halves, extra time, the penalty shoot-out. */
export const EVENT_PERIODS = ['H1', 'H2', 'ET', 'P'] as const;
export type EventPeriod = (typeof EVENT_PERIODS)[number];
