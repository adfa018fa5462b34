import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { OutcomeProbabilities, ScoreProbability, ScoreView } from '#contract/forecasts.ts';
import type { MatchDetail } from '#contract/matches.ts';
import { percentages } from '#domain/forecast/percentages.ts';
import { PICKS } from '#domain/matches/sport.ts';
import { classNames } from '#web/lib/class-names.ts';
import { Card } from '#web/ui/card.tsx';
import { Chip, Segmented } from '#web/ui/switches.tsx';
import { HeatMap } from './heat-map.tsx';
import { isSameMark, type Mark, markProbability } from './score-marks.ts';
import { usePercent } from './use-percent.ts';

type Moment = 'now' | 'kickoff';
type Viewed = OutcomeProbabilities & { scores: ScoreView };

interface ScoresProps {
  match: MatchDetail;
  forecast: ScoreProbability;
  /** Content beside the scores, on phones before them; shown alone if no scores are forecast. */
  children: ReactNode;
}

/** Shows the matrix of scores and what is derived from it; during play, of the current moment or of kick-off. */
export function ProbabilityScores({ match, forecast, children }: ScoresProps) {
  const t = useTranslations('forecast');
  const [moment, setMoment] = useState<Moment>('now');
  const views = viewsOf(forecast);
  const view = views[moment] ?? views.kickoff;
  if (!view) return children;
  const choice = views.now && (
    <Segmented
      label={t('moment_label')}
      value={moment}
      options={(['now', 'kickoff'] as const).map((value) => ({ value, label: t(`moment.${value}`) }))}
      onChange={setMoment}
      className="mb-3 text-[13px]"
    />
  );
  return (
    <Panels match={match} view={view} hitRate={forecast.hit_rate} choice={choice}>
      {children}
    </Panels>
  );
}

function viewsOf({ now, model, lines }: ScoreProbability): Record<Moment, Viewed | null> {
  return {
    now: now?.scores ? { ...now, scores: now.scores } : null,
    kickoff: model?.scores && lines.model ? { ...lines.model, scores: model.scores } : null,
  };
}

interface PanelsProps {
  match: MatchDetail;
  view: Viewed;
  hitRate: ScoreProbability['hit_rate'];
  choice: ReactNode;
  children: ReactNode;
}

/** The panels share the highlight and the goal line. */
function Panels({ match, view, hitRate, choice, children }: PanelsProps) {
  const t = useTranslations('forecast');
  const [mark, setMark] = useState<Mark | null>(null);
  const [chosenLine, setLine] = useState<number | null>(null);
  const { scores } = view;
  const line = chosenLine ?? scores.main_line;
  const toggle = (next: Mark) => setMark((now) => (isSameMark(now, next) ? null : next));
  const chooseLine = (next: number) => {
    setLine(next);
    setMark((now) => (now?.kind === 'over' || now?.kind === 'under' ? { ...now, line: next } : now));
  };
  const marking = { mark, onMark: toggle };
  return (
    <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
      <div className="grid grid-cols-1 gap-4 md:order-last">
        {children}
        <OverUnderCard scores={scores} line={line} onLine={chooseLine} {...marking} />
      </div>
      <div className="grid grid-cols-1 gap-4">
        <Card title={t('final_score')} aside={t('axes')} className="max-md:p-3">
          {choice}
          <HeatMap match={match} matrix={scores.matrix} mark={mark} />
          <Marks view={view} line={line} {...marking} />
        </Card>
        <TopScoresCard scores={scores} hitRate={hitRate} {...marking} />
      </div>
    </div>
  );
}

interface Marking {
  mark: Mark | null;
  onMark: (mark: Mark) => void;
}

/** Chips that highlight cells of the matrix; the active one and its probability are announced. */
function Marks({ view, line, mark, onMark }: { view: Viewed; line: number } & Marking) {
  const t = useTranslations('forecast');
  const outcome = useTranslations('common');
  const percent = usePercent();
  const chips: [Mark, string][] = [
    ...PICKS.map((pick): [Mark, string] => [{ kind: 'outcome', pick }, outcome(pick)]),
    [{ kind: 'over', line }, t('over', { line })],
    [{ kind: 'under', line }, t('under', { line })],
    [{ kind: 'both_score' }, t('both_score')],
  ];
  const lit = chips.find(([each]) => isSameMark(mark, each));
  const probability = mark && markProbability(mark, view, view.scores);
  return (
    <>
      <fieldset className="mt-3 flex min-w-0 flex-wrap gap-1.5 text-[13px]">
        <legend className="sr-only">{t('marks_label')}</legend>
        {chips.map(([each, label]) => (
          <Chip key={label} pressed={isSameMark(mark, each)} onPress={() => onMark(each)}>
            {label}
          </Chip>
        ))}
      </fieldset>
      <output className="mt-2 block min-h-[20px] text-[13px] font-semibold">
        {lit && probability !== null && t('marked', { what: lit[1], percent: percent(probability) })}
      </output>
    </>
  );
}

