import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { usePollingInterval } from '#web/lib/live.ts';
import { Card } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { redeemableQuery } from './api.ts';
import { LimitsCard } from './limits-card.tsx';
import { RedeemCard } from './redeem-card.tsx';
import { WithdrawalList } from './withdrawal-list.tsx';

/** Points for USDT: the request, what limits it, and all that were made. */
export function RedeemTab() {
  const t = useTranslations('redeem');
  const { data, error, refetch } = useQuery({ ...redeemableQuery, refetchInterval: usePollingInterval() });
  const [again, setAgain] = useState(0);
  const top = useRef<HTMLDivElement>(null);

  function onAgain(points: number) {
    setAgain(points);
    // The form is another one with the next frame.
    requestAnimationFrame(() => {
      top.current?.scrollIntoView({ block: 'nearest' });
      top.current?.querySelector('input')?.focus();
    });
  }

  if (!data && error) {
    return (
      <Card>
        <ErrorState title={t('load_failed')} error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  return (
    <div className="grid gap-4">
      <div ref={top} className="grid scroll-mt-24 items-start gap-4 xl:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
        {data ? (
          <>
            <RedeemCard facts={data} again={again} />
            <LimitsCard facts={data} />
          </>
        ) : (
          <>
            <Skeleton className="h-[460px] rounded-card" />
            <Skeleton className="h-[260px] rounded-card" />
          </>
        )}
      </div>
      <WithdrawalList onAgain={data?.refusal === null && data.pending === null ? onAgain : null} />
    </div>
  );
}
