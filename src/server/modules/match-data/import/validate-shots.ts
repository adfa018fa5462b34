import { SHOT_OUTCOMES, type Shot } from '#domain/matches/shot.ts';
import { SIDES } from '#domain/matches/sport.ts';
import type { ShotsUpdate } from './feed.ts';
import type { Verdict } from './validate.ts';

const SHOTS_MAX = 150;
const ID_MAX = 40;
const NAME_MAX = 120;
/** The last regular minute of each period. */
const LAST_MINUTE = { H1: 45, H2: 90, ET: 120 } as const;
const STOPPAGE_MAX = 30;

/** Judges all shots of a match. A match has few enough of them to be judged one by one. */
export function validateShots({ shots }: ShotsUpdate): Verdict {
  if (shots.length > SHOTS_MAX) return 'too_many_shots';
  if (new Set(shots.map(({ id }) => id)).size < shots.length) return 'shot_twice';
  for (const shot of shots) {
    const verdict = shotFault(shot);
    if (verdict !== null) return verdict;
  }
  return null;
}

function shotFault({ id, side, period, minute, stoppage, player, x, y, expected_goals, outcome }: Shot): Verdict {
  if (id.length === 0 || id.length > ID_MAX) return 'shot_id_missing_or_too_long';
  if (!SIDES.includes(side) || !SHOT_OUTCOMES.includes(outcome)) return 'unknown_shot';
  const isMinute = Number.isInteger(minute) && minute >= 1 && minute <= (LAST_MINUTE[period] ?? 0);
  if (!isMinute || !(stoppage === null || (Number.isInteger(stoppage) && stoppage >= 0 && stoppage <= STOPPAGE_MAX)))
    return 'minute_out_of_range';
  if (player !== null && (player.trim().length === 0 || player.length > NAME_MAX)) return 'name_missing_or_too_long';
  if (!isShare(x) || !isShare(y)) return 'shot_off_the_pitch';
  return expected_goals === null || isShare(expected_goals) ? null : 'expected_goals_out_of_range';
}

const isShare = (value: number): boolean => value >= 0 && value <= 1;
