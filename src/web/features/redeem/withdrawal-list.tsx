import { useQuery } from '@tanstack/react-query';
import { HandCoins } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { WITHDRAWAL_STATUSES } from '#domain/withdrawal.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { withdrawalsQuery } from './api.ts';
import { useWithdrawalFilter, WITHDRAWALS_A_PAGE } from './use-withdrawal-filter.ts';
import { WithdrawalRow } from './withdrawal-row.tsx';

interface WithdrawalListProps {
  /** Makes a rejected request once more; null while no request can be made. */
  onAgain: ((points: number) => void) | null;
}

/** All requests, by status and page. */
export function WithdrawalList({ onAgain }: WithdrawalListProps) {
  const t = useTranslations('redeem');
  const { status, page, choose, hrefOf } = useWithdrawalFilter();
  const filter = { limit: WITHDRAWALS_A_PAGE, offset: (page - 1) * WITHDRAWALS_A_PAGE, ...(status && { status }) };
  const { data, error, refetch } = useQuery(withdrawalsQuery(filter));
  return (
    <Card title={t('history')}>
      <div className="-mx-4 mb-3 overflow-x-auto px-4 [scrollbar-width:none]">
        <Segmented
          label={t('filter')}
          value={status ?? 'all'}
          options={(['all', ...WITHDRAWAL_STATUSES] as const).map((value) => ({ value, label: t(`status.${value}`) }))}
          onChange={(value) => choose(value === 'all' ? undefined : value)}
          className="w-fit"
        />
      </div>
      {!data && error && <ErrorState title={t('history_failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-[180px]" />}
      {data && data.items.length === 0 && (
        <EmptyState
          icon={<HandCoins size={28} />}
          title={t(status ? 'history_none_such' : 'history_none')}
          hint={status ? undefined : t('history_none_hint')}
        />
      )}
      {data && data.items.length > 0 && (
        <>
          <ul className="grid">
            {data.items.map((withdrawal) => (
              <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} onAgain={onAgain} />
            ))}
          </ul>
          <Pager list={{ page, page_size: WITHDRAWALS_A_PAGE, total: data.total }} hrefOf={hrefOf} />
        </>
      )}
    </Card>
  );
}
