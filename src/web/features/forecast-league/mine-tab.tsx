import { useQuery } from '@tanstack/react-query';
import Gauge from 'lucide-react/icons/gauge';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { ForecastStanding } from '#contract/forecast-league.ts';
import { TABLE_FORECASTS_MIN } from '#domain/forecast/forecast-league.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { ReliabilityChart } from '#web/ui/reliability-chart.tsx';
import { Segmented } from '#web/ui/switches.tsx';
import { ownQuery, standingQuery } from './api.ts';
import { ForecastList } from './forecast-list.tsx';
import { useLeagueAddress, WindowChoice } from './league-address.tsx';
import { useScoreFormat } from './opinion-table.tsx';

/** Shows the user's results and forecasts. */
export function MineTab() {
  const t = useTranslations('forecast_league');
  const { address, change, hrefOf } = useLeagueAddress();
  const { list, page } = address;
  const query = useQuery(ownQuery({ status: list, page }));
  return (
    <div className="grid gap-6">
      <StandingCards />
      <section>
        <Segmented
          label={t('list')}
          value={list}
          options={(['open', 'scored'] as const).map((value) => ({ value, label: t(`lists.${value}`) }))}
          onChange={(chosen) => change({ list: chosen })}
          className="mb-4 w-fit"
        />
        <ForecastList
          query={query}
          failed={t('list_failed')}
          empty={{ title: t(`list_none.${list}`), hint: t('list_none_hint') }}
          hrefOf={hrefOf}
        />
      </section>
    </div>
  );
}

/** Shows the user's mean score and rank, the comparison on the same matches, and the reliability of their numbers. */
function StandingCards() {
  const t = useTranslations('forecast_league');
  const { address } = useLeagueAddress();
  const { data, error, refetch } = useQuery(standingQuery(address.window));
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-[16px] font-[650]">{t('standing')}</h2>
        <WindowChoice />
      </div>
      {!data && error && <ErrorState title={t('standing_failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-[220px] rounded-card" />}
      {data?.mean === null && <EmptyState icon={<Gauge size={28} />} title={t('standing_none')} hint={t('standing_none_hint')} />}
      {data && data.mean !== null && (
        <div className="grid items-start gap-4 md:grid-cols-2">
          <Figures standing={data} mean={data.mean} />
          <Card title={t('calibration')}>
            <p className="mb-3 text-[13px] text-muted">{t('calibration_lead')}</p>
            <ReliabilityChart bins={data.calibration} colour="mine" name={t('calibration_name')} caption={t('calibration')} />
          </Card>
        </div>
      )}
    </section>
  );
}

function Figures({ standing, mean }: { standing: ForecastStanding; mean: number }) {
  const t = useTranslations('forecast_league');
  const { score } = useScoreFormat();
  const { forecasts, rank, ranked, beside } = standing;
  return (
    <Card>
      <dl className="grid grid-cols-2 gap-4">
        <Figure name={t('mean')} note={t('scored_count', { count: forecasts })}>
          {score(mean)}
        </Figure>
        <Figure name={t('rank')} note={rank === null ? t('rank_none', { min: TABLE_FORECASTS_MIN }) : null}>
          {rank === null ? '–' : t('rank_of', { rank, ranked })}
        </Figure>
      </dl>
      {beside.length > 0 && <Beside beside={beside} />}
    </Card>
  );
}

function Figure({ name, note, children }: { name: string; note: string | null; children: ReactNode }) {
  return (
    <div>
      <dt className="text-[12.5px] text-muted">{name}</dt>
      <dd className="num text-[26px] leading-tight font-bold">{children}</dd>
      {note && <dd className="text-[12.5px] text-muted">{note}</dd>}
    </div>
  );
}

function Beside({ beside }: { beside: ForecastStanding['beside'] }) {
  const t = useTranslations('forecast_league');
  const { score, difference } = useScoreFormat();
  return (
    <table className="num mt-4 w-full border-t border-line text-[14px]">
      <caption className="pt-3 pb-1 text-left text-[12.5px] font-[550] text-muted [font-stretch:100%]">
        {t('beside')} · {t('higher_is_better')}
      </caption>
      <thead className="text-[12px] text-faint">
        <tr className="[&>*]:py-1.5 [&>th]:pl-2 [&>th]:text-right [&>th]:font-medium">
          <td />
          <th scope="col">{t('matches')}</th>
          <th scope="col">{t('you')}</th>
          <th scope="col">{t('they')}</th>
          <th scope="col">{t('difference')}</th>
        </tr>
      </thead>
      <tbody>
        {beside.map(({ name, matches, mine, other }) => (
          <tr key={name} className="border-t border-line [&>*]:py-2 [&>td]:pl-2 [&>td]:text-right">
            <th scope="row" className="text-left font-[530] [font-stretch:100%]">
              {t(`beside_row.${name}`)}
            </th>
            <td className="text-muted">{matches}</td>
            <td>{score(mine)}</td>
            <td>{score(other)}</td>
            <td className="font-bold">{difference(mine - other)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
