import { APP_FAILURES_PER_DAY } from '#domain/identity/guessing.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { requestLimit } from '#server/platform/http/request-limit.ts';
import * as factors from './queries.ts';
import { isRecoveryCode, recoveryHash } from './recovery-codes.ts';
import { stepOf, TOTP_DIGITS, unsealSecret } from './totp.ts';

/** What of a user, or an admin, says whether they have a second factor, and which. */
export interface FactorOwner {
  id: string;
  totp_secret: Buffer | null;
  totp_enabled_at: Date | null;
}

/** Whether signing in takes more than the first factor. */
export const hasSecondFactor = ({ totp_enabled_at }: Pick<FactorOwner, 'totp_enabled_at'>): boolean => totp_enabled_at !== null;

export interface FactorOptions {
  holders?: factors.Holders;
  /** What stands for a place that the owner is known in: the device that they sign in on, or their session. Null where they are not known. */
  place?: string | null;
}

/**
 * Asks for the second factor, where the owner has one: a code of the authenticator app (each step's once) or a recovery code (each once), as
 * typed. Throws `totp_required` without one, `invalid_totp`, and `rate_limited` after too many wrong ones (`limitTries`); a recovery code is still
 * taken then, as its 40 bits stand more guessing than six digits.
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
 * Lets an attempt be made that counts where it throws, and refuses it with `rate_limited` after too many: ten wrong codes of an app in 24 hours, ten
 * recovery codes in 15 minutes. They count by owner, from wherever they come: who gets here has the password already, and six digits stand no
 * guessing from many places. A place that knows the owner counts apart, so that nobody else locks them out there.
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
  /** Of a secret that the caller was shown: there is nothing to guess. */
  enrolment: { max: 10, seconds: 15 * 60 },
};

/** As people type or paste it: "123 456", "k7qm-2wxp", or in the wide digits of a Chinese keyboard. */
export const lettersOf = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\s\p{Dash_Punctuation}]/gu, '')
    .toUpperCase();

export const isAppCode = (letters: string): boolean => APP_CODE.test(letters);
const APP_CODE = new RegExp(`^[0-9]{${TOTP_DIGITS}}$`);

type Factor = { id: string; totp_secret: Buffer; totp_enabled_at: Date };

/** Whether these are a code that was still to be had; it is taken by that. Of several who send the same at once, one has it. */
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
