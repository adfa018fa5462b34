import { useTranslations } from 'use-intl';
import { usePage } from '#web/lib/use-page.ts';

export function StandingsPage() {
  const t = useTranslations();
  usePage(t('titles.standings_unknown'), { back: '/leagues' });
  return (
    <div className="page-width">
      <h1 className="text-[20px] font-[680]">{t('leagues.heading')}</h1>
    </div>
  );
}
