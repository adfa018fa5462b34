/** What of adjustments counts together: those of one user, and those of one admin, in so long (docs/rules.md#two-admins). */
export const ADJUSTMENTS_COUNT_MS = 24 * 3_600_000;

/** Whole points that were given and taken within that time, each counted above 0. */
export interface Adjusted {
  /** Of the user, by whomever. */
  user: number;
  /** By the admin, of whomever. */
  admin: number;
}

/** Whether an adjustment needs a second admin: with it one of the two sums would pass `aloneMax`. */
export const needsSecondAdmin = (delta: number, before: Adjusted, aloneMax: number): boolean =>
  Math.max(before.user, before.admin) + Math.abs(delta) > aloneMax;

/** Why an adjustment cannot be made of a balance; null where it can. A top-up gives; nothing takes more than there is. */
export function checkAdjustment(
  { delta, source }: { delta: number; source: 'manual_adjust' | 'admin_adjust' },
  balance: number,
): 'invalid_payload' | 'insufficient_points' | null {
  if (delta === 0 || (source === 'manual_adjust' && delta < 0)) return 'invalid_payload';
  return balance + delta < 0 ? 'insufficient_points' : null;
}
