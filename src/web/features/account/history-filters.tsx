import { useTranslations } from 'use-intl';
import { POINT_SOURCES } from '#domain/ledger.ts';
import { Button } from '#web/ui/button.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { useHistoryFilter } from './use-history-filter.ts';

const TYPES = ['all', 'credit', 'debit'] as const;

/** Narrows the history by direction, source and dates. */
export function HistoryFilters({ filter }: { filter: ReturnType<typeof useHistoryFilter> }) {
  const t = useTranslations('account');
  const { filters, isFiltered, isBadRange, change, clear } = filter;
  return (
    <div className="mb-4 grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label={t('filter_type')}
          value={filters.type ?? 'all'}
          options={TYPES.map((value) => ({ value, label: t(`type_${value}`) }))}
          onChange={(type) => change({ type: type === 'all' ? undefined : type })}
        />
        {isFiltered && (
          <Button look="plain" size="s" onClick={clear} className="ml-auto">
            {t('clear_filters')}
          </Button>
        )}
      </div>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3">
        <SelectField
          label={t('filter_source')}
          value={filters.source ?? ''}
          options={[{ value: '', label: t('source_all') }, ...POINT_SOURCES.map((value) => ({ value, label: t(`source_name.${value}`) }))]}
          onChange={(source) => change({ source: source === '' ? undefined : source })}
          className="max-md:col-span-2"
        />
        <TextField
          type="date"
          className="min-w-0 grid-cols-1"
          label={t('filter_from')}
          value={filters.from ?? ''}
          max={filters.to}
          error={isBadRange ? t('bad_range') : null}
          onChange={(event) => change({ from: event.target.value || undefined })}
        />
        <TextField
          type="date"
          className="min-w-0 grid-cols-1"
          label={t('filter_to')}
          value={filters.to ?? ''}
          min={filters.from}
          onChange={(event) => change({ to: event.target.value || undefined })}
        />
      </div>
    </div>
  );
}
