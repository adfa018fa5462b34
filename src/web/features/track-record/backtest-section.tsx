import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { ALL, COMPARED, OUR_FORECASTS } from '#domain/forecast/backtest-figures.ts';
import { classNames } from '#web/lib/class-names.ts';
import { FIGURE, SIGNED } from '#web/lib/number-formats.ts';
import { Card } from '#web/ui/card.tsx';
import { QuietSelect } from '#web/ui/select-field.tsx';
import { BacktestCalibration } from './backtest-calibration.tsx';
import { BacktestCheck } from './backtest-check.tsx';
import { BacktestGapChart } from './backtest-gap-chart.tsx';
import { BACKTEST, DIVISIONS, figureOf, gapOf, gapVerdict, MEASURES, type Measure } from './backtest-rows.ts';
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
const COLUMNS = [
  { of: 'whole', row: WHOLE },
  { of: 'shared', row: BACKTEST.shared },
].flatMap(({ of, row }) => MEASURES.map((measure) => ({ of: of as 'whole' | 'shared', row, measure })));
/** Phones have no room for both figures. */
const ONLY_WIDE: Partial<Record<Measure, string>> = { log_loss: 'max-md:hidden' };

/** Shows everybody's figures, on all matches and on those that FiveThirtyEight forecast too. */
function ComparedCard() {
  const t = useTranslations('backtest');
  const format = useFormatter();
  const write = (value: number | null) => (value === null ? '–' : format.number(value, FIGURE));
  return (
    <Card title={t('compared')} aside={t('lower_is_better')}>
      <table className="num w-full text-[14px]">
        <caption className="sr-only">{t('compared')}</caption>
        <thead className="text-[12px] text-faint">
          <tr className="[&>th]:pb-2 [&>th]:pl-2 [&>th]:text-right [&>th]:align-bottom [&>th]:font-medium">
            <th scope="col" className="pl-0! text-left!">
              {t('who')}
            </th>
            {COLUMNS.map(({ row, of, measure }) => (
              <th key={`${of} ${measure}`} scope="col" className={classNames('w-[92px] md:w-28', ONLY_WIDE[measure])}>
                {t(`measure.${measure}`)}
                <span className="block">{t(of, { count: row.matches })}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {SHOWN.map((name) => (
            <tr key={name} className="border-t border-line [&>*]:py-2 [&>td]:pl-2 [&>td]:text-right">
              <th scope="row" className="text-left font-[530] [font-stretch:100%] wrap-anywhere">
                {t(`forecaster.${name}`)}
              </th>
              {COLUMNS.map(({ row, of, measure }) => (
                <td key={`${of} ${measure}`} className={classNames(measure === 'log_loss' && 'text-muted', ONLY_WIDE[measure])}>
                  {write(figureOf(row, name, measure))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-[12.5px] text-muted">{t('compared_note')}</p>
    </Card>
  );
}
