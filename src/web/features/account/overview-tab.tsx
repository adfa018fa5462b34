import { useQueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { v4 } from 'uuid';
import type { Overview } from '#contract/account.ts';
import { errorText } from '#web/data/api-error.ts';
import { useAwayUntil } from '#web/data/play-limits.ts';
import { overviewQuery, useMeta, useOverview } from '#web/data/queries.tsx';
import { toast } from '#web/data/toasts.ts';
import { classNames } from '#web/lib/class-names.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Countdown } from '#web/ui/countdown.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { useCheckIn } from './api.ts';
import { HistoryList } from './history-list.tsx';
import { PointsCard } from './points-card.tsx';

const LATEST = 6;

/** Shows the account at a glance; `side` is placed beside the latest history. */
export function OverviewTab({ side }: { side: ReactNode }) {
  const t = useTranslations('account');
  return (
    <div className="grid gap-4">
      <Numbers />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
        <Card
          title={t('history')}
          aside={
            <Link to="/account?tab=history" className="thumb -my-2 inline-grid place-items-center font-semibold hover:text-text">
              {t('all_history')}
            </Link>
          }
        >
          <HistoryList filter={{ page_size: LATEST }} />
        </Card>
        {side}
      </div>
    </div>
  );
}

function Numbers() {
  const t = useTranslations('account');
  const meta = useMeta();
  const { data, error, refetch } = useOverview();
  const isAway = useAwayUntil() !== null;
  if (!data && error) {
    return (
      <Card>
        <ErrorState title={t('overview_failed')} error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (!data || !meta) {
    return (
      <>
        <Skeleton className="h-[225px] rounded-card" />
        <Skeleton className="h-[82px] rounded-card" />
      </>
    );
  }
  return (
    <>
      <div className={classNames('grid gap-4', !isAway && 'md:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]')}>
        <PointsCard stats={data.stats} />
        {!isAway && <CheckInCard checkIn={data.check_in} rewards={meta.check_in_rewards} />}
      </div>
      <StatsCards stats={data.stats} />
    </>
  );
}

/** Shows the results of the user's predictions in four numbers. */
function StatsCards({ stats }: { stats: Overview['stats'] }) {
  const t = useTranslations('account');
  const format = useFormatter();
  const { predictions_played, hits, win_rate, rank, next_rank } = stats;
  const facts: { label: string; value: string; hint?: string | null }[] = [
    { label: t('predictions'), value: format.number(predictions_played) },
    { label: t('hits'), value: format.number(hits) },
    { label: t('win_rate'), value: win_rate === null ? t('none_yet') : format.number(win_rate, { style: 'percent' }) },
    {
      label: t('rank'),
      value: rank === null ? t('none_yet') : t('rank_value', { rank }),
      hint: next_rank && t('rank_next', { rank: next_rank.rank, points: next_rank.points_missing }),
    },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
      {facts.map(({ label, value, hint }) => (
        <div key={label} className="flex flex-col rounded-card border border-line bg-surface p-4">
          <dt className="text-[12.5px] text-muted">{label}</dt>
          <dd className="num order-first text-[26px] leading-[1.1] font-[680]">{value}</dd>
          {hint && <dd className="num text-[12.5px] text-muted">{hint}</dd>}
        </div>
      ))}
    </dl>
  );
}

interface CheckInCardProps {
  checkIn: Overview['check_in'];
  /** Points for each day of a streak; after the last day it starts over. */
  rewards: readonly number[];
}

/** Shows the week of check-ins and today's. A day ends at midnight UTC. */
function CheckInCard({ checkIn, rewards }: CheckInCardProps) {
  const t = useTranslations('account');
  useRefreshAt(checkIn.resets_at);
  return (
    <Card title={t('check_in')} aside={t.rich('resets_in', { time: () => <Countdown until={checkIn.resets_at} /> })}>
      <p className="-mt-2 mb-2 text-[12.5px] text-muted">{t('streak', { days: checkIn.streak })}</p>
      <Week checkIn={checkIn} rewards={rewards} />
      <Collect checkIn={checkIn} />
    </Card>
  );
}

function Week({ checkIn, rewards }: CheckInCardProps) {
  const t = useTranslations('account');
  const format = useFormatter();
  const { checked_in_today, streak, points_today } = checkIn;
  // Index of today in the streak, from 0: the last day of the streak, or the next one if today's check-in is open.
  const today = (checked_in_today ? streak - 1 : streak) % rewards.length;
  return (
    <ol className="num mt-1 mb-3.5 grid grid-cols-7 gap-1.5">
      {rewards.map((reward, index) => {
        const day = index + 1;
        const isDone = index < today || (index === today && checked_in_today);
        const isToday = index === today && !checked_in_today;
        const points = isToday ? points_today : reward;
        const words = isDone ? t('day_done', { day }) : t(isToday ? 'day_today' : 'day_later', { day, points });
        return (
          <li
            key={day}
            aria-current={isToday ? 'date' : undefined}
            className={classNames(
              'rounded-control border pt-2 pb-[9px] text-center text-[12px]',
              isDone && 'border-transparent bg-accent-soft text-accent',
              !isDone && 'text-muted',
              !isDone && (isToday ? 'border-accent' : 'border-line'),
            )}
          >
            <span className="sr-only">{words}</span>
            <span aria-hidden className="block truncate px-0.5">
              {t('day', { day })}
            </span>
            <span aria-hidden className={classNames('grid h-[25px] place-items-center text-[17px] font-bold', !isDone && 'text-text')}>
              {isDone ? <Check size={16} strokeWidth={2.5} /> : `+${format.number(points)}`}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Collect({ checkIn }: { checkIn: Overview['check_in'] }) {
  const t = useTranslations('account');
  const collect = useCheckIn();
  // Each day's check-in has one key for all its attempts.
  const [key, setKey] = useState({ day: checkIn.resets_at, value: v4() });
  if (key.day !== checkIn.resets_at) setKey({ day: checkIn.resets_at, value: v4() });
  if (checkIn.checked_in_today) {
    return (
      <p role="status" className="grid h-[42px] place-items-center rounded-control bg-raised font-semibold text-muted">
        {t('checked_in', { points: checkIn.points_today })}
      </p>
    );
  }
  const start = () =>
    collect.mutate(key.value, {
      onSuccess: ({ points, streak }) => toast('success', t('check_in_done', { points, streak })),
      onError: (error) => toast('error', t('check_in_failed', { reason: errorText(error) })),
    });
  return (
    <Button wide busy={collect.isPending} onClick={start}>
      {t('check_in_for', { points: checkIn.points_today })}
    </Button>
  );
}

const LATE_MS = 1_000;

/** Refetches the overview when a new day begins. */
function useRefreshAt(at: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const wait = Date.parse(at) - Date.now() + LATE_MS;
    if (wait <= 0) return;
    const timer = setTimeout(() => void client.invalidateQueries({ queryKey: overviewQuery.queryKey }), wait);
    return () => clearTimeout(timer);
  }, [at, client]);
}
