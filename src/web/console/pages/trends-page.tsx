import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { exportTrends } from '#contract/overview.ts';
import { TREND_SERIES, TREND_WINDOWS } from '#domain/matches/trend.ts';
import { SeriesPanel, TrendsTable } from '#web/console/features/trends/trend-views.tsx';
import { trendsQuery } from '#web/console/lib/trends.ts';
import { useAddress } from '#web/console/lib/use-address.ts';
import { DownloadButton } from '#web/console/ui/download-button.tsx';
import { PageHead } from '#web/console/ui/page-head.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { WindowChoice } from '#web/console/ui/trend-chart.tsx';
import { oneOf } from '#web/lib/address-values.ts';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { Segmented } from '#web/ui/switches.tsx';

const VIEWS = ['charts', 'table'] as const;

/** The eight series of docs/rules.md#trends over 7, 14 or 30 days, as charts or as a table. */
export function TrendsPage() {
  const t = useTranslations();
  const { values, change } = useAddress({
    window: (text) => oneOf(TREND_WINDOWS, text) ?? '7',
    view: (text) => oneOf(VIEWS, text) ?? 'charts',
  });
  const query = useQuery(trendsQuery(values.window));
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
            <WindowChoice value={values.window} onChange={(window) => change({ window })} />
            <DownloadButton endpoint={exportTrends} input={{ window: values.window }} />
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
