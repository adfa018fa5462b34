import { useFormatter, useTranslations } from 'use-intl';
import type { Trends } from '#contract/overview.ts';
import type { TrendSeries } from '#domain/matches/trend.ts';
import { changeOf, isSummed, windowValue } from '#web/console/lib/trends.ts';
import { ChangeNote } from '#web/console/ui/change-note.tsx';
import { TrendChart } from '#web/console/ui/trend-chart.tsx';
import { Card } from '#web/ui/card.tsx';

const HEIGHT = 170;

/** One of the eight series: what the window comes to, how that compares with the days before, and its course. */
export function SeriesPanel({ series, trends: { days, before, window } }: { series: TrendSeries; trends: Trends }) {
  const t = useTranslations('admin_overview');
  const format = useFormatter();
  const value = windowValue(days, series);
  const number = value === null ? '–' : format.number(value, { maximumFractionDigits: isSummed(series) ? 0 : 1 });
  const words = t(isSummed(series) ? 'total' : 'mean', { value: number });
  return (
    <Card
      title={t(`series.${series}`)}
      aside={
        <span className="flex items-baseline gap-2">
          <span className="num text-[15px] text-text">{words}</span>
          <ChangeNote
            isGood
            change={changeOf(value, windowValue(before, series))}
            words={(change) => t('against_before', { change, days: window })}
          />
        </span>
      }
    >
      <TrendChart
        series={series}
        days={days}
        before={before}
        height={HEIGHT}
        label={t('chart_label', { series: t(`series.${series}`), value: words })}
      />
    </Card>
  );
}
