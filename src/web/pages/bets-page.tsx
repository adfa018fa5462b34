import { useTranslations } from 'use-intl';
import { usePage } from '#web/lib/use-page.ts';

export function BetsPage() {
  const t = useTranslations();
  usePage(t('titles.bets'));
  return (
    <div className="page-width">
      <h1 className="text-[20px] font-[680]">{t('bets.heading')}</h1>
    </div>
  );
}
