import { useTranslations } from 'use-intl';
import { ShieldCard } from '#web/features/spoiler-shield/shield-card.tsx';
import { usePage } from '#web/lib/use-page.ts';

/** Available to guests, too: they may be watching a stream. */
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
