import { useTranslations } from 'use-intl';
import type { Competition } from '#contract/tipping-groups.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { useLocalName } from '#web/lib/local-name.ts';

/** Returns a function that names what a group tips: a league, a team, or all of a sport. */
export function useCompetitionName(): (competition: Competition) => string {
  const t = useTranslations();
  const nameOf = useLocalName();
  return (competition) => {
    if (competition.kind === 'league') return nameOf(competition.league);
    if (competition.kind === 'team') return nameOf(competition.team);
    return t('tipping.all_of', { sport: t(`matches.sports.${competition.sport}`) });
  };
}

/** The sport of what a group tips first. */
export function sportOf(competitions: readonly Competition[]): Sport {
  const [first] = competitions;
  if (!first) return 'football';
  return first.kind === 'league' ? first.league.sport : first.sport;
}
