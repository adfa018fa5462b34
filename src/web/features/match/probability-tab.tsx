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
      <ProbabilityScores match={match} forecast={forecast}>
        <ProbabilityResult match={match} forecast={forecast} />
      </ProbabilityScores>
      {timeline.length > 1 && <WinProbabilityCard match={match} points={timeline} />}
      {model && <ProjectionCard match={match} />}
      {model?.rates && lines.model && <MatchLabCard match={match} outcomes={lines.model} rates={model.rates} />}
    </>
  );
}
