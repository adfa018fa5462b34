import { useTranslations } from 'use-intl';
import type { Competition } from '#contract/tipping-groups.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { useLocalName } from '#web/lib/local-name.ts';

/** Returns a function that names what a group tips: a league, a team, or all of a sport. */
export function useCompetitionName(): (competition: Competition) => string {
  const sports = useTranslations('matches.sports');
  const nameOf = useLocalName();
  return (competition) => {
    if (competition.kind === 'league') return nameOf(competition.league);
    if (competition.kind === 'team') return nameOf(competition.team);
    return sports(competition.sport);
  };
}

const sportIn = (competition: Competition): Sport => (competition.kind === 'league' ? competition.league.sport : competition.sport);

/** The sport of what a group tips first; football before anything is chosen. */
export const sportOf = ([first]: readonly Competition[]): Sport => (first ? sportIn(first) : 'football');

/** Whether goals are among what a group tips. */
export const hasFootball = (competitions: readonly Competition[]): boolean => competitions.some((one) => sportIn(one) === 'football');
