import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { listReviews, type ReviewRow } from '#contract/withdrawal-review.ts';
import { shortWallet } from '#domain/withdrawals/wallet-short.ts';
import { call } from '#web/console/lib/call.ts';
import { type Column, DataTable } from '#web/console/ui/data-table.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { StateDot } from '#web/console/ui/state-dot.tsx';
import { TableSkeleton } from '#web/console/ui/table-skeleton.tsx';
import { WaitingTime } from '#web/console/ui/waiting-time.tsx';
import { Tag } from '#web/ui/card.tsx';

const SHOWN = 5;
const LATE_MS = 24 * 3_600_000;

/** The withdrawals that have waited longest. */
const waitingQuery = queryOptions({
  queryKey: ['withdrawals', 'waiting'],
  queryFn: ({ signal }) => call(listReviews, { status: 'pending', page_size: SHOWN }, signal),
  refetchInterval: 15_000,
});

/** Those withdrawals that have waited longest, each with the way to where it is judged. */
export function WaitingPanel() {
  const t = useTranslations('admin_overview');
  const query = useQuery(waitingQuery);
  return (
    <Panel
      title={t('waiting')}
      aside={
        <Link to="/admin/withdrawals" className="thumb hover:text-text hover:underline">
          {t('all_waiting')}
        </Link>
      }
      query={query}
      failed={t('waiting_failed')}
      skeleton={<TableSkeleton rows={SHOWN} />}
      empty={({ items }) => (items.length === 0 ? t('waiting_none') : null)}
    >
      {({ items }) => <WaitingTable rows={items} />}
    </Panel>
  );
}

function WaitingTable({ rows }: { rows: readonly ReviewRow[] }) {
  const t = useTranslations('admin_overview');
  const format = useFormatter();
  const columns: Column<ReviewRow>[] = [
    { key: 'waited', title: t('waited'), cell: (row) => <WaitingTime since={row.submitted_at} lateAfterMs={LATE_MS} /> },
    {
      key: 'user',
      title: t('user'),
      cell: ({ user }) => <span className="block max-w-[200px] truncate font-semibold">{user.display_name}</span>,
    },
    { key: 'points', title: t('points'), isNumber: true, cell: (row) => format.number(row.points) },
    { key: 'usdt', title: 'USDT', isNumber: true, cell: (row) => row.usdt },
    {
      key: 'wallet',
      title: t('wallet'),
      cell: (row) => (
        <span className="num whitespace-nowrap">
          {row.wallet_address === null ? '–' : shortWallet(row.wallet_address)} · {t('wallet_age', { days: row.wallet_days })}
        </span>
      ),
    },
    {
      key: 'evidence',
      title: t('evidence'),
      cell: ({ flags, approvals }) => (
        <span className="flex flex-wrap items-center gap-1.5">
          {flags.length === 0 ? (
            <StateDot tone="good">{t('clear')}</StateDot>
          ) : (
            <Tag tone="warn">{t('flagged', { count: flags.length })}</Tag>
          )}
          {approvals.needed > 1 && <Tag tone="quiet">{t('approved_once', approvals)}</Tag>}
        </span>
      ),
    },
  ];
  return (
    <DataTable label={t('waiting')} columns={columns} rows={rows} keyOf={({ id }) => id} hrefOf={({ id }) => `/admin/withdrawals/${id}`} />
  );
}
