import { useTranslations } from 'use-intl';
import type { ContestCase } from '#contract/contest-admin.ts';
import { Tag, type TagTone } from '#web/ui/card.tsx';

const TONES: Record<ContestCase['state'], TagTone> = {
  preparing: 'quiet',
  open: 'good',
  locked: 'home',
  paused: 'warn',
  settled: 'quiet',
  void: 'quiet',
};

/** Where a contest is, and whether an operator brought it there. */
export function CaseState({ contest: { state, is_by_hand } }: { contest: Pick<ContestCase, 'state' | 'is_by_hand'> }) {
  const t = useTranslations('admin_contests');
  return (
    <span className="inline-flex items-center gap-1.5">
      <Tag tone={TONES[state]}>{t(`states.${state}`)}</Tag>
      {is_by_hand && <span className="text-[12.5px] text-muted">{t('by_hand')}</span>}
    </span>
  );
}
