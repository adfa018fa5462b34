import { useFormatter, useTranslations } from 'use-intl';
import type { UserAdjustment } from '#contract/admin-users.ts';
import { DAY_AND_TIME } from '#web/lib/date-formats.ts';
import { type Column, DataTable } from './data-table.tsx';

interface AdjustmentsTableProps {
  label: string;
  rows: readonly UserAdjustment[];
  isStale?: boolean;
}

/** Points that admins gave a user or took: who asked, why, and who agreed. */
export function AdjustmentsTable({ label, rows, isStale = false }: AdjustmentsTableProps) {
  const t = useTranslations();
  const format = useFormatter();
  const columns: Column<UserAdjustment>[] = [
    {
      key: 'when',
      title: t('admin_evidence.when'),
      className: 'num whitespace-nowrap text-muted',
      cell: ({ at }) => <time dateTime={at}>{format.dateTime(new Date(at), { ...DAY_AND_TIME, year: 'numeric' })}</time>,
    },
    {
      key: 'points',
      title: t('admin_evidence.points'),
      isNumber: true,
      cell: ({ delta }) => (
        <span className={delta > 0 ? 'font-bold text-good' : 'font-bold'}>
          {format.number(delta, { signDisplay: 'exceptZero' }).replace('-', '−')}
        </span>
      ),
    },
    {
      key: 'reason',
      title: t('admin_users.adjust_reason'),
      className: 'w-full min-w-[160px]',
      cell: ({ source, reason }) => (
        <>
          <span className="font-medium">{t(`account.source.${source}`)}</span>
          <span className="block text-[13px] wrap-anywhere text-muted">{reason || '–'}</span>
        </>
      ),
    },
    { key: 'by', title: t('admin_users.adjusted_by'), className: 'min-w-[130px] wrap-anywhere', cell: ({ admin }) => admin.email },
    {
      key: 'agreed',
      title: t('admin_users.agreed_by'),
      className: 'min-w-[130px] wrap-anywhere',
      cell: ({ approved_by }) =>
        approved_by ? (
          <>
            {approved_by.email}
            {approved_by.note && <span className="block text-[12.5px] text-muted">{approved_by.note}</span>}
          </>
        ) : (
          <span className="text-muted">{t('admin_users.alone')}</span>
        ),
    },
  ];
  return <DataTable label={label} columns={columns} rows={rows} keyOf={({ id }) => id} isStale={isStale} hasKeys={false} />;
}
