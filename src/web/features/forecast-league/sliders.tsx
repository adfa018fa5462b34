import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { moveSlider, type Sliders } from '#domain/forecast/forecast-league.ts';
import type { Pick } from '#domain/matches/sport.ts';
import { wholeDigits } from '#web/lib/number-formats.ts';

interface OutcomeSlidersProps {
  sliders: Sliders;
  picks: readonly Pick[];
  nameOf: (pick: Pick) => string;
  onMove: (moved: Sliders) => void;
}

const TRACKS: Record<Pick, string> = { home: 'accent-home', draw: 'accent-draw', away: 'accent-away' };

/** Sliders for the outcomes, which always add up to 100: by touch, keyboard, or typed numbers. */
export function OutcomeSliders({ sliders, picks, nameOf, onMove }: OutcomeSlidersProps) {
  const t = useTranslations('forecast_league');
  const hintId = useId();
  return (
    <fieldset aria-describedby={hintId}>
      <legend className="sr-only">{t('yours')}</legend>
      {picks.map((pick) => {
        const [name, percent] = [nameOf(pick), sliders.percents[pick]];
        const move = (to: number) => onMove(moveSlider(sliders, picks, pick, to));
        return (
          <div key={pick} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 pb-1.5">
            <span className="truncate text-[13.5px] font-[550]" title={name}>
              {name}
            </span>
            <PercentField label={t('percent_of', { name })} percent={percent} onType={move} />
            <input
              type="range"
              min={0}
              max={100}
              step={1}
              value={percent}
              aria-label={name}
              aria-valuetext={`${percent}%`}
              onChange={(event) => move(event.target.valueAsNumber)}
              className={`col-span-2 h-8 w-full cursor-pointer pointer-coarse:h-11 ${TRACKS[pick]}`}
            />
          </div>
        );
      })}
      <p id={hintId} className="text-[12.5px] text-muted">
        {t('adds_up')}
      </p>
    </fieldset>
  );
}

/** Field for the number; accepts only 0 to 100, and an empty field changes nothing yet. */
function PercentField({ label, percent, onType }: { label: string; percent: number; onType: (percent: number) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const type = (text: string) => {
    const digits = wholeDigits(text);
    if (digits === null || Number(digits) > 100) return;
    setTyped(digits);
    if (digits !== '') onType(Number(digits));
  };
  return (
    <span className="num inline-flex h-9 w-[68px] items-center rounded-control border border-line-strong bg-bg pr-2.5 text-[16px] font-semibold focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent pointer-coarse:h-11">
      <input
        aria-label={label}
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? String(percent)}
        onChange={(event) => type(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => setTyped(null)}
        className="w-full min-w-0 bg-transparent pl-2 text-right outline-none"
      />
      <span aria-hidden className="pl-0.5 text-muted">
        %
      </span>
    </span>
  );
}
