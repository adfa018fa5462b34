import { isFinal, type MatchStatus } from '#domain/matches/match-status.ts';
import type { ContestState } from './contest.ts';
import type { MatchFacts } from './contest-state.ts';
import type { SettlementTimers } from './settlement-timers.ts';

/** A contest that an operator wants to end. */
export interface HandContest {
  state: ContestState;
  /** Its ending was decided, and its bets are being paid. */
  isEnding: boolean;
  /** When it was settled or voided first; null before. */
  settledAt: Date | null;
}

/** Why it cannot be done: too late, or too early. */
export type HandRefusal = 'already_decided' | 'contest_not_resolved';

/** Statuses of which nobody can say that the match was played to an end: such a contest waits, or is void (docs/rules.md#settlement). */
const NO_RESULT: readonly MatchStatus[] = ['tbd', 'pst', 'abd', 'canc', 'wo'];
const AFTER_REGULAR_TIME: readonly MatchStatus[] = ['et', 'bt', 'p'];

/**
 * Whether an operator may settle a contest on a score that they tell; null: yes. Only once the match can be over: after its final whistle, or
 * when its planned length has passed since kick-off, whatever a silent feed said last. Never on what a match stood at when it was abandoned.
 */
export function checkSettling(contest: HandContest, match: MatchFacts, now: Date, timers: SettlementTimers): HandRefusal | null {
  if (isOver(contest)) return 'already_decided';
  return canBeOver(match, now, timers) ? null : 'contest_not_resolved';
}

/** Whether an operator may settle a contest anew on another score; null: yes. Settled contests only, for as long as corrections count. */
export function checkResettling({ state, settledAt }: HandContest, now: Date, { correctionMs }: SettlementTimers): HandRefusal | null {
  if (state === 'void') return 'already_decided';
  if (state !== 'settled' || settledAt === null) return 'contest_not_resolved';
  return now.getTime() - settledAt.getTime() > correctionMs ? 'already_decided' : null;
}

/** Whether an operator may void a contest; null: yes, at any time before it has ended. */
export const checkVoiding = (contest: HandContest): HandRefusal | null => (isOver(contest) ? 'already_decided' : null);

const isOver = ({ state, isEnding }: HandContest): boolean => isEnding || state === 'settled' || state === 'void';

function canBeOver({ status, kickoffAt, result, sidesChanged }: MatchFacts, now: Date, { plannedLengthMs }: SettlementTimers): boolean {
  if (sidesChanged || NO_RESULT.includes(status)) return false;
  if (status === 'awd') return result !== null;
  if (isFinal(status) || AFTER_REGULAR_TIME.includes(status)) return true;
  return kickoffAt !== null && now.getTime() >= kickoffAt.getTime() + plannedLengthMs;
}

/** What operators end alone counts together for so long, by admin and by user. */
export const ENDINGS_COUNT_MS = 24 * 3_600_000;

/** What an ending moves, in whole points. */
export interface EndingWeight {
  /** What the contest holds, or pays where that is more. */
  points: number;
  /** What the admin who says so ended alone before, within `ENDINGS_COUNT_MS`. */
  byAdmin: number;
  /** Of the user with the most: what they staked or got in contests that operators ended alone within that time, this one included. */
  ofUser: number;
}

/** Whether an ending needs a second admin. One that moves nothing does not. */
export const endingNeedsSecond = ({ points, byAdmin, ofUser }: EndingWeight, aloneMax: number): boolean =>
  points > 0 && Math.max(points + byAdmin, ofUser) > aloneMax;
