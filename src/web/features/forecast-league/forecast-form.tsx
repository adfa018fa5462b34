import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { LeagueForecast } from '#contract/forecast-league.ts';
import { evenPercents, type Sliders } from '#domain/forecast-league.ts';
import { PICKS, picksOf } from '#domain/sport.ts';
import { errorText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { isClosed, useSaveForecast } from './api.ts';
import { OutcomeSliders } from './sliders.tsx';
import { useOutcomeNames } from './use-outcome-names.ts';

/** Makes a forecast of an open match, changes it, or takes it back. Give it the match as its key. */
export function ForecastForm({ forecast }: { forecast: LeagueForecast }) {
  const t = useTranslations('forecast_league');
  const nameOf = useOutcomeNames(forecast);
  const picks = picksOf(forecast.league.draw_possible);
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
