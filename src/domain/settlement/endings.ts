import { isFinal, isInPlay, MATCH_STATUSES, type MatchStatus, startState } from '#domain/matches/match-status.ts';
import { type MatchScore, outcomeOf, type Score, type SettlementRule, settledScore } from '#domain/matches/score.ts';
import { isSeries, type Pick, picksOf, type Sport } from '#domain/matches/sport.ts';
import type { Market } from './contest.ts';
import { contestStateFor, isBlind, isUnresolved, type MatchFacts } from './contest-state.ts';
import { correctionFor } from './correction.ts';
import type { PoolRules } from './pool.ts';
import { type BetEnd, type PlacedBet, settle } from './settlement.ts';
import type { SettlementTimers } from './settlement-timers.ts';

/**
 * Lists every way in which a contest can end, for display to users. This file defines no rules: each ending is computed by the functions
 * that settle contests, so the text cannot differ from what happens.
 */

/** What a contest's endings depend on. */
export interface EndingFacts {
  market: Market;
  sport: Sport;
  settlesOn: SettlementRule;
  drawPossible: boolean;
  timers: SettlementTimers;
  /** For pools only. */
  rules: PoolRules;
}

/** Events of a match, or of its bets, in display order. */
export const ENDING_CASES = [
  'right',
  'wrong',
  'result',
  'won_in_extra_time',
  'won_on_penalties',
  'series_level',
  'in_play',
  'extra_time_in_play',
  'delayed',
  'suspected_cancelled',
  'no_start',
  'postponed',
  'moved',
  'moved_far',
  'abandoned',
  'cancelled',
  'walkover',
  'awarded',
  'awarded_after',
  'sides_changed',
  'format_changed',
  'barred',
  'nobody_right',
  'all_right',
  'too_few_participants',
  'late_stake',
  'corrected',
  'silent',
  'unresolved',
] as const;
export type EndingCase = (typeof ENDING_CASES)[number];

/** The result for a stake; `afterMs` is the wait before it. */
export type Fate =
  | { kind: 'share' | 'odds' | 'lost' | 'stake_back' | 'draw' | 'decider' | 'kept' | 'held' | 'adjusted' | 'undecided' | 'unknown' }
  | { kind: 'refunded' | 'settled'; afterMs: number };

export interface Ending {
  on: EndingCase;
  /** The match statuses covered; empty if the case is about the bets alone. */
  statuses: readonly MatchStatus[];
  fate: Fate;
  /** Amounts inserted into the case's text: how far it is moved, how late, how long silent. */
  limitMs?: number;
}

/** Returns the endings of a contest in the order of `ENDING_CASES`, without those that cannot happen in it. */
export function endingsOf(facts: EndingFacts): Ending[] {
  const endings = [...byStatus(facts), ...byScore(facts), ...byTime(facts), ...byBets(facts)];
  return endings.sort((a, b) => ENDING_CASES.indexOf(a.on) - ENDING_CASES.indexOf(b.on));
}

/** Times of a made-up match: everything happens at the first one, and the feed keeps confirming it. */
const START = new Date(0);
const at = (ms: number) => new Date(ms);

/** The times at which anything can change, since only timers trigger changes. */
const turningPoints = (timers: SettlementTimers): number[] => [0, ...Object.values(timers)].sort((a, b) => a - b);

/** A score of 1-0 that never changes. */
const SCORE: MatchScore = { home: 1, away: 0, halftime: [0, 0], fulltime: [1, 0], extratime: null, penalty: null };

const matchWith = (facts: Partial<MatchFacts>, now: Date): MatchFacts => ({
  ...{ status: 'ns', statusSince: START, kickoffAt: START, result: null, resultSince: null, startedAt: null, mismatch: null, opinions: [] },
  feedHeardAt: now,
  ...facts,
});

