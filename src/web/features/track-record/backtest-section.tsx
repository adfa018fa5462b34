import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { ALL, COMPARED, OUR_FORECASTS } from '#domain/forecast/backtest-figures.ts';
import { FIGURE, SIGNED } from '#web/lib/number-formats.ts';
import { Card } from '#web/ui/card.tsx';
import { QuietSelect } from '#web/ui/select-field.tsx';
import { BacktestCalibration } from './backtest-calibration.tsx';
import { BacktestCheck } from './backtest-check.tsx';
import { BacktestGapChart } from './backtest-gap-chart.tsx';
import { BACKTEST, DIVISIONS, figureOf, gapOf, gapVerdict } from './backtest-rows.ts';
import { BacktestTable } from './backtest-table.tsx';

const WHOLE = BACKTEST.rows[ALL]![ALL]!;

/** Shows how good our football forecasts of past seasons are beside others, and how to check it. */
export function BacktestSection() {
  const t = useTranslations('backtest');
  const [division, setDivision] = useState(ALL);
  const year = (month: string) => Number(month.slice(0, 4));
  return (
    <section aria-labelledby="past-seasons-heading" className="grid grid-cols-1 gap-4">
      <div>
        <h2 id="past-seasons-heading" className="text-[18px] font-[680]">
          {t('heading')}
        </h2>
        <p className="mt-1 text-muted">
          {t('lead', {
            matches: WHOLE.matches,
            divisions: DIVISIONS.length,
            from: String(year(BACKTEST.from)),
            to: String(year(BACKTEST.to)),
          })}
        </p>
      </div>
      <GapCard />
      <ComparedCard />
      <Card title={t('by_season')} aside={t('lower_is_better')}>
        <QuietSelect
          label={t('division_label')}
          value={division}
          options={[
            { value: ALL, label: t('all_divisions', { count: DIVISIONS.length }) },
            ...DIVISIONS.map((value) => ({ value, label: t(`division.${value as 'E0'}`) })),
          ]}
          onChange={setDivision}
          className="mb-3 w-full md:w-[320px]"
        />
        <BacktestTable division={division} />
        <h3 className="mt-6 text-[14px] font-[650]">{t('gap_heading')}</h3>
        <p className="mt-1 mb-3 text-[13px] text-muted">{t('gap_lead')}</p>
        <BacktestGapChart division={division} />
      </Card>
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2">
        <BacktestCalibration />
        <BacktestCheck />
      </div>
    </section>
  );
}

/** Says in words how far each of our forecasts is from the bookmakers' average. */
function GapCard() {
  const t = useTranslations('backtest');
  const format = useFormatter();
  return (
    <Card>
      <ul className="grid gap-3">
        {OUR_FORECASTS.map((name) => {
          const gap = gapOf(WHOLE, name);
          const shared = gapOf(BACKTEST.shared, name);
          const signed = (value: number) => format.number(value, SIGNED).replace('-', '−');
          return (
            <li key={name}>
              <p className="text-[16px] font-[620]">
                {t(`verdict.${gapVerdict(gap)}`, {
                  forecast: t(`forecaster.${name}`),
                  distance: format.number(Math.abs(gap.difference), FIGURE),
                })}
              </p>
              <p className="mt-0.5 text-[13px] text-muted">
                {t(`about.${name}`)}{' '}
                {t('gaps', {
                  matches: WHOLE.matches,
                  gap: signed(gap.difference),
                  reach: format.number(gap.reach, FIGURE),
                  shared: BACKTEST.shared.matches,
                  shared_gap: signed(shared.difference),
                })}
              </p>
            </li>
          );
        })}
      </ul>
      <p className="mt-3 border-t border-line pt-3 text-[13px] text-muted">{t('what_is_rps')}</p>
    </Card>
  );
}

const SHOWN = [...COMPARED, 'fivethirtyeight'] as const;

/** Shows everybody's figures, on all matches and on those that FiveThirtyEight forecast too. */
function ComparedCard() {
  const t = useTranslations('backtest');
  const format = useFormatter();
  const write = (value: number | null) => (value === null ? '–' : format.number(value, FIGURE));
  const heads = [
    { key: 'whole', matches: WHOLE.matches },
    { key: 'shared', matches: BACKTEST.shared.matches },
  ] as const;
  return (
    <Card title={t('compared')} aside={t('lower_is_better')}>
      <table className="num w-full text-[14px]">
        <caption className="sr-only">{t('compared')}</caption>
        <thead className="text-[12px] text-faint">
          <tr className="[&>*]:pb-1 [&>*]:pl-2 [&>*]:font-medium">
            <td className="pl-0!" />
            {heads.map(({ key, matches }) => (
              <th key={key} scope="colgroup" colSpan={2} className="text-right">
                {t(key, { count: matches })}
              </th>
            ))}
          </tr>
          <tr className="[&>th]:pb-2 [&>th]:pl-2 [&>th]:text-right [&>th]:font-medium">
            <th scope="col" className="pl-0! text-left!">
              {t('who')}
            </th>
            {heads.flatMap(({ key }) => [
              <th key={`${key} rps`} scope="col" className="w-[62px] md:w-24">
                {t('measure.rps')}
              </th>,
              <th key={`${key} log_loss`} scope="col" className="w-[62px] md:w-24">
                {t('measure.log_loss')}
              </th>,
            ])}
          </tr>
        </thead>
        <tbody>
          {SHOWN.map((name) => (
            <tr key={name} className="border-t border-line [&>*]:py-2 [&>td]:pl-2 [&>td]:text-right">
              <th scope="row" className="text-left font-[530] [font-stretch:100%] wrap-anywhere">
                {t(`forecaster.${name}`)}
              </th>
              {[WHOLE, BACKTEST.shared].flatMap((row, i) => [
                <td key={`${i} rps`}>{write(figureOf(row, name))}</td>,
                <td key={`${i} log_loss`} className="text-muted">
                  {write(figureOf(row, name, 'log_loss'))}
                </td>,
              ])}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-[12.5px] text-muted">{t('compared_note')}</p>
    </Card>
  );
}
