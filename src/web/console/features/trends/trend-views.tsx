import { useFormatter, useTranslations } from 'use-intl';
import type { TrendDay, Trends } from '#contract/overview.ts';
import { TREND_SERIES, type TrendSeries } from '#domain/matches/trend.ts';
import { changeOf, isSummed, windowValue } from '#web/console/lib/trends.ts';
import { type Column, DataTable } from '#web/console/ui/data-table.tsx';
import { ChangeNote, TrendChart } from '#web/console/ui/trend-chart.tsx';
import { Card } from '#web/ui/card.tsx';

const HEIGHT = 170;

/** One of the eight series: its value for the window, the change against the days before, and its chart. */
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
      <p className="mb-2 text-[12.5px] text-muted">{t(`definitions.${series}`)}</p>
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

interface Row {
  day: TrendDay;
  before: TrendDay | undefined;
}

/** The numbers as a table: one row per day, newest first, with the earlier window in grey. */
export function TrendsTable({ trends: { days, before, window } }: { trends: Trends }) {
  const t = useTranslations('admin_overview');
  const format = useFormatter();
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : format.number(value, { maximumFractionDigits: 2 });
  const rows: Row[] = days.map((day, at) => ({ day, before: before[at] })).reverse();
  const columns: Column<Row>[] = [
    {
      key: 'day',
      title: t('day_utc'),
      className: 'whitespace-nowrap',
      cell: ({ day }) => (
        <>
          {format.dateTime(new Date(day.day), 'weekday_day', { timeZone: 'UTC' })}
          {day.is_partial && <span className="text-muted"> · {t('so_far')}</span>}
        </>
      ),
    },
    ...TREND_SERIES.map(
      (series): Column<Row> => ({
        key: series,
        title: t(`series.${series}`),
        isNumber: true,
        cell: ({ day, before: then }) => (
          <>
            {number(day[series])} <span className="font-normal text-muted">{number(then?.[series])}</span>
          </>
        ),
      }),
    ),
  ];
  return (
    <div className="grid grid-cols-1 gap-3.5">
      <Card title={t('as_table')} aside={t('before_in_grey', { days: window })}>
        <DataTable label={t('as_table')} columns={columns} rows={rows} keyOf={({ day }) => day.day} />
      </Card>
      <Card title={t('definitions_heading')}>
        <dl className="grid max-w-[80ch] gap-1.5 text-[13px] text-muted">
          {TREND_SERIES.map((series) => (
            <div key={series}>
              <dt className="inline font-[550] text-text">{t(`series.${series}`)}: </dt>
              <dd className="inline">{t(`definitions.${series}`)}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  );
}