/** Returns what happens to a stake when a match gets a status and keeps it. */
function fateOf({ market, timers }: EndingFacts, told: Partial<MatchFacts>): { fate: Fate; reason: EndingCase | null } {
  const contest = { market, state: 'open', deadlineAt: START, firstDeadlineAt: START, hasStakes: true } as const;
  for (const afterMs of turningPoints(timers)) {
    const verdict = contestStateFor(contest, matchWith(told, at(afterMs)), at(afterMs), timers);
    if (verdict.kind === 'settle') return { fate: { kind: 'settled', afterMs }, reason: null };
    if (verdict.kind === 'void') return { fate: { kind: 'refunded', afterMs }, reason: caseOf(verdict.reason) };
  }
  return { fate: { kind: 'held' }, reason: null };
}

/** Void reasons have the names of the cases; for a new date the distance decides. */
const caseOf = (reason: string): EndingCase => ENDING_CASES.find((name) => name === reason) ?? 'moved_far';

/** Statuses with the same ending are grouped. */
function byStatus(facts: EndingFacts): Ending[] {
  const found = MATCH_STATUSES.map((status): Ending => {
    const result = settledScore(facts.settlesOn, status, SCORE);
    const { fate, reason } = fateOf(facts, { status, result, resultSince: result && START });
    return { on: reason ?? (fate.kind === 'settled' ? settledCase(status) : 'in_play'), statuses: [status], fate };
  });
  const awarded = fateOf(facts, { status: 'awd', result: SCORE.fulltime, resultSince: START });
  // Only these sports have matches of several formats in one league.
  const mismatches = isSeries(facts.sport) ? (['sides_changed', 'format_changed', 'barred'] as const) : (['sides_changed'] as const);
  return together([
    ...found,
    { on: 'awarded_after', statuses: ['awd'], fate: awarded.fate },
    ...mismatches.map((mismatch): Ending => ({ on: mismatch, statuses: [], fate: fateOf(facts, { mismatch }).fate })),
  ]);
}

const settledCase = (status: MatchStatus): EndingCase =>
  isFinal(status) ? 'result' : isInPlay(status) ? 'extra_time_in_play' : 'awarded_after';

function together(endings: readonly Ending[]): Ending[] {
  const groups = new Map<string, Ending>();
  for (const ending of endings) {
    const key = JSON.stringify([ending.on, ending.fate]);
    const known = groups.get(key);
    groups.set(key, known ? { ...known, statuses: [...known.statuses, ...ending.statuses] } : ending);
  }
  return [...groups.values()];
}

/** Which score counts if a match goes on after its regular end, or ends level. */
function byScore({ sport, settlesOn, drawPossible }: EndingFacts): Ending[] {
  const level: Score = [1, 1];
  const ending = (on: EndingCase, status: MatchStatus, score: Partial<MatchScore>): Ending[] => {
    const result = settledScore(settlesOn, status, { ...SCORE, fulltime: level, ...score });
    return result === null ? [] : [{ on, statuses: [status], fate: { kind: outcomeOf(...result) === 'draw' ? 'draw' : 'decider' } }];
  };
  const extraTime = ending('won_in_extra_time', 'aet', { home: 2, away: 1, extratime: [1, 0] });
  const penalties = ending('won_on_penalties', 'pen', { home: 1, away: 1, extratime: [0, 0], penalty: [4, 3] });
  if (sport === 'football') return [...extraTime, ...penalties];
  if (sport === 'basketball') return extraTime;
  return drawPossible ? ending('series_level', 'ft', { home: 1, away: 1 }) : [];
}

/** Cases of a late, moved or silent match. */
function byTime(facts: EndingFacts): Ending[] {
  const { timers } = facts;
  const points = turningPoints(timers);
  const startsLate = (state: 'delayed' | 'suspected_cancelled') => points.find((ms) => startState('ns', START, at(ms), timers) === state);
  const movedTo = (ms: number) => fateOf(facts, { kickoffAt: at(ms) });
  const tooFar = points.find((ms) => movedTo(ms + 1).reason === 'moved_far')!;
  const silent = points.find((ms) => isBlind(matchWith({}, START), at(ms + 1), timers));
  const unresolved = sumsOf(points).find((ms) => isUnresolved('locked', START, at(ms), timers))! - timers.plannedLengthMs;
  const told = (on: EndingCase, limitMs: number | undefined, fate: Fate, statuses: MatchStatus[] = []): Ending[] =>
    limitMs === undefined ? [] : [{ on, statuses, fate, limitMs }];
  return [
    ...told('delayed', startsLate('delayed'), { kind: 'kept' }, ['ns']),
    ...told('suspected_cancelled', startsLate('suspected_cancelled'), { kind: 'kept' }, ['ns']),
    ...told('moved', tooFar, { kind: 'kept' }, ['ns']),
    ...told('moved_far', tooFar, movedTo(tooFar + 1).fate, ['ns']),
    ...told('corrected', correctedWithin(timers), { kind: 'adjusted' }),
    ...told('silent', silent, { kind: 'undecided' }),
    ...told('unresolved', unresolved, { kind: 'unknown' }),
  ];
}

