import { useFormatter, useTranslations } from 'use-intl';
import type { AdminUserRow } from '#contract/admin-users.ts';
import { type Column, DataTable, type Sorting } from '#web/console/ui/data-table.tsx';
import { UserLine, UserStatusTag } from '#web/console/ui/user-line.tsx';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { shortId } from '#web/lib/number-formats.ts';

interface UserTableProps {
  rows: readonly AdminUserRow[];
  sorting: Sorting;
  isStale: boolean;
}

/** Users with the columns of docs/rules.md#admins; long values end in an ellipsis, with the full text in the title. */
export function UserTable({ rows, sorting, isStale }: UserTableProps) {
  const t = useTranslations('admin_users');
  return (
    <DataTable
      label={t('list')}
      list="users"
      columns={[...useWhoColumns(), ...useWhenColumns(), ...useInviteColumns()]}
      rows={rows}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/admin/users/${id}`}
      sorting={sorting}
      isStale={isStale}
    />
  );
}

function useWhoColumns(): Column<AdminUserRow>[] {
  const t = useTranslations('admin_users');
  return [
    {
      key: 'user',
      title: t('user'),
      cell: ({ display_name }) => (
        <span className="block max-w-[180px] truncate" title={display_name}>
          {display_name}
        </span>
      ),
    },
    { key: 'status', title: t('status'), className: 'whitespace-nowrap', cell: ({ status }) => <StatusWord status={status} /> },
    {
      key: 'contact',
      title: t('contact'),
      cell: ({ email, phone }) => (
        <span className="grid max-w-[220px] min-w-[150px]">
          <span className="truncate" title={email ?? undefined}>
            {email ?? phone ?? '–'}
          </span>
          {email && phone && <span className="num text-[12.5px] text-muted">{phone}</span>}
        </span>
      ),
    },
  ];
}

function StatusWord({ status }: Pick<AdminUserRow, 'status'>) {
  const t = useTranslations('admin_evidence.user_status');
  return status === 'normal' ? <span className="text-muted">{t('normal')}</span> : <UserStatusTag status={status} />;
}

function useWhenColumns(): Column<AdminUserRow>[] {
  const t = useTranslations('admin_users');
  const format = useFormatter();
  const locale = useLocale();
  const time = (at: string | null) => (at === null ? t('never') : format.dateTime(new Date(at), 'day_time_year'));
  return [
    {
      key: 'balance',
      title: t('balance'),
      sort: 'points_balance',
      isNumber: true,
      cell: ({ points_balance }) => format.number(points_balance),
    },
    {
      key: 'registered',
      title: t('registered'),
      sort: 'registered_at',
      cell: ({ registered_at, registration_ip, registration_country }) => (
        <span className="grid min-w-[150px]">
          <span className="num whitespace-nowrap">{time(registered_at)}</span>
          <span className="max-w-[210px] truncate text-[12.5px] text-muted" title={registration_ip ?? undefined}>
            {[registration_ip, registration_country && new Intl.DisplayNames(locale, { type: 'region' }).of(registration_country)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      ),
    },
    {
      key: 'last_login',
      title: t('last_login'),
      sort: 'last_login_at',
      className: 'num whitespace-nowrap',
      cell: ({ last_login_at }) => time(last_login_at),
    },
  ];
}

function useInviteColumns(): Column<AdminUserRow>[] {
  const t = useTranslations('admin_users');
  const format = useFormatter();
  return [
    {
      key: 'code',
      title: t('code_and_id'),
      className: 'num whitespace-nowrap',
      cell: ({ referral_code, id }) => (
        <span className="grid">
          {referral_code}
          <span className="text-[12.5px] text-muted" title={id}>
            {shortId(id)}
          </span>
        </span>
      ),
    },
    {
      key: 'linked',
      title: t('linked'),
      cell: ({ linked_accounts }) =>
        linked_accounts.length === 0 ? (
          <span className="text-muted">{t('none_known')}</span>
        ) : (
          <span className="grid max-w-[180px] min-w-[110px]">
            {linked_accounts.map(({ type, identifier }) => (
              <span key={type + identifier} className="truncate" title={identifier}>
                {t(`providers.${type}`)} <span className="text-muted">{identifier}</span>
              </span>
            ))}
          </span>
        ),
    },
    {
      key: 'referrer',
      title: t('referrer'),
      cell: ({ referrer }) => (referrer ? <UserLine user={referrer} isBrief /> : <span className="text-muted">{t('none_known')}</span>),
    },
    { key: 'invitees', title: t('invitees'), isNumber: true, cell: ({ invitees }) => format.number(invitees) },
  ];
}
