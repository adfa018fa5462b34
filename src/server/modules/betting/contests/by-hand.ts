import type { Transaction } from 'kysely';
import { outcomeOf, type Score } from '#domain/matches/score.ts';
import { picksOf } from '#domain/matches/sport.ts';
import { checkResettling, checkSettling, checkVoiding, type HandContest, type HandRefusal } from '#domain/settlement/by-hand.ts';
import type { ContestState } from '#domain/settlement/contest.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { Announce } from '#server/platform/transact.ts';
import { closeContest } from './advance.ts';
import type { ContestRow } from './contest-view.ts';
import { settleAgain } from './correct.ts';
import { type ContestWithMatch, decideCorrection, matchFacts, settledOn, settlementTimers } from './facts.ts';
import { passGate, type Word } from './gate.ts';
import { type EndingWords, endingByCourse, isSameEnding } from './gated-ending.ts';
import * as contests from './queries.ts';

/** How an operator ends a contest; the score is the one that contests of its league are settled on. */
export type HandEnding = { kind: 'settle' | 'resettle'; score: Score } | { kind: 'void' };

/** Locks a contest and returns it with its match. Throws `not_found`. */
export async function lockWithMatch(db: Transaction<DB>, id: string): Promise<ContestWithMatch> {
  if (!(await contests.lockContest(db, id))) throw new AppError('not_found');
  return contests.findContest(db, id);
}

/** Returns why a contest cannot be ended in this way now; null if it can (domain/settlement/by-hand.ts). */
export function checkByHand(row: ContestWithMatch, ending: HandEnding['kind'], config: Config, now: Date): HandRefusal | null {
  const timers = settlementTimers(config);
  if (ending === 'settle') return checkSettling(handContest(row), matchFacts(row, row), now, timers);
  return ending === 'resettle' ? checkResettling(handContest(row), now, timers) : checkVoiding(handContest(row));
}

const handContest = (row: ContestRow): HandContest => ({
  state: row.state as ContestState,
  isEnding: row.ending !== null,
  settledAt: row.settled_at,
});

/**
 * Validates what an operator wants to do with a contest whose lock the caller holds. Throws `already_decided`, `contest_not_resolved`, and
 * `invalid_payload` for a level score if the match cannot end level.
 */
export function validateHandEnding(row: ContestWithMatch, ending: HandEnding, config: Config, now: Date): void {
  const refusal = isConfirmation(row, ending, config, now) ? null : checkByHand(row, ending.kind, config, now);
  if (refusal) throw new AppError(refusal);
  if (ending.kind === 'void') return;
  if (!picksOf(row.draw_possible).includes(outcomeOf(...ending.score))) throw new AppError('invalid_payload', { field: 'away_score' });
  if (ending.kind === 'resettle' && isSame(row, ending.score) && !isConfirmation(row, ending, config, now))
    throw new AppError('already_decided');
}

/** Returns whether an operator confirms the score a contest stands on although its match has another one by now that needs review. */
const isConfirmation = (row: ContestWithMatch, ending: HandEnding, config: Config, now: Date): boolean =>
  ending.kind === 'resettle' && row.state === 'settled' && isSame(row, ending.score) && decideCorrection(row, config, now).kind === 'refer';

const isSame = ({ home_score, away_score }: ContestRow, score: Score): boolean => home_score === score[0] && away_score === score[1];

/**
 * Ends a contest as an operator decides, in a transaction that holds its lock and has validated the ending. A settlement or a void is
 * written here and paid after the commit, as usual: by `advanceContest`, or else by the contest timer. A settled contest is resettled at
 * once. Returns false, and writes nothing, if a second admin must approve first.
 */
export async function endByHand(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  row: ContestWithMatch,
  ending: HandEnding,
  word: Word,
): Promise<boolean> {
  if (ending.kind === 'void') return closeContest(deps, db, row, { ending: 'void', reason: 'by_hand', isByHand: true }, word);
  const { score } = ending;
  if (ending.kind === 'settle')
    return closeContest(deps, db, row, { ending: 'settle', score, startedAt: row.match_started_at, isByHand: true }, word);
  if (!isSame(row, score)) {
    const facts = { ...settledOn(row), result: score };
    return (await settleAgain(deps, db, announce, row, facts, word, { isByHand: true })) !== null;
  }
  // Confirming the same score moves no points but keeps the feed's score from being paid.
  if (!(await passGate(deps, db, row, { ending: 'resettle', score, startedAt: row.started_at }, word))) return false;
  await contests.updateContest(db, row.id, { by_hand_at: deps.now() });
  return true;
}

const AGREED = { kind: 'agreed' } as const;

/**
 * Ends a contest on match facts that an operator entered, once a second admin has approved it. Applies only what was approved: throws
 * `facts_changed` if the match would no longer end the contest in this way, and `not_found`.
 */
export async function endAsToldAndAgreed(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  contestId: string,
  asked: EndingWords,
): Promise<void> {
  const row = await lockWithMatch(db, contestId);
  const ending = endingByCourse(row, deps.config, deps.now());
  if (ending === null || !isSameEnding(asked, ending)) throw new AppError('facts_changed');
  if (ending.ending === 'resettle') {
    await settleAgain(deps, db, announce, row, { result: ending.score, startedAt: ending.startedAt }, AGREED);
  } else {
    await closeContest(deps, db, row, ending, AGREED);
  }
}
