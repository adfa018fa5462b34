import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import type { TrendWindow } from '#domain/matches/trend.ts';
import { trendsQuery, windowValue } from '#web/console/lib/trends.ts';
import { Panel } from '#web/console/ui/panel.tsx';
import { TrendChart } from '#web/console/ui/trend-chart.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';

const HEIGHT = 240;

/** Bets by day, daily actives told beside them. */
export function ChartPanel({ window }: { window: TrendWindow }) {
  const t = useTranslations('admin_overview');
  const format = useFormatter();
  const query = useQuery(trendsQuery(window));
  return (
    <Panel
      title={t('chart')}
      aside={t('before_in_grey', { days: Number(window) })}
      query={query}
      failed={t('chart_failed')}
      skeleton={<Skeleton className="h-[240px]" />}
    >
      {({ days, before }) => (
        <TrendChart
          series="bets"
          also="daily_actives"
          days={days}
          before={before}
          height={HEIGHT}
          label={t('chart_label', {
            series: t('series.bets'),
            value: t('total', { value: format.number(windowValue(days, 'bets') ?? 0) }),
          })}
        />
      )}
    </Panel>
  );
}
