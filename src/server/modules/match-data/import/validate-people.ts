import { ABSENCE_KINDS } from '#domain/matches/match-details.ts';
import type { AbsencesUpdate, RatingsUpdate } from './feed.ts';
import type { Verdict } from './validate.ts';

const ABSENT_MAX = 80;
const RATED_MAX = 80;
const NAME_MAX = 120;
const REASON_MAX = 120;
const SHIRT_MAX = 999;
/** Extra time, and a long stoppage. */
const MINUTES_MAX = 150;
const RATING_MAX = 10;

export function validateAbsences({ players }: AbsencesUpdate): Verdict {
  if (players.length > ABSENT_MAX) return 'too_many_players';
  if (!players.every(({ name }) => isName(name))) return 'name_missing_or_too_long';
  if (!players.every(({ kind }) => (ABSENCE_KINDS as readonly string[]).includes(kind))) return 'unknown_absence';
  return players.every(({ reason }) => reason === null || reason.length <= REASON_MAX) ? null : 'reason_too_long';
}

export function validateRatings({ players, source }: RatingsUpdate): Verdict {
  if (!isName(source)) return 'source_missing';
  if (players.length > RATED_MAX) return 'too_many_players';
  if (!players.every(({ name }) => isName(name))) return 'name_missing_or_too_long';
  const isWhole = (value: number | null, max: number) => value === null || (Number.isInteger(value) && value >= 0 && value <= max);
  if (!players.every(({ number, minutes }) => isWhole(number, SHIRT_MAX) && isWhole(minutes, MINUTES_MAX))) return 'number_out_of_range';
  const isRating = (rating: number | null) => rating === null || (rating >= 0 && rating <= RATING_MAX);
  return players.every(({ rating }) => isRating(rating)) ? null : 'rating_out_of_range';
}

const isName = (name: string): boolean => name.trim().length > 0 && name.length <= NAME_MAX;
