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
