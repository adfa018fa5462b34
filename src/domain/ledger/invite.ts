/** Letters and digits that are not mistaken for each other: no I, O, 0 or 1 (docs/rules.md#invites). 32 of them, five bits each. */
export const INVITE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const INVITE_CODE_LENGTH = 8;

/** How somebody came by a code: by following a link that has it, or by typing it. */
export const INVITE_WAYS = ['link', 'code'] as const;
export type InviteWay = (typeof INVITE_WAYS)[number];

/** More accounts than this that are registered from one address on the internet within seven days are looked at by a person (docs/rules.md#invites). */
export const HOUSEHOLD_ACCOUNTS_MAX = 5;

/**
 * When an inviter's caps leave room again (docs/rules.md#invites), at the earliest; null where they do now. `left` is for how many more
 * invitees they may be paid in the UTC day and the UTC month that `now` lies in.
 */
export function roomAgainAt(left: { day: number; month: number }, now: Date): Date | null {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  if (left.month <= 0) return new Date(Date.UTC(year, month + 1));
  return left.day <= 0 ? new Date(Date.UTC(year, month, day + 1)) : null;
}

/** A new code from eight random bytes. The alphabet divides 256, so that every code is equally likely. */
export const inviteCode = (randomBytes: Uint8Array): string =>
  Array.from(randomBytes.subarray(0, INVITE_CODE_LENGTH), (byte) => INVITE_ALPHABET[byte % INVITE_ALPHABET.length]).join('');

/** A code as typed (any case, spaces or dashes between) in its one spelling, or null when it cannot be a code. */
export function normaliseInviteCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '');
  const isCode = code.length === INVITE_CODE_LENGTH && [...code].every((char) => INVITE_ALPHABET.includes(char));
  return isCode ? code : null;
}
