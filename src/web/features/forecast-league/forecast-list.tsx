import type { useQuery } from '@tanstack/react-query';
import Target from 'lucide-react/icons/target';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { LeagueForecast, listForecasts } from '#contract/forecast-league.ts';
import { probabilitiesOf } from '#domain/forecast/forecast-league.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useMatchTime } from '#web/lib/match-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { ProbabilityBar } from '#web/ui/probability-bar.tsx';
import { TeamName } from '#web/ui/team-name.tsx';
import { ForecastDetail } from './match-forecast.tsx';
import { OpinionTable, useScoreFormat } from './opinion-table.tsx';

const ROWS = ['a', 'b', 'c', 'd', 'e'];

interface ForecastListProps {
  query: ReturnType<typeof useQuery<ReplyOf<typeof listForecasts>>>;
  failed: string;
  empty: { title: ReactNode; hint: ReactNode };
  hrefOf: (page: number) => string;
}

/** Lists matches with forecasts, page by page. */
export function ForecastList({ query: { data, error, refetch }, failed, empty, hrefOf }: ForecastListProps) {
  if (!data && error) return <ErrorState title={failed} error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div aria-busy="true" className="grid gap-px overflow-hidden rounded-card border border-line">
        {ROWS.map((row) => (
          <Skeleton key={row} className="h-[92px] rounded-none max-md:h-[128px]" />
        ))}
      </div>
    );
  }
  if (data.items.length === 0) return <EmptyState icon={<Target size={28} />} title={empty.title} hint={empty.hint} />;
  return (
    <>
      <ul className="overflow-hidden rounded-card border border-line bg-surface">
        {data.items.map((forecast) => (
          <ForecastRow key={forecast.match.id} forecast={forecast} />
        ))}
      </ul>
      <Pager list={data} hrefOf={hrefOf} />
    </>
  );
}

/** Shows a match with the user's forecast and, expanded, the sliders and other opinions. */
function ForecastRow({ forecast }: { forecast: LeagueForecast }) {
  const t = useTranslations('forecast_league');
  const nameOf = useLocalName();
  const [isOpen, setOpen] = useState(false);
  const detailId = useId();
  const { match, mine, league, state } = forecast;
  const teams = `${nameOf(match.home)} – ${nameOf(match.away)}`;
  const toDo = state === 'open' ? (mine === null ? 'make' : 'change') : 'show';
  return (
    <li className="border-b border-line px-3 py-3 last:border-0 md:px-4">
      <div className="grid grid-cols-[58px_minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-2.5 md:grid-cols-[58px_minmax(0,1.2fr)_minmax(0,1fr)_104px_112px]">
        <When forecast={forecast} />
        <Link to={`/match/${match.id}`} aria-label={teams} className="grid min-w-0 gap-[5px] rounded-tag">
          <TeamName team={match.home} />
          <TeamName team={match.away} />
          <span className="truncate text-[12px] text-muted">{nameOf(league)}</span>
        </Link>
        <div className="max-md:order-last max-md:col-span-3">
          {mine === null ? (
            <p className="text-[13px] text-faint">{t('not_made')}</p>
          ) : (
            <ProbabilityBar probability={probabilitiesOf(mine)} hasDraw={match.draw_possible} source={null} />
          )}
        </div>
        <Outcome forecast={forecast} />
        <Button
          look="quiet"
          size="s"
          aria-expanded={isOpen}
          aria-controls={detailId}
          aria-label={`${t(isOpen ? 'hide' : toDo)}, ${teams}`}
          onClick={() => setOpen(!isOpen)}
          className="max-md:col-start-3 max-md:row-start-1"
        >
          {t(isOpen ? 'hide' : toDo)}
        </Button>
      </div>
      <div id={detailId} hidden={!isOpen} className="mt-3 border-t border-line pt-3">
        {isOpen && <Opened forecast={forecast} />}
      </div>
    </li>
  );
}

function Opened({ forecast }: { forecast: LeagueForecast }) {
  const t = useTranslations('forecast_league');
  if (forecast.state !== 'open') {
    return (
      <div className="max-w-[560px]">
        <ForecastDetail forecast={forecast} />
      </div>
    );
  }
  return (
    <div className="grid gap-5 md:grid-cols-2 md:gap-8">
      <ForecastDetail forecast={forecast} />
      <div>
        <OpinionTable forecast={forecast} />
        <p className="mt-2 text-[12.5px] text-muted">{t('others_open')}</p>
      </div>
    </div>
  );
}

/** Shows the minute, the status or the time, and the day below it. */
function When({ forecast: { match } }: { forecast: LeagueForecast }) {
  const format = useFormatter();
  const time = useMatchTime(match, match.sport);
  const day = match.kickoff_at && format.dateTime(new Date(match.kickoff_at), 'day');
  return (
    <div className={classNames('num text-[13px] leading-tight', time.tone === 'live' ? 'text-live' : 'text-muted')}>
      <span className="sr-only">{time.spoken}</span>
      <span aria-hidden>{time.short}</span>
      <small className="block truncate text-[11px] font-medium text-faint">{time.tone === 'live' ? time.long : day}</small>
    </div>
  );
}

/** Shows the score, or the forecast's state; renders nothing without a forecast. */
function Outcome({ forecast: { mine, state, scored } }: { forecast: LeagueForecast }) {
  const t = useTranslations('forecast_league');
  const { score } = useScoreFormat();
  if (mine === null) return <span className="max-md:hidden" />;
  return (
    <p className="text-right max-md:col-span-3 max-md:flex max-md:justify-between">
      <span className="block text-[11.5px] text-muted">{t(scored ? 'score' : `state.${state}`)}</span>
      {scored && <span className="num text-[17px] font-bold">{score(scored.mine)}</span>}
    </p>
  );
}
