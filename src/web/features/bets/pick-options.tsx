import { useFormatter, useTranslations } from 'use-intl';
import type { Pick } from '#domain/sport.ts';
import { classNames } from '#web/lib/class-names.ts';
import { formatOdds } from '#web/lib/odds-format.ts';
import { percentages } from '#web/lib/percentages.ts';
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
      {options.map((option, index) => {
        const odds = option.odds === null ? '–' : formatOdds(option.odds);
        const share = shares === null ? '–' : format.number((shares[index] ?? 0) / 100, { style: 'percent' });
        const isMine = pick === option.pick;
        return (
          <button
            key={option.pick}
            type="button"
            aria-pressed={isMine}
            aria-label={`${t('common.pick_at', { pick: nameOf(option.pick), odds })}, ${t('bets.share_of', { share })}`}
            disabled={!onPick || (mine !== null && mine.pick !== option.pick)}
            onClick={() => onPick?.(option.pick)}
            className={classNames(
              'rounded-[11px] border px-1 py-2.5 text-center transition-colors enabled:hover:border-accent',
              isMine ? 'border-accent bg-accent-soft' : 'border-line',
              winner !== null && winner !== option.pick && 'opacity-60',
            )}
          >
            <span className="block text-[12px] leading-[1.45] text-muted">{t(`common.${option.pick}`)}</span>
            <span className="block text-[20px] leading-[1.15] font-bold">{odds}</span>
            <span className="block text-[12px] leading-[1.45] text-muted">{share}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
