import { useTranslations } from 'use-intl';
import type { LeagueRef } from '#contract/matches.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useRoundName } from '#web/lib/round-name.ts';

/** Says what a table is of, for screen readers: league, group if any, season. */
export function useTableCaption(): (of: { league: LeagueRef; season: string }, group: string | null) => string {
  const t = useTranslations('leagues');
  const nameOf = useLocalName();
  const roundName = useRoundName();
  return ({ league, season }, group) =>
    group === null
      ? t('caption', { league: nameOf(league), season })
      : t('caption_group', { league: nameOf(league), group: roundName([group]), season });
}
