import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { POINT_SOURCES } from '#domain/ledger/ledger.ts';
import { useAddress } from '#web/console/lib/use-address.ts';
import { TableSkeleton } from '#web/console/ui/data-table.tsx';
import { DateField } from '#web/console/ui/filter-fields.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { AdjustmentsTable, LedgerTable } from '#web/console/ui/points-tables.tsx';
import { dateIn, oneOf, pageNumber } from '#web/lib/address-values.ts';
import { Pager } from '#web/ui/pager.tsx';
import { QuietSelect } from '#web/ui/select-field.tsx';
import { Segmented } from '#web/ui/switches.tsx';
import { userAdjustmentsQuery, userPointsQuery } from './api.ts';
import { ExplainBalance } from './explain-balance.tsx';

/** All changes of a user's balance, with the user's own filters. */
export function PointsTab({ id, timeZone }: { id: string; timeZone: string }) {
  const t = useTranslations('admin_users');
  const filter = usePointsFilter();
  const query = useQuery(userPointsQuery({ id, ...filter.values }));
  return (
    <>
      <ExplainBalance id={id} timeZone={timeZone} />
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

/** Filters a user's ledger by direction, source, state and days. */
function PointsFilters({ values: { type, source, status, from, to }, change }: ReturnType<typeof usePointsFilter>) {
  const t = useTranslations();
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2.5">
      <Segmented
        label={t('account.filter_type')}
        value={type ?? 'all'}
        options={(['all', ...POINT_TYPES] as const).map((value) => ({ value, label: t(`account.type_${value}`) }))}
        onChange={(value) => change({ type: oneOf(POINT_TYPES, value) })}
      />
      <QuietSelect
        label={t('account.filter_source')}
        value={source ?? ''}
        options={[
          { value: '', label: t('account.source_all') },
          ...POINT_SOURCES.map((value) => ({ value, label: t(`account.source_name.${value}`) })),
        ]}
        onChange={(value) => change({ source: oneOf(POINT_SOURCES, value) })}
      />
      <QuietSelect
        label={t('admin_users.state')}
        value={status ?? ''}
        options={[
          { value: '', label: t('admin_users.status_any') },
          ...POINT_STATUSES.map((value) => ({ value, label: t(`account.status.${value}`) })),
        ]}
        onChange={(value) => change({ status: oneOf(POINT_STATUSES, value) })}
      />
      <DateField
        label={t('account.filter_from')}
        value={from ?? ''}
        {...(to && { max: to })}
        onChange={(day) => change({ from: dateIn(day) })}
      />
      <DateField
        label={t('account.filter_to')}
        value={to ?? ''}
        {...(from && { min: from })}
        onChange={(day) => change({ to: dateIn(day) })}
      />
    </div>
  );
}

const POINT_TYPES = ['credit', 'debit'] as const;
const POINT_STATUSES = ['posted', 'pending', 'approved', 'rejected'] as const;

/** The filters of a user's ledger, kept in the address. */
const usePointsFilter = () =>
  useAddress({
    type: (text) => oneOf(POINT_TYPES, text),
    source: (text) => oneOf(POINT_SOURCES, text),
    status: (text) => oneOf(POINT_STATUSES, text),
    from: (text) => dateIn(text),
    to: (text) => dateIn(text),
    page: pageNumber,
  });

/** Points that admins gave a user or took, and why. */
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
