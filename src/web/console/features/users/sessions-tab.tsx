import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import type { AdminSessionRow } from '#contract/admin-users.ts';
import { useAddress } from '#web/console/lib/use-address.ts';
import { type Column, DataTable, TableSkeleton } from '#web/console/ui/data-table.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { StateDot } from '#web/console/ui/state-dot.tsx';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { pageNumber } from '#web/lib/address-values.ts';
import { nowMs } from '#web/lib/clock.ts';
import { shortId } from '#web/lib/number-formats.ts';
import { Pager } from '#web/ui/pager.tsx';
import { userSessionsQuery } from './api.ts';

/** A user's present and past sessions. */
export function SessionsTab({ id }: { id: string }) {
  const t = useTranslations('admin_users');
  const { values, hrefWith } = useAddress({ page: pageNumber });
  const query = useQuery(userSessionsQuery({ id, ...values }));
  return (
    <Panel
      title={t('tabs.sessions')}
      query={query}
      failed={t('sessions_failed')}
      skeleton={<TableSkeleton />}
      empty={({ items }) => (items.length === 0 ? t('sessions_none') : null)}
    >
      {(list) => (
        <>
          <SessionTable rows={list.items} isStale={query.isPlaceholderData} />
          <Pager list={list} hrefOf={(page) => hrefWith({ page })} />
        </>
      )}
    </Panel>
  );
}

function SessionTable({ rows, isStale }: { rows: readonly AdminSessionRow[]; isStale: boolean }) {
  const t = useTranslations('admin_users');
  const format = useFormatter();
  const locale = useLocale();
  const time = (at: string) => format.dateTime(new Date(at), 'day_time_year');
  const columns: Column<AdminSessionRow>[] = [
    { key: 'device', title: t('device'), cell: (session) => <Device session={session} /> },
    {
      key: 'from',
      title: t('from'),
      cell: ({ ip, country }) => (
        <span className="grid">
          <span className="num">{ip ?? '–'}</span>
          {country && <span className="text-[12.5px] text-muted">{new Intl.DisplayNames(locale, { type: 'region' }).of(country)}</span>}
        </span>
      ),
    },
    {
      key: 'browser',
      title: t('browser_id'),
      className: 'num text-muted',
      cell: ({ device_id }) => (device_id ? <span title={device_id}>{shortId(device_id)}</span> : '–'),
    },
    { key: 'signed_in', title: t('signed_in'), className: 'num whitespace-nowrap', cell: ({ created_at }) => time(created_at) },
    { key: 'last_seen', title: t('last_seen'), className: 'num whitespace-nowrap', cell: ({ last_seen_at }) => time(last_seen_at) },
    { key: 'ended', title: t('ended'), cell: (session) => <Ending session={session} /> },
  ];
  return <DataTable label={t('tabs.sessions')} columns={columns} rows={rows} keyOf={({ id }) => id} isStale={isStale} />;
}

function Device({ session: { device } }: { session: AdminSessionRow }) {
  const t = useTranslations('security');
  const { browser, system } = device;
  return browser && system ? t('device_on', { browser, system }) : (browser ?? system ?? t('device_unknown'));
}

function Ending({ session: { ended_at, ended_because, expires_at } }: { session: AdminSessionRow }) {
  const t = useTranslations('admin_users');
  const format = useFormatter();
  if (ended_at === null) {
    return Date.parse(expires_at) > nowMs() ? (
      <StateDot tone="good">{t('goes_on')}</StateDot>
    ) : (
      <StateDot tone="quiet">{t('ran_out')}</StateDot>
    );
  }
  return (
    <span className="grid">
      <span className="num">{format.dateTime(new Date(ended_at), 'day_time_year')}</span>
      {ended_because && <span className="text-[12.5px] text-muted">{t(`ended_because.${ended_because}`)}</span>}
    </span>
  );
}
