import { useTranslations } from 'use-intl';
import type { Lineup } from '#contract/matches.ts';
import { Tag } from '#web/ui/tag.tsx';

/** Whether a line-up is the official one or a guess; nothing where there is none, or only names. */
export function LineupKind({ lineup: { fallback, players } }: { lineup: Lineup }) {
  const t = useTranslations('match');
  if (players.length === 0) return null;
  if (fallback === null) return <Tag tone="good">{t('official')}</Tag>;
  return <Tag tone="warn">{t(players.some(({ starter }) => starter) ? 'probable' : 'unofficial')}</Tag>;
}
