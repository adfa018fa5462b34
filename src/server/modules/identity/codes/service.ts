import type { Transaction } from 'kysely';
import { CODE_FAILURES_PER_DAY } from '#domain/identity/guessing.ts';
import type { Deps } from '#server/deps.ts';
import { isKeyedHash } from '#server/platform/crypto/server-keys.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { transact } from '#server/platform/transact.ts';
import { boundTexts, CODE_MINUTES, CODE_RESEND_SECONDS, type CodeUse, failuresSince, sha256, subjectHash, subjectHashes } from './issue.ts';
import * as codes from './queries.ts';

/** A code as typed by a user. */
export interface TypedCode {
  /** The raw input. */
  code: string;
  /** Token of the message's link, if the link was opened. */
  token?: string | undefined;
}

/** `link`: too many wrong codes were typed for this subject today, so the six digits alone are not enough. */
export type CodeOutcome = 'right' | 'wrong' | 'expired' | 'too_many' | 'link';

/** Times shown on the page after a code was sent, in seconds. */
export const codeTimes = { resend_seconds: CODE_RESEND_SECONDS, expires_seconds: CODE_MINUTES * 60 };

/**
 * Spends a code. Does not throw, as a wrong try has to be committed to count: return the outcome from the transaction, and pass it to
 * `throwCodeRefusal` after the commit. Concurrent tries of the same code wait.
 */
export async function spendCode(deps: Deps, db: Transaction<DB>, use: CodeUse & TypedCode): Promise<CodeOutcome> {
  const typed = digitsOf(use.code);
  if (!/^\d{6}$/.test(typed)) return 'wrong';
  return use.token === undefined ? spendDigits(deps, db, use, typed) : spendWithLink(deps, db, use, typed, use.token);
}

/** Spends the requester's own code by its digits alone, unless too many codes were wrong today. */
async function spendDigits(deps: Deps, db: Transaction<DB>, use: CodeUse, typed: string): Promise<CodeOutcome> {
  const now = deps.now();
  const subjects = subjectHashes(deps, use.subject);
  const issued = await codes.lockLatestCode(db, { purpose: use.purpose, subjects, holder: sha256(use.holder) });
  if (issued?.ended_because === 'tries') return 'too_many';
  if (!issued || issued.ended_at !== null) return 'wrong';
  if (issued.expires_at <= now) return 'expired';
  const subject = subjectHash(deps.serverKeys[0], use.subject);
  const failures = await codes.lockFailures(db, subject, failuresSince(now), now);
  if (failures >= CODE_FAILURES_PER_DAY && issued.link_opened_at === null) return 'link';
  if (isRight(deps, issued, use, typed)) {
    await codes.endCode(db, issued.id, 'used', now);
    return 'right';
  }
  await codes.addFailure(db, subject);
  await codes.countTry(db, issued.id);
  if (issued.tries + 1 >= TRIES_MAX) await codes.endCode(db, issued.id, 'tries', now);
  return 'wrong';
}

/**
 * Spends a code by digits and link, in any browser: the 256 bits of the link cannot be guessed, so tries are not counted. The requester may
 * have used up the code's tries: this does not affect the reader of the mailbox.
 */
async function spendWithLink(deps: Deps, db: Transaction<DB>, use: CodeUse, typed: string, token: string): Promise<CodeOutcome> {
  const now = deps.now();
  const issued = await codes.lockCodeByLink(db, { purpose: use.purpose, subjects: subjectHashes(deps, use.subject) }, sha256(token));
  if (!issued || (issued.ended_at !== null && issued.ended_because !== 'tries')) return 'wrong';
  if (issued.expires_at <= now) return 'expired';
  if (!isRight(deps, issued, use, typed)) return 'wrong';
  await codes.endCode(db, issued.id, 'used', now);
  return 'right';
}

const isRight = ({ serverKeys }: Deps, { id, code_hash }: { id: string; code_hash: Buffer }, use: CodeUse, typed: string): boolean =>
  isKeyedHash(code_hash, serverKeys, 'code', ...boundTexts(id, use, typed));

/**
 * Opens the link of a message for a signed-in user: from now on the digits of that code are enough, only in the session that requested it.
 * Throws `link_expired`, also for another session's link: an owner's click does not open a thief's code.
 */
export async function openCodeLink(deps: Deps, token: string, holder: string): Promise<void> {
  const isOpen = await transact(deps, (db) => codes.openLink(db, sha256(token), sha256(holder), deps.now()));
  if (!isOpen) throw new AppError('link_expired');
}

/** Throws the error of an outcome, unless it is `right`: `invalid_code`, `code_expired`, `too_many_tries` or `code_link_required`. */
export function throwCodeRefusal(outcome: CodeOutcome): void {
  if (outcome !== 'right') throw new AppError(REFUSALS[outcome]);
}

/** Ends every valid code of any purpose for these subjects. */
export const revokeCodes = (deps: Deps, db: Transaction<DB>, ...subjects: readonly string[]): Promise<void> =>
  codes.revokeCodes(
    db,
    subjects.flatMap((subject) => subjectHashes(deps, subject)),
    deps.now(),
  );

/** Deletes codes and failure counts older than a day; returns how many codes. Run it daily. */
export const purgeCodes = (deps: Deps): Promise<number> => transact(deps, (db) => codes.deleteCodes(db, failuresSince(deps.now())));

const TRIES_MAX = 5;
const REFUSALS = { wrong: 'invalid_code', expired: 'code_expired', too_many: 'too_many_tries', link: 'code_link_required' } as const;

/** Removes separators and normalises digits: "123 456", or the full-width digits of a Chinese keyboard. */
const digitsOf = (typed: string): string => typed.normalize('NFKC').replace(/[\s-]/g, '');
