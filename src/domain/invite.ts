/** Letters and digits that are not mistaken for each other: no I, O, 0 or 1 (decisions.md section 4). 32 of them, five bits each. */
export const INVITE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const INVITE_CODE_LENGTH = 8;

/** Points for both sides once the invitee qualifies. */
export const INVITER_REWARD = 100;
export const INVITEE_REWARD = 50;

/** A new code from eight random bytes. The alphabet divides 256, so that every code is equally likely. */
export const inviteCode = (randomBytes: Uint8Array): string =>
  Array.from(randomBytes.subarray(0, INVITE_CODE_LENGTH), (byte) => INVITE_ALPHABET[byte % INVITE_ALPHABET.length]).join('');

/** A code as typed (any case, spaces or dashes between) in its one spelling, or null when it cannot be a code. */
export function normaliseInviteCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '');
  const isCode = code.length === INVITE_CODE_LENGTH && [...code].every((char) => INVITE_ALPHABET.includes(char));
  return isCode ? code : null;
}
