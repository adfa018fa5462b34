import { useTranslations } from 'use-intl';
import type { TeamRef } from '#contract/matches.ts';
import type { Pick } from '#domain/matches/sport.ts';
import { useLocalName } from './local-name.ts';

/** Describes a pick in a match: "Avalon Town to win". */
export function usePickName({ home, away }: { home: TeamRef; away: TeamRef }): (pick: Pick) => string {
  const t = useTranslations('bets');
  const nameOf = useLocalName();
  return (pick) => (pick === 'draw' ? t('draw_pick') : t('to_win', { team: nameOf(pick === 'home' ? home : away) }));
}
