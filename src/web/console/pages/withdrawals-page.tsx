import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type ReviewRow, withdrawalsFile } from '#contract/withdrawal-review.ts';
import { WITHDRAWAL_STATUSES } from '#domain/withdrawals/withdrawal.ts';
import type { ReviewActionKind } from '#web/console/features/withdrawals/actions.ts';
import { reviewsQuery } from '#web/console/features/withdrawals/api.ts';
import { ReviewActionDialog } from '#web/console/features/withdrawals/review-action-dialog.tsx';
import { ReviewTable } from '#web/console/features/withdrawals/review-table.tsx';
import { useAdmin } from '#web/console/lib/session.ts';
import { textUpTo, useAddress } from '#web/console/lib/use-address.ts';
import { TableSkeleton } from '#web/console/ui/data-table.tsx';
import { DownloadButton } from '#web/console/ui/download-button.tsx';
import { DateField, SearchField } from '#web/console/ui/filter-fields.tsx';
import { PageHead } from '#web/console/ui/page-head.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { dateIn, oneOf, pageNumber } from '#web/lib/address-values.ts';
import { Pager } from '#web/ui/pager.tsx';
import { Segmented } from '#web/ui/switches.tsx';

const STATUSES = [...WITHDRAWAL_STATUSES, 'all'] as const;

/** The queue of withdrawals, the longest waiting first, operated by keys. */
export function WithdrawalsPage() {
  const t = useTranslations();
  const admin = useAdmin();
  const { values, change, hrefWith } = useAddress({
    status: (text) => oneOf(STATUSES, text) ?? 'pending',
    q: textUpTo(120),
    from: (text) => dateIn(text) ?? '',
    to: (text) => dateIn(text) ?? '',
    page: pageNumber,
  });
  const { status, q, from, to, page } = values;
  const query = useQuery(reviewsQuery({ status, q, page }));
  const [chosen, setChosen] = useState<{ row: ReviewRow; deed: ReviewActionKind } | null>(null);
  const mayExport = admin !== null && withdrawalsFile.access.includes(admin.role);
  return (
    <>
      <PageHead
        title={t('admin.pages.withdrawals')}
        aside={
          mayExport && (
            <>
              <DateField label={t('admin_withdrawals.from')} value={from} max={to} onChange={(date) => change({ from: date })} />
              <DateField label={t('admin_withdrawals.to')} value={to} min={from} onChange={(date) => change({ to: date })} />
              <DownloadButton endpoint={withdrawalsFile} input={{ status, ...(from && { from }), ...(to && { to }) }} />
            </>
          )
        }
        filters={
          <>
            <Segmented
              label={t('admin_withdrawals.status_filter')}
              value={status}
              options={STATUSES.map((value) => ({ value, label: t(`admin_withdrawals.status.${value}`) }))}
              onChange={(value) => change({ status: value })}
            />
            <SearchField label={t('admin_withdrawals.search')} value={q} onChange={(text) => change({ q: text })} />
            <span className="ml-auto text-[12.5px] text-muted max-md:hidden">{t('admin_withdrawals.keys')}</span>
          </>
        }
      />
      <Panel
        query={query}
        failed={t('admin_withdrawals.failed')}
        skeleton={<TableSkeleton />}
        empty={({ items }) =>
          items.length === 0 ? t(`admin_withdrawals.none.${status === 'pending' && q === '' ? 'pending' : 'other'}`) : null
        }
      >
        {(list) => (
          <>
            <ReviewTable rows={list.items} isStale={query.isPlaceholderData} onDeed={(row, deed) => setChosen({ row, deed })} />
            <Pager list={list} hrefOf={(to) => hrefWith({ page: to })} />
          </>
        )}
      </Panel>
      {chosen && <ReviewActionDialog withdrawal={chosen.row} deed={chosen.deed} onClose={() => setChosen(null)} />}
    </>
  );
}
