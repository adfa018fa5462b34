import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { Redeemable } from '#contract/withdrawals.ts';
import { usePollingInterval } from '#web/data/live.ts';
import { LONG_DATE_AND_TIME } from '#web/lib/dates.ts';
import { Card, FactList } from '#web/ui/card.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { redeemableQuery } from './api.ts';
import { RedeemForm } from './redeem-form.tsx';
import { RedeemObstacle } from './redeem-obstacle.tsx';
import { Tracker } from './tracker.tsx';
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

interface RedeemCardProps {
  facts: Redeemable;
  /** Points to begin with: those of a request that is made once more. 0: none. */
  again: number;
}

/** The request that is under way; or the form; or what stands in its way. */
function RedeemCard({ facts, again }: RedeemCardProps) {
  const t = useTranslations('redeem');
  if (facts.pending !== null) {
    return (
      <Card title={t('under_way')}>
        <Tracker withdrawal={facts.pending} />
      </Card>
    );
  }
  return (
    <Card title={t('heading')} aside={t('rate', { points: facts.points_per_usdt })}>
      {/* Another amount to begin with is another form. */}
      {facts.refusal === null ? <RedeemForm key={again} facts={facts} initialPoints={again} /> : <RedeemObstacle facts={facts} />}
    </Card>
  );
}

/** What there is to redeem, and what limits it, before anybody runs into it. */
function LimitsCard({ facts }: { facts: Redeemable }) {
  const t = useTranslations('redeem');
  const format = useFormatter();
  const { balance, held, redeemable, redeemable_from, to_be_played, day_left, day_max, days_30_left, days_30_max, min, step } = facts;
  return (
    <Card title={t('limits')}>
      <FactList
        facts={[
          { label: t('balance'), value: format.number(balance) },
          ...(held > 0 ? [{ label: t('held'), value: format.number(held) }] : []),
          ...(redeemable < balance
            ? [
                { label: t('redeemable'), value: format.number(redeemable) },
                { label: t('not_yet'), value: format.number(balance - redeemable) },
              ]
            : []),
          { label: t('today'), value: t('left_of', { left: day_left, max: day_max }) },
          { label: t('days_30'), value: t('left_of', { left: days_30_left, max: days_30_max }) },
          { label: t('least'), value: t('least_value', { min, step }) },
        ]}
      />
      {to_be_played > 0 && (
        <p className="mt-2 text-[12.5px] text-pretty text-muted">
          {t.rich('to_be_played', {
            points: to_be_played,
            bets: (words) => (
              <Link to="/bets" className="font-semibold text-accent hover:underline">
                {words}
              </Link>
            ),
          })}
        </p>
      )}
      {redeemable_from && (
        <p className="mt-2 text-[12.5px] text-pretty text-muted">
          {t('redeemable_from', { when: format.dateTime(new Date(redeemable_from), LONG_DATE_AND_TIME) })}
        </p>
      )}
    </Card>
  );
}
