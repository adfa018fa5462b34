import { DAY_MS } from '#domain/time.ts';

/** A match may be interrupted for days, but one in play with a date of another year has a wrong date. */
const NEAR_MS = 10 * DAY_MS;

/** Returns whether a match that began at this time can be in play at `now`; a match without a time can. */
export const canBeInPlay = (kickoffAt: Date | null, now: Date): boolean =>
  kickoffAt === null || Math.abs(kickoffAt.getTime() - now.getTime()) < NEAR_MS;
