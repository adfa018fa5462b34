import { isFinal, type MatchStatus } from '#domain/matches/match-status.ts';
import type { ContestState } from './contest.ts';
import type { MatchFacts } from './contest-state.ts';
import type { SettlementTimers } from './settlement-timers.ts';

/** A contest that an operator wants to end. */
export interface HandContest {
  state: ContestState;
  /** The ending is decided, and bets are being paid. */
  isEnding: boolean;
  /** Time of the first settlement or voiding; null before. */
  settledAt: Date | null;
}

/** Why the action is refused: too late, or too early. */
export type HandRefusal = 'already_decided' | 'contest_not_resolved';

/** Statuses in which the match may not have been played to an end: such a contest waits, or is void (docs/rules.md#settlement). */
const NO_RESULT: readonly MatchStatus[] = ['tbd', 'pst', 'abd', 'canc', 'wo'];
const AFTER_REGULAR_TIME: readonly MatchStatus[] = ['et', 'bt', 'p'];

/**
 * Returns why an operator may not settle a contest on a score that they enter; null if they may. The match must be over: after its final
 * whistle, or once its planned length has passed since kick-off, whatever status a silent feed last reported. The score of an abandoned
 * match never counts.
 */
export function checkSettling(contest: HandContest, match: MatchFacts, now: Date, timers: SettlementTimers): HandRefusal | null {
  if (isOver(contest)) return 'already_decided';
  return canBeOver(match, now, timers) ? null : 'contest_not_resolved';
}

/**
 * Returns why an operator may not settle a contest again on another score; null if they may. Only settled contests, within the correction
 * period.
 */
export function checkResettling({ state, settledAt }: HandContest, now: Date, { correctionMs }: SettlementTimers): HandRefusal | null {
  if (state === 'void') return 'already_decided';
  if (state !== 'settled' || settledAt === null) return 'contest_not_resolved';
  return now.getTime() - settledAt.getTime() > correctionMs ? 'already_decided' : null;
}

/** Returns why an operator may not void a contest; null if they may, at any time before it has ended. */
export const checkVoiding = (contest: HandContest): HandRefusal | null => (isOver(contest) ? 'already_decided' : null);

const isOver = ({ state, isEnding }: HandContest): boolean => isEnding || state === 'settled' || state === 'void';

function canBeOver({ status, kickoffAt, result, mismatch }: MatchFacts, now: Date, { plannedLengthMs }: SettlementTimers): boolean {
  if (mismatch !== null || NO_RESULT.includes(status)) return false;
  if (status === 'awd') return result !== null;
  if (isFinal(status) || AFTER_REGULAR_TIME.includes(status)) return true;
  return kickoffAt !== null && now.getTime() >= kickoffAt.getTime() + plannedLengthMs;
}

/** Period over which endings decided by one operator alone are added up, by admin and by user. */
export const ENDINGS_COUNT_MS = 24 * 3_600_000;

/** What an ending moves, in whole points. */
export interface EndingWeight {
  /** Points that the contest holds, or its payouts if these are more. */
  points: number;
  /** Points that the acting admin ended alone before, within `ENDINGS_COUNT_MS`. */
  byAdmin: number;
  /** For the most affected user: points staked or received in contests that operators ended alone within that time, this one included. */
  ofUser: number;
}

/** Returns whether an ending needs a second admin. An ending that moves no points does not. */
export const endingNeedsSecond = ({ points, byAdmin, ofUser }: EndingWeight, aloneMax: number): boolean =>
  points > 0 && Math.max(points + byAdmin, ofUser) > aloneMax;
