import { useMutation } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { pointsHistoryFile } from '#contract/account.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { LEDGER_STATUSES, POINT_SOURCES } from '#domain/ledger/ledger.ts';
import { errorText } from '#web/data/api-error.ts';
import { callForFile } from '#web/data/call.ts';
import { toast } from '#web/data/toasts.ts';
import { dateIn, oneOf, pageNumber } from '#web/lib/address-values.ts';
import { timeZone } from '#web/lib/dates.ts';
import { saveFile } from '#web/lib/sharing.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/form.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { Segmented } from '#web/ui/switches.tsx';
import type { HistoryFilter } from './api.ts';
import { HistoryList } from './history-list.tsx';

/** Shows the whole points history, with filters and page kept in the address. */
export function HistoryTab() {
  const t = useTranslations('account');
  const filter = useHistoryFilter();
  return (
    <Card title={t('history')} aside={<HistoryFile filters={filter.filters} disabled={filter.isBadRange} />}>
      <HistoryFilters filter={filter} />
      {!filter.isBadRange && (
        <HistoryList filter={{ ...filter.filters, page: filter.page }} isFiltered={filter.isFiltered}>
          {(page) => <Pager list={page} hrefOf={filter.hrefOf} />}
        </HistoryList>
      )}
    </Card>
  );
}

/** Downloads all rows that match the filters, on all pages. */
function HistoryFile({ filters, disabled }: { filters: InputOf<typeof pointsHistoryFile>; disabled?: boolean }) {
  const t = useTranslations('account');
  const save = useMutation({
    mutationFn: async () => saveFile(await callForFile(pointsHistoryFile, { ...filters, tz: timeZone() }), 'points-history.csv'),
    onError: (error) => toast('error', `${t('save_csv_failed')} ${errorText(error)}`),
  });
  return (
    <Button size="s" look="quiet" busy={save.isPending} disabled={disabled} onClick={() => save.mutate()}>
      <Download size={15} aria-hidden />
      {t('save_csv')}
    </Button>
  );
}

const TYPES = ['all', 'credit', 'debit'] as const;

/** Filters the history by direction, source, status and dates. */
function HistoryFilters({ filter }: { filter: ReturnType<typeof useHistoryFilter> }) {
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
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <SelectField
          label={t('filter_source')}
          value={filters.source ?? ''}
          options={[{ value: '', label: t('source_all') }, ...POINT_SOURCES.map((value) => ({ value, label: t(`source_name.${value}`) }))]}
          onChange={(source) => change({ source: source === '' ? undefined : source })}
        />
        <SelectField
          label={t('filter_status')}
          value={filters.status ?? ''}
          options={[{ value: '', label: t('status_all') }, ...LEDGER_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))]}
          onChange={(status) => change({ status: oneOf(LEDGER_STATUSES, status) })}
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

type Filters = Omit<HistoryFilter, 'page' | 'page_size'>;

/** Returns the history's filters and page, which the address keeps. Invalid values are ignored. */
function useHistoryFilter() {
  const [params, setParams] = useSearchParams();
  const filters: Filters = {
    type: oneOf(['credit', 'debit'], params.get('type')),
    source: oneOf(POINT_SOURCES, params.get('source')),
    status: oneOf(LEDGER_STATUSES, params.get('status')),
    from: dateIn(params.get('from')),
    to: dateIn(params.get('to')),
  };
  const page = pageNumber(params.get('page'));

  /** Returns the query for these filters; the page is the first by default. */
  const paramsOf = (chosen: Filters, onPage = 1) => {
    const next = new URLSearchParams({ tab: 'history' });
    for (const [name, value] of Object.entries(chosen)) if (value) next.set(name, value);
    if (onPage > 1) next.set('page', String(onPage));
    return next;
  };
  return {
    filters,
    page,
    isFiltered: Object.values(filters).some((value) => value !== undefined),
    isBadRange: filters.from !== undefined && filters.to !== undefined && filters.from > filters.to,
    change: (changed: Filters) => setParams(paramsOf({ ...filters, ...changed }), { replace: true, preventScrollReset: true }),
    clear: () => setParams(paramsOf({}), { replace: true, preventScrollReset: true }),
    hrefOf: (to: number) => `/account?${paramsOf(filters, to)}`,
  };
}
