import { INVITE_ALPHABET } from '#domain/ledger/invite.ts';
import type { Deps } from '#server/deps.ts';

/** Lifetime of a one-time password. */
export const ONE_TIME_MS = 24 * 3_600_000;

const GROUPS = 4;
const GROUP_LENGTH = 4;

/**
 * Generates a password to be handed over: "K7QM-2WXP-9FHC-RT4B", 80 bits in letters and digits that are not easily confused. It contains no
 * lower-case letter, which the rules require, so that nobody can choose it as their own password.
 */
export function generateOneTimePassword({ randomBytes }: Pick<Deps, 'randomBytes'>): string {
  // 256 is a multiple of the alphabet's size, so every letter is equally likely.
  const letters = Array.from(randomBytes(GROUPS * GROUP_LENGTH), (byte) => INVITE_ALPHABET[byte % INVITE_ALPHABET.length]).join('');
  return Array.from({ length: GROUPS }, (_, group) => letters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH)).join('-');
}
