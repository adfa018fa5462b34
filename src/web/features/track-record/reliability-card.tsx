import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { TrackRecord } from '#contract/forecasts.ts';
import { PICKS, type Pick } from '#domain/sport.ts';
import { Card } from '#web/ui/card.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { FewNote } from './few-note.tsx';
import { PERCENT } from './number-formats.ts';
import type { Bin } from './reliability.ts';
import { ReliabilityChart } from './reliability-chart.tsx';
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
          <ReliabilityChart bins={bins} outcome={outcome} />
          <p className="mt-2 text-[12.5px] text-muted">{t('track_record.reliability_band')}</p>
          <details className="mt-3">
            <summary className="thumb w-fit cursor-pointer text-[13px] font-[550] text-muted hover:text-text">
              {t('track_record.as_table')}
            </summary>
            <BinTable bins={bins} caption={`${t('track_record.reliability')} ${t(`common.${outcome}`)}`} />
          </details>
        </>
      )}
    </Card>
  );
}

function BinTable({ bins, caption }: { bins: readonly Bin[]; caption: string }) {
  const t = useTranslations('track_record');
  const format = useFormatter();
  return (
    <table className="num mt-2 w-full text-[14px]">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-[12px] text-faint">
        <tr className="[&>th]:py-1.5 [&>th]:text-right [&>th]:font-medium">
          <th scope="col" className="text-left!">
            {t('forecast')}
          </th>
          <th scope="col">{t('came_true')}</th>
          <th scope="col">{t('matches')}</th>
        </tr>
      </thead>
      <tbody>
        {bins.map((bin, index) => (
          <tr key={`${index} ${bin.forecast}`} className="border-t border-line [&>*]:py-1.5 [&>td]:text-right">
            <th scope="row" className="text-left">
              {format.number(bin.forecast, PERCENT)}
            </th>
            <td>{format.number(bin.frequency, PERCENT)}</td>
            <td className="text-muted">{format.number(bin.count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
