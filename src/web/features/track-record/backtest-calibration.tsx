import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { OUR_FORECASTS, type OurForecast } from '#domain/forecast/backtest-figures.ts';
import { PICKS, type Pick } from '#domain/matches/sport.ts';
import { Card } from '#web/ui/card.tsx';
import { ReliabilityChart } from '#web/ui/reliability-chart.tsx';
import { QuietSelect } from '#web/ui/select-field.tsx';
import { Segmented } from '#web/ui/switches.tsx';
import { BACKTEST } from './backtest-rows.ts';
import { MATCHES_MIN } from './figures-card.tsx';

/** Shows whether our forecasts of past seasons came true as often as they said, in groups of five percentage points. */
export function BacktestCalibration() {
  const t = useTranslations();
  const [outcome, setOutcome] = useState<Pick>('home');
  const [forecast, setForecast] = useState<OurForecast>('none');
  const bins = BACKTEST.calibration[forecast][outcome]
    .filter(([, , count]) => count >= MATCHES_MIN)
    .map(([said, frequency, count]) => ({ forecast: said, frequency, count }));
  return (
    <Card title={t('backtest.calibration')}>
      <p className="mb-3 text-[13px] text-muted">{t('backtest.calibration_lead', { count: MATCHES_MIN })}</p>
      <QuietSelect
        label={t('backtest.who')}
        value={forecast}
        options={OUR_FORECASTS.map((value) => ({ value, label: t(`backtest.forecaster.${value}`) }))}
        onChange={(value) => setForecast(OUR_FORECASTS.find((name) => name === value) ?? 'none')}
        className="mb-3 w-full"
      />
      <Segmented
        label={t('track_record.outcome')}
        value={outcome}
        options={PICKS.map((value) => ({ value, label: t(`common.${value}`) }))}
        onChange={setOutcome}
        className="mb-3 w-fit"
      />
      <ReliabilityChart
        bins={bins}
        colour={outcome}
        name={t(`common.${outcome}`)}
        caption={`${t('backtest.calibration')} ${t(`common.${outcome}`)}`}
      />
    </Card>
  );
}