interface TopScoresProps {
  scores: ScoreView;
  hitRate: ScoreProbability['hit_rate'];
  mark: Mark | null;
  onMark: (mark: Mark) => void;
}

/** Shows the three likeliest scores, and how often they come true. */
function TopScoresCard({ scores, hitRate, mark, onMark }: TopScoresProps) {
  const t = useTranslations('forecast');
  const score = useTranslations('match');
  const percent = usePercent();
  return (
    <Card title={t('top')}>
      <ol className="grid grid-cols-3 gap-2">
        {scores.top.map(({ home, away, probability }) => {
          const own: Mark = { kind: 'score', home, away };
          const isLit = isSameMark(mark, own);
          return (
            <li key={`${home}-${away}`}>
              <button
                type="button"
                aria-pressed={isLit}
                onClick={() => onMark(own)}
                className={classNames(
                  'num grid w-full justify-items-center rounded-control border py-2 transition-colors hover:bg-raised',
                  isLit ? 'border-accent bg-accent-soft' : 'border-line',
                )}
              >
                <b className="text-[18px] font-bold">{score('score', { home, away })}</b>
                <span className="text-[13px] text-muted">{percent(probability)}</span>
              </button>
            </li>
          );
        })}
      </ol>
      <p className="mt-2.5 text-[12px] text-muted">
        {hitRate
          ? t('top_hit', { top: percent(hitRate.top), three: percent(hitRate.top_three), count: hitRate.matches })
          : t('top_unknown')}
      </p>
    </Card>
  );
}

interface OverUnderProps {
  scores: ScoreView;
  line: number;
  onLine: (line: number) => void;
  mark: Mark | null;
  onMark: (mark: Mark) => void;
}

const KINDS = ['over', 'under'] as const;

/** Shows the probabilities of more or fewer goals than a selectable line; each side highlights its scores. */
function OverUnderCard({ scores, line, onLine, mark, onMark }: OverUnderProps) {
  const t = useTranslations('forecast');
  const format = useFormatter();
  const chosen = scores.over_under.find((each) => each.line === line);
  if (!chosen) return null;
  const percents = percentages(KINDS.map((kind) => chosen[kind]));
  return (
    <Card title={t('over_under')} aside={t('goals_line', { line })}>
      <div className="grid gap-1">
        {KINDS.map((kind, index) => {
          const own: Mark = { kind, line };
          return (
            <button
              key={kind}
              type="button"
              aria-pressed={isSameMark(mark, own)}
              onClick={() => onMark(own)}
              className={classNames(
                'thumb -mx-2 grid grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)_42px] items-center gap-3 rounded-control px-2 py-1 text-left transition-colors hover:bg-raised',
                isSameMark(mark, own) && 'bg-raised',
              )}
            >
              <span className="truncate font-medium">{t(`${kind}_word`)}</span>
              <span aria-hidden className="h-2.5 overflow-hidden rounded-[6px] bg-line">
                <i
                  className={classNames('block h-full rounded-[6px] transition-[width]', kind === 'over' ? 'bg-accent' : 'bg-faint')}
                  style={{ width: `${percents[index]}%` }}
                />
              </span>
              <b className="num text-right text-[16px] font-bold">{percents[index]}%</b>
            </button>
          );
        })}
      </div>
      <Segmented
        label={t('line_label')}
        value={String(line)}
        options={scores.over_under.map((each) => ({
          value: String(each.line),
          label: <span className="num">{format.number(each.line, { minimumFractionDigits: 1 })}</span>,
        }))}
        onChange={(value) => onLine(Number(value))}
        className="mt-3 text-[13px] *:px-0!"
      />
    </Card>
  );
}
