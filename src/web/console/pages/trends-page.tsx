import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { exportTrends } from '#contract/overview.ts';
import { isTrendRange, TREND_DAYS_MAX, TREND_SERIES, TREND_WINDOWS } from '#domain/matches/trend.ts';
import { MINUTE_MS, utcDay } from '#domain/time.ts';
import { SeriesPanel, TrendsTable } from '#web/console/features/trends/trend-views.tsx';
import { trendsQuery } from '#web/console/lib/trends.ts';
import { useAddress } from '#web/console/lib/use-address.ts';
import { DownloadButton } from '#web/console/ui/download-button.tsx';
import { DateField } from '#web/console/ui/filter-fields.tsx';
import { PageHead } from '#web/console/ui/page-head.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { WindowChoice } from '#web/console/ui/trend-chart.tsx';
import { dateIn, oneOf } from '#web/lib/address-values.ts';
import { useNow } from '#web/lib/clock.ts';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { Segmented } from '#web/ui/switches.tsx';

const VIEWS = ['charts', 'table'] as const;

/**
 * The eight series of docs/rules.md#trends over 7, 14 or 30 days, or over a chosen range of up to a year, as charts or as a table, each with
 * what it counts. While a range is not complete or not possible, the window is shown.
 */
export function TrendsPage() {
  const t = useTranslations();
  const { values, change } = useAddress({
    window: (text) => oneOf(TREND_WINDOWS, text) ?? '7',
    view: (text) => oneOf(VIEWS, text) ?? 'charts',
    from: (text) => dateIn(text) ?? '',
    to: (text) => dateIn(text) ?? '',
  });
  const today = utcDay(useNow(MINUTE_MS));
  const { window, from, to } = values;
  const isRange = isTrendRange(from, to, today);
  const span = isRange ? { from, to } : { window };
  const query = useQuery(trendsQuery(span));
  const trends = query.data;
  return (
    <>
      <PageHead
        title={t('admin.pages.trends')}
        aside={
          <>
            <Segmented
              label={t('admin_overview.view')}
              value={values.view}
              options={VIEWS.map((view) => ({ value: view, label: t(`admin_overview.as_${view === 'charts' ? 'chart' : 'table'}`) }))}
              onChange={(view) => change({ view })}
            />
            <WindowChoice value={isRange ? null : window} onChange={(chosen) => change({ window: chosen, from: '', to: '' })} />
            <DownloadButton endpoint={exportTrends} input={span} />
          </>
        }
        filters={
          <>
            <DateField label={t('admin_overview.range_from')} value={from} max={to || today} onChange={(date) => change({ from: date })} />
            <DateField label={t('admin_overview.range_to')} value={to} min={from} max={today} onChange={(date) => change({ to: date })} />
            {!isRange && (from !== '' || to !== '') && (
              <p role="status" className="self-center text-[13px] text-muted">
                {t('admin_overview.range_hint', { days: TREND_DAYS_MAX })}
              </p>
            )}
          </>
        }
      />
      {!trends ? (
        <Panel query={query} failed={t('admin_overview.trends_failed')} skeleton={<Skeleton className="h-[70dvh]" />}>
          {() => null}
        </Panel>
      ) : values.view === 'table' ? (
        <TrendsTable trends={trends} />
      ) : (
        <div className="grid gap-3.5 lg:grid-cols-2">
          {TREND_SERIES.map((series) => (
            <SeriesPanel key={series} series={series} trends={trends} />
          ))}
        </div>
      )}
    </>
  );
}
