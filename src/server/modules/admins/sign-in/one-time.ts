import { INVITE_ALPHABET } from '#domain/ledger/invite.ts';
import type { Deps } from '#server/deps.ts';

/** How long a one-time password is good for. */
export const ONE_TIME_MS = 24 * 3_600_000;

const GROUPS = 4;
const GROUP_LENGTH = 4;

/**
 * A password to be told to somebody: "K7QM-2WXP-9FHC-RT4B", 80 bits in letters and digits that are not mistaken for each other. It breaks the
 * rule of lower-case letters, so that nobody can choose it as their own.
 */
export function generateOneTimePassword({ randomBytes }: Pick<Deps, 'randomBytes'>): string {
  // The alphabet divides 256, so that every letter is as likely.
  const letters = Array.from(randomBytes(GROUPS * GROUP_LENGTH), (byte) => INVITE_ALPHABET[byte % INVITE_ALPHABET.length]).join('');
  return Array.from({ length: GROUPS }, (_, group) => letters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH)).join('-');
}
