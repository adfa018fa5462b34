import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { assignWithdrawal, QUEUE_SORTS, withdrawalsFile } from '#contract/withdrawal-queue.ts';
import type { ReviewRow } from '#contract/withdrawal-review.ts';
import { usdtOf } from '#domain/withdrawals/payout-text.ts';
import { ViewsBar } from '#web/console/features/list-views/views-bar.tsx';
import type { ReviewActionKind } from '#web/console/features/withdrawals/actions.ts';
import { reviewsQuery } from '#web/console/features/withdrawals/api.ts';
import { inputOf, QUEUE_READERS, QueueFilters } from '#web/console/features/withdrawals/queue-filters.tsx';
import { ReviewActionDialog } from '#web/console/features/withdrawals/review-action-dialog.tsx';
import { ReviewTable } from '#web/console/features/withdrawals/review-table.tsx';
import { useAdmin } from '#web/console/lib/session.ts';
import { useAddress } from '#web/console/lib/use-address.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { TableSkeleton } from '#web/console/ui/data-table.tsx';
import { DownloadButton } from '#web/console/ui/download-button.tsx';
import { InUtc } from '#web/console/ui/in-utc.tsx';
import { PageHead } from '#web/console/ui/page-head.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { oneOf, pageNumber } from '#web/lib/address-values.ts';
import { Pager } from '#web/ui/pager.tsx';

/** The queue of withdrawals, the longest waiting first, operated by keys. Its file has what it shows. */
export function WithdrawalsPage() {
  const t = useTranslations();
  const admin = useAdmin();
  const address = useAddress({ ...QUEUE_READERS, page: pageNumber });
  const { values, change, hrefWith, isFiltered } = address;
  const { page, ...filter } = values;
  const query = useQuery(reviewsQuery({ ...inputOf(filter), page }));
  const [chosen, setChosen] = useState<{ row: ReviewRow; deed: ReviewActionKind } | null>(null);
  const assign = useAdminCall(assignWithdrawal);
  const mayExport = admin !== null && withdrawalsFile.access.includes(admin.role);
  const look = (row: ReviewRow) =>
    assign.mutate({ id: row.id, on: row.assignee?.id !== admin?.id }, { onError: (error) => toast('error', errorText(error)) });
  return (
    <InUtc>
      <PageHead
        title={t('admin.pages.withdrawals')}
        aside={
          <>
            <ViewsBar list="withdrawals" address={address} />
            {mayExport && <DownloadButton endpoint={withdrawalsFile} input={inputOf(filter)} />}
          </>
        }
        filters={<QueueFilters values={filter} onChange={change} />}
      />
      <Panel
        query={query}
        failed={t('admin_withdrawals.failed')}
        skeleton={<TableSkeleton />}
        empty={({ items }) =>
          items.length === 0 ? t(`admin_withdrawals.none.${filter.status === 'pending' && !isFiltered ? 'pending' : 'other'}`) : null
        }
      >
        {(list) => (
          <>
            <Summary total={list.total} points={list.points} />
            <ReviewTable
              rows={list.items}
              isStale={query.isPlaceholderData}
              sorting={{
                by: filter.sort,
                order: filter.order,
                onSort: (by, order) => change({ sort: oneOf(QUEUE_SORTS, by) ?? 'queue', order }),
              }}
              onDeed={(row, deed) => setChosen({ row, deed })}
              onLook={look}
            />
            <Pager list={list} hrefOf={(to) => hrefWith({ page: to })} />
          </>
        )}
      </Panel>
      {chosen && <ReviewActionDialog withdrawal={chosen.row} deed={chosen.deed} onClose={() => setChosen(null)} />}
    </InUtc>
  );
}

/** How many match, what they are worth, and the zone of all times. */
function Summary({ total, points }: { total: number; points: number | null }) {
  const t = useTranslations('admin_withdrawals');
  const format = useFormatter();
  return (
    <p className="mb-1.5 flex flex-wrap justify-between gap-x-4 gap-y-1 text-[12.5px] text-muted">
      <span>
        {points === null ? t('queue.many') : t('queue.sum', { count: total, points, usdt: format.number(Number(usdtOf(points)), 'odds') })}{' '}
        · {t('queue.utc')}
      </span>
      <span className="max-md:hidden">{t('keys')}</span>
    </p>
  );
}
