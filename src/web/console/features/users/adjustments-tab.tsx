import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useAddress } from '#web/console/lib/use-address.ts';
import { AdjustmentsTable } from '#web/console/ui/adjustments-table.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { TableSkeleton } from '#web/console/ui/table-skeleton.tsx';
import { pageNumber } from '#web/lib/address-values.ts';
import { Pager } from '#web/ui/pager.tsx';
import { userAdjustmentsQuery } from './api.ts';

/** Who gave a user points or took some, and why. */
export function AdjustmentsTab({ id }: { id: string }) {
  const t = useTranslations('admin_users');
  const { values, hrefWith } = useAddress({ page: pageNumber });
  const query = useQuery(userAdjustmentsQuery({ id, ...values }));
  return (
    <Panel
      query={query}
      failed={t('adjustments_failed')}
      skeleton={<TableSkeleton />}
      empty={({ items }) => (items.length === 0 ? t('adjustments_none') : null)}
    >
      {(list) => (
        <>
          <AdjustmentsTable label={t('tabs.adjustments')} rows={list.items} isStale={query.isPlaceholderData} />
          <Pager list={list} hrefOf={(page) => hrefWith({ page })} />
        </>
      )}
    </Panel>
  );
}
