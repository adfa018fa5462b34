import type { LeagueRef } from '#contract/matches.ts';
import type { Sport } from '#domain/matches/sport.ts';

export type SettlingLeague = Pick<LeagueRef, 'sport' | 'settles_on'>;

/** Under which word it is said what a league's contests settle on: after 90 minutes, or on the whole match, by sport. */
export const settlingRule = ({ sport, settles_on }: SettlingLeague): 'regular_time' | Sport =>
  settles_on === 'regular_time' ? 'regular_time' : sport;
