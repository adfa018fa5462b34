import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { TeamRef } from '#contract/matches.ts';
import type { TippedMatch } from '#contract/tipping-tips.ts';
import { outcomeOf } from '#domain/matches/score.ts';
import { MARGIN_BANDS, seriesTips, TIP_GOALS_MAX, type Tip } from '#domain/tipping/tip.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { TeamName } from '#web/ui/team-name.tsx';
import { bandText, useTipWords } from './tip-words.ts';

interface TipFieldsProps {
  match: TippedMatch['match'];
  series: TippedMatch['series'];
  value: Tip | null;
  onChange: (tip: Tip | null) => void;
}

/** Marks what Enter moves between, in the order of the page. */
export const FIELD = 'data-tip-field';

/** The fields of a tip: goals by steppers in football, and the possible results as buttons elsewhere. */
export function TipFields(props: TipFieldsProps) {
  return props.match.sport === 'football' ? <GoalFields {...props} /> : <ResultButtons {...props} />;
}

type Half = readonly [home: number | null, away: number | null];

/** A tip is complete once both sides have goals; half of one stays here. */
function GoalFields({ match, value, onChange }: TipFieldsProps) {
  const [half, setHalf] = useState<Half | null>(null);
  const shown: Half = half ?? value ?? [null, null];

  function change(home: number | null, away: number | null) {
    const isHalf = (home === null) !== (away === null);
    setHalf(isHalf ? [home, away] : null);
    if (home !== null && away !== null) onChange([home, away]);
    // Emptied: what was saved is taken back once nothing of it is left.
    else if (!isHalf && value !== null) onChange(null);
  }
  return (
    <div className="grid gap-1.5">
      <GoalField
        team={match.home}
        goals={shown[0]}
        onType={(goals) => change(goals, shown[1])}
        onStep={(goals) => change(goals, shown[1] ?? 0)}
      />
      <GoalField
        team={match.away}
        goals={shown[1]}
        onType={(goals) => change(shown[0], goals)}
        onStep={(goals) => change(shown[0] ?? 0, goals)}
      />
    </div>
  );
}

interface GoalFieldProps {
  team: TeamRef;
  goals: number | null;
  onType: (goals: number | null) => void;
  onStep: (goals: number) => void;
}

/** A side with its stepper, for thumbs and keyboards: digits, arrows, Enter for the next field. */
function GoalField({ team, goals, onType, onStep }: GoalFieldProps) {
  const t = useTranslations('tipping');
  const name = useLocalName()(team);
  const step = (by: 1 | -1) => onStep(goals === null ? Math.max(0, by) : Math.min(TIP_GOALS_MAX, Math.max(0, goals + by)));
  const type = (text: string) => {
    const digits = text.replaceAll(/\D/g, '');
    // The last digits typed: a third digit begins a new number, as a second one beyond the most goals does.
    const typed = Number(digits) <= TIP_GOALS_MAX ? digits : digits.slice(-1);
    onType(typed === '' ? null : Number(typed));
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2.5">
      <TeamName team={team} crestSize={20} />
      <div className="grid h-11 grid-cols-[44px_32px_44px] items-center rounded-control border border-line bg-bg focus-within:border-accent">
        <StepButton label={t('fewer', { name })} onPress={() => step(-1)} isDisabled={goals === 0}>
          <Minus size={16} aria-hidden />
        </StepButton>
        <input
          {...{ [FIELD]: '' }}
          role="spinbutton"
          aria-label={t('goals_of', { name })}
          aria-valuenow={goals ?? undefined}
          aria-valuemin={0}
          aria-valuemax={TIP_GOALS_MAX}
          aria-valuetext={goals === null ? t('no_goals_yet') : undefined}
          inputMode="numeric"
          autoComplete="off"
          placeholder="–"
          value={goals ?? ''}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            step(event.key === 'ArrowUp' ? 1 : -1);
          }}
          className="num h-full w-full bg-transparent text-center text-[20px] font-bold outline-none placeholder:text-faint"
        />
        <StepButton label={t('more', { name })} onPress={() => step(1)} isDisabled={goals === TIP_GOALS_MAX}>
          <Plus size={16} aria-hidden />
        </StepButton>
      </div>
    </div>
  );
}

