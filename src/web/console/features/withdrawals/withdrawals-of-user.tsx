import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useAddress } from '#web/console/lib/use-address.ts';
import { Panel } from '#web/console/ui/panel.tsx';
import { TableSkeleton } from '#web/console/ui/table-skeleton.tsx';
import { pageNumber } from '#web/lib/address-values.ts';
import { Pager } from '#web/ui/pager.tsx';
import { userWithdrawalsQuery } from './api.ts';
import { BriefTable } from './brief-table.tsx';

/** All that a user ever asked to be paid out. */
export function WithdrawalsOfUser({ id }: { id: string }) {
  const t = useTranslations('admin_users');
  const { values, hrefWith } = useAddress({ page: pageNumber });
  const query = useQuery(userWithdrawalsQuery({ id, ...values }));
  return (
    <Panel
      query={query}
      failed={t('withdrawals_failed')}
      skeleton={<TableSkeleton />}
      empty={({ items }) => (items.length === 0 ? t('withdrawals_none') : null)}
    >
      {(list) => (
        <>
          <BriefTable label={t('tabs.withdrawals')} rows={list.items} isStale={query.isPlaceholderData} hasKeys />
          <Pager list={list} hrefOf={(page) => hrefWith({ page })} />
        </>
      )}
    </Panel>
  );
}
