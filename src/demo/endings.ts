import { fraction } from './seeded-random.ts';

/** What becomes of a match beyond being played: each way a contest can end must be seen in the demo world. */
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

/** The trophy plays the endings in turn, so that each turns up within every hour at the default speed. */
export const endingOfTrophySlot = (slot: number): Ending => ENDINGS[((slot % ENDINGS.length) + ENDINGS.length) % ENDINGS.length]!;

/** In a league little goes wrong, and what does still ends in a result: its table stays readable. */
export function endingOfLeagueMatch(key: string): Ending {
  const share = fraction(`${key} ending`);
  if (share < 0.012) return 'delayed';
  if (share < 0.02) return 'interrupted';
  if (share < 0.026) return 'corrected';
  if (share < 0.032) return 'postponed_new_time';
  return 'played';
}
