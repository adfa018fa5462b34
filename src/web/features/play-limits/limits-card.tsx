import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { PlayLimit } from '#contract/play-limits.ts';
import { LIMIT_KINDS } from '#domain/play-limits/play-limits.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import { usdtOf } from '#domain/withdrawals/payout-text.ts';
import { writeUsdt } from '#texts/write.ts';
import { errorText } from '#web/data/api-error.ts';
import { useLimits } from '#web/data/play-limits.ts';
import { toast } from '#web/data/toasts.ts';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { useNow } from '#web/lib/clock.ts';
import { wholeDigits } from '#web/lib/number-formats.ts';
import { LEAVING, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FormAlert, TextField } from '#web/ui/form.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { useSetLimit } from './api.ts';

/** Shows the user's limits on stakes and losses per day, week and month, and how much of them is used. */
export function LimitsCard() {
  const t = useTranslations('play_limits');
  const { data, error, refetch } = useLimits();
  if (!data) {
    return (
      <Card title={t('limits_heading')}>
        {error ? <ErrorState title={t('load_failed')} error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-[480px]" />}
      </Card>
    );
  }
  return (
    <Card title={t('limits_heading')}>
      <p className="text-[13px] text-pretty text-muted">{t('limits_lead')}</p>
      {LIMIT_KINDS.map((kind) => (
        <section key={kind} aria-label={t(`kind.${kind}`)} className="mt-5">
          <h3 className="font-[650]">{t(`kind.${kind}`)}</h3>
          <p className="text-[12.5px] text-pretty text-faint">{t(`kind_hint.${kind}`)}</p>
          <ul className="mt-1 divide-y divide-line">
            {data.limits
              .filter((limit) => limit.kind === kind)
              .map((limit) => (
                <LimitRow key={limit.period} limit={limit} />
              ))}
          </ul>
        </section>
      ))}
      <p className="mt-3 text-[12.5px] text-faint">{t('utc')}</p>
    </Card>
  );
}

/** Shows a limit: its use and reset, a pending change, and the form to change it. */
function LimitRow({ limit }: { limit: PlayLimit }) {
  const t = useTranslations('play_limits');
  const format = useFormatter();
  const [isEditing, setEditing] = useState(false);
  const dayAndTime = useDayAndTime(useNow(MINUTE_MS));
  const { kind, period, amount, used, resets_at } = limit;
  const name = t(`name.${kind}.${period}`);
  const spent = format.number(Math.max(0, used));
  const usage = () => {
    if (amount !== null) return t('used_of', { used: spent, amount: format.number(amount) });
    return used < 0 ? t('won', { points: format.number(-used) }) : t('used_none', { used: spent });
  };
  return (
    <li className="py-3">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-[580]">{t(`period.${period}`)}</span>
            <span className="num text-[13px] text-muted">{amount === null ? `${t('no_limit')} · ${usage()}` : usage()}</span>
          </p>
          {amount !== null && <UsedBar label={name} used={Math.max(0, used)} amount={amount} />}
          {amount !== null && <p className="text-[12.5px] text-faint">{t('resets', { when: dayAndTime(resets_at) })}</p>}
        </div>
        {!isEditing && (
          <Button
            look="quiet"
            size="s"
            aria-label={t(amount === null ? 'set_named' : 'change_named', { limit: name })}
            onClick={() => setEditing(true)}
          >
            {t(amount === null ? 'set' : 'change')}
          </Button>
        )}
      </div>
      <Pending limit={limit} />
      {isEditing && <LimitForm limit={limit} onDone={() => setEditing(false)} />}
    </li>
  );
}

function UsedBar({ label, used, amount }: { label: string; used: number; amount: number }) {
  const share = Math.min(1, used / amount);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={amount}
      aria-valuenow={Math.min(used, amount)}
      className="my-1.5 h-2 overflow-hidden rounded-[5px] bg-line"
    >
      <div
        className={`h-full rounded-[5px] transition-[width] duration-250 ${share === 1 ? 'bg-warn' : 'bg-accent'}`}
        style={{ width: `${100 * share}%` }}
      />
    </div>
  );
}

