import type { LeagueRef } from '#contract/matches.ts';

/** The address of a league's matches of today. */
export const matchesOf = ({ id, sport }: Pick<LeagueRef, 'id' | 'sport'>): string =>
  `/matches?league=${id}${sport === 'football' ? '' : `&sport=${sport}`}`;
