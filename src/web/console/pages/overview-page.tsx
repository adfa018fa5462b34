import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { TREND_WINDOWS } from '#domain/matches/trend.ts';
import { DataQualityCard } from '#web/console/features/overview/data-quality-card.tsx';
import { ChartPanel, Figures } from '#web/console/features/overview/figures.tsx';
import { HistoryPanel } from '#web/console/features/overview/history-panel.tsx';
import { ProblemsNote, SiteStates } from '#web/console/features/overview/site-states.tsx';
import { QueuesPanel, WaitingPanel } from '#web/console/features/overview/waiting-panel.tsx';
import { overviewQuery } from '#web/console/lib/overview.ts';
import { useAddress } from '#web/console/lib/use-address.ts';
import { PageHead } from '#web/console/ui/page-head.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { WindowChoice } from '#web/console/ui/trend-chart.tsx';
import { oneOf } from '#web/lib/address-values.ts';
import { Skeleton } from '#web/ui/placeholders.tsx';

/** The site at a glance: five figures, problems, waiting work, and recent trends. */
export function OverviewPage() {
  const t = useTranslations();
  const query = useQuery(overviewQuery);
  const { values, change } = useAddress({ window: (text) => oneOf(TREND_WINDOWS, text) ?? '30' });
  const overview = query.data;
  return (
    <>
      <PageHead
        title={t('admin.pages.overview')}
        states={overview && <SiteStates ledger={overview.ledger} feeds={overview.feeds} />}
        aside={<WindowChoice value={values.window} onChange={(window) => change({ window })} />}
      />
      <div className="grid grid-cols-1 gap-3.5">
        {overview ? (
          <>
            <ProblemsNote {...overview} />
            <Figures metrics={overview.metrics} />
          </>
        ) : (
          <Panel query={query} failed={t('admin_overview.failed')} skeleton={<Skeleton className="h-[60px]" />}>
            {() => null}
          </Panel>
        )}
        <ChartPanel window={values.window} />
        <div className="grid grid-cols-1 items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_310px]">
          <WaitingPanel />
          {overview && (
            <div className="grid grid-cols-1 gap-3.5">
              <QueuesPanel overview={overview} />
              <DataQualityCard refusals={overview.refusals} opinions={overview.opinions} />
            </div>
          )}
        </div>
        {overview && <HistoryPanel feeds={overview.feeds} />}
      </div>
    </>
  );
}
