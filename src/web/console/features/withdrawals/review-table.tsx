import { useFormatter, useTranslations } from 'use-intl';
import type { ReviewRow } from '#contract/withdrawal-review.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { type Column, DataTable, type Sorting } from '#web/console/ui/data-table.tsx';
import { WaitingTime } from '#web/console/ui/elapsed-time.tsx';
import { StageTag } from '#web/console/ui/payout-state.tsx';
import { OriginsBrief } from '#web/console/ui/provenance-card.tsx';
import { UserLine } from '#web/console/ui/user-line.tsx';
import { useMedia } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/button.tsx';
import { actionsFor, isOwnFirst, mayLook, type ReviewActionKind } from './actions.ts';
import { Flags, RowMarks, WalletBrief } from './review-row-parts.tsx';

/** Widths with too little room for all columns. */
const NARROW = '(width < 1240px)';

/** Users are promised 24 hours: a request is late four hours before that. */
export const LATE_AFTER_MS = 20 * 3_600_000;

interface ReviewTableProps {
  rows: readonly ReviewRow[];
  isStale: boolean;
  sorting: Sorting;
  /** Receives the row and the chosen action. */
  onDeed: (row: ReviewRow, deed: ReviewActionKind) => void;
  /** Says that the admin is looking at the row, or no longer. */
  onLook: (row: ReviewRow) => void;
}

/** Withdrawals; `a` approves and `r` rejects the focused row, `l` says that the admin is looking at it. */
export function ReviewTable({ rows, isStale, sorting, onDeed, onLook }: ReviewTableProps) {
  const t = useTranslations('admin_withdrawals');
  const columns = useColumns(onDeed);
  const admin = useAdmin();
  const offer = (deed: ReviewActionKind) => (row: ReviewRow) => {
    if (actionsFor(row, admin).includes(deed) && !(deed === 'approve' && isOwnFirst(row, admin))) onDeed(row, deed);
  };
  return (
    <DataTable
      label={t('list')}
      list="withdrawals"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/admin/withdrawals/${id}`}
      sorting={sorting}
      keys={{ a: offer('approve'), r: offer('reject'), l: (row) => mayLook(row, admin) && onLook(row) }}
      isStale={isStale}
    />
  );
}

function useColumns(onDeed: ReviewTableProps['onDeed']): Column<ReviewRow>[] {
  const t = useTranslations('admin_withdrawals');
  const format = useFormatter();
  const isNarrow = useMedia(NARROW);
  const columns: Column<ReviewRow>[] = [
    {
      key: 'waiting',
      title: t('waiting'),
      sort: 'submitted_at',
      cell: ({ submitted_at, decided_at }) =>
        decided_at === null ? (
          <WaitingTime since={submitted_at} lateAfterMs={LATE_AFTER_MS} />
        ) : (
          <time dateTime={decided_at} className="num whitespace-nowrap">
            {format.dateTime(new Date(decided_at), 'day_time')}
          </time>
        ),
    },
    {
      key: 'user',
      title: t('user'),
      cell: (row) => (
        <>
          <UserLine user={row.user} status={row.user.status} isBrief />
          <RowMarks row={row} />
        </>
      ),
    },
    { key: 'points', title: t('points'), sort: 'points', cell: ({ points }) => format.number(points), isNumber: true },
    { key: 'usdt', title: t('usdt'), cell: ({ usdt }) => usdt, isNumber: true },
    { key: 'wallet', title: t('wallet'), cell: (row) => <WalletBrief withdrawal={row} /> },
    {
      key: 'origins',
      title: t('origins'),
      className: 'min-w-[130px] text-muted',
      cell: ({ origins }) => <OriginsBrief origins={origins} />,
    },
    {
      key: 'evidence',
      title: t('evidence'),
      cell: ({ flags, origins }) => (
        <>
          <Flags flags={flags} />
          {isNarrow && (
            <span className="block text-[12.5px] text-muted">
              <OriginsBrief origins={origins} />
            </span>
          )}
        </>
      ),
    },
    {
      key: 'decide',
      title: t('decide'),
      isNumber: true,
      className: 'sticky right-0 bg-surface',
      cell: (row) => <RowActions row={row} onDeed={onDeed} />,
    },
  ];
  // Leaves out columns that can be derived, or are part of the evidence.
  return isNarrow ? columns.filter(({ key }) => key !== 'usdt' && key !== 'origins') : columns;
}

/** The actions of a waiting row, or its outcome. */
function RowActions({ row, onDeed }: { row: ReviewRow } & Pick<ReviewTableProps, 'onDeed'>) {
  const t = useTranslations('admin_withdrawals');
  const admin = useAdmin();
  const deeds = actionsFor(row, admin);
  const isOwn = isOwnFirst(row, admin);
  return (
    <span className="flex items-center justify-end gap-1.5 max-xl:flex-col max-xl:items-end">
      {row.status !== 'pending' && <StageTag withdrawal={row} />}
      {isOwn && <span className="max-w-[180px] text-[12.5px] text-pretty text-muted">{t('yours_given')}</span>}
      {!isOwn && deeds.length === 0 && row.approvals.first && <span className="text-[12.5px] text-muted">{t('waits_second')}</span>}
      {deeds.includes('approve') && !isOwn && (
        <Button size="s" onClick={() => onDeed(row, 'approve')}>
          {t(row.approvals.first ? 'approve_second' : 'approve')}
        </Button>
      )}
      {deeds.includes('reject') && (
        <Button size="s" look="quiet" onClick={() => onDeed(row, 'reject')}>
          {t('reject')}
        </Button>
      )}
      {deeds.includes('send') && (
        <Button size="s" look="quiet" onClick={() => onDeed(row, 'send')}>
          {t('send')}
        </Button>
      )}
    </span>
  );
}
