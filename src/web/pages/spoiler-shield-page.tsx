import { useTranslations } from 'use-intl';
import { ShieldCard } from '#web/features/spoiler-shield/shield-card.tsx';
import { usePage } from '#web/lib/use-page.ts';

/** For guests, too: whoever watches a stream may be one. */
export function SpoilerShieldPage() {
  const t = useTranslations('titles');
  usePage(t('spoiler_shield'), { back: '/matches' });
  return (
    <div className="page-width max-w-[680px]!">
      <h1 className="sr-only">{t('spoiler_shield')}</h1>
      <ShieldCard />
    </div>
  );
}