const sumsOf = (points: readonly number[]): number[] => points.flatMap((a) => points.map((b) => a + b)).sort((a, b) => a - b);

/** The longest time in which a settled contest still follows its score. */
function correctedWithin(timers: SettlementTimers): number {
  const settled = { result: [0, 0] as Score, startedAt: null, settledAt: START, byHandAt: null };
  const follows = (ms: number) => {
    const told = { status: 'ft', result: [1, 0], resultSince: at(-timers.scoreStableMs) } as const;
    return correctionFor(settled, matchWith({ ...told, result: [1, 0] }, at(ms)), at(ms), timers).kind === 'correct';
  };
  return turningPoints(timers).findLast(follows) ?? 0;
}

/** Cases that depend on the bets, once there is a result. */
function byBets(facts: EndingFacts): Ending[] {
  const [mine, other] = [picksOf(facts.drawPossible)[0]!, picksOf(facts.drawPossible).at(-1)!];
  const right = settledFor(facts, [mine, other], { winner: mine });
  const alone = settledFor(facts, [mine], { winner: mine });
  const wrong = settledFor(facts, [mine, other], { winner: other });
  const nobody = settledFor(facts, [mine], { winner: other });
  const late = settledFor(facts, [mine, other], { winner: mine, isMineLate: true });
  const told = (on: EndingCase, end: BetEnd | 'void'): Ending[] => [{ on, statuses: [], fate: fateOfBet(facts.market, end) }];
  // A pool with too few players is refunded even to those who were right.
  const full = { ...facts, rules: { ...facts.rules, participantsMin: 1 } };
  if (alone === 'void') return [...byBets(full), ...told('too_few_participants', alone)];
  const endings = [...told('right', right), ...told('wrong', wrong), ...told('late_stake', late)];
  // Only if the others' picks make a difference.
  return facts.market === 'wdl' ? [...endings, ...told('all_right', alone), ...told('nobody_right', nobody)] : endings;
}

const STAKE = 100;

/** Returns how the first of these bets ends, or that the contest is void. Each bet is 100 points by another user at odds of 2.00. */
function settledFor(
  { market, rules }: EndingFacts,
  picks: readonly Pick[],
  { winner, isMineLate = false }: { winner: Pick; isMineLate?: boolean },
): BetEnd | 'void' {
  const oddsHundredths = market === '1x2' ? 200 : null;
  const bets = picks.map((pick, index): PlacedBet => {
    const [id, placedAt] = [String(index), at(index === 0 && isMineLate ? 1 : 0)];
    return { id, userId: id, pick, placedAt, legs: [{ id, stake: STAKE, oddsHundredths, placedAt }] };
  });
  const result = { home: [1, 0], draw: [0, 0], away: [0, 1] }[winner] as Score;
  const settlement = settle({ id: '', market, rules }, bets, { result, startedAt: START });
  return settlement.outcome === 'void' ? 'void' : settlement.bets[0]!;
}

function fateOfBet(market: Market, end: BetEnd | 'void'): Fate {
  if (end === 'void' || end.state === 'refunded') return { kind: 'refunded', afterMs: 0 };
  if (end.payout === 0) return { kind: 'lost' };
  if (end.payout === STAKE) return { kind: 'stake_back' };
  return { kind: market === 'wdl' ? 'share' : 'odds' };
}
