import { useTranslations } from 'use-intl';
import type { ScoreProbability } from '#contract/forecasts.ts';
import type { MatchDetail } from '#contract/matches.ts';
import { FormCard } from './form-card.tsx';
import { MatchLabCard } from './match-lab-card.tsx';
import { ProbabilityResult } from './probability-result.tsx';
import { ProbabilityScores } from './probability-scores.tsx';
import { ProjectionCard } from './projection-card.tsx';
import { NotYet } from './tab-states.tsx';
import { useForecast } from './use-forecast.ts';
import { WinProbabilityCard } from './win-probability-card.tsx';

/** How likely each outcome and each score is, how that moved, and what is behind it. */
export function ProbabilityTab({ match }: { match: MatchDetail }) {
  const t = useTranslations('forecast');
  const query = useForecast(match);
  return (
    <div className="grid grid-cols-1 gap-4">
      {query.error && query.data && (
        <p role="status" className="text-[12.5px] text-warn">
          {t('kept')}
        </p>
      )}
      {query.data ? <Forecast match={match} forecast={query.data} /> : <NotYet query={query} failed={t('load_failed')} tab="probability" />}
      <FormCard match={match} />
    </div>
  );
}

function Forecast({ match, forecast }: { match: MatchDetail; forecast: ScoreProbability }) {
  const { model, lines, timeline } = forecast;
  return (
    <>
      <Probabilities match={match} forecast={forecast} />
      {timeline.length > 1 && <WinProbabilityCard match={match} points={timeline} />}
      {model && <ProjectionCard match={match} />}
      {model?.rates && lines.model && <MatchLabCard match={match} outcomes={lines.model} rates={model.rates} />}
    </>
  );
}

/** On the phone who wins comes first, and then the scores; wider, the scores stand at the left of all else. */
function Probabilities({ match, forecast }: { match: MatchDetail; forecast: ScoreProbability }) {
  const hasScores = forecast.model?.scores != null;
  return (
    <div
      className={
        hasScores
          ? 'grid grid-cols-1 items-start gap-4 md:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] md:grid-rows-[auto_auto_1fr] md:*:col-start-2'
          : 'grid grid-cols-1'
      }
    >
      <ProbabilityResult match={match} forecast={forecast} />
      <ProbabilityScores match={match} forecast={forecast} />
    </div>
  );
}
