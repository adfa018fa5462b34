import { useQuery } from '@tanstack/react-query';
import { Goal } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useLocalName } from '#web/lib/local-name.ts';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { scorersQuery } from './api.ts';
import { ScorersTable } from './scorers-table.tsx';
import { useLeagueAddress } from './use-league-address.ts';

/** Who scored most in a season, and how complete that list is. */
export function ScorersTab({ leagueId }: { leagueId: number }) {
  const t = useTranslations('leagues');
  const nameOf = useLocalName();
  const { season } = useLeagueAddress().address;
  const { data, error, refetch, isPending, isPlaceholderData } = useQuery(scorersQuery(leagueId, { season }));
  if (isPending) return <Skeleton className="h-[640px] rounded-card" />;
  if (!data) return <ErrorState title={t('scorers_failed')} error={error} onRetry={() => void refetch()} />;
  const { goals, items, league } = data;
  if (items.length === 0) {
    const none =
      goals.all === 0
        ? { title: t('scorers_empty'), hint: t('scorers_empty_hint') }
        : { title: t('scorers_unnamed'), hint: t('scorers_unnamed_hint', { count: goals.all }) };
    return <EmptyState icon={<Goal size={28} />} {...none} />;
  }
  return (
    <div aria-busy={isPlaceholderData}>
      <ScorersTable scorers={items} caption={t('scorers_caption', { league: nameOf(league), season: data.season })} />
      {goals.named < goals.all && <p className="mt-3 px-1 text-[12.5px] text-muted">{t('scorers_known', goals)}</p>}
    </div>
  );
}
