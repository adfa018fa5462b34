import type { LeagueRef } from '#contract/matches.ts';

/** Returns the address of a league's matches today. */
export const matchesOf = ({ id, sport }: Pick<LeagueRef, 'id' | 'sport'>): string =>
  `/matches?league=${id}${sport === 'football' ? '' : `&sport=${sport}`}`;
