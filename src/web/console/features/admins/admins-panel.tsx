import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { type AdminRow, changeAdminRole, changeAdminStatus, endAdminSessions, listAdmins, resetAdmin } from '#contract/admins.ts';
import { call } from '#web/console/lib/call.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { useAddress } from '#web/console/lib/use-address.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { type Column, DataTable, TableSkeleton } from '#web/console/ui/data-table.tsx';
import { TimeAgo } from '#web/console/ui/elapsed-time.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { ReasonDialog } from '#web/console/ui/reason-dialog.tsx';
import { toast } from '#web/data/toasts.ts';
import { pageNumber } from '#web/lib/address-values.ts';
import { useTicking } from '#web/lib/clock.ts';
import { Tag } from '#web/ui/card.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { RoleField } from './invite-dialog.tsx';

/** All admins, and the actions on each; none on the own account. */
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
      // On a phone the menu at the end of the row must be visible.
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
          <span className="whitespace-nowrap">{format.dateTime(new Date(row.created_at), 'date')}</span>
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
      // No admin can change their own account.
      cell: (row) => row.id !== me?.id && <AdminActions admin={row} onChange={(change) => onChange(row, change)} />,
    },
  ];
}

/** Whether an admin can sign in, and whether they still use their one-time password. */
function AdminState({ admin: { status, one_time_until } }: { admin: AdminRow }) {
  const t = useTranslations('admin_admins');
  const format = useFormatter();
  const until = one_time_until === null ? null : new Date(one_time_until);
  const isOver = useTicking(60_000, (now) => until !== null && now >= until);
  if (status === 'disabled') return <Tag tone="bad">{t('disabled')}</Tag>;
  if (until === null) return <Tag tone="good">{t('normal')}</Tag>;
  return isOver ? (
    <Tag tone="quiet">{t('invite_over')}</Tag>
  ) : (
    <Tag tone="warn">{t('invited', { time: format.dateTime(until, 'day_time') })}</Tag>
  );
}

/** The actions on one admin. */
function AdminActions({ admin, onChange }: { admin: AdminRow; onChange: (change: AdminChange) => void }) {
  const t = useTranslations('admin_admins');
  const changes: AdminChange[] = ['change_role', admin.status === 'normal' ? 'disable' : 'enable', 'reset', 'end_sessions'];
  return (
    <RowMenu label={t('actions', { email: admin.email })} icon={<Ellipsis size={18} aria-hidden />}>
      {changes.map((change) => (
        <MenuItem key={change} onSelect={() => onChange(change)}>
          {t(change)}
        </MenuItem>
      ))}
    </RowMenu>
  );
}

/** An action on an admin. */
type AdminChange = 'change_role' | 'disable' | 'enable' | 'reset' | 'end_sessions';

interface ChangeDialogProps {
  admin: AdminRow;
  change: AdminChange;
  onClose: () => void;
}

/** Asks for confirmation and a reason before an action on an admin. */
function ChangeDialog({ admin, change, onClose }: ChangeDialogProps) {
  const t = useTranslations('admin_admins');
  const toRole = useAdminCall(changeAdminRole);
  const toStatus = useAdminCall(changeAdminStatus);
  const endSessions = useAdminCall(endAdminSessions);
  const reset = useAdminCall(resetAdmin);
  const [role, setRole] = useState(admin.role);
  const { id, email } = admin;

  const act: Record<AdminChange, (reason: string) => Promise<{ approval: { id: string } | null }>> = {
    change_role: (reason) => toRole.mutateAsync({ id, role, reason }),
    disable: (reason) => toStatus.mutateAsync({ id, status: 'disabled', reason }),
    enable: (reason) => toStatus.mutateAsync({ id, status: 'normal', reason }),
    end_sessions: async () => {
      await endSessions.mutateAsync({ id });
      return { approval: null };
    },
    reset: (reason) => reset.mutateAsync({ id, reason }),
  };

  return (
    <ReasonDialog
      title={t(change)}
      lead={<span className="wrap-anywhere">{t(`${change}_lead`, { email })}</span>}
      submit={t(`${change}_submit`)}
      look={change === 'disable' || change === 'reset' ? 'danger' : 'primary'}
      asks={change === 'end_sessions' ? 'none' : 'reason'}
      onClose={onClose}
      onConfirm={async (reason) => {
        const { approval } = await act[change](reason);
        const waits = change === 'reset' ? 'waits_password' : 'waits';
        toast(approval ? 'info' : 'success', t(approval ? waits : 'done'));
      }}
    >
      {change === 'change_role' && <RoleField value={role} onChange={setRole} />}
    </ReasonDialog>
  );
}

const PAGE_SIZE = 50;

const adminsQuery = (page: number) =>
  queryOptions({
    queryKey: ['admins', page],
    queryFn: ({ signal }) => call(listAdmins, { page, page_size: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
  });

interface RowMenuProps {
  /** The name of the menu, for screen readers. */
  label: string;
  icon: ReactNode;
  /** `MenuItem`s. */
  children: ReactNode;
}

/** The button at the end of a row that opens its menu of actions. */
function RowMenu({ label, icon, children }: RowMenuProps) {
  const [isWanted, setWanted] = useState(false);
  const button = (onClick?: () => void): ReactElement => (
    <button
      type="button"
      aria-label={label}
      {...(onClick && { onClick, 'aria-haspopup': 'menu', 'aria-expanded': false })}
      className="thumb grid size-8 place-items-center rounded-control text-muted hover:bg-raised hover:text-text"
    >
      {icon}
    </button>
  );
  // A list with hundreds of rows renders plain buttons until one is pressed.
  return isWanted ? <Menu trigger={button()}>{children}</Menu> : button(() => setWanted(true));
}
