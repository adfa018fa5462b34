import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { Score } from '#domain/matches/score.ts';
import type { Contest, ContestState, VoidReason } from './contest.ts';
import { confirmationOf, type SecondOpinion } from './second-opinion.ts';
import type { SettlementTimers } from './settlement-timers.ts';

/** The fields of a contest that its match's course affects. */
export interface ContestFacts extends Pick<Contest, 'market' | 'state' | 'deadlineAt'> {
  /** The deadline when the contest first opened, or the last one before the first stake; null before. */
  firstDeadlineAt: Date | null;
  hasStakes: boolean;
}

/** What is known of a match. Times are by the server's clock; `kickoffAt` is the planned kick-off. */
export interface MatchFacts {
  status: MatchStatus;
  /** When this status was first seen. */
  statusSince: Date;
  kickoffAt: Date | null;
  /** When a feed that covers this match last reported on any match. Feeds stop reporting an abandoned match. */
  feedHeardAt: Date;
  /** The score after 90 minutes, null before; it stays when the match is awarded afterwards. */
  result: Score | null;
  /** Since when `result` is unchanged. */
  resultSince: Date | null;
  /** True kick-off; null while it is not known. */
  startedAt: Date | null;
  /**
   * Why the match is no longer the one that the contest was created for; null if it is. Home and away were swapped or a team replaced; it can
   * end level and could not before, or the reverse; or its feed now says that no contest may be opened on it.
   */
  mismatch: 'sides_changed' | 'format_changed' | 'barred' | null;
  /** What other providers than the match's source say about its end. */
  opinions: readonly SecondOpinion[];
}

/** The action to take on a contest. */
export type ContestVerdict =
  | { kind: 'stay' }
  | { kind: 'move'; to: Exclude<ContestState, 'settled' | 'void'>; deadlineAt: Date | null }
  | { kind: 'settle'; result: Score }
  | { kind: 'void'; reason: VoidReason };

type Rule =
  | { rule: 'undated' | 'scheduled' | 'lock' | 'settle' }
  /** Waits, then voids. */
  | { rule: 'pause'; voids: VoidReason }
  | { rule: 'void'; voids: VoidReason }
  /** Voids, unless the match was finished on the pitch before. */
  | { rule: 'award'; voids: VoidReason };

/** The table of docs/rules.md#settlement, one row per status. */
const RULES: Record<MatchStatus, Rule> = {
  tbd: { rule: 'undated' },
  ns: { rule: 'scheduled' },
  live: { rule: 'lock' },
  h1: { rule: 'lock' },
  ht: { rule: 'lock' },
  h2: { rule: 'lock' },
  int: { rule: 'lock' },
  et: { rule: 'settle' },
  bt: { rule: 'settle' },
  p: { rule: 'settle' },
  ft: { rule: 'settle' },
  aet: { rule: 'settle' },
  pen: { rule: 'settle' },
  pst: { rule: 'pause', voids: 'postponed' },
  susp: { rule: 'pause', voids: 'abandoned' },
  abd: { rule: 'pause', voids: 'abandoned' },
  canc: { rule: 'void', voids: 'cancelled' },
  wo: { rule: 'void', voids: 'walkover' },
  awd: { rule: 'award', voids: 'awarded' },
};

/**
 * Returns the state that a contest must take at `now`, given its match (docs/rules.md#settlement). Settled and void contests do not change.
 * An ending that a second opinion holds back leaves the contest closed to stakes, as it is while the source is silent, so that it does not
 * change with each silence.
 */
export function contestStateFor(contest: ContestFacts, match: MatchFacts, now: Date, timers: SettlementTimers): ContestVerdict {
  const verdict = stateByCourse(contest, match, now, timers);
  if (holdOn(verdict, match, now, timers) === null) return verdict;
  const unheard = stateByCourse(contest, { ...match, feedHeardAt: NEVER }, now, timers);
  return unheard.kind === 'settle' || unheard.kind === 'void' ? move(contest, 'locked', contest.deadlineAt) : unheard;
}

const NEVER = new Date(0);

/**
 * Returns why second opinions hold back the ending that a contest's match requires at `now`; null if none does. A source that is late has
 * told the end nevertheless, and a dispute about it does not wait until it is heard again.
 */
export function holdOfEnding(contest: ContestFacts, match: MatchFacts, now: Date, timers: SettlementTimers): Hold | null {
  const heard = { ...match, feedHeardAt: now };
  return holdOn(stateByCourse(contest, heard, now, timers), heard, now, timers);
}

/** `disputed`: until a provider corrects itself or an operator decides. `awaited`: for a while (`confirmWaitMs`). */
export type Hold = 'disputed' | 'awaited';

