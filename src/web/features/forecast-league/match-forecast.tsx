import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { LeagueForecast } from '#contract/forecast-league.ts';
import { useSession } from '#web/lib/session.ts';
import { openLogin } from '#web/lib/ui-state.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { forecastQuery } from './api.ts';
import { ForecastForm } from './forecast-form.tsx';
import { OpinionTable } from './opinion-table.tsx';

/** The card of the match page: the user's forecast without stakes, to be made until kick-off and then to be compared. For pages that have all words. */
export function MatchForecast({ match }: { match: { id: number; status: string } }) {
  const t = useTranslations('forecast_league');
  const { user, booted } = useSession();
  return (
    <Card
      title={t('yours')}
      aside={
        <Link to="/forecast-league" className="thumb underline underline-offset-2 hover:text-text">
          {t('link')}
        </Link>
      }
    >
      {booted && user === null ? <GuestForecast /> : user === null ? <Skeleton className="h-[286px]" /> : <OwnForecast match={match} />}
    </Card>
  );
}

function GuestForecast() {
  const t = useTranslations();
  return (
    <div className="grid gap-3">
      <p className="text-[13px] text-muted">{t('forecast_league.card_lead')}</p>
      <Button look="quiet" size="s" onClick={() => openLogin()}>
        {t('shell.sign_in')}
      </Button>
    </div>
  );
}

function OwnForecast({ match: { id, status } }: { match: { id: number; status: string } }) {
  const t = useTranslations('forecast_league');
  const { data, error, refetch } = useQuery(forecastQuery(id, status));
  if (data) return <ForecastDetail key={id} forecast={data} />;
  if (error) return <ErrorState title={t('card_failed')} error={error} onRetry={() => void refetch()} />;
  return <Skeleton className="h-[286px]" />;
}

/** What there is to do with a forecast, or to see of it. */
export function ForecastDetail({ forecast }: { forecast: LeagueForecast }) {
  const t = useTranslations('forecast_league');
  if (forecast.state === 'open') return <ForecastForm forecast={forecast} />;
  if (forecast.mine === null) return <p className="text-[13px] text-muted">{t('locked_without')}</p>;
  return (
    <>
      <OpinionTable forecast={forecast} />
      {forecast.state === 'void' && <p className="mt-2 text-[13px] text-muted">{t('void_why')}</p>}
    </>
  );
}
