import { useEffect, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { classNames } from '#web/lib/class-names.ts';

interface OddsButtonProps {
  /** Above the price: 1, X or 2. */
  label: string;
  /** The pick in words, for screen readers. */
  pickName: string;
  /** Null without a price. */
  odds: number | null;
  /** The user's own bet is filled. */
  isMine?: boolean;
  /** Chosen in the slip, but not staked yet. */
  isChosen?: boolean;
  /** Bookmakers currently take no bets at this price. */
  isSuspended?: boolean | undefined;
  /** Without it this is not a button: the contest is closed. */
  onPick?: (() => void) | undefined;
}

/** A price. When it moves, a small arrow shows the direction for three seconds. */
export function OddsButton({ label, pickName, odds, isMine, isChosen, isSuspended, onPick }: OddsButtonProps) {
  const t = useTranslations('common');
  const format = useFormatter();
  const tick = useTick(odds);
  const price = odds === null ? '–' : format.number(odds, 'odds');
  const spoken = [
    odds === null ? pickName : t('pick_at', { pick: pickName, odds: price }),
    tick && t(tick === 'up' ? 'price_up' : 'price_down'),
    isMine && t('your_bet'),
  ];
  const classes = classNames(
    'num block min-w-0 rounded-[8px] border pt-1 pb-[5px] text-center text-[14px] leading-[1.15] transition-colors',
    isMine && 'border-accent bg-accent text-on-accent',
    !isMine && (isChosen ? 'border-accent bg-accent-soft' : 'border-line'),
    !isMine && isSuspended && 'border-dashed text-faint',
    onPick && !isMine && 'hover:border-accent pointer-coarse:py-2',
  );
  const content = (
    <>
      <small className={classNames('block text-[10.5px] font-medium [font-stretch:100%]', !isMine && 'text-faint')}>{label}</small>
      {price}
      <TickArrow tick={tick} />
    </>
  );
  const name = spoken.filter(Boolean).join(', ');
  if (!onPick) {
    return (
      <span role="img" aria-label={name} className={classes}>
        {content}
      </span>
    );
  }
  return (
    <button type="button" aria-label={name} aria-pressed={isChosen ?? false} onClick={onPick} className={classes}>
      {content}
    </button>
  );
}

/** The small arrow beside a price that has just moved; nothing while it stands. */
export function TickArrow({ tick }: { tick: Tick }) {
  if (tick === null) return null;
  return (
    <span aria-hidden className={classNames('ml-[3px] align-[3px] text-[7px]', tick === 'up' ? 'text-good' : 'text-bad')}>
      {tick === 'up' ? '▲' : '▼'}
    </span>
  );
}

type Tick = 'up' | 'down' | null;

const TICK_MS = 3_000;

/** The direction of a number's recent change; null if there was none. */
export function useTick(value: number | null): Tick {
  const before = useRef(value);
  const [tick, setTick] = useState<Tick>(null);
  useEffect(() => {
    const last = before.current;
    before.current = value;
    if (last === null || value === null || last === value) return;
    setTick(value > last ? 'up' : 'down');
    const timer = setTimeout(() => setTick(null), TICK_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return tick;
}
