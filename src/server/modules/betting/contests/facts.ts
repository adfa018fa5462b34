import type { MatchStatus } from '#domain/matches/match-status.ts';
import { ninetyMinuteScore, type Score } from '#domain/matches/score.ts';
import type { ContestState, Market, VoidReason } from '#domain/settlement/contest.ts';
import {
  type ContestFacts,
  type ContestVerdict,
  contestStateFor,
  type Hold,
  holdOfEnding,
  isBlind as isBlindTo,
  isUnresolved,
  type MatchFacts,
} from '#domain/settlement/contest-state.ts';
import { type CorrectionVerdict, correctionFor } from '#domain/settlement/correction.ts';
import type { ReceiptFacts } from '#domain/settlement/receipt.ts';
import type { SecondOpinion } from '#domain/settlement/second-opinion.ts';
import type { SettlementFacts } from '#domain/settlement/settlement.ts';
import { SETTLEMENT_TIMERS, scaleTimers } from '#domain/settlement/settlement-timers.ts';
import type { Config } from '#server/config.ts';
import type { ContestRow } from './contest-view.ts';

/** Columns of a match that determine the state of a contest. */
export interface MatchColumns {
  match_status: string;
  match_status_since: Date;
  match_kickoff_at: Date | null;
  match_confirmed_at: Date;
  /** Last time a feed that knows the match reported anything, about this match or another. */
  match_feed_heard_at: Date;
  match_home_team_id: number;
  match_away_team_id: number;
  match_draw_possible: boolean;
  /** Why no contest may be opened on it; null if one may. */
  match_contest_barred: string | null;
  match_home_score: number | null;
  match_away_score: number | null;
  match_fulltime: number[] | null;
  match_fulltime_since: Date | null;
  match_started_at: Date | null;
  /** Time by the feed's own clock. */
  match_seen_at: Date | null;
  match_opinions: OpinionColumns[];
}

/** What another provider than the source says of a match, in the match's own order of sides. */
export interface OpinionColumns {
  feed: string;
  ending: 'played' | 'off' | null;
  result: Score | null;
  /** ISO 8601. */
  told_at: string;
}

export type ContestWithMatch = ContestRow & MatchColumns;

/** Returns the timers of docs/rules.md#settlement, scaled by the match speed of this installation. */
export const settlementTimers = ({ matchSpeed, confirmWaitMs }: Config) => ({
  ...scaleTimers(SETTLEMENT_TIMERS, matchSpeed),
  confirmWaitMs,
});

/** Decides what a contest must do now. */
export const decideState = (row: ContestWithMatch, config: Config, now: Date): ContestVerdict =>
  contestStateFor(contestFacts(row), matchFacts(row, row), now, settlementTimers(config));

/** Returns why second opinions hold back the end of a contest; null if they do not. */
export const decideHold = (row: ContestWithMatch, config: Config, now: Date): Hold | null =>
  holdOfEnding(contestFacts(row), matchFacts(row, row), now, settlementTimers(config));

const contestFacts = (row: ContestWithMatch): ContestFacts => ({
  market: row.market as Market,
  state: row.state as ContestState,
  deadlineAt: row.deadline_at,
  firstDeadlineAt: row.first_deadline_at,
  hasStakes: row.participants > 0,
});

/** Returns the state and deadline of a contest created now; null if nobody could stake in it any more. */
export function decideInitialState(
  match: MatchColumns,
  market: Market,
  config: Config,
  now: Date,
): { state: ContestState; deadlineAt: Date | null } | null {
  const unborn = { market, state: 'preparing' as const, deadlineAt: null, firstDeadlineAt: null, hasStakes: false };
  const verdict = contestStateFor(unborn, matchFacts(match, termsOf(match)), now, settlementTimers(config));
  if (verdict.kind === 'stay') return unborn;
  if (verdict.kind !== 'move' || (verdict.to !== 'preparing' && verdict.to !== 'open')) return null;
  return { state: verdict.to, deadlineAt: verdict.deadlineAt };
}

/** Returns whether a contest's bets read "unknown". */
export const readsUnknown = (row: ContestWithMatch, config: Config, now: Date): boolean =>
  isUnresolved(row.state as ContestState, row.match_kickoff_at, now, settlementTimers(config));

/** Returns whether the feed has been silent about a match that a contest waits for, so that no timer runs. */
export const isBlind = (row: ContestWithMatch, config: Config, now: Date): boolean =>
  isBlindTo(matchFacts(row, row), now, settlementTimers(config));

