import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { AuditEntry } from '#contract/audit.ts';
import { type Column, DataTable, TableSkeleton } from '#web/console/ui/data-table.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { type AuditAddress, auditQuery } from './audit-address.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { useSentence } from './sentence.ts';

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
            list="audit"
            columns={columns}
            rows={list.items}
            keyOf={({ id }) => String(id)}
            hrefOf={({ id }) => hrefWith({ before: values.before, entry: String(id) })}
            isStale={query.isPlaceholderData}
          />
          <nav aria-label={t('admin_audit.pages')} className="flex flex-wrap items-center gap-2 px-4 py-3 text-[13px] text-muted">
            <span className="mr-auto">{t('admin_audit.found', { count: list.total, exact: String(list.total_exact) })}</span>
            {values.before !== '' && <PageLink to={hrefWith({ before: '', entry: '' })}>{t('admin_audit.newest')}</PageLink>}
            {list.next !== null && <PageLink to={hrefWith({ before: String(list.next), entry: '' })}>{t('admin_audit.older')}</PageLink>}
          </nav>
          {opened && (
            <EntryDialog
              entry={opened}
              onClose={() => change({ before: values.before, entry: '' })}
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
  const sentence = useSentence();
  return [
    {
      key: 'when',
      title: t('admin_audit.when'),
      className: 'num whitespace-nowrap',
      cell: ({ created_at }) => format.dateTime(new Date(created_at), 'day_time', { second: '2-digit' }),
    },
    {
      key: 'what',
      title: t('admin_audit.what'),
      cell: (entry) => (
        <span className="grid max-w-[460px] gap-0.5">
          <span className="font-[550] wrap-anywhere">{sentence(entry)}</span>
          <span className="text-[12.5px] text-muted">{`${t(`admin.roles.${entry.admin.role}`)} · ${entry.action}`}</span>
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

const PageLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="rounded-chip px-3 py-1.5 font-[550] text-accent underline">
    {children}
  </Link>
);
