import { useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { OutcomeProbabilities, ScoreProbability } from '#contract/forecasts.ts';
import type { MatchDetail } from '#contract/matches.ts';
import { matrixOf } from '#domain/forecast/football-model.ts';
import { inPlayModel } from '#domain/forecast/in-play.ts';
import { SIDES } from '#domain/sport.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Button } from '#web/ui/button.tsx';
import { HeatMap } from './heat-map.tsx';
import { KICKOFF, LAB_LIMITS, type LabState, labForecast, labStateOf } from './match-lab-state.ts';
import { OutcomeBars } from './outcome-bars.tsx';
import { Stepper } from './stepper.tsx';

export interface MatchLabProps {
  match: MatchDetail;
  /** Of kick-off. */
  outcomes: OutcomeProbabilities;
  rates: NonNullable<NonNullable<ScoreProbability['model']>['rates']>;
}

/** Play with score, time and red cards, and see the forecast move: the same mathematics as the server's, here in the browser. */
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

/** Goals and red cards of each side. */
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
