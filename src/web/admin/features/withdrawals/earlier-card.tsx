import { useFormatter, useTranslations } from 'use-intl';
import type { Review } from '#contract/withdrawal-review.ts';
import { shortWallet } from '#domain/wallet-short.ts';
import { type Column, DataTable } from '#web/admin/ui/data-table.tsx';
import { DAY_AND_TIME } from '#web/lib/date-formats.ts';
import { Card } from '#web/ui/card.tsx';
import { StageTag } from './review-row-parts.tsx';

type Earlier = Review['earlier']['items'][number];

/** The user's other withdrawals, and what stands approved in all. */
export function EarlierCard({ earlier: { items, approved_count, approved_points } }: Pick<Review, 'earlier'>) {
  const t = useTranslations('admin_withdrawals');
  const format = useFormatter();
  const columns: Column<Earlier>[] = [
    {
      key: 'submitted',
      title: t('submitted'),
      className: 'num whitespace-nowrap',
      cell: ({ submitted_at }) => format.dateTime(new Date(submitted_at), { ...DAY_AND_TIME, year: 'numeric' }),
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
      cell: ({ stage, reason_code }) => (
        <span className="flex flex-wrap items-center gap-1.5">
          <StageTag stage={stage} />
          {reason_code && <span className="text-[12.5px] text-muted">{t(`reason_codes.${reason_code}`)}</span>}
        </span>
      ),
    },
  ];
  return (
    <Card title={t('earlier')}>
      {items.length === 0 ? (
        <p className="text-[13px] text-muted">{t('earlier_none')}</p>
      ) : (
        <>
          <p className="mb-2 text-[13px] text-muted">{t('earlier_sum', { count: approved_count, points: approved_points })}</p>
          <DataTable
            label={t('earlier')}
            columns={columns}
            rows={items}
            keyOf={({ id }) => id}
            hrefOf={({ id }) => `/admin/withdrawals/${id}`}
            hasKeys={false}
          />
        </>
      )}
    </Card>
  );
}
