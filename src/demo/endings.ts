import { fraction } from './seeded-random.ts';

/** All endings of a match: the demo world shows every way a contest can end. */
export const ENDINGS = [
  'to_be_decided',
  'postponed_new_time',
  'interrupted',
  'shoot_out',
  'cancelled',
  'suspended_resumed',
  'live_only',
  'walkover',
  'delayed',
  'abandoned',
  'extra_time',
  'awarded_before',
  'corrected',
  'never_started',
  'awarded_after',
  'postponed',
] as const;
export type Ending = (typeof ENDINGS)[number] | 'played' | 'knockout';

/** Returns the ending of a trophy slot. The trophy cycles through all endings, so that each occurs within every hour at the default speed. */
export const endingOfTrophySlot = (slot: number): Ending => ENDINGS[((slot % ENDINGS.length) + ENDINGS.length) % ENDINGS.length]!;

/** Draws the ending of a league match. Few matches have an unusual ending, and those still have a result, so the table stays readable. */
export function endingOfLeagueMatch(key: string): Ending {
  const share = fraction(`${key} ending`);
  if (share < 0.012) return 'delayed';
  if (share < 0.02) return 'interrupted';
  if (share < 0.026) return 'corrected';
  if (share < 0.032) return 'postponed_new_time';
  return 'played';
}
