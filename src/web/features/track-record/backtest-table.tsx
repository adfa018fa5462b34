import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { ALL, COMPARED, OUR_FORECASTS } from '#domain/forecast/backtest-figures.ts';
import { classNames } from '#web/lib/class-names.ts';
import { FIGURE } from '#web/lib/number-formats.ts';
import { Segmented } from '#web/ui/switches.tsx';
import { figureOf, MEASURES, type Measure, seasonsOf, seasonText } from './backtest-rows.ts';

const isOurs = (name: string): boolean => OUR_FORECASTS.some((one) => one === name);

/** Shows a division's figures by season, with a column per forecaster. */
export function BacktestTable({ division }: { division: string }) {
  const t = useTranslations('backtest');
  const format = useFormatter();
  const [measure, setMeasure] = useState<Measure>('rps');
  return (
    <>
      <Segmented
        label={t('measure_label')}
        value={measure}
        options={MEASURES.map((value) => ({ value, label: t(`measure.${value}`) }))}
        onChange={setMeasure}
        className="mb-3 w-fit"
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content has to be reachable by keyboard. */}
      <section tabIndex={0} aria-label={t('by_season')} className="overflow-x-auto">
        <table className="num w-full min-w-max text-right text-[13.5px]">
          <caption className="sr-only">{t('by_season')}</caption>
          <thead className="text-[12px] text-faint">
            <tr className="[&>th]:pb-2 [&>th]:pl-3 [&>th]:align-bottom [&>th]:font-medium">
              <th scope="col" className="sticky left-0 bg-surface pl-0! text-left">
                {t('season')}
              </th>
              <th scope="col">{t('matches')}</th>
              {COMPARED.map((name) => (
                <th key={name} scope="col" abbr={t(`forecaster.${name}`)} className={isOurs(name) ? 'text-text' : undefined}>
                  {t(`short.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {seasonsOf(division).map(({ season, row }) => (
              <tr key={season} className={classNames('border-t border-line [&>*]:py-2 [&>td]:pl-3', season === ALL && 'font-bold')}>
                <th scope="row" className="sticky left-0 bg-surface text-left font-[530] whitespace-nowrap">
                  {season === ALL ? t('all_seasons') : seasonText(season)}
                </th>
                <td className="text-muted">{format.number(row.matches)}</td>
                {COMPARED.map((name) => (
                  <td key={name} className={isOurs(name) ? undefined : 'text-muted'}>
                    {format.number(figureOf(row, name, measure) ?? 0, FIGURE)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
