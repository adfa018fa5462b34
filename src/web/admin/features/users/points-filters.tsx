import { useTranslations } from 'use-intl';
import { POINT_SOURCES } from '#domain/ledger.ts';
import { DateField } from '#web/admin/ui/date-field.tsx';
import { dateIn, oneOf } from '#web/lib/address-values.ts';
import { QuietSelect } from '#web/ui/quiet-select.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { POINT_STATUSES, POINT_TYPES, type usePointsFilter } from './use-points-filter.ts';

/** Narrows a user's ledger down by direction, source, state and days. */
export function PointsFilters({ values: { type, source, status, from, to }, change }: ReturnType<typeof usePointsFilter>) {
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
