import { useQuery } from '@tanstack/react-query';
import Trophy from 'lucide-react/icons/trophy';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { listQuery } from '#web/features/brackets/api.ts';
import { CompetitionList } from '#web/features/brackets/competition-list.tsx';
import { loadBracketWords } from '#web/i18n/bracket-words.ts';
import { usePage } from '#web/lib/use-page.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { SurvivorLink } from '#web/ui/site-links.tsx';

/** The words of this page, which no other page loads first. */
export const loadWords = loadBracketWords;

/** The competitions whose whole tree can be predicted, without stakes. */
export function BracketsPage() {
  const t = useTranslations();
  usePage(t('titles.brackets'), { back: '/matches' });
  const { data, error, refetch } = useQuery(listQuery);
  return (
    <div className="page-width max-w-[1000px]!">
      <h1 className="text-[20px] font-[680] max-md:sr-only">{t('brackets.heading')}</h1>
      <p className="mt-1 mb-2 max-w-[72ch] text-muted">{t('brackets.lead')}</p>
      <SurvivorLink className="relative mb-4" />
      {!data && error && <ErrorState title={t('brackets.list_failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className="grid gap-3 md:grid-cols-2">
          {[0, 1, 2, 3].map((index) => (
            <Skeleton key={index} className="h-[98px] rounded-card" />
          ))}
        </div>
      )}
      {data && data.items.length > 0 && <CompetitionList items={data.items} />}
      {data?.items.length === 0 && (
        <EmptyState
          icon={<Trophy size={28} />}
          title={t('brackets.list_none')}
          hint={t('brackets.list_none_hint')}
          action={
            <Button look="quiet" asChild>
              <Link to="/leagues">{t('brackets.to_leagues')}</Link>
            </Button>
          }
        />
      )}
    </div>
  );
}
