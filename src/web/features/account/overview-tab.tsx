import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { Overview } from '#contract/account.ts';
import { useAwayUntil } from '#web/data/play-limits.ts';
import { useMeta, useOverview } from '#web/data/queries.tsx';
import { classNames } from '#web/lib/class-names.ts';
import { Card } from '#web/ui/card.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { CheckInCard } from './check-in-card.tsx';
import { HistoryList } from './history-list.tsx';
import { PointsCard } from './points-card.tsx';

const LATEST = 6;

/** The account at a glance; `side` stands beside the latest history. */
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

/** What the user's predictions have come to, in four numbers. */
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
