import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { PlayLimit } from '#contract/play-limits.ts';
import { usdtOf } from '#domain/withdrawals/payout-text.ts';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { usdtIn, wholeDigits } from '#web/lib/number-formats.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert, TextField } from '#web/ui/form.tsx';
import { useSetLimit } from './api.ts';

/** The most that its field takes. */
const AMOUNT_MAX = 999_999_999;

/** Another amount for a limit, or none. */
export function LimitForm({ limit: { kind, period, amount }, onDone }: { limit: PlayLimit; onDone: () => void }) {
  const t = useTranslations('play_limits');
  const locale = useLocale();
  const [digits, setDigits] = useState(amount === null ? '' : String(amount));
  const [wasPressed, setPressed] = useState(false);
  const set = useSetLimit();
  const points = Number(digits) >= 1 ? Number(digits) : null;
  const type = (typed: string) => setDigits((before) => wholeDigits(typed) ?? before);
  const save = (wanted: number | null) =>
    set.mutate(
      { kind, period, amount: wanted },
      {
        onSuccess: ({ limits }) => {
          const isPending = limits.some((limit) => limit.kind === kind && limit.period === period && limit.next !== null);
          toast('success', t(isPending ? 'saved_later' : 'saved'));
          onDone();
        },
      },
    );
  return (
    <form
      noValidate
      className="mt-3 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setPressed(true);
        if (points !== null) save(points);
      }}
    >
      <FormAlert message={set.error && `${t('save_failed')} ${errorText(set.error)}`} />
      <TextField
        label={t('amount')}
        aria-label={`${t(`name.${kind}.${period}`)}: ${t('amount')}`}
        inputMode="numeric"
        autoComplete="off"
        value={digits}
        onChange={(event) => type(event.target.value)}
        error={wasPressed && points === null ? t('amount_wrong', { max: AMOUNT_MAX }) : null}
        hint={points === null ? '\u00a0' : t('about_usdt', { usdt: usdtIn(locale, usdtOf(points)) })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={set.isPending}>
          {t('save')}
        </Button>
        {amount !== null && (
          <Button look="quiet" disabled={set.isPending} onClick={() => save(null)}>
            {t('remove')}
          </Button>
        )}
        <Button look="plain" onClick={onDone}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
