import type { Score } from '#domain/matches/score.ts';
import type { Provider } from './provider.ts';
import type { Told } from './truth.ts';

/** The match as one of tennis: goals are sets, and the guests win a level match. */

/** Returns the sets at the end. */
export const finalSets = ([home, away]: Score): Score => (home > away ? [2, Math.min(away, 1)] : [Math.min(home, 1), 2]);

/** Returns the sets won so far; null before the start. */
export function setsOf({ status, score }: Told['status']): Score | null {
  const sofar: Score | null = score.home === null ? null : [score.home, score.away!];
  return sofar !== null && status === 'ft' ? finalSets(sofar) : sofar;
}

const NO_EVENTS = { meaningless: 'it has no events' };

/** Wrong reports that no provider of tennis can make, or that show in the same way with all of them. */
export const TENNIS_TELLS: NonNullable<Provider['toldWrongly']> = {
  'events out of order': NO_EVENTS,
  'an event taken back': NO_EVENTS,
  'the clock wrong': { meaningless: 'it has no clock' },
  'the final whistle in the first half': { meaningless: 'how long a match takes at least, nobody knows' },
  'a date in the wrong year': { shows: /in play, but not today/ },
};
