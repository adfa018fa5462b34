import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { CODE_FAILURES_PER_DAY } from '#domain/identity/guessing.ts';
import { DAY_MS, DAY_SECONDS, HOUR_SECONDS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { keyedHash } from '#server/platform/crypto/server-keys.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Tally } from '#server/platform/http/limit-counts.ts';
import { countOrThrow } from '#server/platform/http/request-limit.ts';
import * as codes from './queries.ts';

/** What a code is bound to: every part must be the same when it is issued and when it is spent. */
export interface CodeUse {
  purpose: CodePurpose;
  /** A user's id or, where the existence of an account must not be revealed, the address as typed. */
  subject: string;
  /** Where it is sent. */
  destination: string;
  /** Known to the requester only: the session's id, or the browser's cookie. Nobody else can use up, replace or guess the code. */
  holder: string;
  /** Further values that the code is bound to: a wallet, an amount. */
  context?: string;
}

/** A code as it goes into a message. */
export interface IssuedCode {
  code: string;
  /** 256 random bits for the link of the message: they prove that somebody reads the message. */
  token: string;
  /** Whether too many wrong codes were typed for this subject today, so that the link is required as well. */
  needsLink: boolean;
}

export const CODE_MINUTES = 10;
const TOKEN_BYTES = 32;

/**
 * Generates a single-use code of six digits, valid for ten minutes (or `minutes`), and ends the previous code of the same requester. Only
 * hashes of the code and of its link are stored.
 */
export async function issueCode(deps: Deps, db: Transaction<DB>, use: CodeUse, { minutes = CODE_MINUTES } = {}): Promise<IssuedCode> {
  const now = deps.now();
  const id = newId(deps);
  const code = generateInviteCode(deps);
  const token = Buffer.from(deps.randomBytes(TOKEN_BYTES)).toString('base64url');
  const [serverKey] = deps.serverKeys;
  const subjects = subjectHashes(deps, use.subject);
  await codes.replaceCodes(db, { purpose: use.purpose, subjects, holder: sha256(use.holder) }, now);
  await codes.insertCode(db, {
    id,
    purpose: use.purpose,
    subject: subjectHash(serverKey, use.subject),
    holder: sha256(use.holder),
    code_hash: keyedHash(serverKey, 'code', ...boundTexts(id, use, code)),
    link_hash: sha256(token),
    created_at: now,
    expires_at: new Date(now.getTime() + minutes * 60_000),
  });
  const failures = await codes.countFailures(db, subjects, failuresSince(now));
  return { code, token, needsLink: failures >= CODE_FAILURES_PER_DAY };
}

/** Returns the moment since which wrong codes count. */
export const failuresSince = (now: Date): Date => new Date(now.getTime() - DAY_MS);

/** Hashes without a key, which is enough for values of 256 random bits. */
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

export const subjectHash = (serverKey: Uint8Array, subject: string): Buffer => keyedHash(serverKey, 'code-subject', subject);

/** Returns the hash of the subject under each of our keys, as the key may have been rotated since. */
export const subjectHashes = ({ serverKeys }: Deps, subject: string): Buffer[] => serverKeys.map((key) => subjectHash(key, subject));

/** Returns the texts that the hash of a code is computed from. */
export const boundTexts = (id: string, { purpose, subject, destination, context = '' }: CodeUse, code: string): string[] => [
  id,
  purpose,
  subject,
  destination,
  context,
  code,
];

/** Generates a code. Every code is equally likely: numbers of the last, incomplete million are rejected. */
function generateInviteCode(deps: Deps): string {
  for (;;) {
    const drawn = Buffer.from(deps.randomBytes(4)).readUInt32BE();
    if (drawn < FAIR_BELOW) return String(drawn % CODES).padStart(6, '0');
  }
}
const CODES = 1_000_000;
const FAIR_BELOW = 2 ** 32 - (2 ** 32 % CODES);

export type CodePurpose = 'confirm_email' | 'confirm_phone' | 'reset_password' | 'step_up' | 'redeem';

export const CODE_RESEND_SECONDS = 60;

/** Codes per day to one destination, as a multiple of the hourly limit of one requester. */
const DAY_MULTIPLE = 10;

/** A code that is about to be sent. */
export interface CodeToSend {
  purpose: CodePurpose;
  destination: string;
  /** The requesting session or browser; each has an allowance of its own. */
  holder: string;
  /** Whether the destination already belongs to the requesting user. Requests by others do not use up its owner's allowance. */
  isOwn: boolean;
}

/**
 * Counts a code that is about to be sent, or throws `rate_limited`: one a minute per purpose and CODES_PER_HOUR an hour for each requester,
 * and ten times as many a day to one destination, so that a mailbox cannot be flooded. Never call it within a transaction: it takes a
 * connection of its own.
 */
export function countCode(deps: Pick<Deps, 'pool' | 'limitStore' | 'config'>, { isOwn, ...code }: CodeToSend): Promise<void> {
  const perHour = deps.config.rates.codesPerHour;
  return countOrThrow(deps, [
    ...requesterTallies(deps, code),
    // A text message costs money and disturbs: the limit per number does not depend on the number of requesters.
    ...(code.purpose === 'confirm_phone' ? [{ name: 'code-number', key: code.destination, max: perHour, seconds: HOUR_SECONDS }] : []),
    { name: 'code-day', key: `${isOwn} ${code.destination}`, max: DAY_MULTIPLE * perHour, seconds: DAY_SECONDS },
  ]);
}

/** Returns the limits of one requester for one destination. */
export const requesterTallies = (
  { config }: Pick<Deps, 'config'>,
  { purpose, destination, holder }: Omit<CodeToSend, 'isOwn'>,
): Tally[] => [
  { name: 'code-resend', key: `${purpose} ${destination} ${holder}`, max: 1, seconds: CODE_RESEND_SECONDS },
  { name: 'code-hour', key: `${destination} ${holder}`, max: config.rates.codesPerHour, seconds: HOUR_SECONDS },
];
