import { utcDay } from '#domain/time.ts';
/** Letters and digits that are not easily confused: no I, O, 0 or 1 (docs/rules.md#invites). 32 of them, five bits each. */
export const INVITE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const INVITE_CODE_LENGTH = 8;

/** How a user got a code: from a link, or by typing it. */
export const INVITE_WAYS = ['link', 'code'] as const;
export type InviteWay = (typeof INVITE_WAYS)[number];

/** How many days a browser keeps the code of an invite link. */
export const INVITE_LINK_DAYS = 30;

/** A person reviews invites if more accounts than this register from one IP address within seven days (docs/rules.md#invites). */
export const HOUSEHOLD_ACCOUNTS_MAX = 5;

/** An invitee qualifies by this many bets, settled on this many UTC days, within this many days of registering (docs/rules.md#invites). */
export const INVITE_TERMS = { bets: 3, betDays: 2, withinDays: 30 } as const;

/**
 * Returns the earliest time at which an inviter's caps have room again (docs/rules.md#invites); null if they have room now. `left` is how
 * many more invitees they may be paid for in the UTC day and the UTC month of `now`.
 */
export function roomAgainAt(left: { day: number; month: number }, now: Date): Date | null {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  if (left.month <= 0) return new Date(Date.UTC(year, month + 1));
  return left.day <= 0 ? new Date(Date.UTC(year, month, day + 1)) : null;
}

/** Returns a new code from eight random bytes. The alphabet's size divides 256, so every code is equally likely. */
export const inviteCode = (randomBytes: Uint8Array): string =>
  Array.from(randomBytes.subarray(0, INVITE_CODE_LENGTH), (byte) => INVITE_ALPHABET[byte % INVITE_ALPHABET.length]).join('');

/** Normalises a typed code (any case, spaces or dashes between); null if it cannot be a code. */
export function normaliseInviteCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '');
  const isCode = code.length === INVITE_CODE_LENGTH && [...code].every((char) => INVITE_ALPHABET.includes(char));
  return isCode ? code : null;
}

/** Points on days 1 to 7 of a streak, then starting over from the first (docs/rules.md#check-in). */
export const CHECK_IN_REWARDS = [10, 10, 15, 15, 20, 20, 30] as const;

/** A user's last check-in: the UTC day as YYYY-MM-DD, and the days in a row up to it. */
export interface CheckIn {
  day: string;
  streak: number;
}

/** Returns the points for a day of a streak (1 or more). */
export const checkInReward = (streak: number): number => CHECK_IN_REWARDS[(streak - 1) % CHECK_IN_REWARDS.length] ?? 0;

/** Returns today's check-in: the new streak and its points, or the refusal of a second one. A missed day restarts the streak. */
export function checkIn(previous: CheckIn | null, today: string): { streak: number; points: number } | { code: 'already_checked_in' } {
  // A day later than today means that the server's clock was set back: that day's reward was already given.
  if (previous !== null && previous.day >= today) return { code: 'already_checked_in' };
  const streak = previous !== null && dayAfter(previous.day) === today ? previous.streak + 1 : 1;
  return { streak, points: checkInReward(streak) };
}

/** Returns the streak to show today: it lasts until a whole day was missed. */
export function currentStreak(previous: CheckIn | null, today: string): number {
  if (previous === null) return 0;
  return previous.day >= today || dayAfter(previous.day) === today ? previous.streak : 0;
}

const dayAfter = (day: string): string => utcDay(new Date(Date.parse(day) + 86_400_000));
