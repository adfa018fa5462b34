import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { percentages } from '#domain/forecast/percentages.ts';
import type { Pick } from '#domain/matches/sport.ts';
import { classNames } from '#web/lib/class-names.ts';
import { Tag } from '#web/ui/card.tsx';
import { TickArrow, useTick } from '#web/ui/odds.tsx';
import type { ContestWithMine } from './api.ts';
import { priceOf, stakeReturns } from './stake-rules.ts';

interface PickOptionsProps {
  contest: ContestWithMine;
  /** The selected pick, or the one with a stake. */
  pick: Pick | null;
  /** Used to show the return at fixed odds; 0 while nothing is typed. */
  stake: number;
  /** Describes a pick: "Avalon Town to win". */
  nameOf: (pick: Pick) => string;
  /** Names a pick in a word. */
  labelOf: (pick: Pick) => string;
  /** Without it, picks cannot be selected, because the contest takes no stakes. */
  onPick?: ((pick: Pick) => void) | undefined;
}

/** While no stake is typed, fixed odds show the return for this many points. */
const EXAMPLE_STAKE = 100;

/** Shows the two or three outcomes of a contest: with pool odds and shares, or fixed odds and their return. */
export function PickOptions({ contest, pick, stake, nameOf, labelOf, onPick }: PickOptionsProps) {
  const t = useTranslations('bets');
  const format = useFormatter();
  const { market, options, total_stake, mine, winner } = contest;
  const shares = total_stake === 0 ? null : percentages(options.map(({ staked }) => staked / total_stake));
  const detailOf = (each: Pick, index: number) => {
    if (market === 'wdl') {
      const share = shares === null ? '–' : format.number((shares[index] ?? 0) / 100, { style: 'percent' });
      return { detail: share, spoken: t('share_of', { share }) };
    }
    const given = stake || EXAMPLE_STAKE;
    const returns = stakeReturns(contest, each, given);
    if (returns === null) return { detail: '–', spoken: t('not_for_sale') };
    const points = { stake: format.number(given), returns: format.number(returns) };
    return { detail: t('gives_short', points), spoken: t('gives', points) };
  };
  return (
    <fieldset className={classNames('num grid gap-2', options.length === 3 ? 'grid-cols-3' : 'grid-cols-2')}>
      <legend className="sr-only">{t('options')}</legend>
      {options.map((option, index) => {
        const odds = market === 'wdl' ? option.odds : priceOf(contest, option.pick);
        const isOffered = market === 'wdl' || odds !== null;
        return (
          <Option
            key={`${market} ${option.pick}`}
            label={labelOf(option.pick)}
            odds={odds}
            {...detailOf(option.pick, index)}
            name={nameOf(option.pick)}
            isPicked={pick === option.pick}
            isLost={winner !== null && winner !== option.pick}
            onPick={onPick && isOffered && (mine === null || mine.pick === option.pick) ? () => onPick(option.pick) : undefined}
          />
        );
      })}
    </fieldset>
  );
}

interface OptionProps {
  label: string;
  /** Decimal; null if there are none. */
  odds: number | null;
  /** Shown below the odds and read out. */
  detail: string;
  spoken: string;
  name: string;
  isPicked: boolean;
  isLost: boolean;
  onPick?: (() => void) | undefined;
}

function Option({ label, odds: price, detail, spoken, name, isPicked, isLost, onPick }: OptionProps) {
  const t = useTranslations('common');
  const format = useFormatter();
  const tick = useTick(price);
  const odds = price === null ? '–' : format.number(price, 'odds');
  return (
    <button
      type="button"
      aria-pressed={isPicked}
      aria-label={`${t('pick_at', { pick: name, odds })}, ${spoken}`}
      disabled={!onPick}
      onClick={onPick}
      className={classNames(
        'min-w-0 rounded-[11px] border px-1 py-2.5 text-center transition-colors enabled:hover:border-accent',
        isPicked ? 'border-accent bg-accent-soft' : 'border-line',
        isLost && 'opacity-60',
      )}
    >
      <span className="block truncate px-1 text-[12px] leading-[1.45] text-muted">{label}</span>
      <span className="block text-[20px] leading-[1.15] font-bold">
        {odds}
        <TickArrow tick={tick} />
      </span>
      <span className="block truncate text-[12px] leading-[1.45] text-muted">{detail}</span>
    </button>
  );
}

/** Says why there are no fixed odds, how old the price is, or that it is weak. Renders nothing for a firm price or a pool. */
export function PriceNote({ contest, now }: { contest: ContestWithMine; now: Date }) {
  const t = useTranslations('bets');
  const format = useFormatter();
  const { quote } = contest;
  if (quote === null) return null;
  const { suspension, state, basis, stake_max, confirmed_at } = quote;
  if (suspension !== null) {
    return (
      <div role="status" className="mt-3 grid justify-items-start gap-1.5">
        <Tag tone="warn">{t('not_for_sale')}</Tag>
        <Line>{t(`suspensions.${suspension}`)}</Line>
      </div>
    );
  }
  const age = confirmed_at === null ? '' : format.relativeTime(new Date(confirmed_at), now);
  return (
    <div className="mt-2 grid gap-0.5 empty:hidden">
      {state === 'stale' && confirmed_at !== null && <Line>{t('price_from', { when: age })}</Line>}
      {basis === 'forecast' && <Line>{t('price_of_forecast')}</Line>}
      {stake_max !== null && <Line>{t('price_stake_max', { points: stake_max })}</Line>}
    </div>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <p className="text-[12.5px] text-muted">{children}</p>;
}
