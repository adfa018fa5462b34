import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { AdminRow } from '#contract/admins.ts';
import { useAdmin } from '#web/admin/lib/session.ts';
import { useAddress } from '#web/admin/lib/use-address.ts';
import { type Column, DataTable } from '#web/admin/ui/data-table.tsx';
import { Panel } from '#web/admin/ui/panel.tsx';
import { TableSkeleton } from '#web/admin/ui/table-skeleton.tsx';
import { TimeAgo } from '#web/admin/ui/time-ago.tsx';
import { pageNumber } from '#web/lib/address-values.ts';
import { LONG_DATE } from '#web/lib/date-formats.ts';
import { Pager } from '#web/ui/pager.tsx';
import { AdminActions } from './admin-actions.tsx';
import { AdminState } from './admin-state.tsx';
import { adminsQuery } from './api.ts';
import { type AdminChange, ChangeDialog } from './change-dialog.tsx';

/** All admins, and what can be done with each but oneself. */
export function AdminsPanel() {
  const t = useTranslations('admin_admins');
  const { values, hrefWith } = useAddress({ page: pageNumber });
  const query = useQuery(adminsQuery(values.page));
  const [asked, setAsked] = useState<{ admin: AdminRow; change: AdminChange } | null>(null);
  const columns = useColumns((admin, change) => setAsked({ admin, change }));
  return (
    <>
      <Panel query={query} failed={t('failed')} skeleton={<TableSkeleton rows={8} />}>
        {(list) => (
          <>
            <DataTable label={t('list')} columns={columns} rows={list.items} keyOf={({ id }) => id} isStale={query.isPlaceholderData} />
            <Pager list={list} hrefOf={(page) => hrefWith({ page })} />
          </>
        )}
      </Panel>
      {asked && <ChangeDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function useColumns(onChange: (admin: AdminRow, change: AdminChange) => void): Column<AdminRow>[] {
  const t = useTranslations();
  const format = useFormatter();
  const me = useAdmin();
  return [
    {
      key: 'email',
      title: t('admin_admins.email_and_role'),
      // On a phone the menu at the end of the row has to be in sight.
      className: 'max-xl:w-full',
      cell: (row) => (
        <>
          <span className="font-semibold wrap-anywhere">{row.email}</span>
          {row.id === me?.id && <span className="text-muted"> ({t('admin_admins.you')})</span>}
          <span className="block text-[12.5px] text-muted">{t(`admin.roles.${row.role}`)}</span>
        </>
      ),
    },
    { key: 'status', title: t('admin_admins.status'), cell: (row) => <AdminState admin={row} /> },
    {
      key: 'totp',
      title: t('admin_admins.second_factor'),
      isExtra: true,
      cell: (row) => (
        <span className={row.totp_enabled ? 'text-good' : 'text-muted'}>{t(`admin_admins.${row.totp_enabled ? 'on' : 'off'}`)}</span>
      ),
    },
    { key: 'sessions', title: t('admin_admins.sessions'), isNumber: true, isExtra: true, cell: (row) => format.number(row.sessions) },
    {
      key: 'last',
      title: t('admin_admins.last_login'),
      isExtra: true,
      cell: (row) => (row.last_login_at === null ? t('admin_admins.never') : <TimeAgo at={row.last_login_at} />),
    },
    {
      key: 'created',
      title: t('admin_admins.created'),
      isExtra: true,
      cell: (row) => (
        <span className="grid max-w-[210px] text-[13px]">
          <span className="whitespace-nowrap">{format.dateTime(new Date(row.created_at), LONG_DATE)}</span>
          <span className="truncate text-[12.5px] text-muted">
            {row.created_by ? t('admin_admins.created_by', { email: row.created_by.email }) : t('admin_admins.by_command')}
          </span>
        </span>
      ),
    },
    {
      key: 'actions',
      title: '',
      className: 'w-px',
      // Nobody decides about themselves.
      cell: (row) => row.id !== me?.id && <AdminActions admin={row} onChange={(change) => onChange(row, change)} />,
    },
  ];
}
