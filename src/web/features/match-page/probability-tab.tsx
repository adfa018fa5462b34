import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ScoreProbability } from '#contract/forecasts.ts';
import type { MatchDetail } from '#contract/matches.ts';
import { isStarted, matchGroup } from '#domain/matches/match-status.ts';
import { SIDES } from '#domain/matches/sport.ts';
import { useMeta } from '#web/data/queries.tsx';
import { lazyPart, QUIET } from '#web/lib/lazy-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FormDots } from '#web/ui/form-dots.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { TeamName } from '#web/ui/team-name.tsx';
import { scoreProbabilityQuery } from './api.ts';
import type { MatchLabProps } from './match-lab.tsx';
import { NotYet } from './placeholders.tsx';
import { ProbabilityResult } from './probability-result.tsx';
import { ProbabilityScores } from './probability-scores.tsx';
import { ProjectionCard } from './projection-card.tsx';
import { WinProbabilityCard } from './win-probability-card.tsx';

/** The tab does without pressure and expected goals if they cannot be loaded. */
const MatchCourse = lazyPart(async () => (await import('./match-course.tsx')).MatchCourse, QUIET);

interface ProbabilityTabProps {
  match: MatchDetail;
  /** What both sides play for, from another feature. */
  stakes?: ReactNode;
}

/** Shows the probabilities of outcomes and scores, how they moved, and what they are based on. */
export function ProbabilityTab({ match, stakes }: ProbabilityTabProps) {
  const t = useTranslations('forecast');
  const query = useForecast(match);
  return (
    <div className="grid grid-cols-1 gap-4">
      {query.error && query.data && (
        <p role="status" className="text-[12.5px] text-warn">
          {t('kept')}
        </p>
      )}
      {query.data ? (
        <Forecast match={match} forecast={query.data} stakes={stakes} />
      ) : (
        <NotYet query={query} failed={t('load_failed')} tab="probability" />
      )}
      <FormCard match={match} />
    </div>
  );
}

function Forecast({ match, forecast, stakes }: ProbabilityTabProps & { forecast: ScoreProbability }) {
  const { model, lines, timeline } = forecast;
  return (
    <>
      <ProbabilityScores match={match} forecast={forecast}>
        <ProbabilityResult match={match} forecast={forecast} />
      </ProbabilityScores>
      {stakes}
      {timeline.length > 1 && <WinProbabilityCard match={match} points={timeline} />}
      {match.league.sport === 'football' && isStarted(match.status) && <MatchCourse match={match} />}
      {model && <ProjectionCard match={match} />}
      {model?.rates && lines.model && <MatchLabCard match={match} outcomes={lines.model} rates={model.rates} />}
    </>
  );
}

/** Shows both sides' last results of the season. */
function FormCard({ match }: { match: MatchDetail }) {
  const t = useTranslations('match');
  return (
    <Card title={t('form_title')} aside={t('form_order')}>
      <ul className="grid grid-cols-1 gap-3">
        {SIDES.map((side) => (
          <li key={side} className="flex items-center justify-between gap-3">
            <TeamName team={match[side]} />
            {match.standing[side].form.length > 0 ? (
              <FormDots form={match.standing[side].form} letters />
            ) : (
              <span className="text-right text-[12.5px] text-faint">{t('form_none')}</span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const REFRESH_SECONDS = 15;

/**
 * Queries a match's forecast: refetched after changes that affect it, which the socket pushes, and otherwise
 * as often as prices are.
 */
function useForecast(match: MatchDetail) {
  const client = useQueryClient();
  const refreshSeconds = useMeta()?.odds_refresh_seconds ?? REFRESH_SECONDS;
  const isOver = matchGroup(match.status) === 'finished';
  const query = useQuery({ ...scoreProbabilityQuery(match.id), refetchInterval: isOver ? false : refreshSeconds * 1_000 });
  const stand = standOf(match);
  const lastStand = useRef(stand);
  useEffect(() => {
    if (lastStand.current === stand) return;
    lastStand.current = stand;
    void client.invalidateQueries({ queryKey: scoreProbabilityQuery(match.id).queryKey });
  }, [stand, match.id, client]);
  return query;
}

/** Returns a key of what affects a forecast: score, red cards, time and state; not prices, which change every few seconds. */
const standOf = ({ status, minute, stoppage, score, red_cards: reds }: MatchDetail): string =>
  JSON.stringify([status, minute, stoppage, score.home, score.away, reds.home, reds.away]);

const MatchLab = lazyPart(async () => (await import('./match-lab.tsx')).MatchLab, {
  fallback: () => <Skeleton className="h-[360px] rounded-control" />,
  failed: LabFailed,
});

function LabFailed() {
  const t = useTranslations('forecast');
  return <p className="text-[13px] text-warn">{t('lab_failed')}</p>;
}

/** The match lab, loaded on demand. */
export function MatchLabCard(props: MatchLabProps) {
  const t = useTranslations('forecast');
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={t('lab')}>
      {!isOpen && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 text-[13px] text-muted">{t('lab_hint')}</p>
          <Button look="quiet" size="s" onClick={() => setOpen(true)}>
            {t('lab_open')}
          </Button>
        </div>
      )}
      {isOpen && <MatchLab {...props} />}
    </Card>
  );
}
