import { useId, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { classNames } from '#web/lib/class-names.ts';

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

const AMOUNTS = [50, 100, 500] as const;

/** Field for points, with buttons that set an amount. While it has the focus, it shows plain digits; cursor and selection stay at theirs. */
export function StakeField({ digits, onType, max, min, stakeMax, errorId, isInvalid }: StakeFieldProps) {
  const t = useTranslations('bets');
  const format = useFormatter();
  const id = useId();
  const [isTyping, setIsTyping] = useState(false);
  const { input, keep } = useSelection();
  const shown = isTyping || digits === '' ? digits : format.number(Number(digits));
  const chip = (label: string, name: string, value: number) => (
    <button
      key={label}
      type="button"
      aria-label={name}
      disabled={max < min}
      onClick={() => onType(String(value))}
      className="thumb rounded-control border border-line px-[9px] font-semibold text-muted transition-colors enabled:hover:border-accent enabled:hover:text-text disabled:opacity-60"
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
        ref={input}
        id={id}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        placeholder={t('stake_range', { min: format.number(min), max: format.number(stakeMax) })}
        value={shown}
        onChange={(event) => {
          keep();
          onType(event.target.value);
        }}
        onFocus={() => {
          keep();
          setIsTyping(true);
        }}
        onBlur={() => setIsTyping(false)}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? errorId : undefined}
        className={classNames(
          'h-[42px] min-w-0 flex-1 rounded-control border bg-bg px-[13px] text-[17px] placeholder:text-[14px] placeholder:font-medium placeholder:text-faint focus-visible:outline-offset-1 max-md:h-11',
          isInvalid ? 'border-bad' : 'border-line-strong',
        )}
      />
      {AMOUNTS.map((amount) => chip(format.number(amount), t('stake_set', { points: format.number(amount) }), amount))}
      {chip(t('stake_max'), `${t('stake_max')}, ${format.number(max)}`, max)}
    </div>
  );
}

/** Keeps the selection of a field whose text is written differently: `keep` before the change, and it stands at the same digits after it. */
function useSelection() {
  const input = useRef<HTMLInputElement>(null);
  const kept = useRef<[number, number] | null>(null);
  // A refused letter changes nothing else, and the selection must be set after it was taken out again.
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    const selection = kept.current;
    kept.current = null;
    if (selection === null || input.current === null) return;
    const [start, end] = selection.map((digits) => placeAfter(input.current!.value, digits));
    input.current.setSelectionRange(start!, end!);
  });
  const keep = () => {
    const { value = '', selectionStart = null, selectionEnd = null } = input.current ?? {};
    const digitsBefore = (place: number | null) => value.slice(0, place ?? value.length).replace(/\D/g, '').length;
    kept.current = [digitsBefore(selectionStart), digitsBefore(selectionEnd)];
    renderAgain();
  };
  return { input, keep };
}

/** Returns the place in a text after its first `count` digits. */
function placeAfter(text: string, count: number): number {
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index + 1);
  return count === 0 ? 0 : (places[count - 1] ?? text.length);
}
