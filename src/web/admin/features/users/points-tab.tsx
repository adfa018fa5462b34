import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { LedgerTable } from '#web/admin/ui/ledger-table.tsx';
import { Panel } from '#web/admin/ui/panel.tsx';
import { TableSkeleton } from '#web/admin/ui/table-skeleton.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { userPointsQuery } from './api.ts';
import { PointsFilters } from './points-filters.tsx';
import { usePointsFilter } from './use-points-filter.ts';

/** Every change of a user's balance, with the filters that the user has. */
export function PointsTab({ id, timeZone }: { id: string; timeZone: string }) {
  const t = useTranslations('admin_users');
  const filter = usePointsFilter();
  const query = useQuery(userPointsQuery({ id, ...filter.values }));
  return (
    <>
      <PointsFilters {...filter} />
      <Panel
        title={<span className="font-medium text-muted">{t('zone_hint', { zone: timeZone })}</span>}
        query={query}
        failed={t('points_failed')}
        skeleton={<TableSkeleton />}
        empty={({ items }) => (items.length === 0 ? t('points_none') : null)}
      >
        {(list) => (
          <>
            <LedgerTable rows={list.items} isStale={query.isPlaceholderData} timeZone={timeZone} hasKeys />
            <Pager list={list} hrefOf={(page) => filter.hrefWith({ page })} />
          </>
        )}
      </Panel>
    </>
  );
}
