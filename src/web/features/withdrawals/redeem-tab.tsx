import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { Redeemable } from '#contract/withdrawals.ts';
import { usePollingInterval } from '#web/data/live.ts';
import { useMeta } from '#web/data/queries.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, FactList } from '#web/ui/card.tsx';
import { Countdown } from '#web/ui/countdown.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { redeemableQuery } from './api.ts';
import { RedeemForm } from './redeem-form.tsx';
import { Tracker } from './tracker.tsx';
import { WithdrawalList } from './withdrawal-list.tsx';

/** Redeems points for USDT: the request, its limits, and all earlier requests. */
export function RedeemTab() {
  const t = useTranslations('redeem');
  const { data, error, refetch } = useQuery({ ...redeemableQuery, refetchInterval: usePollingInterval() });
  const [again, setAgain] = useState(0);
  const top = useRef<HTMLDivElement>(null);

  function onAgain(points: number) {
    setAgain(points);
    // The form is replaced with the next frame.
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
  /** Initial points, from a request to repeat; 0 for none. */
  again: number;
}

/** Shows the pending request, the form, or what prevents a request. */
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
      {/* A new key, because another initial amount needs a new form. */}
      {facts.refusal === null ? <RedeemForm key={again} facts={facts} initialPoints={again} /> : <RedeemObstacle facts={facts} />}
    </Card>
  );
}

/** Shows the redeemable points and the limits before a request. */
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
          {t('redeemable_from', { when: format.dateTime(new Date(redeemable_from), 'date_time') })}
        </p>
      )}
    </Card>
  );
}

/** Links to where a missing requirement can be added. */
const REMEDIES: Partial<Record<string, { to: string; label: 'add_wallet' | 'add_contact' | 'confirm_contact' }>> = {
  wallet_required: { to: '/settings/profile', label: 'add_wallet' },
  no_contact: { to: '/settings/security', label: 'add_contact' },
  contact_unconfirmed: { to: '/settings/security', label: 'confirm_contact' },
};

const TOO_FEW = ['insufficient_points', 'invalid_points', 'not_redeemable'];

/** Says why nothing can be redeemed now, until when, and what to do about it. */
function RedeemObstacle({ facts }: { facts: Redeemable }) {
  const t = useTranslations('redeem');
  const supportUrl = useMeta()?.support_url ?? null;
  const words = useWords(facts);
  const { refusal, on_hold_until } = facts;
  if (refusal === null) return null;
  const remedy = REMEDIES[refusal.code];
  const isHold = refusal.code === 'withdrawal_on_hold' && on_hold_until !== null;
  return (
    <div className="grid justify-items-start gap-3.5">
      {isHold ? <Hold until={on_hold_until} /> : <p className="max-w-[60ch] text-pretty">{words ?? refusal.detail}</p>}
      {remedy && (
        <Button size="s" asChild>
          <Link to={remedy.to}>{t(remedy.label)}</Link>
        </Button>
      )}
      {supportUrl && (isHold || TOO_FEW.includes(refusal.code)) && (
        <a href={supportUrl} className="text-[13px] font-semibold underline underline-offset-2">
          {t('support')}
        </a>
      )}
    </div>
  );
}

/** Describes reasons that depend on points, with their numbers; null if the server's own message is used. */
function useWords({ refusal, balance, day_left, days_30_left, min, bound, day_ends_at }: Redeemable): string | null {
  const t = useTranslations('redeem');
  const format = useFormatter();
  if (refusal === null || !TOO_FEW.includes(refusal.code)) return null;
  if (bound === 'day') return t('day_is_used', { left: day_left, when: format.dateTime(new Date(day_ends_at), 'date_time') });
  if (bound === '30_days') return t('days_30_are_used', { left: days_30_left });
  return bound === 'balance' ? t('too_few', { points: balance, min }) : null;
}

function Hold({ until }: { until: string }) {
  const t = useTranslations('redeem');
  const format = useFormatter();
  return (
    <div className="max-w-[60ch]">
      <p className="font-[620]">{t('on_hold', { when: format.dateTime(new Date(until), 'date_time') })}</p>
      <p className="mt-1 text-[13px] text-pretty text-muted">
        {t('on_hold_why')} {t.rich('on_hold_left', { time: () => <Countdown until={until} /> })}
      </p>
    </div>
  );
}
