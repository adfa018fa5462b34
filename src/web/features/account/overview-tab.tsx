import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useAwayUntil } from '#web/lib/care.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useMeta } from '#web/lib/meta.ts';
import { useOverview } from '#web/lib/overview.ts';
import { Card } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CheckInCard } from './check-in-card.tsx';
import { HistoryList } from './history-list.tsx';
import { PointsCard } from './points-card.tsx';
import { StatsCards } from './stats-cards.tsx';

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
