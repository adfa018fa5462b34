import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { Overview, Queue } from '#contract/overview.ts';
import { listReviews } from '#contract/withdrawal-queue.ts';
import type { ReviewRow } from '#contract/withdrawal-review.ts';
import { shortWallet } from '#domain/withdrawals/payout-text.ts';
import { call } from '#web/console/lib/call.ts';
import { type Column, DataTable, TableSkeleton } from '#web/console/ui/data-table.tsx';
import { WaitingTime } from '#web/console/ui/elapsed-time.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { StateDot } from '#web/console/ui/state-dot.tsx';
import { classNames } from '#web/lib/class-names.ts';
import { Card, Tag } from '#web/ui/card.tsx';

const SHOWN = 5;
/** Anything waiting longer than this is late. */
const LATE_MS = 24 * 3_600_000;

/** The withdrawals that have waited longest. */
const waitingQuery = queryOptions({
  queryKey: ['withdrawals', 'waiting'],
  queryFn: ({ signal }) => call(listReviews, { status: 'pending', page_size: SHOWN }, signal),
  refetchInterval: 15_000,
});

/** The longest waiting withdrawals, with links to their review. */
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

interface Line {
  name: `queue_${string}` & Parameters<ReturnType<typeof useTranslations<'admin_overview'>>>[0];
  queue: Queue;
  to?: string;
  /** Part of the line above. */
  isPart?: boolean;
}

const alone = (count: number): Queue => ({ count, oldest_at: null });

/** All waiting work, with links. */
const linesOf = ({ queues, contests, quarantine }: Overview): Line[] => [
  { name: 'queue_withdrawals', queue: queues.withdrawals, to: '/admin/withdrawals' },
  { name: 'queue_withdrawals_second', queue: queues.withdrawals_second, to: '/admin/withdrawals?work=second_approval', isPart: true },
  { name: 'queue_withdrawals_unsent', queue: queues.withdrawals_unsent, to: '/admin/withdrawals?status=being_sent' },
  { name: 'queue_approvals', queue: queues.approvals, to: '/admin/approvals' },
  { name: 'queue_invite_reviews', queue: queues.invite_reviews, to: '/admin/invite-reviews' },
  { name: 'queue_exclusion_reviews', queue: queues.exclusion_reviews, to: '/admin/exclusion-reviews' },
  { name: 'queue_chat_reports', queue: queues.chat_reports, to: '/admin/chat' },
  { name: 'queue_chat_appeals', queue: queues.chat_appeals, to: '/admin/chat?tab=appeals' },
  { name: 'queue_unresolved', queue: alone(contests.unresolved), to: '/admin/contests' },
  { name: 'queue_blind', queue: alone(contests.blind), to: '/admin/contests' },
  { name: 'queue_corrected', queue: alone(contests.corrected), to: '/admin/contests' },
  { name: 'queue_disputed', queue: alone(contests.disputed), to: '/admin/contests' },
  { name: 'queue_quarantine', queue: alone(quarantine.total), to: '/admin/quarantine' },
  { name: 'queue_messages', queue: queues.messages },
];

export function QueuesPanel({ overview }: { overview: Overview }) {
  const t = useTranslations('admin_overview');
  return (
    <Card title={t('queues')}>
      <ul className="grid gap-x-8 md:max-xl:grid-cols-2">
        {linesOf(overview).map((line) => (
          <QueueLine key={line.name} line={line} />
        ))}
      </ul>
    </Card>
  );
}

function QueueLine({ line: { name, queue, to, isPart } }: { line: Line }) {
  const t = useTranslations('admin_overview');
  const format = useFormatter();
  const label: ReactNode = t(name);
  return (
    <li className="flex min-h-9 items-center gap-3 border-b border-line text-[13.5px] last:border-0">
      <span className={classNames('min-w-0 flex-1', isPart && 'pl-3', queue.count === 0 && 'text-muted')}>
        {to && queue.count > 0 ? (
          <Link to={to} className="thumb hover:underline">
            {label}
          </Link>
        ) : (
          label
        )}
      </span>
      {queue.oldest_at !== null && (
        <span className="text-[12.5px] text-muted">
          <WaitingTime since={queue.oldest_at} lateAfterMs={LATE_MS} />
        </span>
      )}
      <span className={classNames('num min-w-8 text-right', queue.count === 0 && 'text-faint')}>{format.number(queue.count)}</span>
    </li>
  );
}
