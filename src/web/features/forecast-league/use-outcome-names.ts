import { useTranslations } from 'use-intl';
import type { LeagueForecast } from '#contract/forecast-league.ts';
import type { Pick } from '#domain/matches/sport.ts';
import { useLocalName } from '#web/lib/local-name.ts';

/** What the outcomes of a match are called: its teams by their names, and the draw. */
export function useOutcomeNames({ match }: LeagueForecast): (pick: Pick) => string {
  const t = useTranslations('common');
  const nameOf = useLocalName();
  return (pick) => (pick === 'draw' ? t('draw') : nameOf(match[pick]));
}
