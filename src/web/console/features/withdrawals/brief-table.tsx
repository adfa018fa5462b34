import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import type { BriefWithdrawal } from '#contract/withdrawal-review.ts';
import { shortWallet } from '#domain/withdrawals/payout-text.ts';
import { useAddress } from '#web/console/lib/use-address.ts';
import { type Column, DataTable, TableSkeleton } from '#web/console/ui/data-table.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { StageTag } from '#web/console/ui/payout-state.tsx';
import { pageNumber } from '#web/lib/address-values.ts';
import { Pager } from '#web/ui/pager.tsx';
import { userWithdrawalsQuery } from './api.ts';

interface BriefTableProps {
  label: string;
  rows: readonly BriefWithdrawal[];
  isStale?: boolean;
  /** Whether keys move between the rows; at most one table per page. */
  hasKeys?: boolean;
}

/** Withdrawals of one user, with links to their pages. */
export function BriefTable({ label, rows, isStale = false, hasKeys = false }: BriefTableProps) {
  const t = useTranslations('admin_withdrawals');
  const format = useFormatter();
  const columns: Column<BriefWithdrawal>[] = [
    {
      key: 'submitted',
      title: t('submitted'),
      className: 'num min-w-[92px] md:whitespace-nowrap',
      cell: ({ submitted_at }) => format.dateTime(new Date(submitted_at), 'day_time_year'),
    },
    { key: 'points', title: t('points'), isNumber: true, cell: ({ points }) => format.number(points) },
    {
      key: 'wallet',
      title: t('wallet'),
      className: 'num text-muted',
      cell: ({ wallet_address }) => (wallet_address === null ? '–' : shortWallet(wallet_address)),
    },
    {
      key: 'stage',
      title: t('stage'),
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-1.5">
          <StageTag withdrawal={row} />
          {row.reason_code && <span className="text-[12.5px] text-muted">{t(`reason_codes.${row.reason_code}`)}</span>}
        </span>
      ),
    },
  ];
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/admin/withdrawals/${id}`}
      isStale={isStale}
      hasKeys={hasKeys}
    />
  );
}

/** All withdrawals of a user. */
export function WithdrawalsOfUser({ id }: { id: string }) {
  const t = useTranslations('admin_users');
  const { values, hrefWith } = useAddress({ page: pageNumber });
  const query = useQuery(userWithdrawalsQuery({ id, ...values }));
  return (
    <Panel
      query={query}
      failed={t('withdrawals_failed')}
      skeleton={<TableSkeleton />}
      empty={({ items }) => (items.length === 0 ? t('withdrawals_none') : null)}
    >
      {(list) => (
        <>
          <BriefTable label={t('tabs.withdrawals')} rows={list.items} isStale={query.isPlaceholderData} hasKeys />
          <Pager list={list} hrefOf={(page) => hrefWith({ page })} />
        </>
      )}
    </Panel>
  );
}
