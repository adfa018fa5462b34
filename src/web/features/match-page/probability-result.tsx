import { type ReactNode, useId, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { OutcomeProbabilities, ScoreProbability } from '#contract/forecasts.ts';
import type { MatchDetail } from '#contract/matches.ts';
import { CONFIDENCE_THRESHOLDS, type Confidence } from '#domain/forecast/confidence.ts';
import { isInPlay } from '#domain/matches/match-status.ts';
import { useNow } from '#web/lib/clock.ts';
import { Card, Tag, type TagTone } from '#web/ui/card.tsx';
import { StaleNote } from '#web/ui/match-marks.tsx';
import { ProbabilityBar } from '#web/ui/probability-bar.tsx';
import { TrackRecordLink } from '#web/ui/site-links.tsx';
import { DifferentFavourites } from './different-favourites.tsx';
import { OutcomeBars } from './outcome-bars.tsx';

interface ResultProps {
  match: MatchDetail;
  forecast: ScoreProbability;
}

/** Shows three labelled opinions on who wins; during play, the current ones before those at kick-off. */
export function ProbabilityResult({ match, forecast }: ResultProps) {
  const t = useTranslations('forecast');
  const isBesideNow = forecast.now !== null || marketNow(match) !== null;
  return (
    <Card title={t(match.draw_possible ? 'result' : 'winner')}>
      <div className="grid gap-4">
        {isBesideNow && <Now match={match} forecast={forecast} />}
        {isBesideNow && <h3 className="border-t border-line pt-3 text-[13px] font-semibold text-muted">{t('at_start')}</h3>}
        <Opinions match={match} forecast={forecast} isPast={isBesideNow} />
        <TrackRecordLink sport={match.league.sport} />
      </div>
    </Card>
  );
}

/** Returns the bookmakers' present opinion during play; null if their prices are from before the start, as those of some providers are. */
function marketNow({ status, kickoff_at, market }: MatchDetail) {
  if (!isInPlay(status) || market === null || market.suspended) return null;
  return kickoff_at !== null && Date.parse(market.confirmed_at) < Date.parse(kickoff_at) ? null : market;
}

function Now({ match, forecast: { now } }: ResultProps) {
  const t = useTranslations('forecast');
  const market = marketNow(match);
  return (
    <>
      {now && (
        <Line name={t('line_now.model')}>
          <OutcomeBars match={match} outcomes={now} />
        </Line>
      )}
      {market && (
        <Line name={t('line_now.market')}>
          <ProbabilityBar probability={market.probability} hasDraw={match.draw_possible} source={null} />
          <StaleNote since={market.confirmed_at} afterSeconds={60} />
        </Line>
      )}
    </>
  );
}

function Opinions({ match, forecast, isPast }: ResultProps & { isPast: boolean }) {
  const t = useTranslations('forecast');
  const { lines, reason, model } = forecast;
  const drawPossible = match.draw_possible;
  const tag = model && <ConfidenceTag confidence={model.confidence} drawPossible={drawPossible} pastMatches={model.past_matches_fewest} />;
  const players = match.contests.find(({ market }) => market === 'wdl')?.participants ?? 0;
  const bar = (outcomes: OutcomeProbabilities) => <ProbabilityBar probability={outcomes} hasDraw={drawPossible} source={null} />;
  return (
    <>
      <Line name={t('line.model')} aside={tag} note={lines.model && t('explained.model')}>
        {lines.model && (isPast ? bar(lines.model) : <OutcomeBars match={match} outcomes={lines.model} />)}
        {!lines.model && (
          <p className="text-[13px] text-muted">
            <b className="font-semibold text-text">{t('none.model')}</b>
            {reason && <> · {t(`reason.${reason}`)}</>}
          </p>
        )}
        <Age model={model} />
      </Line>
      <Line name={t('line.market')} note={lines.market && t('explained.market')}>
        {lines.market ? bar(lines.market) : <p className="text-[13px] text-muted">{t('none.market')}</p>}
      </Line>
      {lines.model && lines.market && <DifferentFavourites match={match} model={lines.model} market={lines.market} />}
      <Line name={t('line.crowd')} aside={players > 0 && t('players', { count: players })} note={lines.crowd && t('explained.crowd')}>
        {lines.crowd ? bar(lines.crowd) : <p className="text-[13px] text-muted">{t('none.crowd')}</p>}
      </Line>
    </>
  );
}

interface LineProps {
  name: string;
  aside?: ReactNode;
  note?: string | null;
  children: ReactNode;
}

/** Shows one opinion with its source. */
function Line({ name, aside, note, children }: LineProps) {
  return (
    <section aria-label={name}>
      <h3 className="mb-1.5 flex items-center gap-2 text-[13px] font-semibold">
        {name}
        {aside && <span className="ml-auto text-[12px] font-normal text-muted">{aside}</span>}
      </h3>
      {children}
      {note && <p className="mt-1 text-[12px] text-muted">{note}</p>}
    </section>
  );
}

/** Says when the forecast was made, and whether it can still change. */
function Age({ model }: Pick<ScoreProbability, 'model'>) {
  const t = useTranslations('forecast');
  const format = useFormatter();
  const now = useNow(15_000);
  if (!model) return null;
  const made = new Date(model.made_at);
  const words =
    model.frozen_at === null
      ? t('made', { ago: format.relativeTime(made < now ? made : now, now) })
      : t('frozen', { time: format.dateTime(made, 'day_time') });
  return (
    <p className="mt-1.5 text-[12px] text-muted" title={t('version', { version: model.version })}>
      {words}
    </p>
  );
}

interface ConfidenceTagProps {
  confidence: Confidence;
  drawPossible: boolean;
  /** The number of the side with fewer. */
  pastMatches: number;
}

const TONES: Record<Confidence, TagTone> = { high: 'accent', medium: 'home', cautious: 'warn', low: 'quiet' };

/** Labels the forecast's confidence; explains it on touch, hover or keyboard focus. */
function ConfidenceTag({ confidence, drawPossible, pastMatches }: ConfidenceTagProps) {
  const t = useTranslations('forecast');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [high, medium, cautious] = CONFIDENCE_THRESHOLDS[drawPossible ? 'three' : 'two'];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering is a shortcut; the button does the same.
    <span className="relative inline-block" onMouseEnter={() => setOpen(true)} onMouseLeave={() => setOpen(false)}>
      <button
        type="button"
        aria-describedby={id}
        className="thumb rounded-chip"
        onClick={() => setOpen(true)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      >
        <Tag tone={TONES[confidence]}>{t(`confidence.${confidence}`)}</Tag>
      </button>
      <span
        id={id}
        role="tooltip"
        hidden={!isOpen}
        className="absolute top-full right-0 z-10 w-64 rounded-control border border-line-strong bg-raised p-3 text-left text-[12.5px] font-normal whitespace-normal text-text"
      >
        {t('confidence_why', { high: `${high}`, medium: `${medium}`, cautious: `${cautious}`, past: pastMatches })}
      </span>
    </span>
  );
}