interface StepButtonProps {
  label: string;
  onPress: () => void;
  isDisabled: boolean;
  children: React.ReactNode;
}

const StepButton = ({ label, onPress, isDisabled, children }: StepButtonProps) => (
  <button
    type="button"
    aria-label={label}
    // Keyboards have the arrows: two stops less on the way to the next match.
    tabIndex={-1}
    disabled={isDisabled}
    onClick={onPress}
    className="grid size-11 place-items-center rounded-control text-muted hover:text-text disabled:text-line-strong"
  >
    {children}
  </button>
);

/** A row of results for each winner, and for the draw where a series can end level. */
function ResultButtons({ match, series, value, onChange }: TipFieldsProps) {
  const t = useTranslations('tipping');
  const nameOf = useLocalName();
  const words = useTipWords();
  const name = useId();
  const possible = resultsOf(match.sport, series);
  const drawn = possible.filter(([home, away]) => home === away);
  const options = (tips: readonly Tip[], isFirst: boolean) => (
    <div className="flex flex-wrap justify-end gap-1.5">
      {tips.map((tip, index) => (
        <ResultButton
          key={tip.join('-')}
          group={name}
          label={match.sport === 'basketball' ? bandText(Math.max(...tip)) : `${Math.max(...tip)}–${Math.min(...tip)}`}
          spoken={
            match.sport === 'basketball' || tip[0] === tip[1]
              ? words(match, tip)
              : t('wins_by', { team: nameOf(tip[0] > tip[1] ? match.home : match.away), score: `${Math.max(...tip)}–${Math.min(...tip)}` })
          }
          isChosen={value !== null && value[0] === tip[0] && value[1] === tip[1]}
          isField={value === null ? isFirst && index === 0 : value[0] === tip[0] && value[1] === tip[1]}
          onChoose={() => onChange(tip)}
        />
      ))}
    </div>
  );
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{t('result_of', { home: nameOf(match.home), away: nameOf(match.away) })}</legend>
      <Side team={match.home}>
        {options(
          possible.filter(([home, away]) => home > away),
          true,
        )}
      </Side>
      {drawn.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2.5">
          <span className="pl-[29px] text-muted">{t('draw')}</span>
          {options(drawn, false)}
        </div>
      )}
      <Side team={match.away}>{options(possible.filter(([home, away]) => home < away).toReversed(), false)}</Side>
    </fieldset>
  );
}

/** Every result that can be tipped, from home's clearest win to away's. */
function resultsOf(sport: TippedMatch['match']['sport'], series: TippedMatch['series']): Tip[] {
  if (sport !== 'basketball') return seriesTips(sport, series).toSorted((a, b) => outcomeOrder(a) - outcomeOrder(b));
  const bands = MARGIN_BANDS.map((_, index) => index + 1);
  return [...bands.map((band): Tip => [band, 0]), ...bands.toReversed().map((band): Tip => [0, band])];
}

const outcomeOrder = (tip: Tip): number => ['home', 'draw', 'away'].indexOf(outcomeOf(...tip));

const Side = ({ team, children }: { team: TeamRef; children: React.ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-2.5 gap-y-1.5">
    <TeamName team={team} crestSize={20} className="min-w-[96px] flex-1" />
    {children}
  </div>
);

interface ResultButtonProps {
  group: string;
  label: string;
  spoken: string;
  isChosen: boolean;
  isField: boolean;
  onChoose: () => void;
}

function ResultButton({ group, label, spoken, isChosen, isField, onChoose }: ResultButtonProps) {
  return (
    <label
      className={classNames(
        'num relative grid h-11 min-w-11 cursor-pointer place-items-center rounded-control border px-1.5 text-[15px] has-focus-visible:outline-2 has-focus-visible:outline-accent',
        isChosen ? 'border-accent bg-accent-soft font-bold text-accent' : 'border-line text-muted hover:border-line-strong hover:text-text',
      )}
    >
      <input
        type="radio"
        {...(isField && { [FIELD]: '' })}
        name={group}
        aria-label={spoken}
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 cursor-pointer appearance-none outline-none"
      />
      <span aria-hidden>{label}</span>
    </label>
  );
}
