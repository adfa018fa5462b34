import { useTranslations } from 'use-intl';
import type { TeamRef } from '#contract/matches.ts';
import { isSeries, type Pick, type Sport } from '#domain/matches/sport.ts';
import { useLocalName } from './local-name.ts';

/** Names a pick in a word, as on a button: "Home"; in sports where no side is at home, the side's own name. */
export function usePickLabel({ home, away }: { home: TeamRef; away: TeamRef }, sport: Sport): (pick: Pick) => string {
  const t = useTranslations('common');
  const nameOf = useLocalName();
  return (pick) => (pick === 'draw' || !isSeries(sport) ? t(pick) : nameOf(pick === 'home' ? home : away));
}

/** Describes a pick in a match: "Avalon Town to win". */
export function usePickName({ home, away }: { home: TeamRef; away: TeamRef }): (pick: Pick) => string {
  const t = useTranslations('bets');
  const nameOf = useLocalName();
  return (pick) => (pick === 'draw' ? t('draw_pick') : t('to_win', { team: nameOf(pick === 'home' ? home : away) }));
}
