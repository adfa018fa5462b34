import { useFormatter, useTranslations } from 'use-intl';
import type { LedgerRow } from '#contract/account.ts';
import type { UserAdjustment, UserPointsRow } from '#contract/admin-users.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Tag, type TagTone } from '#web/ui/card.tsx';
import { type Column, DataTable } from './data-table.tsx';

const TONES: Record<LedgerRow['status'], TagTone> = { posted: 'quiet', pending: 'warn', approved: 'good', rejected: 'bad' };

interface LedgerTableProps {
  rows: readonly (LedgerRow & Partial<Pick<UserPointsRow, 'adjustment'>>)[];
  isStale?: boolean;
  /** The zone of the days; the reader's own by default. */
  timeZone?: string;
  /** Whether keys move between the rows; at most one table per page. */
  hasKeys?: boolean;
}

/** Changes of a user's balance, newest first. */
export function LedgerTable({ rows, isStale = false, timeZone, hasKeys = false }: LedgerTableProps) {
  const t = useTranslations();
  const format = useFormatter();
  const nameOf = useLocalName();
  const columns: Column<LedgerTableProps['rows'][number]>[] = [
    {
      key: 'when',
      title: t('admin_evidence.when'),
      cell: ({ at }) => <time dateTime={at}>{format.dateTime(new Date(at), 'day_time_year', { ...(timeZone && { timeZone }) })}</time>,
      className: 'num whitespace-nowrap text-muted',
    },
    {
      key: 'entry',
      title: t('admin_evidence.entry'),
      className: 'w-full',
      cell: ({ source, match, status, note, adjustment }) => (
        <>
          <span className="font-medium">{t(`account.source.${source}`)}</span>
          {match && <span className="text-muted"> · {`${nameOf(match.home)} – ${nameOf(match.away)}`}</span>}{' '}
          {status !== 'posted' && <Tag tone={TONES[status]}>{t(`account.status.${status}`)}</Tag>}
          {note && <span className="block text-[12.5px] wrap-anywhere text-muted">{note}</span>}
          {adjustment && <AdjustedBy adjustment={adjustment} />}
        </>
      ),
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
    { key: 'balance', title: t('admin_evidence.balance'), isNumber: true, cell: ({ balance }) => format.number(balance) },
  ];
  return (
    <DataTable label={t('account.history')} columns={columns} rows={rows} keyOf={({ id }) => id} isStale={isStale} hasKeys={hasKeys} />
  );
}

/** Why an admin gave or took points, who it was, and who agreed. */
function AdjustedBy({ adjustment: { reason, admin, approved_by } }: { adjustment: UserAdjustment }) {
  const t = useTranslations('admin_users');
  return (
    <>
      {reason && <span className="block text-[13px] wrap-anywhere">{reason}</span>}
      <span className="block text-[12.5px] wrap-anywhere text-muted">{t('adjusted_by', { email: admin.email })}</span>
      <span className="block text-[12.5px] wrap-anywhere text-muted">
        {approved_by ? t('agreed_by', { email: approved_by.email }) : t('alone')}
        {approved_by?.note && <span className="block">{t('agreed_note', { note: approved_by.note })}</span>}
      </span>
    </>
  );
}

interface AdjustmentsTableProps {
  label: string;
  rows: readonly UserAdjustment[];
  isStale?: boolean;
}

/** Points that admins gave a user or took: reason, requester and approver. Three columns, so that they fit on a phone and half a screen. */
export function AdjustmentsTable({ label, rows, isStale = false }: AdjustmentsTableProps) {
  const t = useTranslations();
  const format = useFormatter();
  const columns: Column<UserAdjustment>[] = [
    {
      key: 'when',
      title: t('admin_evidence.when'),
      className: 'num min-w-[92px] text-muted md:whitespace-nowrap',
      cell: ({ at }) => <time dateTime={at}>{format.dateTime(new Date(at), 'day_time_year')}</time>,
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
      className: 'w-full py-2.5',
      cell: (adjustment) => (
        <>
          <span className="font-medium">{t(`account.source.${adjustment.source}`)}</span>
          <AdjustedBy adjustment={adjustment} />
        </>
      ),
    },
  ];
  return <DataTable label={label} columns={columns} rows={rows} keyOf={({ id }) => id} isStale={isStale} hasKeys={false} />;
}
