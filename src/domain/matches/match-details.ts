import type { Side } from './sport.ts';

/**
 * Types of match events (docs/rules.md#match-events), plus two that the list there lacks: a shoot-out needs missed penalties, and a second
 * yellow is neither another caution nor a straight red.
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

/** An event of a match. The contract's and the feeds' have the same values. */
export interface MatchEvent {
  /** Unique within the match. */
  id: string;
  type: MatchEventType;
  side: Side;
  period: EventPeriod;
  minute: number;
  stoppage: number | null;
  player: string | null;
  /** The assist of a goal; the player coming on in a substitution. */
  other: string | null;
  detail: string | null;
}

/** Why a player misses a match; `doubtful`: the player may play; `out`: for another reason, or an unknown one. */
export const ABSENCE_KINDS = ['injured', 'suspended', 'doubtful', 'out'] as const;
export type AbsenceKind = (typeof ABSENCE_KINDS)[number];

/** Statistics of each side of a match, in display order. */
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

/** Statistics that are not counts: percentages from 0 to 100, and expected goals with two decimals. */
export const PERCENT_STATISTICS: readonly StatisticKind[] = ['possession', 'pass_accuracy'];

/** One side's statistics; unavailable ones are omitted. */
export type SideStatistics = Partial<Record<StatisticKind, number>>;
