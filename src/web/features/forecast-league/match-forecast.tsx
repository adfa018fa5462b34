import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { LeagueForecast } from '#contract/forecast-league.ts';
import { evenPercents, type Sliders } from '#domain/forecast/forecast-league.ts';
import { PICKS, picksOf } from '#domain/matches/sport.ts';
import { errorText } from '#web/data/api-error.ts';
import { useSession } from '#web/data/session.ts';
import { toast } from '#web/data/toasts.ts';
import { openLogin } from '#web/data/ui-state.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { forecastQuery, isClosed, useSaveForecast } from './api.ts';
import { OpinionTable, useOutcomeNames } from './opinion-table.tsx';
import { OutcomeSliders } from './sliders.tsx';

interface MatchForecastProps {
  match: { id: number; status: string };
  /** The button that shares the forecast, shown if there is one. */
  share?: ReactNode;
}

/** The match page's forecast card, without stakes: editable until kick-off, then compared. For pages that have loaded all messages. */
export function MatchForecast({ match, share = null }: MatchForecastProps) {
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
      {booted && user === null ? (
        <GuestForecast />
      ) : user === null ? (
        <Skeleton className="h-[286px]" />
      ) : (
        <OwnForecast match={match} share={share} />
      )}
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

function OwnForecast({ match: { id, status }, share }: MatchForecastProps) {
  const t = useTranslations('forecast_league');
  const { data, error, refetch } = useQuery(forecastQuery(id, status));
  if (data) {
    return (
      <>
        <ForecastDetail key={id} forecast={data} />
        {data.mine !== null && data.state !== 'void' && <div className="mt-2 flex justify-end text-[13px]">{share}</div>}
      </>
    );
  }
  if (error) return <ErrorState title={t('card_failed')} error={error} onRetry={() => void refetch()} />;
  return <Skeleton className="h-[286px]" />;
}

/** Shows the form of a forecast, or its comparison. */
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

/** Makes, changes or withdraws the forecast for an open match. Its `key` must be the match. */
function ForecastForm({ forecast }: { forecast: LeagueForecast }) {
  const t = useTranslations('forecast_league');
  const nameOf = useOutcomeNames(forecast);
  const picks = picksOf(forecast.match.draw_possible);
  const { mine } = forecast;
  const [moved, setMoved] = useState<Sliders | null>(null);
  const sliders = moved ?? { percents: mine ?? evenPercents(picks), moved: null };
  const isSaved = mine !== null && PICKS.every((pick) => mine[pick] === sliders.percents[pick]);
  const save = useSaveForecast(forecast.match.id);
  const send = (percents: Sliders['percents'] | null) =>
    save.mutate(percents, {
      onSuccess: () => {
        setMoved(null);
        toast('success', t(percents === null ? 'withdrawn' : 'saved'));
      },
    });
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        send(sliders.percents);
      }}
    >
      <OutcomeSliders sliders={sliders} picks={picks} nameOf={nameOf} onMove={setMoved} />
      <FormAlert message={save.error && !isClosed(save.error) ? errorText(save.error) : null} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="quiet" size="s" busy={save.isPending} disabled={isSaved} className="flex-1">
          {t(isSaved ? 'unchanged' : 'save')}
        </Button>
        <Button look="plain" size="s" onClick={() => setMoved({ percents: evenPercents(picks), moved: null })}>
          {t('even')}
        </Button>
        {mine !== null && (
          <Button look="plain" size="s" busy={save.isPending} onClick={() => send(null)}>
            {t('withdraw')}
          </Button>
        )}
      </div>
    </form>
  );
}
