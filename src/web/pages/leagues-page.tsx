import { useTranslations } from 'use-intl';
import { LeagueList } from '#web/features/leagues/league-list.tsx';
import { usePage } from '#web/lib/use-page.ts';

export function LeaguesPage() {
  const t = useTranslations();
  usePage(t('titles.leagues'));
  return (
    <div className="page-width">
      <h1 className="mb-4 text-[20px] font-[680] max-md:sr-only">{t('leagues.heading')}</h1>
      <LeagueList />
    </div>
  );
}