function holdOn(verdict: ContestVerdict, match: MatchFacts, now: Date, { confirmWaitMs }: SettlementTimers): Hold | null {
  if (verdict.kind !== 'settle' && verdict.kind !== 'void') return null;
  // Stakes were placed on other terms, whoever tells how the match ended.
  if (match.mismatch !== null) return null;
  const isSettled = verdict.kind === 'settle';
  const confirmation = confirmationOf(isSettled ? { kind: 'played', score: verdict.result } : { kind: 'off' }, match.opinions);
  if (confirmation === 'confirmed') return null;
  if (confirmation === 'disputed') return 'disputed';
  const since = (isSettled && match.resultSince) || match.statusSince;
  return now.getTime() - since.getTime() < confirmWaitMs ? 'awaited' : null;
}

/** Returns the state that follows from what the source tells alone. */
function stateByCourse(contest: ContestFacts, match: MatchFacts, now: Date, timers: SettlementTimers): ContestVerdict {
  if (isClosed(contest.state)) return { kind: 'stay' };
  if (match.mismatch !== null) return { kind: 'void', reason: match.mismatch };
  const row = RULES[match.status];
  switch (row.rule) {
    case 'undated':
      return waitForDate(contest, match, now, timers);
    case 'scheduled':
      return schedule(contest, match, now, timers);
    case 'lock':
      return move(contest, 'locked', contest.deadlineAt);
    case 'settle':
      return settle(contest, match, now, timers);
    case 'pause':
      return pause(contest, match, row.voids, now, timers);
    case 'award':
      return match.result === null ? { kind: 'void', reason: row.voids } : settle(contest, match, now, timers);
    case 'void':
      return { kind: 'void', reason: row.voids };
  }
}

/** Returns whether a contest's bets read "unknown": no usable result 6 hours after the planned end (docs/rules.md#contest-states). */
export function isUnresolved(state: ContestState, kickoffAt: Date | null, now: Date, timers: SettlementTimers): boolean {
  if (isClosed(state) || kickoffAt === null) return false;
  return now.getTime() >= kickoffAt.getTime() + timers.plannedLengthMs + timers.unresolvedMs;
}

/** Returns whether the feed is late, that is, has been silent for too long. */
export const isBlind = ({ feedHeardAt }: MatchFacts, now: Date, { blindMs }: SettlementTimers): boolean =>
  now.getTime() - feedHeardAt.getTime() > blindMs;

const isClosed = (state: ContestState): boolean => state === 'settled' || state === 'void';

function schedule(contest: ContestFacts, match: MatchFacts, now: Date, timers: SettlementTimers): ContestVerdict {
  const { kickoffAt } = match;
  if (kickoffAt === null) return waitForDate(contest, match, now, timers);
  if (contest.hasStakes && isMovedTooFar(contest, kickoffAt, timers)) return { kind: 'void', reason: 'new_date' };
  const ahead = kickoffAt.getTime() - now.getTime();
  if (ahead > timers.openAheadMs) return move(contest, 'preparing', kickoffAt);
  if (ahead > 0) return move(contest, 'open', kickoffAt);
  // A match first reported after its kick-off gets the full wait, as the feed may be catching up.
  const waitedSince = new Date(Math.max(kickoffAt.getTime(), match.statusSince.getTime()));
  if (hasRun(waitedSince, timers.noStartMs, match, now, timers)) return { kind: 'void', reason: 'no_start' };
  return move(contest, 'locked', kickoffAt);
}

function waitForDate(contest: ContestFacts, match: MatchFacts, now: Date, timers: SettlementTimers): ContestVerdict {
  return contest.hasStakes ? pause(contest, match, 'postponed', now, timers) : move(contest, 'preparing', null);
}

function settle(contest: ContestFacts, match: MatchFacts, now: Date, timers: SettlementTimers): ContestVerdict {
  const { result, resultSince } = match;
  if (result !== null && resultSince !== null && hasRun(resultSince, timers.scoreStableMs, match, now, timers)) {
    return { kind: 'settle', result };
  }
  return move(contest, 'locked', contest.deadlineAt);
}

function pause(contest: ContestFacts, match: MatchFacts, reason: VoidReason, now: Date, timers: SettlementTimers): ContestVerdict {
  if (hasRun(match.statusSince, timers.pausedMs, match, now, timers)) return { kind: 'void', reason };
  return move(contest, 'paused', contest.deadlineAt);
}

function move(contest: ContestFacts, to: Exclude<ContestState, 'settled' | 'void'>, deadlineAt: Date | null): ContestVerdict {
  const isThere = contest.state === to && contest.deadlineAt?.getTime() === deadlineAt?.getTime();
  return isThere ? { kind: 'stay' } : { kind: 'move', to, deadlineAt };
}

function isMovedTooFar(contest: ContestFacts, kickoffAt: Date, timers: SettlementTimers): boolean {
  if (contest.firstDeadlineAt === null) return false;
  const limit = contest.market === '1x2' ? timers.newDateFixedOddsMs : timers.newDatePoolMs;
  return kickoffAt.getTime() - contest.firstDeadlineAt.getTime() > limit;
}

/** Returns whether a timer has run out. No timer runs while the feed is late, so that missing data decides nothing. */
function hasRun(since: Date, lengthMs: number, match: MatchFacts, now: Date, timers: SettlementTimers): boolean {
  return !isBlind(match, now, timers) && now.getTime() - since.getTime() >= lengthMs;
}
