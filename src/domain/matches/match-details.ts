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

/** What is counted of each side of a match, in the order in which it is shown. */
export const STATISTIC_KINDS = [
  'expected_goals',
  'possession',
  'shots',
  'shots_on_target',
  'shots_off_target',
  'shots_blocked',
  'shots_inside_box',
  'shots_outside_box',
  'corners',
  'offsides',
  'fouls',
  'yellow_cards',
  'red_cards',
  'saves',
  'passes',
  'passes_accurate',
  'pass_accuracy',
] as const;
export type StatisticKind = (typeof STATISTIC_KINDS)[number];

/** Counts, but for these: per cent from 0 to 100, and expected goals with two decimals. */
export const PERCENT_STATISTICS: readonly StatisticKind[] = ['possession', 'pass_accuracy'];

/** A side's numbers; what nobody counted is left out. */
export type SideStatistics = Partial<Record<StatisticKind, number>>;
