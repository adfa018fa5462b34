import { useFormatter, useTranslations } from 'use-intl';
import type { Pick } from '#domain/sport.ts';
import { classNames } from '#web/lib/class-names.ts';
import { formatOdds } from '#web/lib/odds-format.ts';
import { percentages } from '#web/lib/percentages.ts';
import { useTick } from '#web/lib/use-tick.ts';
import { TickArrow } from '#web/ui/tick-arrow.tsx';
import type { ContestWithMine } from './api.ts';

interface PickOptionsProps {
  contest: ContestWithMine;
  /** Chosen, or staked on. */
  pick: Pick | null;
  /** Says a pick in words. */
  nameOf: (pick: Pick) => string;
  /** Without it nothing can be chosen: the contest takes no stakes. */
  onPick?: ((pick: Pick) => void) | undefined;
}

/** The outcomes of a contest with their pool odds and shares: two, or three where a draw is possible. */
export function PickOptions({ contest, pick, nameOf, onPick }: PickOptionsProps) {
  const t = useTranslations();
  const format = useFormatter();
  const { options, total_stake, mine, winner } = contest;
  const shares = total_stake === 0 ? null : percentages(options.map(({ staked }) => staked / total_stake));
  return (
    <fieldset className={classNames('num grid gap-2', options.length === 3 ? 'grid-cols-3' : 'grid-cols-2')}>
      <legend className="sr-only">{t('bets.options')}</legend>
      {options.map((option, index) => (
        <Option
          key={option.pick}
          option={option}
          share={shares === null ? '–' : format.number((shares[index] ?? 0) / 100, { style: 'percent' })}
          name={nameOf(option.pick)}
          isPicked={pick === option.pick}
          isLost={winner !== null && winner !== option.pick}
          onPick={onPick && (mine === null || mine.pick === option.pick) ? () => onPick(option.pick) : undefined}
        />
      ))}
    </fieldset>
  );
}

interface OptionProps {
  option: ContestWithMine['options'][number];
  /** Of the pool, in per cent. */
  share: string;
  name: string;
  isPicked: boolean;
  isLost: boolean;
  onPick?: (() => void) | undefined;
}

function Option({ option, share, name, isPicked, isLost, onPick }: OptionProps) {
  const t = useTranslations();
  const tick = useTick(option.odds);
  const odds = option.odds === null ? '–' : formatOdds(option.odds);
  return (
    <button
      type="button"
      aria-pressed={isPicked}
      aria-label={`${t('common.pick_at', { pick: name, odds })}, ${t('bets.share_of', { share })}`}
      disabled={!onPick}
      onClick={onPick}
      className={classNames(
        'rounded-[11px] border px-1 py-2.5 text-center transition-colors enabled:hover:border-accent',
        isPicked ? 'border-accent bg-accent-soft' : 'border-line',
        isLost && 'opacity-60',
      )}
    >
      <span className="block text-[12px] leading-[1.45] text-muted">{t(`common.${option.pick}`)}</span>
      <span className="block text-[20px] leading-[1.15] font-bold">
        {odds}
        <TickArrow tick={tick} />
      </span>
      <span className="block text-[12px] leading-[1.45] text-muted">{share}</span>
    </button>
  );
}