/** Shows a looser limit that was requested, when it takes effect, and a button to cancel it. */
function Pending({ limit: { kind, period, amount, next } }: { limit: PlayLimit }) {
  const t = useTranslations('play_limits');
  const format = useFormatter();
  const set = useSetLimit();
  const dayAndTime = useDayAndTime(useNow(MINUTE_MS));
  if (next === null) return null;
  const when = dayAndTime(next.from);
  const keep = () =>
    set.mutate(
      { kind, period, amount },
      {
        onSuccess: () => toast('success', t('kept')),
        onError: (refusal) => toast('error', `${t('save_failed')} ${errorText(refusal)}`),
      },
    );
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control bg-raised px-3 py-1.5 text-[13px]">
      <p className="num min-w-0 flex-1 font-[550]">
        {next.amount === null ? t('next_none', { when }) : t('next', { points: format.number(next.amount), when })}
      </p>
      <Button look="plain" size="s" busy={set.isPending} onClick={keep}>
        {t('keep')}
      </Button>
    </div>
  );
}

/** Formats a moment as "today 18:30", "tomorrow 14:32", else "20 Nov, 18:30"; the day is the user's local one. */
function useDayAndTime(now: Date): (at: string) => string {
  const t = useTranslations('play_limits');
  const format = useFormatter();
  const dayOf = (at: Date) => format.dateTime(at, 'day');
  return (moment) => {
    const at = new Date(moment);
    const time = format.dateTime(at, 'time');
    if (dayOf(at) === dayOf(now)) return t('today', { time });
    if (dayOf(at) === dayOf(new Date(now.getTime() + DAY_MS))) return t('tomorrow', { time });
    return format.dateTime(at, 'day_time');
  };
}

/** The largest amount that the field accepts. */
const AMOUNT_MAX = 999_999_999;

/** Sets or removes the amount of a limit. */
function LimitForm({ limit: { kind, period, amount }, onDone }: { limit: PlayLimit; onDone: () => void }) {
  const t = useTranslations('play_limits');
  const locale = useLocale();
  const [digits, setDigits] = useState(amount === null ? '' : String(amount));
  const set = useSetLimit();
  const points = Number(digits) >= 1 ? Number(digits) : null;
  const { form, problems, isBusy, run, forgive } = useSubmit<'amount'>({
    check: () => (points === null ? { amount: t('amount_wrong', { max: AMOUNT_MAX }) } : {}),
    send: () => save(points),
    refused: (error) => ({ form: `${t('save_failed')} ${errorText(error)}` }),
  });

  async function save(wanted: number | null) {
    const { limits } = await set.mutateAsync({ kind, period, amount: wanted });
    const isPending = limits.some((limit) => limit.kind === kind && limit.period === period && limit.next !== null);
    toast('success', t(isPending ? 'saved_later' : 'saved'));
    onDone();
    return LEAVING;
  }

  function type(typed: string) {
    setDigits((before) => wholeDigits(typed) ?? before);
    forgive('amount');
  }

  return (
    <form {...form} className="mt-3 grid gap-3">
      <FormAlert message={problems.form} />
      <TextField
        label={t('amount')}
        aria-label={`${t(`name.${kind}.${period}`)}: ${t('amount')}`}
        inputMode="numeric"
        autoComplete="off"
        value={digits}
        onChange={(event) => type(event.target.value)}
        error={problems.amount}
        hint={points === null ? '\u00a0' : t('about_usdt', { usdt: writeUsdt(locale, usdtOf(points)) })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isBusy}>
          {t('save')}
        </Button>
        {amount !== null && (
          <Button look="quiet" disabled={isBusy} onClick={() => run(() => save(null))}>
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
