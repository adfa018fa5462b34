import type { Secret } from 'otpauth';
import { APP_FAILURES_PER_DAY } from '#domain/identity/guessing.ts';
import { INVITE_ALPHABET } from '#domain/ledger/rewards.ts';
import type { Deps } from '#server/deps.ts';
import { keyedHash } from '#server/platform/crypto/server-keys.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { requestLimit } from '#server/platform/http/request-limit.ts';
import * as factors from './queries.ts';
import { stepOf, TOTP_DIGITS, unsealSecret } from './totp.ts';

/** The fields of a user or an admin that define the second factor. */
export interface FactorOwner {
  id: string;
  totp_secret: Buffer | null;
  totp_enabled_at: Date | null;
}

/** Returns whether the owner has a second factor. */
export const hasSecondFactor = ({ totp_enabled_at }: Pick<FactorOwner, 'totp_enabled_at'>): boolean => totp_enabled_at !== null;

export interface FactorOptions {
  holders?: factors.Holders;
  /** Key of a place where the owner is known: the device that they sign in on, or their session. Null for an unknown place. */
  place?: string | null;
}

/**
 * Checks the second factor, if the owner has one: a code of the authenticator app (valid once per time step) or a recovery code (valid
 * once), as typed. Throws `totp_required` if it is missing, `invalid_totp`, and `rate_limited` after too many wrong ones (`limitTries`);
 * recovery codes have a limit of their own, as their 40 bits resist guessing better than six digits.
 */
export async function validateSecondFactor(
  deps: Deps,
  owner: FactorOwner,
  typed: string | undefined,
  { holders = factors.USERS, place = null }: FactorOptions = {},
): Promise<void> {
  const { id, totp_secret, totp_enabled_at } = owner;
  if (totp_secret === null || totp_enabled_at === null) return;
  if (typed === undefined) throw new AppError('totp_required');
  const letters = lettersOf(typed);
  const kind = isRecoveryCode(letters) ? 'recovery' : 'app';
  await limitTries(deps, { ownerId: id, place, kind }, async () => {
    if (!(await takeFactor(deps, holders, { id, totp_secret, totp_enabled_at }, letters))) throw new AppError('invalid_totp');
  });
}

export interface FactorTry {
  ownerId: string;
  place: string | null;
  kind: 'app' | 'recovery' | 'enrolment';
}

/**
 * Runs an attempt, which counts if it throws; throws `rate_limited` after too many: ten wrong app codes in 24 hours, ten recovery codes in
 * 15 minutes. Attempts count per owner, from any place: the client already has the password, and six digits would not resist guessing from
 * many places. A place that knows the owner counts separately, so that nobody else can lock the owner out there.
 */
export async function limitTries<T>(deps: Deps, { ownerId, place, kind }: FactorTry, attempt: () => Promise<T>): Promise<T> {
  const { max, seconds } = ALLOWANCES[kind];
  const limit = requestLimit(deps, `second-factor-${kind}`, max, seconds);
  const key = place === null ? ownerId : `${ownerId} ${place}`;
  await limit.count(key);
  const result = await attempt();
  await limit.giveBack(key);
  return result;
}

const ALLOWANCES = {
  app: { max: APP_FAILURES_PER_DAY, seconds: 86_400 },
  recovery: { max: 10, seconds: 15 * 60 },
  /** For a secret that was shown to the caller, so there is nothing to guess. */
  enrolment: { max: 10, seconds: 15 * 60 },
};

/** Removes separators and normalises letters and digits: "123 456", "k7qm-2wxp", or the full-width digits of a Chinese keyboard. */
export const lettersOf = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\s\p{Dash_Punctuation}]/gu, '')
    .toUpperCase();

export const isAppCode = (letters: string): boolean => APP_CODE.test(letters);
const APP_CODE = new RegExp(`^[0-9]{${TOTP_DIGITS}}$`);

type Factor = { id: string; totp_secret: Buffer; totp_enabled_at: Date };

/** Checks and consumes a code; returns whether it was right and unused. Of simultaneous calls one succeeds. */
async function takeFactor(
  deps: Deps,
  holders: factors.Holders,
  { id, totp_secret, totp_enabled_at }: Factor,
  letters: string,
): Promise<boolean> {
  const now = deps.now();
  const secret = unsealSecret(deps, totp_secret);
  if (isRecoveryCode(letters)) return factors.takeRecoveryCode(deps.db, holders, id, recoveryHash(secret, letters), now);
  const step = isAppCode(letters) ? stepOf(secret, letters, now) : null;
  return step !== null && factors.takeStep(deps.db, holders, id, totp_enabled_at, step);
}

const CODES = 10;
/** Characters, each of 32 letters and digits that are not easily confused: 40 bits. */
const LENGTH = 8;
const CODE = new RegExp(`^[${INVITE_ALPHABET}]{${LENGTH}}$`);

/** Generates ten codes as shown to their owner: "K7QM-2WXP". */
export const generateRecoveryCodes = (deps: Pick<Deps, 'randomBytes'>): string[] =>
  Array.from({ length: CODES }, () => generateInviteCode(deps));

function generateInviteCode({ randomBytes }: Pick<Deps, 'randomBytes'>): string {
  // 256 is a multiple of the alphabet's size, so every letter is equally likely.
  const letters = Array.from(randomBytes(LENGTH), (byte) => INVITE_ALPHABET[byte % INVITE_ALPHABET.length]).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}

/** Returns whether letters and digits, with separators removed, have the form of a recovery code. */
const isRecoveryCode = (letters: string): boolean => CODE.test(letters);

/**
 * Returns the stored hash of a code. The key is the secret of the user's app: it is stored sealed and can be sealed again when the
 * installation's key changes, which is impossible for a hash.
 */
export const recoveryHash = (secret: Secret, code: string): Buffer => keyedHash(secret.bytes, 'recovery-code', code.replace('-', ''));
