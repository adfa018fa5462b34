import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import type { AuditEntry } from '#contract/audit.ts';
import { type Column, DataTable, TableSkeleton } from '#web/console/ui/data-table.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { type AuditAddress, auditQuery } from './audit-address.ts';
import { EntryDialog } from './entry-dialog.tsx';

/** The log itself, newest first; an entry opens with its changed values. */
export function AuditPanel({ address }: { address: AuditAddress }) {
  const t = useTranslations();
  const { values, hrefWith, change, narrow, isFiltered } = address;
  const query = useQuery(auditQuery(values));
  const columns = useColumns();
  const opened = query.data?.items.find(({ id }) => String(id) === values.entry);
  return (
    <Panel
      title={t('admin_audit.list')}
      aside={t('admin.keys')}
      query={query}
      failed={t('admin_audit.failed')}
      skeleton={<TableSkeleton />}
      empty={({ items }) => (items.length === 0 ? t(isFiltered ? 'admin_audit.none' : 'admin_audit.none_yet') : null)}
    >
      {(list) => (
        <>
          <DataTable
            label={t('admin_audit.list')}
            columns={columns}
            rows={list.items}
            keyOf={({ id }) => String(id)}
            hrefOf={({ id }) => hrefWith({ page: values.page, entry: String(id) })}
            isStale={query.isPlaceholderData}
          />
          <Pager list={list} hrefOf={(page) => hrefWith({ page, up_to: String(list.up_to_id), entry: '' })} />
          {opened && (
            <EntryDialog
              entry={opened}
              onClose={() => change({ page: values.page, entry: '' })}
              onOnlyThis={() => narrow({ kind: opened.subject.kind, subject: opened.subject.id })}
            />
          )}
        </>
      )}
    </Panel>
  );
}

function useColumns(): Column<AuditEntry>[] {
  const t = useTranslations();
  const format = useFormatter();
  return [
    {
      key: 'when',
      title: t('admin_audit.when'),
      className: 'num whitespace-nowrap',
      cell: ({ created_at }) => format.dateTime(new Date(created_at), 'day_time', { second: '2-digit' }),
    },
    {
      key: 'who',
      title: t('admin_audit.who'),
      cell: ({ admin }) => (
        <span className="grid max-w-[230px]">
          <span className="truncate font-[550]">{admin.email}</span>
          <span className="text-[12.5px] text-muted">{t(`admin.roles.${admin.role}`)}</span>
        </span>
      ),
    },
    { key: 'what', title: t('admin_audit.what'), className: 'font-[550] whitespace-nowrap', cell: ({ action }) => action },
    {
      key: 'about',
      title: t('admin_audit.about'),
      cell: ({ subject }) => (
        <span className="block max-w-[210px] truncate text-muted" title={subject.id}>
          {subject.kind} {subject.id}
        </span>
      ),
    },
    {
      key: 'why',
      title: t('admin_audit.why'),
      cell: ({ reason }) => <span className="line-clamp-2 max-w-[360px] wrap-anywhere">{reason ?? '–'}</span>,
    },
  ];
}