/** Decides whether a settled contest stands, must be corrected, or needs review. */
export function decideCorrection(row: ContestWithMatch, config: Config, now: Date): CorrectionVerdict {
  const settled = { ...settledOn(row), settledAt: row.settled_at!, byHandAt: row.by_hand_at };
  return correctionFor(settled, matchFacts(row, row), now, settlementTimers(config));
}

/** Returns the facts that a contest was settled on or is to be settled on. */
export const settledOn = (row: Pick<ContestRow, 'home_score' | 'away_score' | 'started_at'>): SettlementFacts => ({
  result: [row.home_score!, row.away_score!],
  startedAt: row.started_at,
});

/** Returns the score after 90 minutes; a match awarded after its final whistle keeps the score from the pitch. */
function resultOf(match: MatchColumns): Score | null {
  const fulltime = match.match_fulltime as Score | null;
  if (match.match_status === 'awd') return match.match_fulltime_since === null ? null : fulltime;
  return ninetyMinuteScore(match.match_status as MatchStatus, {
    home: match.match_home_score,
    away: match.match_away_score,
    halftime: null,
    fulltime,
    extratime: null,
    penalty: null,
  });
}

/** What a prediction was made on: if the match has other terms later, it is another match. */
export type Terms = Pick<ContestRow, 'home_team_id' | 'away_team_id' | 'draw_possible'>;

/** Returns the terms of a match now. */
export const termsOf = (match: MatchColumns): Terms => ({
  home_team_id: match.match_home_team_id,
  away_team_id: match.match_away_team_id,
  draw_possible: match.match_draw_possible,
});

const isSameSides = (one: Terms, other: Terms): boolean =>
  one.home_team_id === other.home_team_id && one.away_team_id === other.away_team_id;

/** Returns whether a prediction was made on these terms of its match. */
export const isOnTerms = (prediction: Terms, terms: Terms): boolean =>
  isSameSides(prediction, terms) && prediction.draw_possible === terms.draw_possible;

function mismatchOf(match: MatchColumns, prediction: Terms): MatchFacts['mismatch'] {
  const terms = termsOf(match);
  if (!isOnTerms(prediction, terms)) return isSameSides(prediction, terms) ? 'format_changed' : 'sides_changed';
  return match.match_contest_barred === null ? null : 'barred';
}

/** Returns what decides a prediction that was made on some terms. */
export const matchFacts = (match: MatchColumns, prediction: Terms): MatchFacts => ({
  status: match.match_status as MatchStatus,
  statusSince: match.match_status_since,
  kickoffAt: match.match_kickoff_at,
  feedHeardAt: match.match_feed_heard_at,
  result: resultOf(match),
  resultSince: match.match_fulltime_since,
  startedAt: match.match_started_at,
  mismatch: mismatchOf(match, prediction),
  opinions: match.match_opinions.map(opinionOf),
});

const opinionOf = ({ feed, ending, result, told_at }: OpinionColumns): SecondOpinion => ({
  feed,
  end: ending === 'played' && result !== null ? { kind: 'played', score: result } : ending === 'off' ? { kind: 'off' } : null,
  toldAt: new Date(told_at),
});

/** What a contest ends on: a score, or only a reason; by its match's course or by an operator. */
export type EndedOn = ({ ending: 'settle'; score: Score; startedAt: Date | null } | { ending: 'void'; reason: VoidReason }) & {
  isByHand?: boolean;
};

/** Returns what is known of a contest's match when its ending is decided, for the receipt. */
export const receiptFacts = (row: ContestWithMatch, end: EndedOn, now: Date): ReceiptFacts => ({
  ending: end.ending,
  void_reason: end.ending === 'void' ? end.reason : null,
  score: end.ending === 'settle' ? end.score : null,
  score_since: end.ending === 'settle' ? isoOf(end.isByHand ? now : row.match_fulltime_since) : null,
  started_at: isoOf(end.ending === 'settle' ? end.startedAt : row.match_started_at),
  match_status: row.match_status as MatchStatus,
  match_status_since: row.match_status_since.toISOString(),
  confirmed_at: row.match_confirmed_at.toISOString(),
  told_at: isoOf(row.match_seen_at),
  decided_at: now.toISOString(),
  ...(end.isByHand && { told_by: 'operator' as const }),
});

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null;
