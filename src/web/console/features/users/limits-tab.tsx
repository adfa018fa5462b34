import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import type { UserLimits } from '#contract/user-records.ts';
import { type Column, DataTable, TableSkeleton } from '#web/console/ui/data-table.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { Tag } from '#web/ui/card.tsx';
import { userLimitsQuery } from './api.ts';

type Limit = UserLimits['limits'][number];
type Away = UserLimits['exclusions'][number];

/** A user's limits of stakes and losses, and their times away from play. Operators change neither. */
export function LimitsTab({ id }: { id: string }) {
  const t = useTranslations('admin_users.limits');
  const query = useQuery(userLimitsQuery(id));
  return (
    <div className="grid grid-cols-1 items-start gap-3.5 lg:grid-cols-2">
      <Panel title={t('title')} query={query} failed={t('failed')} skeleton={<TableSkeleton rows={6} />}>
        {({ limits }) => <LimitTable limits={limits} />}
      </Panel>
      <Panel
        title={t('away')}
        query={query}
        failed={t('failed')}
        skeleton={<TableSkeleton rows={3} />}
        empty={({ exclusions }) => (exclusions.length === 0 ? t('away_none') : null)}
      >
        {({ exclusions }) => <AwayTable exclusions={exclusions} />}
      </Panel>
    </div>
  );
}

function LimitTable({ limits }: Pick<UserLimits, 'limits'>) {
  const t = useTranslations();
  const format = useFormatter();
  const columns: Column<Limit>[] = [
    {
      key: 'limit',
      title: t('admin_users.limits.limit'),
      cell: ({ kind, period, next }) => (
        <>
          <span className="font-medium">{t(`play_limits.name.${kind}.${period}`)}</span>
          {next && (
            <span className="block text-[12.5px] text-muted">
              {next.amount === null
                ? t('play_limits.next_none', { when: format.dateTime(new Date(next.from), 'day_time') })
                : t('play_limits.next', { points: format.number(next.amount), when: format.dateTime(new Date(next.from), 'day_time') })}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'amount',
      title: t('admin_users.limits.amount'),
      isNumber: true,
      cell: ({ amount }) => (amount === null ? <span className="text-muted">{t('play_limits.no_limit')}</span> : format.number(amount)),
    },
    {
      key: 'used',
      title: t('admin_users.limits.used'),
      isNumber: true,
      cell: ({ used, amount }) => (
        <span className={amount !== null && used >= amount ? 'font-bold text-bad' : ''}>{format.number(used)}</span>
      ),
    },
  ];
  return (
    <DataTable
      label={t('admin_users.limits.title')}
      columns={columns}
      rows={limits}
      keyOf={({ kind, period }) => `${kind} ${period}`}
      hasKeys={false}
    />
  );
}

function AwayTable({ exclusions }: Pick<UserLimits, 'exclusions'>) {
  const t = useTranslations();
  const format = useFormatter();
  const time = (at: string) => <time dateTime={at}>{format.dateTime(new Date(at), 'day_time_year')}</time>;
  const columns: Column<Away>[] = [
    {
      key: 'kind',
      title: t('admin_users.limits.kind'),
      cell: ({ kind, is_carried }) => (
        <span className="flex flex-wrap items-center gap-1.5">
          <span className="font-medium">{t(`play_limits.${kind}`)}</span>
          {is_carried && <Tag tone="quiet">{t('admin_users.limits.carried')}</Tag>}
        </span>
      ),
    },
    { key: 'from', title: t('admin_users.limits.from'), className: 'num text-muted', cell: ({ began_at }) => time(began_at) },
    { key: 'until', title: t('admin_users.limits.until'), className: 'num', cell: ({ until }) => time(until) },
  ];
  return (
    <DataTable
      label={t('admin_users.limits.away')}
      columns={columns}
      rows={exclusions}
      keyOf={({ began_at, kind }) => began_at + kind}
      hasKeys={false}
    />
  );
}
