import { useTranslations } from 'use-intl';
import { loadOutlookWords } from '#web/i18n/outlook-words.ts';
import { lazyPart, Nothing, QUIET } from '#web/lib/lazy-part.tsx';
import { PartFailed } from '#web/ui/part-failed.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';

/** The outlook of a season and what a team plays for, with their words: code that is loaded when it is first shown. */

export const OutlookTab = lazyPart(
  async () => {
    const [code] = await Promise.all([import('./outlook-tab.tsx'), loadOutlookWords()]);
    return code.OutlookTab;
  },
  { fallback: () => <Skeleton className="h-[690px] rounded-card" />, failed: OutlookFailed },
);

export const PlayingForCard = lazyPart(
  async () => {
    const [code] = await Promise.all([import('./playing-for-card.tsx'), loadOutlookWords()]);
    return code.PlayingForCard;
  },
  { fallback: () => <Skeleton className="h-[260px] rounded-card" />, failed: Nothing },
);

/** Says nothing where it has nothing to say, and so while it loads. */
export const MatchStakesCard = lazyPart(async () => {
  const [code] = await Promise.all([import('./match-stakes-card.tsx'), loadOutlookWords()]);
  return code.MatchStakesCard;
}, QUIET);

function OutlookFailed() {
  const t = useTranslations('leagues');
  return <PartFailed title={t('tabs.outlook')} />;
}
