import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { pointsHistory } from '#contract/account.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { type HistoryFilter, historyQuery } from './api.ts';
import { HistoryTable } from './history-table.tsx';

interface HistoryListProps {
  filter: HistoryFilter;
  isFiltered?: boolean;
  /** What follows the rows: the way to more. */
  children?: (page: ReplyOf<typeof pointsHistory>) => ReactNode;
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** A page of the points history in each of its conditions: on its way, failed, empty and there. */
export function HistoryList({ filter, isFiltered = false, children }: HistoryListProps) {
  const t = useTranslations('account');
  const { data, error, refetch } = useQuery(historyQuery(filter));
  if (!data && error) return <ErrorState title={t('history_failed')} error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div className="grid gap-2">
        {ROWS.map((row) => (
          <Skeleton key={row} className="h-[30px]" />
        ))}
      </div>
    );
  }
  if (data.items.length === 0) {
    return (
      <EmptyState
        icon={<History size={28} />}
        title={t(isFiltered ? 'history_empty_filtered' : 'history_empty')}
        hint={t(isFiltered ? 'history_empty_filtered_hint' : 'history_empty_hint')}
      />
    );
  }
  return (
    <>
      <HistoryTable rows={data.items} />
      {children?.(data)}
    </>
  );
}
