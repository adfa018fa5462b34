import { useTranslations } from 'use-intl';
import { usePage } from '#web/lib/use-page.ts';

export function MatchPage() {
  const t = useTranslations();
  usePage(t('titles.match_unknown'), { back: '/matches' });
  return (
    <div className="page-width">
      <h1 className="text-[20px] font-[680]">{t('match.heading')}</h1>
    </div>
  );
}
