import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { ForecastFigures, TrackRecord } from '#contract/forecasts.ts';
import { PICKS, type Pick, type Sport } from '#domain/matches/sport.ts';
import { FIGURE, PERCENT, SIGNED } from '#web/lib/number-formats.ts';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { ReliabilityChart } from '#web/ui/reliability-chart.tsx';
import { Segmented } from '#web/ui/switches.tsx';
import { type Comparison, FIGURES, FigureCells, FiguresCard, isFew, MATCHES_MIN, verdictOf } from './figures-card.tsx';
import { type LeagueFigures, LeaguesCard } from './leagues-card.tsx';
import { RecentCard } from './recent-card.tsx';

interface RecordCardsProps {
  record: TrackRecord;
  model: ForecastFigures;
  sport: Sport;
  hrefOf: (row: LeagueFigures) => string;
}

/** Shows a track record with forecasts: a summary first, then figures, then each forecast. */
export function RecordCards({ record, model, sport, hrefOf }: RecordCardsProps) {
  // In a sport with draws, some forecast gave them a chance; in others none did.
  const hasDraw = sport === 'football' || record.reliability.draw.some(({ forecast }) => forecast > 0);
  return (
    <div className="grid grid-cols-1 gap-4">
      <Headline record={record} matches={model.matches} />
      <FiguresCard record={record} model={model} sport={sport} />
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2">
        <ReliabilityCard reliability={record.reliability} matches={model.matches} hasDraw={hasDraw} />
        <div className="grid grid-cols-1 gap-4">
          {record.hit_rate && <ScoreHitsCard hitRate={record.hit_rate} />}
          <LeadTimesCard leads={record.by_lead_time} />
        </div>
      </div>
      <LeaguesCard rows={record.by_league} hrefOf={hrefOf} />
      <RecentCard recent={record.recent} hasDraw={hasDraw} />
    </div>
  );
}

/** Shows how often the likeliest scores came true; football only. */
function ScoreHitsCard({ hitRate }: { hitRate: NonNullable<TrackRecord['hit_rate']> }) {
  const t = useTranslations('track_record');
  const format = useFormatter();
  const { matches, top, top_three } = hitRate;
  return (
    <Card title={t('scores')} aside={t('of_matches', { count: matches })}>
      {isFew(matches) ? (
        <FewNote />
      ) : (
        <dl className="grid grid-cols-2 gap-4">
          {(
            [
              ['top_score', top],
              ['top_three', top_three],
            ] as const
          ).map(([name, share]) => (
            <div key={name} className="flex flex-col-reverse justify-end">
              <dt className="text-[13px] text-muted">{t(name)}</dt>
              <dd className="num text-[26px] font-bold">{format.number(share, PERCENT)}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="mt-3 text-[12.5px] text-muted">{t('scores_note')}</p>
    </Card>
  );
}

/** Shows the figures by the time between forecast and start. */
function LeadTimesCard({ leads }: { leads: TrackRecord['by_lead_time'] }) {
  const t = useTranslations('track_record');
  const format = useFormatter();
  return (
    <Card title={t('by_lead')}>
      <table className="num w-full text-[14px]">
        <caption className="sr-only">{t('by_lead')}</caption>
        <thead className="text-[12px] text-faint">
          <tr className="[&>th]:pb-2 [&>th]:pl-2 [&>th]:text-right [&>th]:font-medium [&>th]:whitespace-nowrap">
            <th scope="col" className="pl-0! text-left!">
              {t('lead_time')}
            </th>
            <th scope="col">{t('matches')}</th>
            {FIGURES.map((name) => (
              <th key={name} scope="col" abbr={t(`figure_long.${name}`)} className="w-[58px]">
                {t(`figure.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {leads.map((row) => (
            <tr key={row.lead} className="border-t border-line [&>*]:py-2 [&>td]:pl-2">
              <th scope="row" className="text-left font-[530] [font-stretch:100%]">
                {t(`leads.${row.lead}`)}
              </th>
              <td className="text-right text-muted">{format.number(row.matches)}</td>
              <FigureCells figures={row} />
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** Summarises the number of forecasts, and the comparison with market and crowd. */
function Headline({ record, matches }: { record: TrackRecord; matches: number }) {
  const t = useTranslations('track_record');
  return (
    <Card>
      <p className="num text-[26px] leading-tight font-bold md:text-[32px]">{t('checked', { count: matches })}</p>
      {record.beside.length === 0 && <p className="mt-2 text-muted">{t('nothing_beside')}</p>}
      <ul className="mt-3 grid gap-3">
        {record.beside.map((comparison) => (
          <Compared key={comparison.name} comparison={comparison} />
        ))}
      </ul>
    </Card>
  );
}

function Compared({ comparison }: { comparison: Comparison }) {
  const t = useTranslations('track_record');
  const format = useFormatter();
  const { name, model, other, rps_difference, rps_standard_error } = comparison;
  const verdict = verdictOf(comparison);
  return (
    <li>
      <p className="text-[16px] font-[620]">{t(`verdict.${name}.${verdict}`, { count: model.matches, needed: MATCHES_MIN })}</p>
      {verdict !== 'few' && (
        <p className="mt-0.5 text-[13px] text-muted">
          {t(`because.${verdict}`)}{' '}
          {t('difference', {
            model: format.number(model.rps, FIGURE),
            other: format.number(other.rps, FIGURE),
            // The minus is as wide as the plus.
            difference: format.number(rps_difference, SIGNED).replace('-', '−'),
            error: format.number(rps_standard_error, FIGURE),
          })}
        </p>
      )}
    </li>
  );
}

interface ReliabilityCardProps {
  reliability: TrackRecord['reliability'];
  matches: number;
  hasDraw: boolean;
}

/** Shows whether forecasts come true as often as predicted, as a chart and a table. */
function ReliabilityCard({ reliability, matches, hasDraw }: ReliabilityCardProps) {
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

/** Replaces figures if there are too few matches. */
function FewNote() {
  const t = useTranslations('track_record');
  return (
    <p className="py-2 text-[13.5px] text-muted">
      <strong className="block font-[620] text-text">{t('few')}</strong>
      {t('few_hint', { needed: MATCHES_MIN })}
    </p>
  );
}

/** As high as the cards that replace it. */
export function RecordSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-[190px] rounded-card md:h-[170px]" />
      <Skeleton className="h-[620px] rounded-card md:h-[470px]" />
      <div className="grid gap-4 md:grid-cols-2">
        <Skeleton className="h-[560px] rounded-card" />
        <Skeleton className="h-[240px] rounded-card" />
      </div>
    </div>
  );
}
