import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { OutcomeProbabilities, ScoreProbability } from '#contract/forecasts.ts';
import type { MatchDetail } from '#contract/matches.ts';
import { matrixOf } from '#domain/forecast/football-model.ts';
import { type InPlayModel, inPlayForecast, inPlayModel } from '#domain/forecast/in-play.ts';
import type { InPlayClock } from '#domain/forecast/in-play-clock.ts';
import { shownMatrix } from '#domain/forecast/score-matrix.ts';
import { isInPlay } from '#domain/matches/match-status.ts';
import { SIDES } from '#domain/matches/sport.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Button } from '#web/ui/button.tsx';
import { HeatMap } from './heat-map.tsx';
import { OutcomeBars } from './outcome-bars.tsx';

/** A hypothetical match: goals and red cards of home and away, and the minute, 0 to 90. */
interface LabState {
  minute: number;
  score: readonly [home: number, away: number];
  reds: readonly [home: number, away: number];
}

const LAB_LIMITS = { minute: 90, goals: 9, reds: 4 };

export const KICKOFF: LabState = { minute: 0, score: [0, 0], reds: [0, 0] };

/** Returns the state of a match in play; null outside the 90 minutes, or if the minute is unknown. */
export function labStateOf({ status, minute, score, red_cards: reds }: MatchDetail): LabState | null {
  const isNinety = isInPlay(status) && status !== 'et' && status !== 'bt' && status !== 'p';
  const at = status === 'ht' ? 45 : minute;
  if (!isNinety || at === null || at > LAB_LIMITS.minute) return null;
  const goals = (n: number | null) => Math.min(LAB_LIMITS.goals, n ?? 0);
  const cards = (n: number) => Math.min(LAB_LIMITS.reds, n);
  return { minute: at, score: [goals(score.home), goals(score.away)], reds: [cards(reds.home), cards(reds.away)] };
}

/** Returns the forecast of the site's own model. */
export function labForecast(model: InPlayModel, { minute, score, reds }: LabState): { outcomes: OutcomeProbabilities; matrix: number[][] } {
  const { outcomes, matrix } = inPlayForecast(model, { ...clockOf(minute), score, reds });
  return { outcomes, matrix: shownMatrix(matrix) };
}

const clockOf = (minute: number): InPlayClock => ({ period: minute === 0 ? 'ns' : minute <= 45 ? 'h1' : 'h2', minute });

export interface MatchLabProps {
  match: MatchDetail;
  /** At kick-off. */
  outcomes: OutcomeProbabilities;
  rates: NonNullable<NonNullable<ScoreProbability['model']>['rates']>;
}

/** Lets users change score, time and red cards, and see the forecast change; calculated in the browser as on the server. */
export function MatchLab({ match, outcomes, rates }: MatchLabProps) {
  const t = useTranslations('forecast');
  const real = labStateOf(match);
  const [state, setState] = useState<LabState>(real ?? KICKOFF);
  const model = useMemo(() => inPlayModel(matrixOf({ outcomes, rates })), [outcomes, rates]);
  const forecast = useMemo(() => labForecast(model, state), [model, state]);
  return (
    <div className="grid grid-cols-1 items-start gap-5 md:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)]">
      <div className="grid grid-cols-1 gap-4">
        <OutcomeBars match={match} outcomes={forecast.outcomes} />
        <MinuteSlider minute={state.minute} onMinute={(minute) => setState({ ...state, minute })} />
        <Counts match={match} state={state} onState={setState} />
        <div className="flex flex-wrap gap-2">
          {real && (
            <Button look="quiet" size="s" onClick={() => setState(real)}>
              {t('lab_reset')}
            </Button>
          )}
          <Button look="quiet" size="s" onClick={() => setState(KICKOFF)}>
            {t('lab_start')}
          </Button>
        </div>
        <p className="text-[12px] text-muted">{t('lab_note')}</p>
      </div>
      <HeatMap match={match} matrix={forecast.matrix} mark={null} />
    </div>
  );
}

function MinuteSlider({ minute, onMinute }: { minute: number; onMinute: (minute: number) => void }) {
  const t = useTranslations('forecast');
  const id = useId();
  return (
    <div>
      <div className="flex justify-between text-[13px]">
        <label htmlFor={id} className="font-medium">
          {t('lab_minute')}
        </label>
        <output htmlFor={id} className="num font-bold">
          {minute}′
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={LAB_LIMITS.minute}
        value={minute}
        onChange={(event) => onMinute(Number(event.target.value))}
        className="h-9 w-full cursor-pointer accent-accent pointer-coarse:h-11"
      />
    </div>
  );
}

interface CountsProps {
  match: MatchDetail;
  state: LabState;
  onState: (state: LabState) => void;
}

const COUNTS = [
  { field: 'score', words: 'lab_goals', max: LAB_LIMITS.goals },
  { field: 'reds', words: 'lab_reds', max: LAB_LIMITS.reds },
] as const;

/** Steppers for the goals and red cards of each side. */
function Counts({ match, state, onState }: CountsProps) {
  const t = useTranslations('forecast');
  const nameOf = useLocalName();
  return (
    <div className="grid grid-cols-1 gap-2">
      {COUNTS.flatMap(({ field, words, max }) =>
        SIDES.map((side, index) => (
          <Stepper
            key={`${field} ${side}`}
            label={t(words, { team: nameOf(match[side]) })}
            value={state[field][index]!}
            max={max}
            onChange={(value) => onState({ ...state, [field]: state[field].map((old, i) => (i === index ? value : old)) })}
          />
        )),
      )}
    </div>
  );
}

interface StepperProps {
  label: string;
  value: number;
  /** The maximum; the minimum is 0. */
  max: number;
  onChange: (value: number) => void;
}

/** A small count with buttons to increase and decrease it. */
function Stepper({ label, value, max, onChange }: StepperProps) {
  const t = useTranslations('forecast');
  return (
    // biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset cannot be placed beside the buttons.
    <div role="group" aria-label={label} className="flex items-center gap-2">
      <span className="min-w-0 flex-1 truncate text-[13px]" title={label}>
        {label}
      </span>
      <Step name={t('lab_less', { what: label })} isEnd={value <= 0} onPress={() => onChange(value - 1)}>
        <Minus size={16} aria-hidden />
      </Step>
      <output className="num w-6 text-center text-[16px] font-bold">{value}</output>
      <Step name={t('lab_more', { what: label })} isEnd={value >= max} onPress={() => onChange(value + 1)}>
        <Plus size={16} aria-hidden />
      </Step>
    </div>
  );
}

interface StepProps {
  name: string;
  isEnd: boolean;
  onPress: () => void;
  children: React.ReactNode;
}

/** At its limit it keeps the focus and does nothing. */
const Step = ({ name, isEnd, onPress, children }: StepProps) => (
  <button
    type="button"
    aria-label={name}
    aria-disabled={isEnd}
    onClick={() => !isEnd && onPress()}
    className="grid size-9 flex-none place-items-center rounded-control border border-line-strong hover:bg-raised aria-disabled:border-line aria-disabled:text-faint pointer-coarse:size-11"
  >
    {children}
  </button>
);
