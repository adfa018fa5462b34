import type { Transaction } from 'kysely';
import type { Deps } from '#server/deps.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { Announce } from '#server/platform/transact.ts';
import { closeContest } from './advance.ts';
import { lockWithMatch } from './by-hand.ts';
import { settleAgain } from './correct.ts';
import { type EndingWords, endingByCourse, isSameEnding } from './gated-ending.ts';

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
