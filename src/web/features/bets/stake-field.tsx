import { useId, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { classNames } from '#web/lib/class-names.ts';
import { useIsPhone } from '#web/lib/use-media.ts';

interface StakeFieldProps {
  digits: string;
  onType: (typed: string) => void;
  /** The largest stake possible now. */
  max: number;
  min: number;
  /** The maximum of a single stake, named in the empty field. */
  stakeMax: number;
  errorId: string;
  isInvalid: boolean;
}

const STEPS = [100, 500] as const;
const AMOUNTS = [50, 100, 500] as const;

/** Field for points, with buttons that add (on phones: set) an amount. While it has the focus, it shows plain digits. */
export function StakeField({ digits, onType, max, min, stakeMax, errorId, isInvalid }: StakeFieldProps) {
  const t = useTranslations('bets');
  const format = useFormatter();
  const id = useId();
  const isPhone = useIsPhone();
  const [isTyping, setIsTyping] = useState(false);
  const shown = isTyping || digits === '' ? digits : format.number(Number(digits));
  const chip = (label: string, name: string, value: number) => (
    <button
      key={label}
      type="button"
      aria-label={name}
      disabled={max < min}
      onClick={() => onType(String(value))}
      className="thumb rounded-control border border-line px-[11px] font-semibold text-muted transition-colors enabled:hover:border-accent enabled:hover:text-text disabled:opacity-60"
    >
      {label}
    </button>
  );
  return (
    <div className="num flex gap-2">
      <label htmlFor={id} className="sr-only">
        {t('stake')}
      </label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        placeholder={t('stake_range', { min: format.number(min), max: format.number(stakeMax) })}
        value={shown}
        onChange={(event) => onType(event.target.value)}
        onFocus={() => setIsTyping(true)}
        onBlur={() => setIsTyping(false)}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? errorId : undefined}
        className={classNames(
          'h-[42px] min-w-0 flex-1 rounded-control border bg-bg px-[13px] text-[17px] placeholder:text-[14px] placeholder:font-medium placeholder:text-faint focus-visible:outline-offset-1 max-md:h-11',
          isInvalid ? 'border-bad' : 'border-line-strong',
        )}
      />
      {isPhone
        ? AMOUNTS.map((amount) => chip(format.number(amount), t('stake_set', { points: format.number(amount) }), amount))
        : STEPS.map((step) =>
            chip(`+${format.number(step)}`, t('stake_add', { points: format.number(step) }), Math.min(Number(digits) + step, max)),
          )}
      {chip(t('stake_max'), `${t('stake_max')}, ${format.number(max)}`, max)}
    </div>
  );
}
