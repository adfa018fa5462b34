import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { TrackRecord } from '#contract/forecasts.ts';
import { PICKS, type Pick } from '#domain/sport.ts';
import { Card } from '#web/ui/card.tsx';
import { ReliabilityChart } from '#web/ui/reliability-chart.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { FewNote } from './few-note.tsx';
import { isFew } from './verdict.ts';

interface ReliabilityCardProps {
  reliability: TrackRecord['reliability'];
  matches: number;
  hasDraw: boolean;
}

/** Whether forecasts come true as often as they say: drawn, and as a table. */
export function ReliabilityCard({ reliability, matches, hasDraw }: ReliabilityCardProps) {
  const t = useTranslations();
  const [chosen, setChosen] = useState<Pick>('home');
  const outcomes = PICKS.filter((pick) => pick !== 'draw' || hasDraw);
  const outcome = outcomes.find((one) => one === chosen) ?? 'home';
  const bins = reliability[outcome];
  return (
    <Card title={t('track_record.reliability')}>
      <p className="mb-3 text-[13px] text-muted">{t('track_record.reliability_lead')}</p>
      {isFew(matches) || bins.length === 0 ? (
        <FewNote />
      ) : (
        <>
          <Segmented
            label={t('track_record.outcome')}
            value={outcome}
            options={outcomes.map((value) => ({ value, label: t(`common.${value}`) }))}
            onChange={setChosen}
            className="mb-3 w-fit"
          />
          <ReliabilityChart
            bins={bins}
            colour={outcome}
            name={t(`common.${outcome}`)}
            caption={`${t('track_record.reliability')} ${t(`common.${outcome}`)}`}
          />
        </>
      )}
    </Card>
  );
}
