import type { Secret } from 'otpauth';
import { INVITE_ALPHABET } from '#domain/ledger/invite.ts';
import type { Deps } from '#server/deps.ts';
import { keyedHash } from '#server/platform/crypto/server-keys.ts';

const CODES = 10;
/** Of 32 letters and digits that are not mistaken for each other: 40 bits. */
const LENGTH = 8;
const CODE = new RegExp(`^[${INVITE_ALPHABET}]{${LENGTH}}$`);

/** Ten codes as their owner keeps them: "K7QM-2WXP". */
export const generateRecoveryCodes = (deps: Pick<Deps, 'randomBytes'>): string[] =>
  Array.from({ length: CODES }, () => generateInviteCode(deps));

function generateInviteCode({ randomBytes }: Pick<Deps, 'randomBytes'>): string {
  // The alphabet divides 256, so that every letter is as likely.
  const letters = Array.from(randomBytes(LENGTH), (byte) => INVITE_ALPHABET[byte % INVITE_ALPHABET.length]).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}

/** Whether letters and digits, without what stood between them, may be a recovery code. */
export const isRecoveryCode = (letters: string): boolean => CODE.test(letters);

/**
 * What is kept of a code. The key is the secret of the user's app: it is sealed itself, and sealed anew when the installation's key changes,
 * which no hash could be.
 */
export const recoveryHash = (secret: Secret, code: string): Buffer => keyedHash(secret.bytes, 'recovery-code', code.replace('-', ''));
