import type { Transaction } from 'kysely';
import type { DB } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/http/app-error.ts';
import { newId } from '#server/new-id.ts';
import { isKeyedHash, keyedHash } from '#server/server-keys.ts';
import { transact } from '#server/transact.ts';
import { CODE_RESEND_SECONDS, type CodePurpose } from './limits.ts';
import * as codes from './queries.ts';

export { CODE_RESEND_SECONDS, type CodePurpose, codeLimits } from './limits.ts';

/** What a code is good for: the same in every part when it is issued and when it is spent. */
export interface CodeUse {
  purpose: CodePurpose;
  /** Who it is for: a user's id or, where nobody may learn whether there is one, the address that was typed. */
  subject: string;
  /** Where it is sent. */
  destination: string;
  /** Whatever else it shall be good for only with: a wallet, an amount. */
  context?: string;
}

export type CodeOutcome = 'right' | 'wrong' | 'expired' | 'too_many';

export const CODE_MINUTES = 10;

/** What a page is told of a code that was just sent, in seconds. */
export const codeTimes = { resend_seconds: CODE_RESEND_SECONDS, expires_seconds: CODE_MINUTES * 60 };

/** Draws a code of six digits, good for ten minutes and a single use, and ends the one before it. Only its hash is kept. */
export async function issueCode(deps: Deps, db: Transaction<DB>, use: CodeUse): Promise<string> {
  const now = deps.now();
  const id = newId(deps);
  const code = drawCode(deps);
  const [serverKey] = deps.serverKeys;
  await codes.replaceCodes(db, use.purpose, subjectHashes(deps, use.subject), now);
  await codes.insertCode(db, {
    id,
    purpose: use.purpose,
    subject: subjectHash(serverKey, use.subject),
    code_hash: keyedHash(serverKey, 'code', ...boundTexts(id, use, code)),
    created_at: now,
    expires_at: new Date(now.getTime() + CODE_MINUTES * 60_000),
  });
  return code;
}

/**
 * Takes a code, once. It throws nothing, as a wrong try has to be committed to count: return the outcome from the transaction, and call
 * `refuseCode` with it after the commit. Somebody who tries the same code meanwhile waits.
 */
export async function spendCode(deps: Deps, db: Transaction<DB>, use: CodeUse & { code: string }): Promise<CodeOutcome> {
  const typed = digitsOf(use.code);
  if (!/^\d{6}$/.test(typed)) return 'wrong';
  const now = deps.now();
  const issued = await codes.lockLatestCode(db, use.purpose, subjectHashes(deps, use.subject));
  if (issued?.ended_because === 'tries') return 'too_many';
  if (!issued || issued.ended_at !== null) return 'wrong';
  if (issued.expires_at <= now) return 'expired';
  if (isKeyedHash(issued.code_hash, deps.serverKeys, 'code', ...boundTexts(issued.id, use, typed))) {
    await codes.endCode(db, issued.id, 'used', now);
    return 'right';
  }
  await codes.countTry(db, issued.id);
  if (issued.tries + 1 >= TRIES_MAX) await codes.endCode(db, issued.id, 'tries', now);
  return 'wrong';
}

/** Throws what the outcome of a code means, unless it was right: `invalid_code`, `code_expired` or `too_many_tries`. */
export function refuseCode(outcome: CodeOutcome): void {
  if (outcome !== 'right') throw new AppError(REFUSALS[outcome]);
}

/** Ends every code in force, of any purpose, that is for one of these subjects. */
export const revokeCodes = (deps: Deps, db: Transaction<DB>, ...subjects: readonly string[]): Promise<void> =>
  codes.revokeCodes(
    db,
    subjects.flatMap((subject) => subjectHashes(deps, subject)),
    deps.now(),
  );

/** Forgets codes that are older than a day; returns how many. Run it daily. */
export const purgeCodes = (deps: Deps): Promise<number> =>
  transact(deps, (db) => codes.deleteCodes(db, new Date(deps.now().getTime() - 86_400_000)));

const TRIES_MAX = 5;
const REFUSALS = { wrong: 'invalid_code', expired: 'code_expired', too_many: 'too_many_tries' } as const;

/** Every code is as likely: numbers of the last, incomplete million are drawn again. */
function drawCode(deps: Deps): string {
  for (;;) {
    const drawn = Buffer.from(deps.randomBytes(4)).readUInt32BE();
    if (drawn < FAIR_BELOW) return String(drawn % CODES).padStart(6, '0');
  }
}
const CODES = 1_000_000;
const FAIR_BELOW = 2 ** 32 - (2 ** 32 % CODES);

/** As people type or paste it: "123 456", or in the wide digits of a Chinese keyboard. */
const digitsOf = (typed: string): string => typed.normalize('NFKC').replace(/[\s-]/g, '');

const subjectHash = (serverKey: Uint8Array, subject: string): Buffer => keyedHash(serverKey, 'code-subject', subject);

/** The subject as any of our keys would have hidden it: the key may have changed since. */
const subjectHashes = ({ serverKeys }: Deps, subject: string): Buffer[] => serverKeys.map((key) => subjectHash(key, subject));

const boundTexts = (id: string, { purpose, subject, destination, context = '' }: CodeUse, code: string): string[] => [
  id,
  purpose,
  subject,
  destination,
  context,
  code,
];
