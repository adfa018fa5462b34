import { useState } from 'react';
import { useFormatter, useLocale, useTranslations } from 'use-intl';
import type { Redeemable } from '#contract/withdrawals.ts';
import { usdtOf } from '#domain/withdrawals/payout-text.ts';
import { usdtIn } from '#web/lib/number-formats.ts';
import { TextField } from '#web/ui/form.tsx';
import type { RedeemForm } from './use-redeem.ts';

/** How many points: typed, or in steps, or all that is possible; beside them what they are in USDT. */
export function PointsField({ facts, form }: { facts: Redeemable; form: RedeemForm }) {
  const t = useTranslations('redeem');
  const format = useFormatter();
  const locale = useLocale();
  const [isTyping, setTyping] = useState(false);
  const { digits, points, pointsFault, pointsRefusal } = form;
  const { step, min, max } = facts;
  const error = pointsRefusal ?? (pointsFault && t(`fault.${pointsFault}`, { step, min, max }));
  const stepped = (by: number) => Math.min(max, Math.max(min, Math.floor(points / step) * step + by));
  const chip = (label: string, name: string, value: number) => (
    <button
      type="button"
      aria-label={name}
      disabled={value === points}
      onClick={() => form.type(String(value))}
      className="thumb h-[42px] rounded-control border border-line px-[11px] font-semibold text-muted transition-colors enabled:hover:border-accent enabled:hover:text-text disabled:opacity-60 pointer-coarse:h-11"
    >
      {label}
    </button>
  );
  return (
    <div className="num grid gap-2">
      <TextField
        label={t('points')}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        placeholder={t('points_range', { min, max })}
        // While it is typed in, it shows plain digits.
        value={isTyping || digits === '' ? digits : format.number(points)}
        error={error}
        onChange={(event) => form.type(event.target.value)}
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
        trailing={
          <span className="pr-3 font-[620] whitespace-nowrap" aria-live="polite">
            {t('usdt', { usdt: usdtIn(locale, usdtOf(points)) })}
          </span>
        }
      />
      <div className="flex flex-wrap gap-2">
        {chip(`+${format.number(step)}`, t('step_up', { step }), stepped(step))}
        {chip(`−${format.number(step)}`, t('step_down', { step }), stepped(-step))}
        {chip(t('max'), t('max_label', { max }), max)}
      </div>
    </div>
  );
}
