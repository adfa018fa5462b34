import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { PlayLimit } from '#contract/play-limits.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { useNow } from '#web/lib/clock.ts';
import { DAY, DAY_AND_TIME, TIME } from '#web/lib/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { useSetLimit } from './api.ts';
import { LimitForm } from './limit-form.tsx';

/** One limit: how much of it is used and when it starts afresh, what is to change, and the form that changes it. */
export function LimitRow({ limit }: { limit: PlayLimit }) {
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

/** A looser limit that was asked for, from when it holds, and the way to leave things as they are. */
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

/** Says a moment as people do: "today 18:30", "tomorrow 14:32", else "20 Nov, 18:30"; the day is the reader's. */
function useDayAndTime(now: Date): (at: string) => string {
  const t = useTranslations('play_limits');
  const format = useFormatter();
  const dayOf = (at: Date) => format.dateTime(at, DAY);
  return (moment) => {
    const at = new Date(moment);
    const time = format.dateTime(at, TIME);
    if (dayOf(at) === dayOf(now)) return t('today', { time });
    if (dayOf(at) === dayOf(new Date(now.getTime() + DAY_MS))) return t('tomorrow', { time });
    return format.dateTime(at, DAY_AND_TIME);
  };
}
