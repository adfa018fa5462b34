import { isFinal, type MatchStatus } from './match-status.ts';
import type { PartScore } from './parts.ts';
import type { Pick, Side, Sport } from './sport.ts';

/** Home's and away's goals (or points, sets, maps). */
export type Score = [home: number, away: number];

/** A match's score now, and as it stood at the end of each part; null where not known or not reached. */
export interface MatchScore {
  /** Now, extra time included and a shoot-out not. */
  home: number | null;
  away: number | null;
  halftime: Score | null;
  /** After 90 minutes and stoppage time. */
  fulltime: Score | null;
  extratime: Score | null;
  /** Goals of the shoot-out alone. */
  penalty: Score | null;
  /** Quarters, sets or maps, in order; the last one may be under way. Absent in football, and where a feed does not tell them. */
  parts?: readonly PartScore[];
  /** Whom a match went to that was decided without a result: by an award, a walkover, a retirement. Absent where it is not told. */
  awardedTo?: Side;
}

/** Who is ahead, as a pick. */
export function outcomeOf(home: number, away: number): Pick {
  if (home === away) return 'draw';
  return home > away ? 'home' : 'away';
}

/**
 * The score football settles on, after 90 minutes and stoppage time (docs/rules.md#settlement); null while it is not known.
 * At `ft` the score now is that score; once extra time began only `fulltime` can tell.
 */
export function ninetyMinuteScore(status: MatchStatus, score: MatchScore): Score | null {
  const over = isFinal(status) || status === 'et' || status === 'bt' || status === 'p';
  if (!over) return null;
  if (score.fulltime !== null || status !== 'ft') return score.fulltime;
  return currentScore(score);
}

/** Which score a league's contests are settled on: football's after 90 minutes, or the one that the match ended with. */
export const SETTLEMENT_RULES = ['regular_time', 'whole_match'] as const;
export type SettlementRule = (typeof SETTLEMENT_RULES)[number];

/** What a sport's leagues are settled on, unless they say otherwise. */
export const usualSettlement = (sport: Sport): SettlementRule => (sport === 'football' ? 'regular_time' : 'whole_match');

/** The score that a league's contests are settled on; null while it is not known. */
export const settledScore = (rule: SettlementRule, status: MatchStatus, score: MatchScore): Score | null =>
  rule === 'regular_time' ? ninetyMinuteScore(status, score) : isFinal(status) ? currentScore(score) : null;

export type ImpossibleScore =
  | 'not_a_count'
  | 'one_side_missing'
  | 'halftime_above_fulltime'
  | 'below_earlier_part'
  | 'halftime_shrank'
  | 'dropped';

/** How much of a score may be taken back at once: a goal by VAR, a basket after review, a map that is played again; a set never. */
const TAKEN_BACK_MAX: Record<Sport, number> = { football: 1, basketball: 3, tennis: 0, esports: 1 };

/** Why a score cannot be true after `previous` (null at the first one); null when it can. */
export function impossibleScore(sport: Sport, previous: MatchScore | null, next: MatchScore): ImpossibleScore | null {
  const now = currentScore(next);
  if (now === null && (next.home !== null || next.away !== null)) return 'one_side_missing';
  const parts = [now, next.halftime, next.fulltime, next.extratime, next.penalty];
  if (parts.flatMap((part) => part ?? []).some((n) => !Number.isSafeInteger(n) || n < 0)) return 'not_a_count';
  if (isBelow(next.fulltime, next.halftime)) return 'halftime_above_fulltime';
  if (isBelow(now, next.fulltime) || isBelow(now, next.halftime)) return 'below_earlier_part';
  if (isBelow(next.halftime, previous?.halftime ?? null)) return 'halftime_shrank';
  if (isBelow(now, previous && currentScore(previous), TAKEN_BACK_MAX[sport])) return 'dropped';
  return null;
}

function currentScore({ home, away }: MatchScore): Score | null {
  return home === null || away === null ? null : [home, away];
}

/** Whether either side's count is more than `slack` under the earlier one. */
function isBelow(later: Score | null, earlier: Score | null, slack = 0): boolean {
  return later !== null && earlier !== null && (later[0] < earlier[0] - slack || later[1] < earlier[1] - slack);
}
