import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { Overview } from '#contract/overview.ts';
import type { TrendWindow } from '#domain/matches/trend.ts';
import { MINUTE_MS, utcDay } from '#domain/time.ts';
import { changeOf, trendsQuery, windowValue } from '#web/console/lib/trends.ts';
import { WaitingTime } from '#web/console/ui/elapsed-time.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { ChangeNote, TrendChart } from '#web/console/ui/trend-chart.tsx';
import { useNow } from '#web/lib/clock.ts';
import { Skeleton } from '#web/ui/placeholders.tsx';

/** From here on numbers are shown in millions: the last digits do not matter. */
const COMPACT_FROM = 1_000_000;
/** Users are promised a review within this time (docs/rules.md#withdrawals). */
const LATE_MS = 24 * 3_600_000;

/** The five figures, with their changes; each leads to what it counts. */
export function Figures({ metrics }: { metrics: Overview['metrics'] }) {
  const t = useTranslations('admin_overview');
  const format = useFormatter();
  const number = (value: number) =>
    format.number(value, value >= COMPACT_FROM ? { notation: 'compact', minimumSignificantDigits: 3, maximumSignificantDigits: 3 } : {});
  const usdt = (text: string) => t('usdt', { amount: format.number(Number(text), { maximumFractionDigits: 2 }) });
  const { total_users, actives_24h, points_in_circulation, pending_redeems, redeemed_today } = metrics;
  const today = utcDay(useNow(MINUTE_MS));
  const sinceYesterday = (change: string) => t('since_yesterday', { change });
  return (
    <section aria-label={t('figures')} className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-5">
      <FigureCard to="/admin/users" label={t('total_users')} value={number(total_users.now)}>
        <ChangeNote isGood change={changeOf(total_users.now, total_users.before)} words={sinceYesterday} />
      </FigureCard>
      <FigureCard to="/admin/users?sort=last_login_at" label={t('actives_24h')} value={number(actives_24h.now)}>
        <ChangeNote isGood change={changeOf(actives_24h.now, actives_24h.before)} words={sinceYesterday} />
      </FigureCard>
      <FigureCard to="/admin/users?sort=points_balance" label={t('points_in_circulation')} value={number(points_in_circulation.now)}>
        <ChangeNote change={changeOf(points_in_circulation.now, points_in_circulation.before)} words={sinceYesterday} />
      </FigureCard>
      <FigureCard
        to="/admin/withdrawals"
        label={<PendingLabel oldestAt={pending_redeems.oldest_at} />}
        value={number(pending_redeems.count)}
      >
        <ChangeNote change={changeOf(pending_redeems.count, pending_redeems.before)} words={sinceYesterday} />
      </FigureCard>
      <FigureCard
        to={`/admin/withdrawals?status=approved&days=decided&from=${today}&to=${today}`}
        label={t('redeemed_today')}
        value={usdt(redeemed_today.now)}
      >
        <ChangeNote
          change={changeOf(Number(redeemed_today.now), Number(redeemed_today.before))}
          words={(change) => t('since_day_before', { change })}
        />
      </FigureCard>
    </section>
  );
}

/** The label includes the age of the oldest request, which says more than the count. */
function PendingLabel({ oldestAt }: { oldestAt: string | null }) {
  const t = useTranslations('admin_overview');
  if (oldestAt === null) return t('pending_redeems');
  return t.rich('pending_oldest', { time: () => <WaitingTime since={oldestAt} lateAfterMs={LATE_MS} /> });
}

interface FigureCardProps {
  /** The list of what the figure counts. */
  to: string;
  label: ReactNode;
  value: string;
  /** Its change. */
  children: ReactNode;
}

/** A figure, all of which is a link. */
function FigureCard({ to, label, value, children }: FigureCardProps) {
  return (
    <Link to={to} className="block min-w-0 rounded-card border border-line bg-surface px-4 py-3 transition-colors hover:border-line-strong">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="num text-[25px] leading-tight">{value}</span>
        {children}
      </span>
      <span className="mt-0.5 block text-[13px] text-muted">{label}</span>
    </Link>
  );
}

const HEIGHT = 240;

/** Bets by day, with daily actives beside them. */
export function ChartPanel({ window }: { window: TrendWindow }) {
  const t = useTranslations('admin_overview');
  const format = useFormatter();
  const query = useQuery(trendsQuery({ window }));
  return (
    <Panel
      title={t('chart')}
      aside={t('before_in_grey', { days: Number(window) })}
      query={query}
      failed={t('chart_failed')}
      skeleton={<Skeleton className="h-[240px]" />}
    >
      {({ days, before }) => (
        <TrendChart
          series="bets"
          also="daily_actives"
          days={days}
          before={before}
          height={HEIGHT}
          label={t('chart_label', {
            series: t('series.bets'),
            value: t('total', { value: format.number(windowValue(days, 'bets') ?? 0) }),
          })}
        />
      )}
    </Panel>
  );
}
