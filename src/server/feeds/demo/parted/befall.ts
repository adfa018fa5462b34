import type { Side } from '#domain/sport.ts';
import { integer, type Random } from '#server/feeds/demo/seeded-random.ts';
import { BEFORE, type Course, type Moment, withoutGame } from './course.ts';

/** What may befall a match beside being played. */

const TOLD_BEFORE = 8;
const RAIN_MINUTES = { min: 10, max: 20 };
/** Nobody gives up, and no rain falls, before so many moments were noted. */
const EARLIEST = 3;

const anySide = (random: Random): Side => (random() < 0.5 ? 'home' : 'away');

/** A side does not appear. */
export function walkover(random: Random): Course {
  const winner = anySide(random);
  return { moments: [BEFORE, { ...BEFORE, at: -TOLD_BEFORE, status: 'wo', score: { ...BEFORE.score, awardedTo: winner } }], winner };
}

/** A side gives up in mid-match, and the other one goes on. */
export function retirement(random: Random, { moments }: Course): Course {
  const played = moments.slice(0, integer(random, EARLIEST, moments.length - 1));
  const last = played.at(-1)!;
  const winner = anySide(random);
  const score = { ...last.score, ...(last.score.parts && { parts: withoutGame(last.score.parts) }), awardedTo: winner };
  const end: Moment = { ...last, at: last.at + 0.5, status: 'awd', period: null, minute: null, endsPart: true, score };
  return { moments: [...played, end], winner };
}

/** Play stops for a while, and goes on where it stopped. */
export function rain(random: Random, { moments, winner }: Course): Course {
  const index = integer(random, EARLIEST, moments.length - 2);
  const minutes = integer(random, RAIN_MINUTES.min, RAIN_MINUTES.max);
  const stopped = moments[index]!;
  const later = moments.slice(index + 1).map((moment) => ({ ...moment, at: moment.at + minutes }));
  const pause: Moment = { ...stopped, at: stopped.at + 0.1, status: 'susp', endsPart: false };
  const resumed: Moment = { ...stopped, at: stopped.at + minutes, endsPart: false };
  return { moments: [...moments.slice(0, index + 1), pause, resumed, ...later], winner };
}
