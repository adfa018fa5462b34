import type { Secret } from 'otpauth';
import { INVITE_ALPHABET } from '#domain/ledger/invite.ts';
import type { Deps } from '#server/deps.ts';
import { keyedHash } from '#server/platform/crypto/server-keys.ts';

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
export const isRecoveryCode = (letters: string): boolean => CODE.test(letters);

/**
 * Returns the stored hash of a code. The key is the secret of the user's app: it is stored sealed and can be sealed again when the
 * installation's key changes, which is impossible for a hash.
 */
export const recoveryHash = (secret: Secret, code: string): Buffer => keyedHash(secret.bytes, 'recovery-code', code.replace('-', ''));
