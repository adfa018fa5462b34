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

/** Points on days 1 to 7 of a streak, then again from the first (docs/rules.md#check-in). */
export const CHECK_IN_REWARDS = [10, 10, 15, 15, 20, 20, 30] as const;

/** A user's last check-in: the UTC day as YYYY-MM-DD, and the days in a row up to it. */
export interface CheckIn {
  day: string;
  streak: number;
}

/** The UTC day of a moment, as YYYY-MM-DD. */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10);

/** Points for the given day of a streak (1 or more). */
export const checkInReward = (streak: number): number => CHECK_IN_REWARDS[(streak - 1) % CHECK_IN_REWARDS.length] ?? 0;

/** Today's check-in: the streak it makes and the points it earns, or the refusal of a second one. A missed day restarts the streak. */
export function checkIn(previous: CheckIn | null, today: string): { streak: number; points: number } | { code: 'already_checked_in' } {
  // A day later than today means the server's clock was set back: that day's reward was given.
  if (previous !== null && previous.day >= today) return { code: 'already_checked_in' };
  const streak = previous !== null && dayAfter(previous.day) === today ? previous.streak + 1 : 1;
  return { streak, points: checkInReward(streak) };
}

/** The streak to show today: it lasts until a whole day was missed. */
export function currentStreak(previous: CheckIn | null, today: string): number {
  if (previous === null) return 0;
  return previous.day >= today || dayAfter(previous.day) === today ? previous.streak : 0;
}

const dayAfter = (day: string): string => utcDay(new Date(Date.parse(day) + 86_400_000));
