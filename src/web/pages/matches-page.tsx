import { useTranslations } from 'use-intl';
import { usePage } from '#web/lib/use-page.ts';

export function MatchesPage() {
  const t = useTranslations();
  usePage(t('titles.matches'), { heading: null });
  return (
    <div className="page-width">
      <h1 className="text-[20px] font-[680]">{t('matches.heading')}</h1>
    </div>
  );
}
